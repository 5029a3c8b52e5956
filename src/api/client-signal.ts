// A client that goes away ends what is done for it.
import type { FastifyReply } from 'fastify';

/** Aborted when the client goes away before it has its answer. */
export function signalOf({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
