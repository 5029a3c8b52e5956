// For whoever watches the process: is it alive, and can it answer?
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../errors.ts';
import type { Database } from '../state/database.ts';
import type { VersionCatalogue } from '../warehouse/catalogue.ts';

export function registerHealth(app: FastifyInstance, database: Database, catalogue: VersionCatalogue): void {
  app.get('/healthz', async () => ({ status: 'alive' }));
  app.get('/readyz', async () => {
    try {
      await database.query('select 1');
    } catch (cause) {
      throw new ServiceError('SERVICE_UNAVAILABLE', 'the state database does not answer', { cause });
    }
    const version = catalogue.current();
    if (!version) throw new ServiceError('SERVICE_UNAVAILABLE', 'no version has been published yet');
    return { status: 'ready', version: version.number, generatedAt: version.manifest.generatedAt };
  });
}
