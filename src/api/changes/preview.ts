// The preview of a change: what the source shows now and what would be different. Nothing is changed.
import {
  type ActionSource,
  CallFailed,
  callLimitMs,
  openSource,
  type SourceClient,
} from '../../actions/source-client.ts';
import { supportOf } from '../../actions/support.ts';
import { type ActionOperation, enablingOperations, type Image } from '../../connector/actions.ts';
import type { Database } from '../../database/database.ts';
import { objectKey } from '../../state/actions/records.ts';
import { imageBeforeDisabling } from '../../state/actions/reverts.ts';
import { statedLimits } from '../../state/run-requests.ts';
import type { RiskOptions } from '../../warehouse/building/risks/risk-options.ts';
import { type BlastRadiusChanges, type BlastRadiusLookups, blastRadiusOfChange } from './blast-radius-change.ts';
import type { GuardedChange } from './guards.ts';
import { type ChangedTarget, noRisks, risksOfChange } from './risks-of-change.ts';
import type { ChangeTarget, FoundObject } from './targets.ts';

interface Observed {
  readonly possible: boolean;
  readonly reason?: string;
  readonly alreadyDone?: boolean;
  readonly presentState?: Image;
  readonly beforeDisabling?: Image;
}

/** How long a preview may observe sources. Targets after that are shown without what their source shows. */
const mostMs = 30_000;

export interface Previewing {
  readonly database: Database;
  readonly tenant: string;
  readonly baseFolder: string;
  readonly signal: AbortSignal;
  /** Undefined before the first version. */
  readonly blastRadius: BlastRadiusLookups | undefined;
  readonly risks: RiskOptions;
}

export async function previewChange(previewing: Previewing, change: GuardedChange): Promise<object> {
  const until = Date.now() + mostMs;
  const previewed: PreviewedTarget[] = [];
  for (const [source, ofSource] of Map.groupBy(change.targets, target => target.source)) {
    previewed.push(...(await previewSource({ ...previewing, source, until }, change, ofSource)));
  }
  const changed = previewed.filter(({ changes }) => changes);
  const risks = await risksAfter(previewing, change.operation, changed, until);
  return {
    operation: change.operation,
    targets: previewed.map(({ shown }) => shown),
    ...(risks && { risks }),
    ...(change.approval !== undefined && { approval: change.approval }),
  };
}

async function risksAfter(
  { blastRadius: looking, risks }: Previewing,
  operation: ActionOperation,
  changed: readonly ChangedTarget[],
  until: number,
): Promise<object | undefined> {
  if (looking === undefined || operation === 'CreateUserGroup') return undefined;
  if (Date.now() > until) return noRisks(risks, 'the preview took too long');
  return risksOfChange({ ...looking, risks }, operation, changed);
}

interface PreviewedTarget extends ChangedTarget {
  /** False when the change is not possible, or the source shows it already. */
  readonly changes: boolean;
  /** As the API shows it. */
  readonly shown: object;
}

interface PreviewingSource extends Previewing {
  readonly source: ActionSource;
  /** When to stop observing, in milliseconds since 1970. */
  readonly until: number;
}

