// Reviews: who decides about which accounts until when, and how far they are. A review changes nothing by itself.
import { randomUUID } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import { ServiceError } from '../../errors.ts';
import { recordAudit } from '../audit.ts';
import type { RecordOwner } from '../clients/record-owner.ts';
import { sanitizeText } from '../sanitize-text.ts';

/** What is done with an account that does not keep what is reviewed. */
export const reviewedOperations = ['DisableAccount', 'RemoveRole', 'RemoveGroupMember'] as const;
export type ReviewedOperation = (typeof reviewedOperations)[number];

export const reviewStatuses = ['Open', 'Decided', 'Overdue', 'Closed'] as const;
export const reviewReasons = ['Owner', 'Manager', 'Steward', 'Substitute', 'Unknown'] as const;
export type ReviewReason = (typeof reviewReasons)[number];
export const reviewDecisions = ['Keep', 'TakeAway'] as const;
export type ReviewDecision = (typeof reviewDecisions)[number];

export interface Review {
  readonly review_id: string;
  readonly position: number;
  readonly tenant: string;
  readonly principal_id: string;
  /** The name of the client or person that asked; null when state does not know it. */
  readonly principal_name: string | null;
  readonly title: string;
  readonly operation: ReviewedOperation;
  readonly container_id: string | null;
  readonly container_name: string | null;
  readonly version: number;
  readonly created_at: Date;
  readonly due_at: Date;
  readonly closed_at: Date | null;
  /** `Overdue`: it is due, and lines are undecided. */
  readonly status: (typeof reviewStatuses)[number];
  readonly lines: number;
  readonly keep: number;
  readonly take_away: number;
  readonly undecided: number;
  /** Lines for which nobody is known who can be asked. */
  readonly unasked: number;
  /** Lines of `take_away` for which a job was proposed. */
  readonly proposed: number;
}

export interface Reviewer {
  readonly reviewer: number;
  readonly name: string | null;
  readonly address: string;
  readonly lines: number;
  readonly undecided: number;
  /** Whether the reviewer was told; null: not recorded yet, or longer ago than notices are stored. */
  readonly told: 'Waiting' | 'Delivered' | 'Abandoned' | 'Nobody' | null;
  /** Why the last attempt to tell failed. */
  readonly told_error: string | null;
}

export interface ReviewLine {
  readonly line: number;
  readonly account_id: string;
  readonly application_instance_id: string;
  readonly source_id: string;
  readonly alias: string;
  readonly person: string | null;
  readonly last_used: Date | null;
  readonly worst_risk: string | null;
  /** Of the holder when the review began; null: not known. */
  readonly employment_status: string | null;
  /** Null: nobody is known who can be asked. */
  readonly reviewer: number | null;
  readonly reviewer_name: string | null;
  readonly reason: ReviewReason;
  readonly decision: ReviewDecision | null;
  readonly comment: string | null;
  readonly decided_at: Date | null;
  readonly job_id: string | null;
}

/** A line of a new review. Without an address nobody is asked. */
export interface NewLine {
  readonly accountId: string;
  readonly applicationInstanceId: string;
  readonly sourceId: string;
  readonly alias: string;
  readonly person: string | null;
  /** ISO 8601. */
  readonly lastUsed: string | null;
  readonly worstRisk: string | null;
  readonly employmentStatus: string | null;
  readonly reviewer: string | null;
  readonly address: string | null;
  readonly reason: ReviewReason;
}

export interface NewReview {
  readonly title: string;
  readonly operation: ReviewedOperation;
  readonly container: { readonly id: string; readonly name: string } | undefined;
  readonly version: number;
  readonly due: Date;
  readonly lines: readonly NewLine[];
}

/** The reviews that a client may see. @see ActionJobScope */
export interface ReviewScope {
  readonly tenant: string;
  /** Only reviews all of whose accounts are of these application instances; undefined: all. */
  readonly instances: readonly string[] | undefined;
}

