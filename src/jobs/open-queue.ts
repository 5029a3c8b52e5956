// Which queue a deployment has, by the address that its configuration gives.
import { OperatorError } from '../errors.ts';
import { type BullQueueOptions, createBullQueue } from './bullmq.ts';
import { postgresBackend, redisBackend } from './bullmq-backends.ts';
import { createInlineQueue } from './inline.ts';
import type { Queue } from './queue.ts';

/**
 * Open the queue. Nothing is taken from it before `work`.
 * @param url `redis://`, `rediss://`, `postgres://` or `postgresql://`; undefined: in this process, and gone with it
 * @throws OperatorError when the address is none of these
 */
export function openQueue(url: string | undefined, options: BullQueueOptions = {}): Queue {
  if (url === undefined) return createInlineQueue(options);
  if (/^rediss?:/i.test(url))
    return createBullQueue(
      redisBackend(url, text => options.onWarning?.(text)),
      options,
    );
  if (/^postgres(ql)?:/i.test(url)) return createBullQueue(postgresBackend(url), options);
  // Without the value, which may hold a password.
  throw new OperatorError(
    'The address of the queue is not of the form redis://, rediss://, postgres:// or postgresql://',
  );
}
