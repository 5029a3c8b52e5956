// The same service with its queues in Redis, or in PostgreSQL: one process works, another one answers.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { problemsOf } from '../../src/cli/sources/job-problems.ts';
import { createOperator } from '../../src/deployment/operator/operator.ts';
import type { SyncEvent } from '../../src/deployment/operator/sync.ts';
import { openService, type Service } from '../../src/deployment/service.ts';
import { jobNames } from '../../src/jobs/queue.ts';
import { everyType, scriptedConnector } from '../support/scripted-source.ts';
import { freePort } from '../support/servers/free-port.ts';
import { noPostgres, noRedis, usePostgres, useRedis } from '../support/servers/servers.ts';
import { temporaryFolder, testConfig } from '../support/service/service.ts';

const missing = noPostgres ?? noRedis;
const count = 12;

const engines = {
  Redis: useRedis,
  PostgreSQL: async () => {
    const server = await usePostgres();
    return { url: await server.createDatabase(), stop: () => server.stop() };
  },
};

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function openProcess(settings: Record<string, unknown>): Promise<Service> {
  const folder = temporaryFolder();
  const config = testConfig(folder, ['app'], settings);
  const scripts = new Map([['app', everyType(count)]]);
  const service = await openService(config, { connectors: [scriptedConnector(scripts)] });
  opened.push(async () => {
    await service.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });
  return service;
}

describe.skipIf(missing).each(Object.entries(engines))(
  `queues in %s${missing ? ` (skipped: ${missing})` : ''}`,
  (_name, start) => {
    it('carry a sync from one process to another, its progress back, and the version to a third', async () => {
      const postgres = await usePostgres();
      opened.push(() => postgres.stop());
      const queue = await start();
      opened.push(queue.stop);
      const shared = temporaryFolder();
      opened.push(() => fs.rmSync(shared, { recursive: true, force: true }));
      const settings = {
        database_url: await postgres.createDatabase(),
        queue_url: queue.url,
        queue_prefix: `test-${randomUUID()}`,
        storage: { folder: path.join(shared, 'storage') },
      };
      const [worker, api, asking] = [
        await openProcess(settings),
        await openProcess(settings),
        await openProcess(settings),
      ];
      const app = await api.createApp();
      expect((await app.inject('/readyz')).statusCode).toBe(503);

      const operator = createOperator(asking);
      // A server that a busy machine lets wait does not say it at once.
      const unattended = async () => (await operator.jobs({})).unattended;
      await expect.poll(unattended).toEqual([...jobNames]);
      const events: SyncEvent[] = [];
      const syncing = operator.sync({ sources: [], acceptLoss: false }, event => events.push(event));
      // Null where a busy server does not answer in time.
      await expect
        .poll(() => events)
        .toEqual([{ kind: 'unattended', jobs: expect.toBeOneOf([['extract', 'build'], null]) }]);
      await worker.work();
      const { runs, build } = await syncing;
      await expect.poll(unattended).toEqual([]);
      expect(runs).toMatchObject([{ status: 'Landed' }]);
      expect(build).toMatchObject({ status: 'Published' });
      expect(events.map(({ kind }) => kind)).toContain('run');

      await expect.poll(async () => (await app.inject('/readyz')).json().versions?.[0]?.version).toBe(build!.version);
      const version = api.tenant().catalogue.current()!;
      expect(version.manifest.collections['accounts']!.rows).toBe(count);
      expect(worker.tenant().catalogue.current()).toBeUndefined();
    });
  },
);

it.skipIf(noPostgres)(
  `a sync says that the queue does not answer${noPostgres ? ` (skipped: ${noPostgres})` : ''}`,
  async () => {
    const postgres = await usePostgres();
    opened.push(() => postgres.stop());
    const service = await openProcess({
      database_url: await postgres.createDatabase(),
      queue_url: `redis://127.0.0.1:${await freePort()}`,
    });
    const operator = createOperator(service);
    const events: SyncEvent[] = [];
    // It waits until a worker has read the source, which never happens.
    operator.sync({ sources: [], acceptLoss: false }, event => events.push(event)).catch(() => {});
    await expect.poll(() => events).toEqual([{ kind: 'unattended', jobs: null }]);
    expect(problemsOf(await operator.jobs({}))).toEqual([
      { what: 'queue', verdict: 'error', message: expect.stringMatching(/^the server of queue_url does not answer/) },
    ]);
  },
);