const selected = `select review_id, position::float8 as position, tenant, principal_id, title, operation, container_id, container_name,
    version::float8 as version, created_at, due_at, closed_at, counts.*,
    coalesce(
      (select name from clients where clients.tenant = review.tenant and clients.client_id = review.principal_id),
      (select name from browser_sessions person where person.tenant = review.tenant and person.principal = review.principal_id
        order by person.created_at desc limit 1)) as principal_name,
    case when closed_at is not null then 'Closed' when counts.undecided = 0 then 'Decided' when due_at <= now() then 'Overdue'
      else 'Open' end as status
  from reviews review
  cross join lateral (
    select count(*)::int as lines, (count(*) filter (where decision = 'Keep'))::int as keep,
      (count(*) filter (where decision = 'TakeAway'))::int as take_away,
      (count(*) filter (where decision is null))::int as undecided,
      (count(*) filter (where reviewer is null))::int as unasked, count(job_id)::int as proposed
    from review_lines line where line.review_id = review.review_id
  ) as counts
  where tenant = $1 and ($2::uuid[] is null or not exists (
    select from review_lines line
    where line.review_id = review.review_id and application_instance_id <> all($2::uuid[])))`;

/** @throws ServiceError NOT_FOUND when the review does not exist or is not visible */
export async function getReview(
  database: Database,
  { tenant, instances }: ReviewScope,
  reviewId: string,
): Promise<Review> {
  const [review] = await database.query<Review>(`${selected} and review_id = $3`, [
    tenant,
    instances ?? null,
    reviewId,
  ]);
  if (review) return review;
  throw new ServiceError('NOT_FOUND', `id: there is no review ${reviewId}, or it is not visible to this client`);
}

/** A review of any tenant, without a check of who may see it. For a reviewer with a signed link, and for the job that sends the links. */
export async function findReview(database: Database, reviewId: string): Promise<Review | undefined> {
  const [row] = await database.query<{ tenant: string }>(`select tenant from reviews where review_id = $1`, [reviewId]);
  if (!row) return undefined;
  const [review] = await database.query<Review>(`${selected} and review_id = $3`, [row.tenant, null, reviewId]);
  return review;
}

/** Newest first. @param before the page begins after the review at this position; undefined: with the newest */
export async function listReviews(
  database: Database,
  { tenant, instances }: ReviewScope,
  pageSize: number,
  before: number | undefined,
): Promise<{ reviews: Review[]; next: number | undefined }> {
  const rows = await database.query<Review>(
    `${selected} and ($3::bigint is null or position < $3::bigint) order by position desc limit $4`,
    [tenant, instances ?? null, before ?? null, pageSize + 1],
  );
  const reviews = rows.slice(0, pageSize);
  return { reviews, next: rows.length > pageSize ? reviews.at(-1)!.position : undefined };
}

/** Reviews of a tenant that were not closed and have undecided lines. */
export async function undecidedReviews(database: Database, tenant: string): Promise<Review[]> {
  return database.query<Review>(`${selected} and closed_at is null and counts.undecided > 0 order by position`, [
    tenant,
    null,
  ]);
}

export async function reviewLines(database: Database, reviewId: string): Promise<ReviewLine[]> {
  return database.query<ReviewLine>(
    `select line, account_id, application_instance_id, source_id, alias, person, last_used, worst_risk, employment_status,
       reviewer, reviewer_name, reason, decision, comment, decided_at, job_id
     from review_lines where review_id = $1 order by line`,
    [reviewId],
  );
}

/** The subject of the notice to a reviewer: a part of the notice's key, by which it is found again. */
export const noticeOfReviewer = (reviewId: string, reviewer: number): string => `${reviewId}/${reviewer}`;

export async function reviewersOf(database: Database, reviewId: string): Promise<Reviewer[]> {
  return database.query<Reviewer>(
    `select reviewer.reviewer, name, address, counts.*, told.told, told.told_error
     from review_reviewers reviewer join reviews using (review_id)
     cross join lateral (
       select count(*)::int as lines, (count(*) filter (where decision is null))::int as undecided
       from review_lines line where line.review_id = reviewer.review_id and line.reviewer = reviewer.reviewer
     ) as counts
     left join lateral (
       select case when count(status) = 0 then 'Nobody' when bool_or(status = 'Delivered') then 'Delivered'
           when bool_or(status = 'Waiting') then 'Waiting' else 'Abandoned' end as told, max(error) as told_error
       from notices left join notice_deliveries using (notice_id)
       where notices.tenant = reviews.tenant and event = 'review-requested'
         and occasion = reviewer.review_id::text || '/' || reviewer.reviewer
       group by notice_id
     ) as told on true
     where review_id = $1 order by reviewer.reviewer`,
    [reviewId],
  );
}

