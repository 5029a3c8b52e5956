// The links by which reviewers decide without an account. A link names a review and a reviewer, and is signed with a key of the service, so
// no link is stored. It permits to decide the lines of this reviewer, and nothing else, until the review is due or closed.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import { isUuid } from '../../uuid.ts';
import { recordAudit } from '../audit.ts';
import { serviceKey } from '../service-keys.ts';
import { type Review, reviewersOf } from './reviews.ts';

export interface LinkedReviewer {
  readonly reviewId: string;
  readonly reviewer: number;
}

export interface ReviewLinks {
  /** The address of the page of a reviewer. */
  sign(linked: LinkedReviewer): string;
  /** Whom the token of a link is for; undefined unless this service signed it. */
  verify(token: string): LinkedReviewer | undefined;
}

export const reviewPagePath = '/review';

/** @param baseUrl the public address of the service */
export async function openReviewLinks(database: Database, baseUrl: string): Promise<ReviewLinks> {
  const key = await serviceKey(database, 'review-links');
  const tokenOf = ({ reviewId, reviewer }: LinkedReviewer) => {
    const subject = `${reviewId}.${reviewer}`;
    return `${subject}.${createHmac('sha256', key).update(subject).digest('base64url')}`;
  };
  return {
    sign: linked => `${baseUrl}${reviewPagePath}?token=${tokenOf(linked)}`,
    verify(token) {
      const [reviewId = '', number = ''] = token.split('.');
      if (!isUuid(reviewId) || !/^\d{1,4}$/.test(number)) return undefined;
      const linked = { reviewId, reviewer: Number(number) };
      const [given, right] = [Buffer.from(token), Buffer.from(tokenOf(linked))];
      return given.length === right.length && timingSafeEqual(given, right) ? linked : undefined;
    },
  };
}

export interface ReviewLink {
  readonly address: string;
  /** Lines of the reviewer that are not decided yet. */
  readonly undecided: number;
  readonly url: string;
  readonly expiresAt: Date;
}

/**
 * The link of each reviewer, for somebody who tells them. Whoever has a link decides as that reviewer, so an audit entry says who got them.
 * @param principal the id of who asks for them
 */
export async function giveReviewLinks(
  database: Database,
  baseUrl: string,
  { review_id: reviewId, tenant, due_at: expiresAt }: Pick<Review, 'review_id' | 'tenant' | 'due_at'>,
  principal: string,
): Promise<ReviewLink[]> {
  const links = await openReviewLinks(database, baseUrl);
  await recordAudit(database, { tenant, principal, action: 'review.link', target: reviewId, outcome: 'done' });
  return (await reviewersOf(database, reviewId)).map(({ reviewer, address, undecided }) => ({
    ...{ address, undecided, url: links.sign({ reviewId, reviewer }), expiresAt },
  }));
}
