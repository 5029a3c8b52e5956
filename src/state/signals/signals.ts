// Signals: security events that transmitters have sent. Each token is stored once, before it is acknowledged, and looked at later.
import { randomUUID } from 'node:crypto';
import { type Database, json } from '../../database/database.ts';
import { insertsAudit } from '../audit.ts';
import { sanitizeText } from '../sanitize-text.ts';

/** How long signals are kept. Tokens that are older than a part of it are refused, so each is stored once. */
const keepDays = 90;

export type SignalStatus = 'Received' | 'Ignored' | 'Matched' | 'Unmatched' | 'Read';

/** A verified event as it is stored. */
export interface NewSignal {
  readonly tenant: string;
  readonly transmitter: string;
  readonly sourceId: string;
  readonly delivery: 'push' | 'poll';
  readonly jti: string;
  readonly issuedAt: Date;
  readonly occurredAt: Date;
  readonly type: string;
  readonly event: Readonly<Record<string, unknown>>;
  readonly subject: unknown;
  /** Why nothing follows from it; undefined: its subject is looked for. */
  readonly ignoredBecause: string | undefined;
}

export interface StoredSignal {
  readonly signal_id: string;
  /** Orders the signals of a tenant. */
  readonly position: number;
  readonly transmitter: string;
  readonly jti: string;
  readonly delivery: 'push' | 'poll';
  readonly issued_at: Date;
  readonly occurred_at: Date;
  readonly received_at: Date;
  readonly event_type: string;
  readonly event: Readonly<Record<string, unknown>>;
  readonly subject: unknown;
  readonly source_id: string;
  readonly status: SignalStatus;
  readonly account_ids: readonly string[];
  readonly reason: string | null;
  readonly run_id: string | null;
  readonly version: number | null;
}

const columns = `signal_id, position::float8 as position, transmitter, jti, delivery, issued_at, occurred_at, received_at, event_type,
  event, subject, source_id, status, account_ids, reason, run_id, version::float8 as version`;

/** Store events with an audit entry for each, by one statement. Events that are known already are left as they are. @returns how many are new */
export async function storeSignals(database: Database, signals: readonly NewSignal[]): Promise<number> {
  const rows = signals.map(signal => ({
    ...{ signal_id: randomUUID(), tenant: signal.tenant, transmitter: signal.transmitter, jti: signal.jti },
    ...{ source_id: signal.sourceId, delivery: signal.delivery, event_type: signal.type },
    ...{ issued_at: signal.issuedAt, occurred_at: signal.occurredAt },
    ...{
      event: sanitized(signal.event),
      subject: sanitized(signal.subject ?? null),
      reason: signal.ignoredBecause ?? null,
    },
  }));
  const [stored] = await database.query<{ count: number }>(
    `with added as (
       insert into signals (signal_id, tenant, transmitter, jti, source_id, delivery, event_type, issued_at, occurred_at, event, subject,
         reason, status)
       select signal_id, tenant, transmitter, jti, source_id, delivery, event_type, issued_at, occurred_at, event,
         nullif(subject, 'null'::jsonb), reason, case when reason is null then 'Received' else 'Ignored' end
       from jsonb_to_recordset($1::jsonb) as given (signal_id uuid, tenant text, transmitter text, jti text, source_id text, delivery text,
         event_type text, issued_at timestamptz, occurred_at timestamptz, event jsonb, subject jsonb, reason text)
       on conflict (tenant, transmitter, jti) do nothing returning *
     ), audited as (
       ${insertsAudit(`select tenant, 'transmitter:' || transmitter, 'signal.receive', signal_id::text, 'done',
         jsonb_build_object('jti', jti, 'type', event_type, 'source', source_id) from added`)}
     )
     select count(*)::float8 as count from added`,
    [JSON.stringify(rows)],
  );
  return stored!.count;
}

/** A copy with texts that a database stores: without NUL and halves of characters, and not too long. */
function sanitized(value: unknown): unknown {
  if (typeof value === 'string') return sanitizeText(value).toWellFormed();
  if (Array.isArray(value)) return value.map(sanitized);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [sanitizeText(name).toWellFormed(), sanitized(member)]),
  );
}

/** The oldest events whose subjects have to be looked for. */
export async function receivedSignals(database: Database, tenant: string, limit: number): Promise<StoredSignal[]> {
  return database.query<StoredSignal>(
    `select ${columns} from signals where tenant = $1 and status = 'Received' order by position limit $2`,
    [tenant, limit],
  );
}