export interface AssignedReview {
  readonly review_id: string;
  readonly reviewer: number;
  readonly title: string;
  readonly due_at: Date;
  readonly lines: number;
  readonly undecided: number;
}

/** The open reviews that ask somebody, the first due one first. @param address e-mail address, in any case */
export async function reviewsAsking(database: Database, tenant: string, address: string): Promise<AssignedReview[]> {
  return database.query<AssignedReview>(
    `select review_id, reviewer.reviewer, title, due_at, counts.*
     from review_reviewers reviewer join reviews using (review_id)
     cross join lateral (
       select count(*)::int as lines, (count(*) filter (where decision is null))::int as undecided
       from review_lines line where line.review_id = reviewer.review_id and line.reviewer = reviewer.reviewer
     ) as counts
     where tenant = $1 and lower(address) = lower($2) and closed_at is null and due_at > now()
     order by due_at, position`,
    [tenant, address],
  );
}

/** Begin a review, with its audit entry. Pass a transaction. @returns its id */
export async function createReview(
  transaction: Database,
  { tenant, clientId, principalId }: RecordOwner,
  { title, operation, container, version, due, lines }: NewReview,
): Promise<string> {
  const reviewId = randomUUID();
  const reviewers = [...new Set(lines.flatMap(({ address }) => address ?? []))];
  const numberOf = new Map(reviewers.map((address, index) => [address, index]));
  const nameOf = new Map(
    lines.flatMap(({ address, reviewer }) => (address !== null && reviewer !== null ? [[address, reviewer]] : [])),
  );
  await transaction.query(
    `insert into reviews (review_id, tenant, client_id, principal_id, title, operation, container_id, container_name, version, due_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      ...[reviewId, tenant, clientId, principalId, title, operation, container?.id ?? null],
      ...[container ? sanitizeText(container.name) : null, version, due],
    ],
  );
  const texts = (values: readonly (string | null)[]) => values.map(value => value && sanitizeText(value));
  await transaction.query(
    `insert into review_reviewers (review_id, reviewer, name, address)
     select $1, number - 1, name, address from unnest($2::text[], $3::text[]) with ordinality as asked (name, address, number)`,
    [reviewId, texts(reviewers.map(address => nameOf.get(address) ?? null)), reviewers],
  );
  await transaction.query(
    `insert into review_lines (review_id, line, account_id, application_instance_id, source_id, alias, person, last_used, worst_risk,
       employment_status, reviewer, reviewer_name, reason)
     select $1, number - 1, account_id, instance, source_id, alias, person, last_used, worst_risk, employment_status, reviewer,
       reviewer_name, reason
     from unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::timestamptz[], $8::text[], $9::text[], $10::int[], $11::text[],
       $12::text[]) with ordinality as given (account_id, instance, source_id, alias, person, last_used, worst_risk, employment_status,
       reviewer, reviewer_name, reason, number)`,
    [
      reviewId,
      lines.map(line => line.accountId),
      lines.map(line => line.applicationInstanceId),
      lines.map(line => line.sourceId),
      texts(lines.map(line => line.alias)),
      texts(lines.map(line => line.person)),
      lines.map(line => line.lastUsed),
      lines.map(line => line.worstRisk),
      lines.map(line => line.employmentStatus),
      lines.map(({ address }) => (address === null ? null : numberOf.get(address)!)),
      texts(lines.map(line => line.reviewer)),
      lines.map(line => line.reason),
    ],
  );
  await recordAudit(transaction, {
    ...{ tenant, principal: principalId, action: 'review.create', target: reviewId, outcome: 'done' },
    details: { client: clientId, title, operation, lines: lines.length, reviewers: reviewers.length, due },
  });
  return reviewId;
}
