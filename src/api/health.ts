// For whoever watches the process: is it alive, and can it answer?
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../errors.ts';
import type { Database } from '../state/database.ts';
import type { ServedTenants } from './served-tenants.ts';

export function registerHealth(app: FastifyInstance, database: Database, tenants: ServedTenants): void {
  app.get('/healthz', async () => ({ status: 'alive' }));
  app.get('/readyz', async () => {
    const versions = [...tenants].map(([tenant, { catalogue }]) => ({ tenant, version: catalogue.current() }));
    // Reads go on without the state database, so its absence takes no process out of service.
    const state = await database.query('select 1').then(
      () => 'answers',
      () => 'does not answer',
    );
    if (versions.every(({ version }) => version === undefined)) {
      throw new ServiceError('SERVICE_UNAVAILABLE', 'no version has been published yet');
    }
    return {
      status: 'ready',
      state,
      versions: versions.flatMap(({ tenant, version }) =>
        version ? [{ tenant, version: version.number, generatedAt: version.manifest.generatedAt }] : [],
      ),
    };
  });
}
