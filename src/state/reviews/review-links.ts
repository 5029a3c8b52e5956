// The links by which reviewers decide without an account. A link names a review and a reviewer, and is signed with a key of the service, so
// no link is stored. It permits to decide the lines of this reviewer, and nothing else, until the review is due or closed.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import { isUuid } from '../../uuid.ts';
import { serviceKey } from '../service-keys.ts';

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
