// BullMQ's backend for PostgreSQL, made to outlast errors of its connections. BullMQ itself tries its first connection once, and ends
// the check for jobs of dead workers, and the reading of events, at errors of a later one that it does not know.
import { setTimeout as delay } from 'node:timers/promises';
import { createPostgresBackend, type PostgresConnection, type PostgresQueueBackend } from 'bullmq';
import { ListenedClient } from '../../database/listened-client.ts';

const retryMs = 1_000;

/** As `createPostgresBackend` of BullMQ. */
export const createLastingBackend: typeof createPostgresBackend = (...given) => {
  const backend = createPostgresBackend(...given);
  const connection = backend['connection'];
  // BullMQ listens for errors of the connection on which it waits only after connecting.
  Object.assign(connection, { pgModule: { Client: ListenedClient } });
  // Every command waits for the first connection, which makes the tables.
  connection.waitUntilReady = forgetsFailure(connection);
  const become = forgetsFailure(backend);
  backend.waitUntilReady = () => untilReady(backend, become);
  outlastErrors(backend);
  return backend;
};

/** A function that makes the attempt that the object keeps, and makes it again when called after it failed. */
function forgetsFailure(of: PostgresConnection | PostgresQueueBackend): () => Promise<void> {
  const attempt = of.waitUntilReady.bind(of);
  // Private in BullMQ's types.
  const memory = of as unknown as { readyPromise: Promise<void> | undefined };
  return async () => {
    const outcome = attempt();
    const latest = memory.readyPromise;
    try {
      await outcome;
    } catch (error) {
      // Another caller may have made the next attempt already.
      if (memory.readyPromise === latest) memory.readyPromise = undefined;
      throw error;
    }
  };
}

/** BullMQ asks a backend only once to become ready. A worker that has not become ready is not counted as a worker. */
async function untilReady(backend: PostgresQueueBackend, become: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await become();
    } catch (error) {
      if (backend['connection'].isClosing) throw error;
      backend.emit('error', error);
      await delay(retryMs, undefined, { ref: false });
    }
  }
}

function outlastErrors(backend: PostgresQueueBackend): void {
  const check = backend.moveStalledJobsToWait.bind(backend);
  backend.moveStalledJobsToWait = () =>
    check().catch(error => {
      backend.emit('error', error);
      return [];
    });
  const read = backend.readEvents.bind(backend);
  backend.readEvents = (...from) =>
    read(...from).catch(async error => {
      backend.emit('error', error);
      await delay(retryMs, undefined, { ref: false });
      return null;
    });
  const name = backend.setName.bind(backend);
  // The connection keeps the name, and takes it when it is made.
  backend.setName = to => name(to).catch(() => {});
}
