// Health probes: whether the process is alive and ready for work.
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/database.ts';
import { ServiceError } from '../../errors.ts';
import { within } from '../../time-limit.ts';
import { type ServedTenants, type ServedVersion, servedVersions } from '../served-tenants.ts';
import { damagedVersion } from '../version-in-service.ts';

/** A check that takes longer has failed. */
const answerMs = 2_000;

type Answer = 'answers' | 'does not answer';

/** The probes of an API process. */
export function registerHealth(app: FastifyInstance, database: Database, tenants: ServedTenants): void {
  registerAlive(app);
  app.get('/readyz', async () => {
    const versions = servedVersions(tenants);
    // Reads work without the state database, so the process stays ready when the database is unavailable.
    const state = await answerOf(() => database.query('select 1'));
    const damaged = versions.flatMap(({ tenant, damage }) => (damage ? [{ tenant, ...damage }] : []));
    const isWhole = ({ version, damage }: ServedVersion) => version && damage?.version !== version.number;
    if (!versions.some(isWhole)) {
      if (damaged[0]) throw damagedVersion(damaged[0].version);
      throw new ServiceError('SERVICE_UNAVAILABLE', 'no version has been published yet');
    }
    return {
      status: 'ready',
      state,
      versions: versions.flatMap(({ tenant, version }) =>
        version ? [{ tenant, version: version.number, generatedAt: version.manifest.generatedAt }] : [],
      ),
      damaged: damaged.map(({ tenant, version }) => ({ tenant, version })),
      heldBack: versions.flatMap(({ tenant, version }) =>
        (version?.manifest.sources ?? []).flatMap(({ sourceId: source, heldBackSince: since }) =>
          since === undefined ? [] : [{ tenant, source, since }],
        ),
      ),
    };
  });
}

/** The services that a worker needs. Each check rejects or resolves to false when its service does not answer. */
export interface Needs {
  state(): Promise<unknown>;
  queue(): Promise<unknown>;
  storage(): Promise<unknown>;
}

/** The probes of a worker process. It is not ready when one of its needs is unavailable, and the answer names it. */
export function registerWorkerHealth(app: FastifyInstance, needs: Needs): void {
  registerAlive(app);
  app.get('/readyz', async (_request, reply) => {
    const [state, queue, storage] = await Promise.all([
      answerOf(needs.state),
      answerOf(needs.queue),
      answerOf(needs.storage),
    ]);
    const ready = [state, queue, storage].every(answer => answer === 'answers');
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', state, queue, storage });
  });
}

function registerAlive(app: FastifyInstance): void {
  app.get('/healthz', async () => ({ status: 'alive' }));
}

async function answerOf(ask: () => Promise<unknown>): Promise<Answer> {
  try {
    return (await within(answerMs, ask())) === false ? 'does not answer' : 'answers';
  } catch {
    return 'does not answer';
  }
}
