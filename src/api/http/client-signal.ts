// Detects that a client has disconnected, so that its work is stopped and its resources are released.
import type { FastifyReply } from 'fastify';

/** Aborted when the client disconnects before it has its answer. */
export function signalOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  whenOver(reply, () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** Calls back when the response was sent or the client has disconnected; at once when that has already happened. */
export function whenOver({ raw }: FastifyReply, over: () => void): void {
  // A closed response emits no second `close`.
  if (raw.closed) over();
  else raw.once('close', over);
}
