// Opens the queue that the configuration chooses by its address.
import { OperatorError } from '../errors.ts';
import type { BullQueueOptions } from './bullmq/bullmq-queue.ts';
import { createInlineQueue } from './inline.ts';
import type { Queue } from './queue.ts';

/**
 * Open the queue. No job is taken from it before `work` is called.
 * @param url `redis://`, `rediss://`, `postgres://` or `postgresql://`; undefined: a queue in this process, lost when it ends
 * @throws OperatorError when the address is none of these
 */
export async function openQueue(url: string | undefined, options: BullQueueOptions = {}): Promise<Queue> {
  if (url === undefined) return createInlineQueue(options);
  if (!/^(rediss?|postgres(ql)?):/i.test(url)) {
    // The message omits the value, which may contain a password.
    throw new OperatorError(
      'The address of the queue is not of the form redis://, rediss://, postgres:// or postgresql://',
    );
  }
  // Imported only when needed: loading BullMQ takes as long as starting the rest of an embedded service.
  const { createBullQueue, readyMsOf } = await import('./bullmq/bullmq-queue.ts');
  const { postgresBackend, redisBackend } = await import('./bullmq/backends.ts');
  const readyMs = readyMsOf(options);
  const backend = /^redis/i.test(url)
    ? redisBackend(url, readyMs, text => options.onWarning?.(text))
    : postgresBackend(url, readyMs);
  return createBullQueue(backend, options);
}
