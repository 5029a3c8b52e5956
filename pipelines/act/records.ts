// Changes or reverts the records of one source: one after the other, or as many at once as its connector allows. Records that share
// a client go in step, so that the connector can join their reads, and state is written once for all of them.
import { changeRecord, type RecordOutcome, undoRecord } from '../../src/actions/change-record.ts';
import { CallFailed, type SourceClient } from '../../src/actions/source-client.ts';
import { enablingOperations } from '../../src/connector/actions.ts';
import { createRecordWrites, type RecordWrites } from '../../src/state/actions/record-writes.ts';
import {
  type ActionRecord,
  changeUnknown,
  openRecords,
  recordsAtOnce,
  recordTry,
} from '../../src/state/actions/records.ts';
import { imageBeforeDisabling, imagesOf } from '../../src/state/actions/reverts.ts';
import { nextAllowance, stopActionJob } from '../../src/state/actions/rollout.ts';
import { delaySource, failSource, type OpenSource } from '../../src/state/actions/work.ts';
import { globalIdOf } from '../../src/warehouse/global-id.ts';
import { delayOf, faultLimits, noLongerWritable, type SourceWork } from './source-work.ts';

/** How long to wait for another job that is changing the same object. */
const busyDelayMs = 250;

/**
 * Work on the records of a source until all have ended, or the job is cancelled, or the source does not answer.
 * @returns the delay in milliseconds after which to continue with this source; undefined when nothing is left to do
 */
export async function workOnSource(work: SourceWork, source: OpenSource): Promise<number | undefined> {
  const { context, held } = work;
  const { database } = context;
  const { lease, signal } = held;
  const configured = context.sources.get(source.source_id);
  if (!configured?.config.writes) {
    await failSource(database, lease, source.source_id, noLongerWritable(source.source_id));
    return undefined;
  }
  try {
    await work.clients.of(source.source_id);
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    return openingFailed(work, source, error);
  }
  const { changesAtOnce: clients = 1, changesPerClient = 1 } = configured.connector;
  const busy = new Set<string>();
  for (;;) {
    signal.throwIfAborted();
    const open = await openRecords(database, held.record, source.source_id);
    const allowed = await allowedRecords(work, open);
    if ('waitMs' in allowed) return allowed.waitMs;
    const records = allowed.records.filter(record => !busy.has(nameOf(record)));
    if (records.length === 0) return open.length > 0 ? busyDelayMs : undefined;
    // A record at which the source failed may have broken the connection. Until it has ended, no records share a client.
    const perClient = records.some(({ tries }) => tries > 0) ? 1 : changesPerClient;
    const { ended, delays } = await workOnRecords({ ...work, source, records, busy, most: { clients, perClient } });
    if (ended) return delays.length > 0 ? Math.min(...delays) : undefined;
    if (busy.size === 0 && records.length === open.length && open.length < recordsAtOnce) return undefined;
  }
}

/** The records that the rollout of the job allows now. Records in hand are always finished. */
async function allowedRecords(
  { context, held }: SourceWork,
  open: readonly ActionRecord[],
): Promise<{ readonly records: readonly ActionRecord[] } | { readonly waitMs: number }> {
  const { rollout, job_id: jobId } = held.record;
  const inHand = open.filter(({ status }) => status === 'Running');
  if (rollout === null || open.length === 0) return { records: open };
  const allowance = await nextAllowance(context.database, jobId, rollout);
  if ('stop' in allowance) {
    await stopActionJob(context.database, held.lease, allowance.stop);
    context.log.warn({ job: jobId, reason: allowance.stop }, 'action job stopped');
    return { records: open };
  }
  if ('begin' in allowance) return { records: open.slice(0, Math.max(allowance.begin, inHand.length)) };
  return inHand.length > 0 ? { records: inHand } : allowance;
}

const nameOf = ({ target, record }: ActionRecord) => `${target}/${record}`;

/** There is one client for this many records, because opening a client takes longer than changing a few records. */
const recordsPerClient = 5;

/** Records that share a client go in step in two groups: while the source makes the changes of one, state stores those of the other. */
const groupsPerClient = 2;

interface RecordsWork extends SourceWork {
  readonly source: OpenSource;
  readonly records: readonly ActionRecord[];
  /** Receives the names of records whose objects are being changed by others. */
  readonly busy: Set<string>;
  readonly most: { readonly clients: number; readonly perClient: number };
}

