// A review as the API shows it.
import type { Review, Reviewer, ReviewLine } from '../../state/reviews/reviews.ts';

export function viewReview(review: Review): object {
  const { container_id: containerId, container_name: containerName } = review;
  return {
    id: review.review_id,
    title: review.title,
    operation: review.operation,
    ...(containerId !== null && { container: { id: containerId, name: containerName ?? containerId } }),
    status: review.status,
    requestedBy: review.principal_id,
    requestedByName: review.principal_name ?? undefined,
    version: review.version,
    createdAt: review.created_at,
    due: review.due_at,
    closedAt: review.closed_at ?? undefined,
    counts: {
      lines: review.lines,
      keep: review.keep,
      takeAway: review.take_away,
      undecided: review.undecided,
      unasked: review.unasked,
      proposed: review.proposed,
    },
  };
}

/**
 * @param tells whether the configuration names a way to tell reviewers
 * @param seesPersons whether the client may see what is known of the holders of accounts
 */
export function viewReviewDetails(
  review: Review,
  reviewers: readonly Reviewer[],
  lines: readonly ReviewLine[],
  tells: boolean,
  seesPersons: boolean,
): object {
  const addressOf = new Map(reviewers.map(({ reviewer, address }) => [reviewer, address]));
  return {
    ...viewReview(review),
    reviewers: reviewers.map(reviewer => ({
      ...{ name: reviewer.name ?? undefined, address: reviewer.address },
      ...{ lines: reviewer.lines, undecided: reviewer.undecided },
      ...{ told: toldOf(reviewer, review, tells), toldError: reviewer.told_error ?? undefined },
    })),
    lines: lines.map(line => ({
      accountId: line.account_id,
      account: line.alias,
      sourceId: line.source_id,
      person: line.person ?? undefined,
      lastUsed: line.last_used ?? undefined,
      worstRisk: line.worst_risk ?? undefined,
      employmentStatus: seesPersons ? (line.employment_status ?? undefined) : undefined,
      reviewer: line.reviewer_name ?? undefined,
      address: line.reviewer === null ? undefined : addressOf.get(line.reviewer),
      reason: line.reason,
      decision: line.decision ?? undefined,
      comment: line.comment ?? undefined,
      decidedAt: line.decided_at ?? undefined,
      jobId: line.job_id ?? undefined,
    })),
  };
}

/** A reviewer of an open review who has not decided and for whom no message is recorded gets one at the next look for notices. */
export function toldOf(
  { told, undecided }: Reviewer,
  { status }: Review,
  tells: boolean,
): NonNullable<Reviewer['told']> | 'Unknown' {
  if (told !== null) return told;
  if (!tells) return 'Nobody';
  return status === 'Open' && undecided > 0 ? 'Waiting' : 'Unknown';
}
