// Notifies operators of what goes wrong: finds occasions in state and in the version in service, and delivers the notices of each.
//
// An occasion has a key that stays the same as long as its cause lasts, so a unique index makes one notice of it (src/state/notices). The
// statement that stores a notice stores its deliveries too. An attempt moves the time of the next one ahead before it sends, so no other
// process sends at the same time, and a killed attempt is repeated with the same id.
import type { JobRun } from '../src/jobs/queue.ts';
import { removeOldNotices } from '../src/state/notices/notices.ts';
import type { PipelineContext } from './job/context.ts';
import { deliverNotices } from './notify/deliver.ts';
import { findOccasions } from './notify/occasions.ts';
import { findReviews } from './notify/reviews.ts';
import { findNewRisks } from './notify/risks.ts';

/** How long a notice is kept. An occasion that lasts longer gets a new notice. */
const keepDays = 90;

/** Without a subscription, a mail server still serves reviewers. */
export function isAnybodyTold({ notifications, smtp }: PipelineContext): boolean {
  return notifications.subscriptions.length > 0 || smtp !== undefined;
}

/** Any number of processes may run this at the same time. */
export async function notify(context: PipelineContext, _tenant: string, { signal }: JobRun): Promise<undefined> {
  if (!isAnybodyTold(context)) return;
  await removeOldNotices(context.database, context.tenant, keepDays);
  await findOccasions(context);
  await findNewRisks(context);
  await findReviews(context);
  await deliverNotices(context, signal);
}