async function previewSource(
  previewing: PreviewingSource,
  { operation, forbidden }: GuardedChange,
  targets: readonly ChangeTarget[],
): Promise<PreviewedTarget[]> {
  const { source, baseFolder, signal, until } = previewing;
  const limits = { signal, silenceMs: Math.min(callLimitMs, mostMs) };
  const { refusal } = await supportOf(source, operation, baseFolder);
  const { database, tenant } = previewing;
  const around = { baseFolder, statedLimits: await statedLimits(database, { tenant, sourceId: source.config.id }) };
  const opened = refusal ?? (await openSource(source, around, limits).catch(unlessAborted(signal)));
  const observed = (target: ChangeTarget): Observed | Promise<Observed> => {
    const guard = forbidden.get(target.objectId);
    if (guard !== undefined)
      return { possible: false, reason: `guard ${guard} does not allow changes of this account` };
    if (opened instanceof Error) return { possible: false, reason: opened.message };
    if (Date.now() > until) return { possible: true, reason: 'not observed: the preview took too long' };
    return observe(previewing, opened, operation, target);
  };
  try {
    const views: PreviewedTarget[] = [];
    for (const target of targets) {
      const seen = await observed(target);
      const radius = Date.now() > until ? undefined : await blastRadius(previewing, operation, target, seen);
      const shown = { ...view(operation, target, seen), ...(radius && { blastRadius: radius }) };
      views.push({ target, changes: isChange(seen), regains: seen.beforeDisabling !== undefined, shown });
    }
    return views;
  } finally {
    if (!(opened instanceof Error)) await opened.close().catch(() => {});
  }
}

function unlessAborted(signal: AbortSignal): (error: unknown) => CallFailed {
  return error => {
    if (signal.aborted || !(error instanceof CallFailed)) throw error;
    return error;
  };
}

async function observe(
  { database, tenant }: Previewing,
  opened: SourceClient,
  operation: ActionOperation,
  { source, local }: ChangeTarget,
): Promise<Observed> {
  try {
    const { action, client } = opened.action(operation);
    const records = action.expand ? await opened.call(() => action.expand!(client, local)) : [local];
    const images: Image[] = [];
    let alreadyDone = true;
    let restores: Image | undefined;
    for (const record of records) {
      const image = await opened.observe(operation, record);
      const account = { tenant, sourceId: source.config.id, objectKey: objectKey(record) };
      const isEnabling = enablingOperations.includes(operation);
      const beforeDisabling = isEnabling ? await imageBeforeDisabling(database, account) : undefined;
      alreadyDone &&= await opened.call(() => action.isDone(image, record, { image, beforeDisabling }));
      restores ??= beforeDisabling;
      images.push(image);
    }
    const presentState = images.length === 1 ? images[0]! : { records: images };
    return { possible: true, alreadyDone, presentState, ...(restores && { beforeDisabling: restores }) };
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    return { possible: false, reason: error.message };
  }
}

async function blastRadius(
  previewing: Previewing,
  operation: ActionOperation,
  { account, container }: ChangeTarget,
  observed: Observed,
): Promise<BlastRadiusChanges | undefined> {
  if (account === undefined || previewing.blastRadius === undefined) return undefined;
  const change = { account, container, changes: isChange(observed) };
  return blastRadiusOfChange(previewing.blastRadius, operation, change);
}

const isChange = ({ possible, alreadyDone }: Observed) => possible && alreadyDone !== true;

function view(operation: ActionOperation, target: ChangeTarget, observed: Observed): object {
  const { source, objectId, name, account, container } = target;
  const changes = isChange(observed);
  const object = container && [
    { objectType: container.type, objectId: container.globalId, objectName: container.name },
  ];
  return {
    target: objectId,
    targetName: name,
    applicationInstanceId: source.config.application_instance_id,
    ...observed,
    accessGained: (changes && gives.has(operation) && object) || [],
    accessLost: (changes && takes.has(operation) && object) || [],
    ...(account && { presentReach: reachOf(account) }),
  };
}

const gives = new Set<ActionOperation>(['AssignRole', 'AddGroupMember']);
const takes = new Set<ActionOperation>(['RemoveRole', 'RemoveGroupMember']);

/** How much the account reaches now, nesting included; counts that are not known are left out. */
function reachOf({ item }: FoundObject): object {
  return {
    roles: item.analyticsRoleCount,
    userGroups: item.analyticsUserGroupCount,
    assignedApplications: item.analyticsAssignedApplicationCount,
    resourceInstances: item.analyticsResourceInstanceCount,
    impersonatableAccounts: item.analyticsImpersonatableAccountsCount,
  };
}
