// rolecall blast-radius: the accounts that a machine or token account can act as, and chains of steps to some of them.
import { type StepReasonName, stepReasons } from '../../resources/types/step-reasons.ts';
import { connectApi, type Json } from '../api/api-client.ts';
import { type AsOfOption, asOfQuery } from '../as-of.ts';
import { namedObject } from '../changes/named-objects.ts';
import type { CommonOptions } from '../deployment.ts';
import { grouped, isTerminal, printJson, printLine } from '../output.ts';

interface Step {
  readonly reason: StepReasonName;
  readonly objectId: string;
  readonly objectType: string;
  readonly objectName?: string;
  readonly evidence?: string;
}

interface BlastRadius extends Json {
  /** Absent when it is not known. */
  readonly count?: number;
  readonly counts: readonly { readonly applicationInstanceId: string; readonly type: string; readonly count: number }[];
  readonly chains: readonly (readonly Step[])[];
}

/** A step, and the steps that chains take after it. */
interface Branch {
  readonly step: Step;
  readonly branches: Map<string, Branch>;
}

export async function showBlastRadius(
  common: CommonOptions,
  identity: string,
  options: AsOfOption & { readonly source?: string },
): Promise<void> {
  const api = await connectApi(common);
  const id = await namedObject(api, 'account', identity, options.source, options);
  const radius = (await api.send(
    'GET',
    `/v1/non-human-identities/${id}/blast-radius${asOfQuery(options, '?')}`,
  )) as BlastRadius;
  if (!isTerminal()) return printJson(radius);
  const { items } = (await api.send('GET', '/v1/capabilities')) as { items: Json[] };
  const sources = new Map(items.map(item => [item['applicationInstanceId'], item['sourceId']]));
  printLine(`${identity}${countOf(radius)}`);
  for (const { applicationInstanceId, type, count } of radius.counts) {
    printLine(`  ${grouped(count)} ${type} in ${sources.get(applicationInstanceId) ?? applicationInstanceId}`);
  }
  printLine(identity);
  printBranches(treeOf(radius.chains), '');
  const hidden = foundIn(radius) - radius.chains.length;
  if (hidden > 0) printLine(`… ${grouped(hidden)} more accounts`);
}

const foundIn = ({ counts }: BlastRadius) => counts.reduce((sum, { count }) => sum + count, 0);

function countOf(radius: BlastRadius): string {
  const accounts = (count: number) => `${grouped(count)} other account${count === 1 ? '' : 's'}`;
  if (radius.count !== undefined) return ` can act as ${accounts(radius.count)}`;
  const found = foundIn(radius);
  const unknown =
    'how many accounts it can act as is not known; `rolecall sources` and the ledger say what was not read';
  return found === 0 ? `: ${unknown}` : ` can act as ${accounts(found)} that were found; ${unknown}`;
}

/** Chains that begin with the same steps share them. */
function treeOf(chains: BlastRadius['chains']): Map<string, Branch> {
  const root = new Map<string, Branch>();
  for (const chain of chains) {
    let branches = root;
    for (const step of chain) {
      const key = `${step.reason} ${step.objectType} ${step.objectId}`;
      const branch = branches.get(key) ?? { step, branches: new Map() };
      branches.set(key, branch);
      branches = branch.branches;
    }
  }
  return root;
}

function printBranches(branches: ReadonlyMap<string, Branch>, indent: string): void {
  const all = [...branches.values()];
  for (const [index, { step, branches: inner }] of all.entries()) {
    const isLast = index === all.length - 1;
    printLine(`${indent}${isLast ? '└─ ' : '├─ '}${textOf(step)}`);
    printBranches(inner, `${indent}${isLast ? '   ' : '│  '}`);
  }
}

const containers: Readonly<Record<string, string>> = {
  UserGroup: 'group ',
  Role: 'role ',
  PermissionSet: 'permission set ',
  ObjectDirectory: 'directory ',
};

/** The object may be all that is in a group, a directory or an application instance. */
const overEverybody: readonly StepReasonName[] = ['Impersonation', 'Administration'];

function textOf({ reason, objectType, objectName, objectId, evidence }: Step): string {
  const name = objectType === 'Key' ? 'several accounts' : (objectName ?? objectId);
  const everybody = overEverybody.includes(reason) && objectType !== 'Account' ? 'everybody in ' : '';
  const because = evidence === undefined ? '' : `  [${evidence}]`;
  return `${stepReasons[reason].words} ${everybody}${containers[objectType] ?? ''}${name}${because}`;
}
