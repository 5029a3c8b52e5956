// Delivers notices. A delivery ends when its recipient has accepted it, or after a day of attempts. When a process is killed
// during an attempt, another attempt is made with the same id, even if the recipient had accepted the first one.
import { NotDelivered, type OutgoingMessage } from '../../src/delivery/message.ts';
import { type Recipient, send } from '../../src/delivery/send.ts';
import { beginDeliveries, type Delivery, endDelivery, noteFailure } from '../../src/state/notices/notices.ts';
import type { PipelineContext } from '../job/context.ts';
import { toReviewer, withLink } from './reviews.ts';

const atOnce = 20;
const backoff = { firstMs: 30_000, longestMs: 3_600_000 } as const;
const giveUpAfterMs = 24 * 3_600_000;

/** Attempt every delivery that is due. */
export async function deliverNotices(context: PipelineContext, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const begun = await beginDeliveries(context.database, context.tenant, atOnce, backoff);
    await Promise.all(begun.map(delivery => attempt(context, delivery)));
    if (begun.length < atOnce) return;
  }
}

async function attempt(context: PipelineContext, delivery: Delivery): Promise<void> {
  const { database, notifications, smtp, log } = context;
  const { notice_id: notice, subscription: name, attempts, event, created_at: at } = delivery;
  const isToReviewer = name === toReviewer;
  const recipient: Recipient | undefined = isToReviewer
    ? smtp && { email: { to: [String(delivery.details['address'])] } }
    : notifications.subscriptions.find(each => each.name === name);
  if (!recipient) {
    const lacks = isToReviewer
      ? 'the configuration has no mail server any more'
      : 'the configuration has no such subscription any more';
    return endDelivery(database, delivery, lacks);
  }
  try {
    await send(recipient, smtp, await withLink(context, messageOf(delivery)));
  } catch (error) {
    if (!(error instanceof NotDelivered)) throw error;
    const isOver = Date.now() - at.getTime() > giveUpAfterMs;
    log.warn(
      { notice, subscription: name, event, attempts, err: error },
      isOver ? 'notification given up' : 'notification not delivered',
    );
    return isOver ? endDelivery(database, delivery, error.message) : noteFailure(database, delivery, error.message);
  }
  await endDelivery(database, delivery);
  log.info({ notice, subscription: name, event, attempts }, 'notification delivered');
}

function messageOf({
  notice_id: id,
  event,
  tenant,
  created_at: at,
  title,
  body: text,
  details,
}: Delivery): OutgoingMessage {
  return { id, event, tenant, at, title, text, details };
}
