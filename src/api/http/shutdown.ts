// The end of the HTTP application: nobody new is let in, whoever is being answered gets the rest for a while.
import type { FastifyInstance } from 'fastify';

/** @param graceMs until connections on which something is still being sent are cut */
export async function closeApp(app: FastifyInstance, graceMs: number): Promise<void> {
  const timer = setTimeout(() => {
    app.server.getConnections((_error, connections) => {
      if (connections > 0) app.log.warn({ connections }, 'requests that took longer to answer were cut off');
      app.server.closeAllConnections();
    });
  }, graceMs);
  try {
    await app.close();
  } finally {
    clearTimeout(timer);
  }
}
