// Activities of accounts that signals tell of, such as a revoked session. They land with each run of the source, beside the activities
// that its connector reads. A signal says what was done to an account; it never says that the account did something, so it has no actor.
import type { Connector, Page, Read, SourceRecord } from '../../src/connector/contract.ts';
import { activityTypes, meaningOfEvent } from '../../src/signals/event-types.ts';
import { type StoredSignal, signalsOfAccounts } from '../../src/state/signals/signals.ts';
import type { PipelineContext } from '../job/context.ts';
import type { Extraction } from './reading.ts';

/** The newest signals of a source that land as activities. */
const mostSignals = 10_000;
const lands = 'Activity';

/**
 * The reads of a run with those of signals.
 * @param reads those of the connector, or of single objects
 */
export async function withSignalActivities(
  { context, run, source }: Extraction,
  reads: readonly Read<unknown>[],
  client: unknown,
): Promise<Read<unknown>[]> {
  const signals = await ofSource(context, run.source_id);
  if (signals.length === 0) return [...reads];
  const records = signals.flatMap(activitiesOf);
  const page = { records, place: () => 'signals' };
  const own = reads.find(read => read.lands === lands);
  if (own) return reads.map(read => (read === own ? readWith(own, page) : read));
  const isRead = readsActivities(source.connector, client);
  return [
    ...reads,
    run.targeted && isRead
      ? changesRead(page)
      : {
          lands,
          pages: async function* () {
            yield page;
          },
        },
  ];
}

const ofSource = ({ database, tenant }: PipelineContext, sourceId: string): Promise<StoredSignal[]> =>
  signalsOfAccounts(database, { tenant, sourceId, types: activityTypes }, mostSignals);

const readsActivities = (connector: Connector, client: unknown) =>
  connector.reads(client).some(read => read.lands === lands);

/** The pages of a connector, and then that of the signals, which brings changes or everything, as the pages before it. */
function readWith(own: Read<unknown>, signals: Page): Read<unknown> {
  return {
    ...own,
    async *pages(client, cursor, since) {
      let changesOnly: boolean | undefined;
      for await (const page of own.pages(client, cursor, since)) {
        changesOnly ??= page.changesOnly ?? false;
        yield page;
      }
      yield { ...signals, ...(changesOnly && { changesOnly }) };
    },
  };
}

/** Beside activities that the connector has read before. */
const changesRead = (page: Page): Read<unknown> => ({
  lands,
  async *pages(_client, _cursor, since) {
    // Without them nothing can be laid over; the next run that reads everything brings both.
    if (since !== undefined) yield { ...page, changesOnly: true };
    else
      yield {
        records: [],
        gaps: [
          {
            reason: 'failed',
            subject: 'signals',
            message: 'no activities are landed that those of signals could be added to',
            missing: 'objects',
          },
        ],
      };
  },
});

function activitiesOf(signal: StoredSignal): SourceRecord[] {
  const { transmitter, jti, event_type: eventType, event, occurred_at: at, account_ids: ids } = signal;
  const what = meaningOfEvent(eventType)!.activity!;
  const reason = reasonOf(event);
  return ids.map(id => ({
    id: `signal:${transmitter}:${jti}:${id}`,
    eventType,
    category: 'Administration',
    occurredAt: at.toISOString(),
    outcome: 'Success',
    description: `${what}, says a signal of ${transmitter}${reason === undefined ? '' : `: ${reason}`}`,
    targetObjectId: id,
    targetObjectType: 'Account',
    sourceTag: `signal:${transmitter}`,
  }));
}

/** CAEP gives reasons by language; drafts gave a text. */
function reasonOf(event: StoredSignal['event']): string | undefined {
  const reason = event['reason_admin'] ?? event['reason'];
  const texts = typeof reason === 'object' && reason !== null ? Object.values(reason) : [reason];
  return texts.find(text => typeof text === 'string' && text !== '') as string | undefined;
}
