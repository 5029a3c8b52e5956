// rolecall fix: previews a change of many accounts, asks, runs it as a guarded job, and undoes it.
import process from 'node:process';
import { OperatorError } from '../../errors.ts';
import { momentsOf } from '../../iso-time.ts';
import { type ApiClient, connectApi, type Json } from '../api/api-client.ts';
import { agrees, type PreviewedTarget, printPreview } from '../changes/act.ts';
import { namedJob, watchUntilEnded } from '../changes/action-jobs.ts';
import { namedObject } from '../changes/named-objects.ts';
import type { CommonOptions } from '../deployment.ts';
import { printLine } from '../output.ts';
import { requireRule } from '../risks/risks.ts';
import { type SelectionOptions, selectedAccounts } from './selection.ts';

/** How a job goes about its accounts, and whether to ask before. */
export interface RolloutOptions {
  readonly first: number;
  /** Percentage of failed accounts at which the job stops. */
  readonly stopAt: number;
  readonly notBefore?: string;
  readonly notAfter?: string;
  readonly perHour?: number;
  readonly purpose?: string;
  readonly yes: boolean;
}

export interface FixOptions extends SelectionOptions, RolloutOptions {}

export async function fixAccounts(common: CommonOptions, names: readonly string[], options: FixOptions): Promise<void> {
  const rollout = rolloutOf(options);
  const api = await connectApi(common);
  const ids = await selectedAccounts(api, names, options);
  await propose(api, '/v1/accounts/disable', ids, rollout, options);
}

const containers = {
  role: { path: 'roles', members: 'assignees' },
  group: { path: 'user-groups', members: 'members' },
} as const;

/** The path of a change that takes a role or a group from accounts. */
export const removalPath = (kind: keyof typeof containers, id: string): string =>
  `/v1/${containers[kind].path}/${id}/${containers[kind].members}/remove`;

/** Take a role or a group membership from accounts of the same source. */
export async function fixMembers(
  common: CommonOptions,
  kind: keyof typeof containers,
  container: string,
  names: readonly string[],
  options: FixOptions,
): Promise<void> {
  const rollout = rolloutOf(options);
  const api = await connectApi(common);
  const { path } = containers[kind];
  const id = await namedObject(api, kind, container, options.source);
  const { objectMetadata } = (await api.send('GET', `/v1/${path}/${id}`)) as { objectMetadata: Json };
  const instance = String(objectMetadata['ApplicationInstanceId']);
  const ids = await selectedAccounts(api, names, options, instance);
  await propose(api, removalPath(kind, id), ids, rollout, options);
}

/** Undo a job on all its targets, or on those that are named. */
export async function undoJob(
  common: CommonOptions,
  job: string,
  names: readonly string[],
  source: string | undefined,
): Promise<void> {
  const api = await connectApi(common);
  const { id } = await namedJob(api, job);
  const targets: string[] = [];
  for (const name of names) targets.push(await namedObject(api, 'account', name, source));
  const body = targets.length === 0 ? undefined : { targets };
  const { jobId } = await api.send('POST', `/v1/action-jobs/${id}/revert`, body);
  await watchUntilEnded(api, String(jobId));
}

/** @throws OperatorError for a percentage or a time that is none */
export function rolloutOf({ first, stopAt, notBefore, notAfter, perHour }: RolloutOptions): Json {
  if (stopAt > 100) throw new OperatorError(`--stop-at ${stopAt}: must be a percentage from 0 to 100`);
  const begin = momentOf('--not-before', notBefore)?.first;
  const end = momentOf('--not-after', notAfter)?.behind;
  return {
    ...{ first, stopAtFailedPercent: stopAt },
    ...(begin && { notBefore: begin.toISOString() }),
    ...(end && { notAfter: end.toISOString() }),
    ...(perHour !== undefined && { perHour }),
  };
}

function momentOf(option: string, text: string | undefined) {
  if (text === undefined) return undefined;
  const moments = momentsOf(text);
  if (moments) return moments;
  throw new OperatorError(`${option} ${text}: must be a date, or a time of ISO 8601 such as 2026-11-21T22:00:00Z`);
}

interface Proposal extends Pick<FixOptions, 'rule' | 'purpose' | 'yes'> {
  /** Id of the review that decided it. */
  readonly review?: string;
}

/**
 * Preview a change of accounts, ask, and run it for those that it would alter. The exit code is 1 when it is not made, or not
 * completely.
 */
export async function propose(
  api: ApiClient,
  path: string,
  ids: readonly string[],
  rollout: Json,
  { rule, review, purpose: given, yes }: Proposal,
): Promise<void> {
  const decided = review !== undefined && { review };
  const { approval, ...preview } = await api.send('POST', `${path}?dryRun=true`, { ids, ...decided });
  const isPrinted = await printPreview(api, preview, !yes);
  const targets = preview.targets as PreviewedTarget[];
  const changing = targets.filter(({ possible, alreadyDone }) => possible && alreadyDone !== true);
  // The preview counts all targets, and the job has only those that change.
  const certainty = changing.length === targets.length ? 'will' : 'may';
  if (approval !== undefined && changing.length > 0)
    printLine(`a second client ${certainty} have to approve it: ${approval}`, process.stderr);
  if (changing.length === 0) {
    // A preview that was printed has the reasons.
    for (const { targetName, target, reason } of isPrinted ? [] : targets)
      if (reason !== undefined) printLine(`${targetName ?? target}: ${reason}`, process.stderr);
    printLine('there is nothing to change', process.stderr);
    process.exitCode = targets.every(({ possible }) => possible) ? 0 : 1;
    return;
  }
  if (!yes && !(await agrees(changing.length, targets.length))) {
    printLine('nothing was changed', process.stderr);
    process.exitCode = 1;
    return;
  }
  const purpose = given ?? (rule && `Open violations of the rule “${await requireRule(api, rule, '--rule')}”`);
  const body = {
    ids: changing.map(({ target }) => target),
    ...{ rollout, ...decided, ...(purpose !== undefined && { purpose }) },
  };
  const { jobId } = await api.send('POST', path, body);
  await watchUntilEnded(api, String(jobId));
  const unneeded = targets.filter(({ possible, alreadyDone }) => possible && alreadyDone).length;
  if (unneeded > 0)
    printLine(`${unneeded} of ${targets.length} needed no change, so the job is not about them`, process.stderr);
  const left = targets.filter(({ possible }) => !possible);
  for (const { targetName, target, reason } of left)
    printLine(`${targetName ?? target}: not changed: ${reason}`, process.stderr);
  if (left.length > 0) process.exitCode = 1;
}
