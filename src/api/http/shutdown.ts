// Shutdown of the HTTP application: new connections are refused, and running requests get some time to finish.
import type { FastifyInstance } from 'fastify';

/** @param graceMs after this time, connections that are still open are cut */
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
