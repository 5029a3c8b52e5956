// Tells reviewers that they are asked, once more on the last day, and operators that a review is due with lines undecided.
import type { OutgoingMessage } from '../../src/delivery/message.ts';
import { utcMinute } from '../../src/iso-time.ts';
import { recordOccasions } from '../../src/state/notices/notices.ts';
import { openReviewLinks } from '../../src/state/reviews/review-links.ts';
import {
  noticeOfReviewer,
  type Review,
  type Reviewer,
  reviewersOf,
  undecidedReviews,
} from '../../src/state/reviews/reviews.ts';
import type { PipelineContext } from '../job/context.ts';
import { type NoticeOccasion, subscribersOf } from '../job/subscribers.ts';

/** Instead of the name of a subscription: the delivery goes by e-mail to the reviewer. Names of subscriptions have no such character. */
export const toReviewer = '@reviewer';

const dayMs = 86_400_000;

export function tellsReviewers({ smtp, notifications }: Pick<PipelineContext, 'smtp' | 'notifications'>): boolean {
  return smtp !== undefined || notifications.subscriptions.some(({ events }) => events.includes('review-requested'));
}

export async function findReviews(context: PipelineContext): Promise<void> {
  const { database, tenant, notifications, smtp } = context;
  const occasions: NoticeOccasion[] = [];
  for (const review of await undecidedReviews(database, tenant)) {
    if (review.status === 'Overdue') occasions.push(overdue(review));
    else occasions.push(...(await reviewersOf(database, review.review_id)).flatMap(each => ofReviewer(review, each)));
  }
  await recordOccasions(database, tenant, occasions, each => [
    ...subscribersOf(notifications.subscriptions, each),
    ...(each.event === 'review-requested' && smtp ? [toReviewer] : []),
  ]);
}

function overdue({ review_id: review, title, lines, undecided, unasked, due_at: due }: Review): NoticeOccasion {
  return {
    event: 'review-overdue',
    occasion: review,
    title: `A review is due, and ${undecided} of ${lines} lines are undecided`,
    body: `“${title}” was due on ${utcMinute(due)}. ${undecided} lines are undecided${unasked > 0 ? `; for ${unasked} lines nobody is known who can be asked` : ''}. See: rolecall reviews status ${review}`,
    details: { review, undecided, lines, unasked, due: due.toISOString() },
  };
}

/** The request, and a reminder within the last day of a review that lasts longer than two. */
function ofReviewer(review: Review, { reviewer, address, name, lines, undecided }: Reviewer): NoticeOccasion[] {
  if (undecided === 0) return [];
  const { review_id: id, title, created_at: begun, due_at: due, principal_name, principal_id } = review;
  const requester = principal_name ?? principal_id;
  const occasion = noticeOfReviewer(id, reviewer);
  const notice = (begin: string, key: string): NoticeOccasion => ({
    event: 'review-requested',
    occasion: key,
    title: `${begin}${title}`,
    body: `${requester} asks you to decide for ${lines} ${lines === 1 ? 'account' : 'accounts'} until ${utcMinute(due)}: keep, or take away. ${undecided} ${undecided === 1 ? 'is' : 'are'} undecided.`,
    details: {
      review: id,
      reviewer,
      address,
      ...(name !== null && { name }),
      lines,
      undecided,
      due: due.toISOString(),
    },
  });
  const isLastDay = due.getTime() - Date.now() < dayMs && due.getTime() - begun.getTime() > 2 * dayMs;
  return [
    notice('Please decide: ', occasion),
    ...(isLastDay ? [notice('Reminder, due within a day: ', `${occasion}/reminder`)] : []),
  ];
}

/** The message with the link of the reviewer. State has no link: it is signed when it is sent. */
export async function withLink(
  { database, baseUrl }: PipelineContext,
  message: OutgoingMessage,
): Promise<OutgoingMessage> {
  const { event, details, text } = message;
  if (event !== 'review-requested') return message;
  const links = await openReviewLinks(database, baseUrl);
  const link = links.sign({ reviewId: String(details['review']), reviewer: Number(details['reviewer']) });
  return {
    ...message,
    text: `${text}\n\n${link}\n\nWhoever has this link can decide for you, so do not pass it on.`,
    details: { ...details, link },
  };
}