/** @returns `ended`: no further record may begin; `delays`: the delays in milliseconds after which to continue then */
async function workOnRecords({ source, records, busy, most, ...work }: RecordsWork) {
  const { context, held, clients } = work;
  const waiting = [...records].reverse();
  const delays: number[] = [];
  let ended = false;
  const fault = { isCounted: false };
  const workInTurn = async (client: SourceClient, writes: RecordWrites) => {
    for (let record = waiting.pop(); record && !ended; record = waiting.pop()) {
      held.signal.throwIfAborted();
      const begun = await writes.begin(record);
      if (begun === 'busy') busy.add(nameOf(record));
      const delayMs =
        begun === 'begun' ? await workOnRecord({ ...work, writes, fault }, source, client, record) : undefined;
      if (delayMs !== undefined) delays.push(delayMs);
      ended ||= begun === 'cancelled' || delayMs !== undefined;
    }
  };
  const inStep = most.perClient > 1;
  const createWrites = () => createRecordWrites(context.database, held.lease, held.record, { inStep });
  const shared = createWrites();
  const count = Math.min(most.clients, Math.ceil(records.length / Math.max(recordsPerClient, most.perClient)));
  const perGroup = Math.ceil(Math.min(most.perClient, records.length / count) / (inStep ? groupsPerClient : 1));
  const workers = Array.from({ length: inStep ? count * groupsPerClient : count }, (_, group) => {
    const writes = inStep ? createWrites() : shared;
    return Array.from({ length: perGroup }, async () => {
      try {
        await writes.takePart(async () => workInTurn(await clients.of(source.source_id, group % count), writes));
      } catch (error) {
        // The source allows no further client. The other clients do its work.
        if (error instanceof CallFailed) return;
        ended = true;
        throw error;
      }
    });
  }).flat();
  // Nothing may go on with a record after the lease is released.
  await Promise.allSettled(workers);
  await Promise.all(workers);
  return { ended, delays };
}

interface RecordWork extends SourceWork {
  readonly writes: RecordWrites;
  /** When a source is unavailable, all its clients fail. That counts as one fault of the source. */
  readonly fault: { isCounted: boolean };
}

/** @returns the delay in milliseconds before the next try; undefined when the record has ended */
async function workOnRecord(
  work: RecordWork,
  source: OpenSource,
  client: SourceClient,
  record: ActionRecord,
): Promise<number | undefined> {
  const { context, held } = work;
  try {
    const outcome = await outcomeOfRecord(work, client, record);
    await endWith(work, source, record, outcome);
    return undefined;
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    if (!error.transient) {
      await endWith(work, source, record, { status: 'Failed', failureReason: error.message });
      return undefined;
    }
    const delay = delayOf(error, held.record, record.tries);
    const counts = delay.counts && !work.fault.isCounted;
    work.fault.isCounted ||= counts;
    const faults = await delaySource(context.database, held.lease, source.source_id, { ...delay, counts });
    context.log.warn({ job: held.lease.id, source: source.source_id, err: error }, 'source does not answer');
    if (!delay.counts) return delay.delayMs;
    const { tries, begun } = await recordTry(context.database, held.lease, record);
    if (tries < faultLimits.mostTries) return delay.delayMs;
    const unknown = begun ? `; ${changeUnknown}` : '';
    await endWith(work, source, record, {
      status: 'Failed',
      failureReason: `the source did not answer ${tries} times: ${error.message}${unknown}`,
    });
    if (faults < faultLimits.mostFaults) return undefined;
    await failSource(context.database, held.lease, source.source_id, `the source does not answer: ${error.message}`);
    return undefined;
  }
}

function outcomeOfRecord(
  { context, held, writes }: RecordWork,
  client: SourceClient,
  record: ActionRecord,
): Promise<RecordOutcome> {
  const { database, tenant } = context;
  const { record: job } = held;
  const toChange = {
    operation: job.operation,
    local: record.local,
    before: record.before,
    saveBefore: (before: Readonly<Record<string, unknown>>) => writes.saveBefore(record, before),
    inStep: () => writes.inStep(),
  };
  if (job.reverts !== null) {
    return imagesOf(database, job.reverts, record).then(images => undoRecord(client, toChange, images));
  }
  if (!enablingOperations.includes(job.operation)) return changeRecord(client, toChange, undefined);
  const account = { tenant, sourceId: record.source_id, objectKey: record.object_key };
  return imageBeforeDisabling(database, account).then(image => changeRecord(client, toChange, image));
}

function endWith(
  { context, writes }: RecordWork,
  { application_instance_id: instance }: OpenSource,
  record: ActionRecord,
  { createdId, ...outcome }: RecordOutcome,
): Promise<void> {
  return writes.end(record, {
    ...outcome,
    ...(createdId !== undefined && { createdId: globalIdOf(context.tenant, instance, 'UserGroup', createdId) }),
  });
}

async function openingFailed(work: SourceWork, { source_id: sourceId, faults }: OpenSource, error: CallFailed) {
  const { context, held } = work;
  context.log.warn({ job: held.lease.id, source: sourceId, err: error }, 'source cannot be opened');
  if (error.transient) {
    const delay = delayOf(error, held.record, faults);
    const now = await delaySource(context.database, held.lease, sourceId, delay);
    if (now < faultLimits.mostFailedOpenings) return delay.delayMs;
  }
  await failSource(context.database, held.lease, sourceId, `the source cannot be opened: ${error.message}`);
  return undefined;
}