/** What was found for an event. */
export interface SignalMatch {
  readonly signalId: string;
  readonly accountIds: readonly string[];
  /** Why nothing was found; undefined when something was. */
  readonly reason: string | undefined;
}

/**
 * Record what was found, in the transaction that requests the runs. Events that another process has recorded meanwhile are left out.
 * @returns ids of the events that were recorded
 */
export async function recordMatches(transaction: Database, matches: readonly SignalMatch[]): Promise<Set<string>> {
  const rows = matches.map(({ signalId, accountIds, reason }) => {
    return { signal_id: signalId, account_ids: accountIds, reason: reason === undefined ? null : sanitizeText(reason) };
  });
  const recorded = await transaction.query<{ signal_id: string }>(
    `update signals set account_ids = found.account_ids, reason = found.reason,
       status = case when found.reason is null then 'Matched' else 'Unmatched' end
     from jsonb_to_recordset($1::jsonb) as found (signal_id uuid, account_ids text[], reason text)
     where signals.signal_id = found.signal_id and status = 'Received' returning signals.signal_id`,
    [json(rows)],
  );
  return new Set(recorded.map(({ signal_id: id }) => id));
}

/** Record the run that has read what signals are about, in the transaction that ends the run. Call it before the objects are forgotten. */
export async function recordReadSignals(
  transaction: Database,
  run: {
    readonly run_id: string;
    readonly tenant: string;
    readonly source_id: string;
    readonly targeted: boolean;
    readonly started_at: Date | null;
  },
): Promise<void> {
  await transaction.query(
    `update signals set status = 'Read', run_id = $3
     where tenant = $1 and source_id = $2 and case when $4
       then status = 'Matched' and not exists (select from awaited_objects awaited where awaited.tenant = $1 and awaited.source_id = $2
           and awaited.id = any(account_ids) and awaited.run_id is distinct from $3)
       else status in ('Matched', 'Unmatched') and received_at <= $5 end`,
    [run.tenant, run.source_id, run.run_id, run.targeted, run.started_at ?? new Date(0)],
  );
}

/** Record the first version that shows what was read because of signals, in the transaction that publishes it. */
export async function recordVisibleSignals(transaction: Database, tenant: string, version: number): Promise<void> {
  await transaction.query(
    `update signals set version = $2 where tenant = $1 and version is null and run_id is not null and exists (
       select from sync_runs run join sources using (tenant, source_id)
       where run.run_id = signals.run_id and run.position <= sources.accepted_position)`,
    [tenant, version],
  );
}

export interface SignalFilter {
  readonly tenant: string;
  /** The only sources whose signals are to be seen; undefined: all. */
  readonly sources: readonly string[] | undefined;
}

/** @param before the page begins after the signal at this position; undefined: with the newest */
export async function listSignals(
  database: Database,
  { tenant, sources }: SignalFilter,
  pageSize: number,
  before: number | undefined,
): Promise<{ signals: StoredSignal[]; next: number | undefined }> {
  const rows = await database.query<StoredSignal>(
    `select ${columns} from signals
     where tenant = $1 and ($2::text[] is null or source_id = any($2::text[])) and ($3::bigint is null or position < $3::bigint)
     order by position desc limit $4`,
    [tenant, sources ?? null, before ?? null, pageSize + 1],
  );
  const signals = rows.slice(0, pageSize);
  return { signals, next: rows.length > pageSize ? signals.at(-1)!.position : undefined };
}

/** Signals of a source whose subjects were found, the newest first. */
export async function signalsOfAccounts(
  database: Database,
  {
    tenant,
    sourceId,
    types,
  }: { readonly tenant: string; readonly sourceId: string; readonly types: readonly string[] },
  limit: number,
): Promise<StoredSignal[]> {
  return database.query<StoredSignal>(
    `select ${columns} from signals where tenant = $1 and source_id = $2 and account_ids <> '{}' and event_type = any($3::text[])
     order by position desc limit $4`,
    [tenant, sourceId, types, limit],
  );
}

/** Forget signals that are older than what is kept. @returns how many */
export async function expireSignals(database: Database, tenant: string): Promise<number> {
  const gone = await database.query(
    `delete from signals where tenant = $1 and received_at < now() - interval '${keepDays} days' and status <> 'Received' returning 1`,
    [tenant],
  );
  return gone.length;
}
