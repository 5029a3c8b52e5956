// What receivers of security events are told: changes that action jobs have made, risks that opened or closed, and what each receiver has
// still to get.
import type { TransmittedEvent } from '../../config/signal-settings.ts';
import type { Database } from '../../database/database.ts';
import { eventPrefix } from '../notices/notices.ts';

/** A change that an action job has made to an account. */
export interface ChangedAccount {
  readonly occasion: string;
  readonly event: Extract<TransmittedEvent, 'account-disabled' | 'account-enabled' | 'membership-removed'>;
  readonly source_id: string;
  /** Local id. */
  readonly account_id: string;
  /** What was taken away: `role` or `group`; null for other changes. */
  readonly membership: 'role' | 'group' | null;
  readonly ended_at: Date;
}

/** The search of a tenant begins when this is first called. */
export async function beginSignalSearch(database: Database, tenant: string): Promise<{ since: Date; version: number }> {
  await database.query(`insert into signal_progress (tenant) values ($1) on conflict do nothing`, [tenant]);
  const [row] = await database.query<{ since: Date; version: number }>(
    `select since, version::float8 as version from signal_progress where tenant = $1`,
    [tenant],
  );
  return row!;
}

/** Older changes are not told: what was told of them is forgotten later than this. */
const toldDays = 30;

/** Operation → what it means for the account, when a job makes the change and when one undoes it. */
const meanings = `(values
  ('DisableAccount', 'account-disabled', 'account-enabled', null), ('EnableAccount', 'account-enabled', 'account-disabled', null),
  ('ActivateAccount', 'account-enabled', 'account-disabled', null), ('RemoveRole', 'membership-removed', null, 'role'),
  ('RemoveGroupMember', 'membership-removed', null, 'group'), ('AssignRole', null, 'membership-removed', 'role'),
  ('AddGroupMember', null, 'membership-removed', 'group')) as meaning (operation, made, undone, membership)`;

/** Changes since a moment that no event tells of yet, oldest first. */
export async function changedAccounts(
  database: Database,
  tenant: string,
  since: Date,
  limit: number,
): Promise<ChangedAccount[]> {
  return database.query<ChangedAccount>(
    `select * from (
       select record.job_id || '/' || record.target || '/' || record.record as occasion,
         case job.type when 'Revert' then undone else made end as event, record.source_id,
         record.local::json ->> 'accountId' as account_id, membership, record.ended_at
       from action_job_records record join action_jobs job using (job_id) join ${meanings} on meaning.operation = record.operation
       where record.tenant = $1 and record.status = 'Succeeded'
         and record.ended_at >= greatest($2, now() - interval '${toldDays} days')
     ) as changed
     where event is not null and account_id is not null and not exists (select from notices
       where notices.tenant = $1 and notices.event = '${eventPrefix}' || changed.event and notices.occasion = changed.occasion)
     order by ended_at limit $3`,
    [tenant, since, limit],
  );
}

export interface RiskOfAccount {
  /** Global id of the violation. */
  readonly id: string;
  readonly source_id: string;
  /** Local id of the account. */
  readonly account_id: string;
  readonly rule: string;
}

export interface ComparedRisks {
  readonly opened: readonly RiskOfAccount[];
  readonly closed: readonly RiskOfAccount[];
}

const riskColumns = 'risk_id as id, source_id, account_id, rule';

/** Compare open risks with those of the version that was searched before. */
export async function compareOpenRisks(
  database: Database,
  tenant: string,
  open: readonly RiskOfAccount[],
): Promise<ComparedRisks> {
  const before = await database.query<RiskOfAccount>(`select ${riskColumns} from signalled_risks where tenant = $1`, [
    tenant,
  ]);
  const [known, present] = [new Set(before.map(({ id }) => id)), new Set(open.map(({ id }) => id))];
  return { opened: open.filter(({ id }) => !known.has(id)), closed: before.filter(({ id }) => !present.has(id)) };
}

/**
 * Note that a version was compared. The first version tells nothing: what was open before anybody listened is no news.
 * @param searched the version that was searched before
 * @param record records what is told, in the same transaction; it is not called when another process was first
 */
