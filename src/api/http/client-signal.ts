// A client that goes away ends what is done for it, and what is kept for it is let go of.
import type { FastifyReply } from 'fastify';

/** Aborted when the client goes away before it has its answer. */
export function signalOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  whenOver(reply, () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** Calls back once the response is over, however it ended: at once when the client has gone away already. */
export function whenOver({ raw }: FastifyReply, over: () => void): void {
  // It does not close twice.
  if (raw.closed) over();
  else raw.once('close', over);
}
