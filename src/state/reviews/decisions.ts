// Decisions of reviewers, and what becomes of them: a review that is closed, lines that are proposed as a job.
import type { Database } from '../../database/database.ts';
import { ServiceError } from '../../errors.ts';
import { insertsAudit, recordAudit } from '../audit.ts';
import type { RecordOwner } from '../clients/record-owner.ts';
import type { Review, ReviewDecision, ReviewedOperation } from './reviews.ts';

export interface LineDecision {
  readonly line: number;
  readonly decision: ReviewDecision;
  readonly comment: string | undefined;
}

/** Who decides: a reviewer, by number and address. */
export interface DecidingReviewer {
  readonly reviewer: number;
  readonly address: string;
}

/**
 * Record decisions, each with its audit entry. A decision can be changed until the review is due or closed, or a job was proposed.
 * Lines of other reviewers are left as they are.
 * @returns how many lines are decided otherwise than before
 * @throws ServiceError REVIEW_ENDED when nobody may decide any more
 */
export async function decideLines(
  database: Database,
  { tenant, review_id: reviewId }: Pick<Review, 'tenant' | 'review_id'>,
  { reviewer, address }: DecidingReviewer,
  decisions: readonly LineDecision[],
): Promise<number> {
  return database.transaction(async transaction => {
    const [open] = await transaction.query<{ is_open: boolean }>(
      `select closed_at is null and due_at > now() as is_open from reviews where review_id = $1 and tenant = $2 for update`,
      [reviewId, tenant],
    );
    if (open?.is_open !== true) {
      throw new ServiceError(
        'REVIEW_ENDED',
        'the review has ended, so nothing can be decided any more; ask who sent it',
      );
    }
    const decided = await transaction.query(
      `with given as (
         select * from unnest($3::int[], $4::text[], $5::text[]) as given (line, decision, comment)
       ), changed as (
         update review_lines line set decision = given.decision, comment = given.comment, decided_at = now() from given
         where review_id = $1 and line.line = given.line and reviewer = $2 and job_id is null
           and (line.decision is distinct from given.decision or line.comment is distinct from given.comment)
         returning line.account_id, line.alias, line.decision, line.comment
       ) ${insertsAudit(
         `select $6::text, $7::text, 'review.decide', $1::text, 'done', jsonb_strip_nulls(jsonb_build_object(
            'account', account_id, 'alias', alias, 'decision', decision, 'comment', comment)) from changed`,
       )} returning 1`,
      [
        ...[reviewId, reviewer, decisions.map(({ line }) => line), decisions.map(({ decision }) => decision)],
        ...[decisions.map(({ comment }) => comment ?? null), tenant, `reviewer#${address}`],
      ],
    );
    return decided.length;
  });
}

/** End a review, before it is due or when it is overdue: nobody may decide any more. Pass a transaction. @throws ServiceError REVIEW_ENDED when it was closed */
export async function closeReview(transaction: Database, owner: RecordOwner, review: Review): Promise<void> {
  const { tenant, clientId, principalId } = owner;
  const closed = await transaction.query(
    `update reviews set closed_at = now() where review_id = $1 and closed_at is null returning 1`,
    [review.review_id],
  );
  if (closed.length === 0) throw new ServiceError('REVIEW_ENDED', 'the review was closed before');
  await recordAudit(transaction, {
    ...{ tenant, principal: principalId, action: 'review.close', target: review.review_id, outcome: 'done' },
    details: { client: clientId, undecided: review.undecided },
  });
}

/** A change that takes away what reviewers decided to take away. */
export interface ReviewedChange {
  readonly operation: string;
  /** Global id of the role or group; undefined: the change is about the accounts themselves. */
  readonly containerId: string | undefined;
  readonly accountIds: readonly string[];
}

/** @throws ServiceError REVIEW_DIFFERS unless the review is about this change, and its reviewers decided so for every account */
export async function requireTakenAway(
  database: Database,
  { review_id: reviewId, operation, container_id: container }: Review,
  change: ReviewedChange,
): Promise<void> {
  if (change.operation !== operation || (change.containerId ?? null) !== container) {
    const about: ReviewedOperation = operation;
    throw differs(`the review is about ${about}${container === null ? '' : ` of ${container}`}`, change.accountIds);
  }
  const decided = await database.query<{ account_id: string }>(
    `select account_id from review_lines where review_id = $1 and decision = 'TakeAway' and account_id = any($2::uuid[])`,
    [reviewId, change.accountIds],
  );
  const known = new Set(decided.map(row => row.account_id));
  const others = change.accountIds.filter(id => !known.has(id));
  if (others.length > 0) throw differs(`nobody decided to take away ${others.slice(0, 3).join(', ')}`, others);
}

function differs(message: string, accounts: readonly string[]): ServiceError {
  return new ServiceError('REVIEW_DIFFERS', `review: ${message}`, { details: { accounts } });
}

/** Note which job takes lines away. Their decisions stay from now on. Pass the transaction that accepts the job. */
export async function noteProposal(
  transaction: Database,
  reviewId: string,
  accountIds: readonly string[],
  jobId: string,
): Promise<void> {
  await transaction.query(
    `update review_lines set job_id = $3 where review_id = $1 and decision = 'TakeAway' and account_id = any($2::uuid[])`,
    [reviewId, accountIds, jobId],
  );
}
