// Notifies operators of what goes wrong: finds occasions in state and in the version in service, and delivers the notices of each.
import type { JobRun } from '../src/jobs/queue.ts';
import { removeOldNotices } from '../src/state/notices/notices.ts';
import type { PipelineContext } from './job/context.ts';
import { deliverNotices } from './notify/deliver.ts';
import { findOccasions } from './notify/occasions.ts';
import { findNewRisks } from './notify/risks.ts';

/** How long a notice is kept. An occasion that lasts longer gets a new notice. */
const keepDays = 90;

/** Any number of processes may run this at the same time. */
export async function notify(context: PipelineContext, _tenant: string, { signal }: JobRun): Promise<undefined> {
  if (context.notifications.subscriptions.length === 0) return;
  await removeOldNotices(context.database, context.tenant, keepDays);
  await findOccasions(context);
  await findNewRisks(context);
  await deliverNotices(context, signal);
}
