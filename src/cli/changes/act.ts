// rolecall act: shows what a change would do, asks, and watches its job.
import process from 'node:process';
import readline from 'node:readline/promises';
import { OperatorError } from '../../errors.ts';
import { type ApiClient, connectApi, type Json, type Method } from '../api/api-client.ts';
import type { CommonOptions } from '../deployment.ts';
import { isTerminal, printJson, printLine, printRows } from '../output.ts';
import { watchUntilEnded } from './action-jobs.ts';
import { instanceOfSource, namedObject, sourceNames } from './named-objects.ts';
import { printRisks, type ShownRisks } from './risks-of-preview.ts';

export interface ActOptions {
  readonly source?: string;
  readonly yes: boolean;
}

interface ChangeRequest {
  readonly method: Method;
  readonly path: string;
  readonly body?: Json;
}

export interface PreviewedTarget extends Json {
  readonly target: string;
  readonly targetName?: string;
  readonly applicationInstanceId: string;
  readonly possible: boolean;
  readonly reason?: string;
  readonly alreadyDone?: boolean;
  readonly presentState?: Json;
}

export async function changeAccounts(
  common: CommonOptions,
  verb: 'disable' | 'enable' | 'activate',
  names: readonly string[],
  options: ActOptions,
): Promise<void> {
  const api = await connectApi(common);
  const ids: string[] = [];
  for (const name of names) ids.push(await namedObject(api, 'account', name, options.source));
  await change(api, options, { method: 'POST', path: `/v1/accounts/${verb}`, body: { ids: [...new Set(ids)] } });
}

const memberships = {
  'assign-role': { method: 'PUT', kind: 'role', path: ['roles', 'assignees'] },
  'remove-role': { method: 'DELETE', kind: 'role', path: ['roles', 'assignees'] },
  'add-member': { method: 'PUT', kind: 'group', path: ['user-groups', 'members'] },
  'remove-member': { method: 'DELETE', kind: 'group', path: ['user-groups', 'members'] },
} as const;

export async function changeMember(
  common: CommonOptions,
  name: keyof typeof memberships,
  given: { readonly container: string; readonly account: string },
  options: ActOptions,
): Promise<void> {
  const api = await connectApi(common);
  const { method, kind, path } = memberships[name];
  const container = await namedObject(api, kind, given.container, options.source);
  const account = await namedObject(api, 'account', given.account, options.source);
  await change(api, options, { method, path: `/v1/${path[0]}/${container}/${path[1]}/${account}` });
}

export async function requestGroup(common: CommonOptions, groupName: string, options: ActOptions): Promise<void> {
  if (options.source === undefined) throw new OperatorError('say in which source to create the group, with --source');
  const api = await connectApi(common);
  const applicationInstanceId = await instanceOfSource(api, options.source);
  await change(api, options, { method: 'POST', path: '/v1/user-groups', body: { applicationInstanceId, groupName } });
}

/** Preview a change, ask, and make it. The exit code is 1 when it is not made, or not completely. */
async function change(api: ApiClient, { yes }: ActOptions, { method, path, body }: ChangeRequest): Promise<void> {
  const preview = await api.send(method, `${path}?dryRun=true`, body);
  await printPreview(api, preview, !yes);
  const targets = preview.targets as PreviewedTarget[];
  if (targets.every(target => !target.possible)) {
    for (const { target, reason } of targets) printLine(`${target}: ${reason}`, process.stderr);
    process.exitCode = 1;
    return;
  }
  const changed = targets.filter(({ possible, alreadyDone }) => possible && !alreadyDone).length;
  if (!yes && !(await agrees(changed, targets.length))) {
    printLine('nothing was changed', process.stderr);
    process.exitCode = 1;
    return;
  }
  const { jobId } = await api.send(method, path, body);
  await watchUntilEnded(api, String(jobId));
}

/**
 * What a change would do, on a terminal always, and into a pipe where somebody would have to be asked.
 * @returns whether targets and risks were printed
 */
export async function printPreview(api: ApiClient, preview: Json, isAsked: boolean): Promise<boolean> {
  const targets = preview.targets as PreviewedTarget[];
  const isPrinted = isTerminal() || isAsked;
  if (isTerminal()) printRows(targets, viewWith(await sourceNames(api)), { essential: ['target', 'source', 'change'] });
  else if (isPrinted) for (const target of targets) printJson(target);
  if (isPrinted && preview.risks !== undefined) printRisks(preview.risks as ShownRisks);
  if (preview.approval !== undefined)
    printLine(`a second client will have to approve it: ${preview.approval}`, process.stderr);
  return isPrinted;
}

/** @throws OperatorError when nobody can be asked */
export const agrees = (changed: number, all: number): Promise<boolean> =>
  agreesTo(`Change ${changed} of ${all} in the source?`);

/** @throws OperatorError when nobody can be asked */
export async function agreesTo(question: string): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new OperatorError('nobody can be asked here; --yes makes the change without a question');
  const asking = readline.createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await asking.question(`${question} [y/N] `);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    asking.close();
  }
}

const viewWith =
  (sourceOf: (instance: string | undefined) => string | undefined) =>
  ({ target, targetName, applicationInstanceId, possible, reason, alreadyDone, presentState }: PreviewedTarget) => ({
    target: targetName ?? target,
    source: sourceOf(applicationInstanceId),
    change: possible ? (alreadyDone ? 'none: the source shows it already' : 'yes') : `no: ${reason}`,
    'shows now': presentState,
  });
