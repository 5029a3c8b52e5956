// Changes or reverts the records of one source, one after the other.
import { changeRecord, type RecordOutcome, undoRecord } from '../../src/actions/change-record.ts';
import { globalIdOf } from '../../src/actions/global-id.ts';
import { CallFailed, type SourceClient } from '../../src/actions/source-client.ts';
import {
  type ActionRecord,
  beginRecord,
  changeUnknown,
  countTry,
  endRecord,
  openRecords,
  saveBefore,
} from '../../src/state/actions/records.ts';
import { imageBeforeDisabling, imagesOf } from '../../src/state/actions/reverts.ts';
import { delaySource, failSource, type OpenSource } from '../../src/state/actions/work.ts';
import { delayOf, noLongerWritable, type SourceWork, unavailable } from './source-work.ts';

/** How long to wait for another job that has the same object in hand. */
const busyDelayMs = 250;

/**
 * Work on the records of a source until all have ended, or the job is cancelled, or the source does not answer.
 * @returns in how many milliseconds to go on with this source; undefined when nothing is left to do
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
  let client: SourceClient;
  try {
    client = await work.clients.of(source.source_id);
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    return openingFailed(work, source, error);
  }
  const busy = new Set<string>();
  const idOf = ({ target, record }: ActionRecord) => `${target}/${record}`;
  for (;;) {
    signal.throwIfAborted();
    const open = await openRecords(database, held.record, source.source_id);
    const records = open.filter(record => !busy.has(idOf(record)));
    if (records.length === 0) return open.length > 0 ? busyDelayMs : undefined;
    for (const record of records) {
      signal.throwIfAborted();
      const begun = await beginRecord(database, lease, record);
      if (begun === 'cancelled') return undefined;
      if (begun === 'busy') {
        busy.add(idOf(record));
        continue;
      }
      const delayMs = await workOnRecord(work, source, client, record);
      if (delayMs !== undefined) return delayMs;
    }
  }
}

/** @returns in how many milliseconds to try again; undefined when the record has ended */
async function workOnRecord(
  work: SourceWork,
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
    const faults = await delaySource(context.database, held.lease, source.source_id, delay);
    context.log.warn({ job: held.lease.id, source: source.source_id, err: error }, 'source does not answer');
    if (!delay.counts) return delay.delayMs;
    const { tries, begun } = await countTry(context.database, held.lease, record);
    if (tries < unavailable.mostTries) return delay.delayMs;
    const unknown = begun ? `; ${changeUnknown}` : '';
    await endWith(work, source, record, {
      status: 'Failed',
      failureReason: `the source did not answer ${tries} times: ${error.message}${unknown}`,
    });
    if (faults < unavailable.mostFaults) return undefined;
    await failSource(context.database, held.lease, source.source_id, `the source does not answer: ${error.message}`);
    return undefined;
  }
}

function outcomeOfRecord(
  { context, held }: SourceWork,
  client: SourceClient,
  record: ActionRecord,
): Promise<RecordOutcome> {
  const { database, tenant } = context;
  const { lease, record: job } = held;
  const toChange = {
    operation: job.operation,
    local: record.local,
    before: record.before,
    saveBefore: (before: Readonly<Record<string, unknown>>) => saveBefore(database, lease, record, before),
  };
  if (job.reverts !== null) {
    return imagesOf(database, job.reverts, record).then(images => undoRecord(client, toChange, images));
  }
  if (job.operation !== 'EnableAccount') return changeRecord(client, toChange, undefined);
  const account = { tenant, sourceId: record.source_id, objectKey: record.object_key };
  return imageBeforeDisabling(database, account).then(image => changeRecord(client, toChange, image));
}

function endWith(
  { context, held }: SourceWork,
  source: OpenSource,
  record: ActionRecord,
  { createdId, ...outcome }: RecordOutcome,
): Promise<void> {
  const { lease, record: job } = held;
  const action = job.type === 'Revert' ? 'object.revert' : 'object.change';
  const instance = source.application_instance_id;
  return endRecord(
    context.database,
    lease,
    { key: record, action, principal: job.principal_id },
    {
      ...outcome,
      ...(createdId !== undefined && { createdId: globalIdOf(context.tenant, instance, 'UserGroup', createdId) }),
    },
  );
}

async function openingFailed(work: SourceWork, { source_id: sourceId, faults }: OpenSource, error: CallFailed) {
  const { context, held } = work;
  context.log.warn({ job: held.lease.id, source: sourceId, err: error }, 'source cannot be opened');
  if (error.transient) {
    const delay = delayOf(error, held.record, faults);
    const now = await delaySource(context.database, held.lease, sourceId, delay);
    if (now < unavailable.mostFailedOpenings) return delay.delayMs;
  }
  await failSource(context.database, held.lease, sourceId, `the source cannot be opened: ${error.message}`);
  return undefined;
}
