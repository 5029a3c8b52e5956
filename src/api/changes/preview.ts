// The preview of a change: what the source shows now and what would be different. Nothing is changed.
import { CallFailed, callLimitMs, openSource, type SourceClient } from '../../actions/source-client.ts';
import { supportOf } from '../../actions/support.ts';
import type { ActionOperation, Image } from '../../connector/actions.ts';
import type { GuardedChange } from './guards.ts';
import type { ChangeTarget, FoundObject } from './targets.ts';

interface Observed {
  readonly possible: boolean;
  readonly reason?: string;
  readonly alreadyDone?: boolean;
  readonly presentState?: Image;
}

/** How long a preview may observe sources. Targets after that are shown without what their source shows. */
const mostMs = 30_000;

export async function previewChange(change: GuardedChange, baseFolder: string, signal: AbortSignal): Promise<object> {
  const until = Date.now() + mostMs;
  const targets: object[] = [];
  for (const [source, ofSource] of Map.groupBy(change.targets, target => target.source)) {
    const { refusal } = supportOf(source, change.operation);
    const limits = { signal, silenceMs: Math.min(callLimitMs, mostMs) };
    const opened = refusal ?? (await openSource(source, baseFolder, limits).catch(unlessAborted(signal)));
    for (const target of ofSource) {
      const observed = change.forbidden.has(target.objectId)
        ? { possible: false, reason: `guard ${change.forbidden.get(target.objectId)} forbids to change this account` }
        : opened instanceof Error
          ? { possible: false, reason: opened.message }
          : Date.now() > until
            ? { possible: true, reason: 'not observed: the preview took too long' }
            : await observe(opened, change.operation, target);
      targets.push(view(change.operation, target, observed));
    }
    if (!(opened instanceof Error)) await opened.close().catch(() => {});
  }
  return { operation: change.operation, targets, ...(change.approval !== undefined && { approval: change.approval }) };
}

function unlessAborted(signal: AbortSignal): (error: unknown) => CallFailed {
  return error => {
    if (signal.aborted || !(error instanceof CallFailed)) throw error;
    return error;
  };
}

async function observe(source: SourceClient, operation: ActionOperation, { local }: ChangeTarget): Promise<Observed> {
  try {
    const { action, client } = source.action(operation);
    const records = action.expand ? await source.call(() => action.expand!(client, local)) : [local];
    const images: Image[] = [];
    let alreadyDone = true;
    for (const record of records) {
      const image = await source.observe(operation, record);
      alreadyDone &&= await source.call(() => action.isDone(image, record, { image, beforeDisabling: undefined }));
      images.push(image);
    }
    const presentState = images.length === 1 ? images[0]! : { records: images };
    return { possible: true, alreadyDone, presentState };
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    return { possible: false, reason: error.message };
  }
}

function view(operation: ActionOperation, target: ChangeTarget, observed: Observed): object {
  const { source, objectId, name, account, container } = target;
  const changes = observed.possible && observed.alreadyDone !== true;
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
