// Finds the records that an action job has to alter for its targets, and stores them. A killed job continues with the targets that have
// none.

import { CallFailed } from '../../src/actions/source-client.ts';
import {
  type ExpandedTarget,
  type SubmittedTarget,
  saveRecords,
  unexpandedTargets,
} from '../../src/state/actions/records.ts';
import { delaySource } from '../../src/state/actions/work.ts';
import { globalIdOf } from '../../src/warehouse/global-id.ts';
import { delayOf, faultLimits, noLongerWritable, type SourceWork } from './source-work.ts';

/** How many calls of a source are made before their records are stored. A killed process repeats at most this many. */
const callsAtOnce = 10;
/** The most targets whose records are stored together. */
const storedAtOnce = 1000;

/**
 * Store the records of all targets.
 * @returns the delay in milliseconds after which a source has to be tried again; undefined when all targets have records
 */
export async function expandTargets(work: SourceWork): Promise<number | undefined> {
  const { context, held } = work;
  const targets = await unexpandedTargets(context.database, held.lease.id);
  for (const [sourceId, ofSource] of Map.groupBy(targets, target => target.source_id)) {
    const { actions, changesPerClient = 1 } = context.sources.get(sourceId)?.connector ?? {};
    const hasExpand = actions?.[held.record.operation]?.expand !== undefined;
    // A connector can join the calls of targets that share a client.
    const atOnce = hasExpand ? Math.min(callsAtOnce * changesPerClient, storedAtOnce) : storedAtOnce;
    for (let start = 0; start < ofSource.length; start += atOnce) {
      const delayMs = await expandSome(work, sourceId, ofSource.slice(start, start + atOnce));
      if (delayMs !== undefined) return delayMs;
    }
  }
  return undefined;
}

async function expandSome(
  work: SourceWork,
  sourceId: string,
  targets: readonly SubmittedTarget[],
): Promise<number | undefined> {
  const { context, held } = work;
  let expanded: ExpandedTarget[];
  try {
    expanded = await expandedTargets(work, sourceId, targets);
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    const delay = delayOf(error, held.record);
    const faults = error.transient ? await delaySource(context.database, held.lease, sourceId, delay) : Infinity;
    if (faults < faultLimits.mostFailedOpenings) return delay.delayMs;
    expanded = targets.map(submitted => failedTarget(submitted, error.message));
  }
  await saveRecords(context.database, held.lease, held.record.operation, expanded);
  return undefined;
}

async function expandedTargets(
  { context, held, clients }: SourceWork,
  sourceId: string,
  targets: readonly SubmittedTarget[],
): Promise<ExpandedTarget[]> {
  const { operation } = held.record;
  const source = context.sources.get(sourceId);
  if (!source?.config.writes) return targets.map(target => failedTarget(target, noLongerWritable(sourceId)));
  if (!source.connector.actions?.[operation]?.expand) {
    return targets.map(submitted => ({
      submitted,
      records: [{ objectId: submitted.object_id, local: submitted.local }],
    }));
  }
  const client = await clients.of(sourceId);
  const { action, client: opened } = client.action(operation);
  const instance = source.config.application_instance_id;
  const expandOne = async (submitted: SubmittedTarget): Promise<ExpandedTarget> => {
    try {
      const records = await client.call(() => action.expand!(opened, submitted.local));
      return {
        submitted,
        records: records.map(local => ({
          objectId:
            local.accountId === undefined || local.accountId === submitted.local.accountId
              ? submitted.object_id
              : globalIdOf(context.tenant, instance, 'Account', local.accountId),
          local,
        })),
      };
    } catch (error) {
      if (!(error instanceof CallFailed) || error.transient) throw error;
      return failedTarget(submitted, error.message);
    }
  };
  const waiting = targets.entries();
  const expanded: ExpandedTarget[] = [];
  const { changesPerClient = 1 } = source.connector;
  const workers = Array.from({ length: changesPerClient }, async () => {
    for (const [index, target] of waiting) expanded[index] = await expandOne(target);
  });
  // Every call ends before the client is closed.
  await Promise.allSettled(workers);
  await Promise.all(workers);
  return expanded;
}

function failedTarget(submitted: SubmittedTarget, failure: string): ExpandedTarget {
  return { submitted, records: [{ objectId: submitted.object_id, local: submitted.local }], failure };
}
