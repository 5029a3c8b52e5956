// What is known of the streams of transmitters: which one is ours, where it is polled, and when next.
import { randomUUID } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import { sanitizeText } from '../sanitize-text.ts';

export interface SignalStream {
  readonly tenant: string;
  readonly transmitter: string;
  /** Null: the stream is not managed, or was not created yet. */
  readonly stream_id: string | null;
  readonly poll_url: string | null;
  /** As the transmitter says it. */
  readonly status: string | null;
  readonly verification_state: string | null;
  readonly verified_at: Date | null;
  /** Failed attempts in a row. */
  readonly failures: number;
  readonly error: string | null;
}

const columns = 'tenant, transmitter, stream_id, poll_url, status, verification_state, verified_at, failures, error';

/** What is known of a transmitter, whether its stream is managed or not. */
export interface TransmitterState extends Pick<SignalStream, 'transmitter' | 'status' | 'verified_at' | 'error'> {
  readonly failures: number;
  /** Events that are kept. */
  readonly events: number;
  readonly last_event_at: Date | null;
}

/** The state of each transmitter that has a stream or has sent an event. */
export async function transmitterStates(database: Database, tenant: string): Promise<TransmitterState[]> {
  return database.query<TransmitterState>(
    `select transmitter, status, verified_at, coalesce(failures, 0) as failures, error, coalesce(events, 0) as events, last_event_at
     from (select * from signal_streams where tenant = $1) as stream
     full join (select transmitter, count(*)::float8 as events, max(received_at) as last_event_at from signals
       where tenant = $1 group by transmitter) as received using (transmitter)`,
    [tenant],
  );
}

/** Begin to work on a stream that is due. No other process gets it for this long. @returns undefined when it is not due */
export async function beginStream(
  database: Database,
  { tenant, transmitter }: Pick<SignalStream, 'tenant' | 'transmitter'>,
  forMs: number,
): Promise<SignalStream | undefined> {
  await database.query(`insert into signal_streams (tenant, transmitter) values ($1, $2) on conflict do nothing`, [
    tenant,
    transmitter,
  ]);
  const [begun] = await database.query<SignalStream>(
    `update signal_streams set next_at = now() + $3 * interval '1 millisecond'
     where tenant = $1 and transmitter = $2 and next_at <= now() returning ${columns}`,
    [tenant, transmitter, forMs],
  );
  return begun;
}

/** Note how the work on a stream ended, and when the next one is due. */
export async function endStream(
  database: Database,
  { tenant, transmitter }: Pick<SignalStream, 'tenant' | 'transmitter'>,
  end: { readonly error?: string; readonly nextMs: number },
): Promise<void> {
  await database.query(
    `update signal_streams set failures = case when $3::text is null then 0 else failures + 1 end, error = $3,
       next_at = now() + $4 * interval '1 millisecond' where tenant = $1 and transmitter = $2`,
    [tenant, transmitter, end.error === undefined ? null : sanitizeText(end.error), end.nextMs],
  );
}

/** Note the stream that a transmitter has for this service, and the state of the verification that will be asked for. */
export async function recordStream(
  database: Database,
  { tenant, transmitter }: Pick<SignalStream, 'tenant' | 'transmitter'>,
  found: { readonly streamId: string; readonly pollUrl: string | undefined; readonly status: string | undefined },
): Promise<SignalStream> {
  const [stream] = await database.query<SignalStream>(
    `update signal_streams set stream_id = $3, poll_url = $4, status = coalesce($5, status),
       verification_state = coalesce(verification_state, $6)
     where tenant = $1 and transmitter = $2 returning ${columns}`,
    [tenant, transmitter, found.streamId, found.pollUrl ?? null, found.status ?? null, randomUUID()],
  );
  return stream!;
}

/** Note streams whose verification event has come with the state that was asked for. */
export async function recordVerified(database: Database, tenant: string): Promise<void> {
  await database.query(
    `update signal_streams stream set verified_at = signal.received_at from signals signal
     where stream.tenant = $1 and verified_at is null and signal.tenant = $1 and signal.transmitter = stream.transmitter
       and signal.event_type = 'https://schemas.openid.net/secevent/ssf/event-type/verification'
       and signal.event ->> 'state' = stream.verification_state`,
    [tenant],
  );
}