export async function endComparison(
  database: Database,
  tenant: string,
  { searched, version, opened, closed }: ComparedRisks & { readonly searched: number; readonly version: number },
  record: (transaction: Database) => Promise<void>,
): Promise<void> {
  await database.transaction(async transaction => {
    const moved = await transaction.query(
      `update signal_progress set version = $3::bigint where tenant = $1 and version = $2::bigint returning 1`,
      [tenant, searched, version],
    );
    if (moved.length === 0) return;
    await transaction.query(`delete from signalled_risks where tenant = $1 and risk_id = any($2::uuid[])`, [
      tenant,
      closed.map(({ id }) => id),
    ]);
    await transaction.query(
      `insert into signalled_risks (tenant, risk_id, source_id, account_id, rule)
       select $1, id, source_id, account_id, rule
       from jsonb_to_recordset($2::jsonb) as risk (id uuid, source_id text, account_id text, rule text)
       on conflict do nothing`,
      [tenant, JSON.stringify(opened)],
    );
    if (searched > 0) await record(transaction);
  });
}

/** An event that waits for a receiver that asks for events. */
export interface WaitingEvent {
  readonly notice_id: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly created_at: Date;
}

/** The oldest events of a receiver, and whether there are more. */
export async function waitingEvents(
  database: Database,
  tenant: string,
  receiver: string,
  limit: number,
): Promise<{ events: WaitingEvent[]; more: boolean }> {
  const rows = await database.query<WaitingEvent>(
    `select notice_id, details, created_at from notice_deliveries join notices using (notice_id)
     where tenant = $1 and subscription = $2 and status = 'Waiting' and event like '${eventPrefix}%'
     order by created_at, notice_id limit $3`,
    [tenant, receiver, limit + 1],
  );
  return { events: rows.slice(0, limit), more: rows.length > limit };
}

/** A receiver has stored events, or refuses them for good. @param refused jti → why */
export async function endWaitingEvents(
  database: Database,
  tenant: string,
  receiver: string,
  {
    acknowledged,
    refused,
  }: { readonly acknowledged: readonly string[]; readonly refused: ReadonlyMap<string, string> },
): Promise<void> {
  await database.query(
    `update notice_deliveries delivery set status = case when ended.error is null then 'Delivered' else 'Abandoned' end,
       error = ended.error, ended_at = now(), attempts = attempts + 1
     from jsonb_to_recordset($3::jsonb) as ended (id text, error text), notices
     where notices.notice_id = delivery.notice_id and notices.tenant = $1 and delivery.subscription = $2
       and delivery.status = 'Waiting' and delivery.notice_id::text = ended.id`,
    [
      tenant,
      receiver,
      JSON.stringify([
        ...acknowledged.map(id => ({ id, error: null })),
        ...[...refused].map(([id, error]) => ({ id, error })),
      ]),
    ],
  );
}

/** What a receiver has got and has still to get. */
export interface ReceiverState {
  readonly receiver: string;
  readonly waiting: number;
  readonly delivered: number;
  readonly abandoned: number;
  readonly last_delivered_at: Date | null;
  /** Why the newest attempt that failed did so. */
  readonly error: string | null;
}

/** The state of each receiver for which there were events. */
export async function receiverStates(database: Database, tenant: string): Promise<ReceiverState[]> {
  return database.query<ReceiverState>(
    `select subscription as receiver, count(*) filter (where status = 'Waiting')::float8 as waiting,
       count(*) filter (where status = 'Delivered')::float8 as delivered,
       count(*) filter (where status = 'Abandoned')::float8 as abandoned,
       max(ended_at) filter (where status = 'Delivered') as last_delivered_at,
       (array_agg(delivery.error order by coalesce(ended_at, next_at) desc) filter (where delivery.error is not null))[1] as error
     from notice_deliveries delivery join notices using (notice_id)
     where tenant = $1 and event like '${eventPrefix}%' group by subscription`,
    [tenant],
  );
}
