// Which queue a deployment has, by the address that its configuration gives.
import { OperatorError } from '../errors.ts';
import type { BullQueueOptions } from './bullmq/bullmq-queue.ts';
import { createInlineQueue } from './inline.ts';
import type { Queue } from './queue.ts';

/**
 * Open the queue. Nothing is taken from it before `work`.
 * @param url `redis://`, `rediss://`, `postgres://` or `postgresql://`; undefined: in this process, and gone with it
 * @throws OperatorError when the address is none of these
 */
export async function openQueue(url: string | undefined, options: BullQueueOptions = {}): Promise<Queue> {
  if (url === undefined) return createInlineQueue(options);
  if (!/^(rediss?|postgres(ql)?):/i.test(url)) {
    // Without the value, which may hold a password.
    throw new OperatorError(
      'The address of the queue is not of the form redis://, rediss://, postgres:// or postgresql://',
    );
  }
  // Only now: BullMQ takes as long to load as the rest of an embedded service takes to start.
  const { createBullQueue } = await import('./bullmq/bullmq-queue.ts');
  const { postgresBackend, redisBackend } = await import('./bullmq/backends.ts');
  const backend = /^redis/i.test(url) ? redisBackend(url, text => options.onWarning?.(text)) : postgresBackend(url);
  return createBullQueue(backend, options);
}
