// Notices: what operators are told. Each occasion has one notice, and a notice has one delivery for each subscription.
import { randomUUID } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import { sanitizeText } from '../sanitize-text.ts';

/** Something that operators are told. */
export interface Occasion {
  readonly event: string;
  /** The key of the occasion: it stays the same as long as its cause lasts. */
  readonly occasion: string;
  readonly source?: string | undefined;
  readonly title: string;
  readonly body: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface Notice {
  readonly notice_id: string;
  readonly tenant: string;
  readonly event: string;
  readonly source_id: string | null;
  readonly title: string;
  readonly body: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly created_at: Date;
}

/** A delivery that an attempt has begun for. */
export interface Delivery extends Notice {
  readonly subscription: string;
  /** Attempts so far, this one included. */
  readonly attempts: number;
}

/** A notice with its deliveries, for operators. */
export interface ListedNotice extends Notice {
  readonly deliveries: readonly {
    readonly subscription: string;
    readonly status: 'Waiting' | 'Delivered' | 'Abandoned';
    readonly attempts: number;
    readonly error: string | null;
  }[];
}

const noticeColumns = 'notice_id, tenant, event, source_id, title, body, details, created_at';

/**
 * Record occasions that are not known yet, with a delivery to each subscription. An occasion that nobody subscribed to is recorded
 * too: a later subscription is not told what happened before.
 * @param subscribers the names of the subscriptions of an occasion
 * @returns how many are new
 */
export async function recordOccasions(
  database: Database,
  tenant: string,
  occasions: readonly Occasion[],
  subscribers: (occasion: Occasion) => readonly string[],
): Promise<number> {
  let added = 0;
  for (const found of occasions) {
    const { event, occasion, source, title, body, details } = found;
    // One statement: a crash records the notice with its deliveries, or nothing.
    const rows = await database.query(
      `with added as (
         insert into notices (notice_id, tenant, event, occasion, source_id, title, body, details)
         values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb) on conflict (tenant, event, occasion) do nothing returning notice_id
       ), delivered as (
         insert into notice_deliveries (notice_id, subscription) select notice_id, unnest($9::text[]) from added
       )
       select 1 from added`,
      [
        ...[randomUUID(), tenant, event, sanitizeText(occasion), source, sanitizeText(title), sanitizeText(body)],
        ...[
          JSON.stringify(details, (_key, value) => (typeof value === 'string' ? sanitizeText(value) : value)),
          subscribers(found),
        ],
      ],
    );
    added += rows.length;
  }
  return added;
}

export interface DeliveryTurn {
  /** No process gets a delivery again for this long; each attempt doubles the time, up to the longest. */
  readonly firstMs: number;
  readonly longestMs: number;
  /** Notices for operators (the default), or security events for receivers. */
  readonly of?: 'notices' | 'events';
  /** Only deliveries to these subscriptions; absent: all. */
  readonly subscriptions?: readonly string[];
}

/** Security events for receivers are occasions too; the names of their kinds begin with this. */
export const eventPrefix = 'signal:';

const isOfKind = (kind: 'notices' | 'events') => `event ${kind === 'events' ? 'like' : 'not like'} '${eventPrefix}%'`;

/** Begin an attempt of every delivery that is due. No process gets it again for `firstMs`; each attempt doubles this time. */
export async function beginDeliveries(
  database: Database,
  tenant: string,
  limit: number,
  { firstMs, longestMs, of = 'notices', subscriptions }: DeliveryTurn,
): Promise<Delivery[]> {
  return database.query<Delivery>(
    `with due as (
       select notice_id, subscription from notice_deliveries join notices using (notice_id)
       where tenant = $1 and status = 'Waiting' and next_at <= now() and ${isOfKind(of)}
         and ($5::text[] is null or subscription = any($5::text[]))
       order by next_at limit $2 for update of notice_deliveries skip locked
     ), begun as (
       update notice_deliveries set attempts = attempts + 1,
         next_at = now() + least($3::float8 * 2 ^ least(attempts, 20), $4::float8) * interval '1 millisecond'
       from due where notice_deliveries.notice_id = due.notice_id and notice_deliveries.subscription = due.subscription
       returning notice_deliveries.notice_id, notice_deliveries.subscription, attempts
     )
     select ${noticeColumns}, subscription, attempts from begun join notices using (notice_id) order by created_at`,
    [tenant, limit, firstMs, longestMs, subscriptions ?? null],
  );
}

/** End a delivery. @param error why it was given up; absent: the recipient accepted it */
export async function endDelivery(
  database: Database,
  { notice_id: id, subscription }: Pick<Delivery, 'notice_id' | 'subscription'>,
  error?: string,
): Promise<void> {
  await database.query(
    `update notice_deliveries set status = $3, error = $4, ended_at = now() where notice_id = $1 and subscription = $2`,
    [
      id,
      subscription,
      error === undefined ? 'Delivered' : 'Abandoned',
      error === undefined ? null : sanitizeText(error),
    ],
  );
}

/** Record why an attempt failed. The delivery is tried again. */
export async function noteFailure(
  database: Database,
  { notice_id: id, subscription }: Pick<Delivery, 'notice_id' | 'subscription'>,
  error: string,
): Promise<void> {
  await database.query(`update notice_deliveries set error = $3 where notice_id = $1 and subscription = $2`, [
    id,
    subscription,
    sanitizeText(error),
  ]);
}

/** The newest notices of a tenant, newest first. */
export async function latestNotices(database: Database, tenant: string, limit: number): Promise<ListedNotice[]> {
  return database.query<ListedNotice>(
    `select ${noticeColumns}, coalesce((
       select jsonb_agg(jsonb_build_object('subscription', subscription, 'status', status, 'attempts', attempts, 'error', error)
         order by subscription)
       from notice_deliveries where notice_deliveries.notice_id = notices.notice_id), '[]') as deliveries
     from notices where tenant = $1 and ${isOfKind('notices')} order by created_at desc, notice_id limit $2`,
    [tenant, limit],
  );
}

/** Remove notices that are older than this. An occasion that lasts longer gets a new notice. */
export async function removeOldNotices(database: Database, tenant: string, days: number): Promise<void> {
  await database.query(`delete from notices where tenant = $1 and created_at < now() - $2 * interval '1 day'`, [
    tenant,
    days,
  ]);
}
