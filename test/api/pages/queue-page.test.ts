// The page of the queues, and the events that pass through the queue server, with queues in Redis and in PostgreSQL.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { createOperator } from '../../../src/deployment/operator/operator.ts';
import type { SyncEvent } from '../../../src/deployment/operator/sync.ts';
import { openService, type Service } from '../../../src/deployment/service.ts';
import type { ProgressEvent } from '../../../src/jobs/progress.ts';
import { addClient, type Scope } from '../../../src/state/clients/clients.ts';
import { type Script, scriptedConnector } from '../../support/scripted-source.ts';
import { as } from '../../support/send.ts';
import { postgresMissing, startPostgres } from '../../support/servers/postgres.ts';
import { redisMissing, startRedis } from '../../support/servers/redis.ts';
import { temporaryFolder, testConfig } from '../../support/service/service.ts';
import { until } from '../../support/until.ts';

const missing = postgresMissing ?? redisMissing;
const secret = 'Smith, Jane (+44 20 7946 0018)';
const failing: Script = {
  get Account(): never {
    throw new Error(`cannot read the record of ${secret}`);
  },
};

const engines = {
  Redis: startRedis,
  PostgreSQL: async () => {
    const server = await startPostgres();
    return { url: await server.createDatabase(), stop: () => server.stop() };
  },
};

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function openProcess(settings: Record<string, unknown>): Promise<Service> {
  const folder = temporaryFolder();
  opened.push(() => fs.rmSync(folder, { recursive: true, force: true }));
  const config = testConfig(folder, ['app'], settings);
  const service = await openService(config, { connectors: [scriptedConnector(new Map([['app', failing]]))] });
  opened.push(() => service.close());
  return service;
}

async function tokenOf(service: Service, app: FastifyInstance, scope: Scope): Promise<string> {
  const { client, clientSecret } = await addClient(service.database, {
    ...{ tenant: 'main', name: scope, scopes: [scope], createdBy: 'test', applicationInstanceIds: undefined },
  });
  const response = await app.inject({
    method: 'POST',
    url: '/oauth2/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `grant_type=client_credentials&client_id=${client.client_id}&client_secret=${clientSecret}`,
  });
  return response.json().access_token;
}

describe.skipIf(missing).each(Object.entries(engines))(
  `queues in %s${missing ? ` (skipped: ${missing})` : ''}`,
  (_name, start) => {
    it('show an administrator only ids and no data of a source, and report that their server is unavailable', async () => {
      const postgres = await startPostgres();
      opened.push(() => postgres.stop());
      const queue = await start();
      opened.push(queue.stop);
      const shared = temporaryFolder();
      opened.push(() => fs.rmSync(shared, { recursive: true, force: true }));
      const prefix = `test-${randomUUID()}`;
      const settings = {
        database_url: await postgres.createDatabase(),
        queue_url: queue.url,
        queue_prefix: prefix,
        storage: { folder: path.join(shared, 'storage') },
      };
      const worker = await openProcess(settings);
      const api = await openProcess(settings);
      const app = await api.createApp();
      const admin = as(await tokenOf(api, app, 'admin'));
      const page = (url: string, headers = admin) => app.inject({ url: `/admin/queues${url}`, headers });

      expect((await app.inject({ url: '/v1/queues', headers: admin })).json().page).toBe('/admin/queues');

      // No worker runs yet.
      const { run_id: runId } = await api.tenant().requestSync('app', 'operator');
      const jobs = (await page(`/api/queues?activeQueue=${prefix}-extract&status=prioritized`)).json();
      const extract = jobs.queues.find(({ name }: { name: string }) => name === `${prefix}-extract`);
      expect(extract).toMatchObject({ readOnlyMode: true, counts: { prioritized: 1, failed: 0 } });
      expect(extract.jobs.map(({ data }: { data: unknown }) => data)).toEqual([{ tenant: 'main', id: runId }]);
      expect((await page('/api/queues', as(await tokenOf(api, app, 'read')))).statusCode).toBe(403);

      const watching = new AbortController();
      const seen: ProgressEvent[] = [];
      const watched = (async () => {
        for await (const event of api.queue.watch(watching.signal)) seen.push(event);
      })();
      const events: SyncEvent[] = [];
      const synced = createOperator(api).sync({ sources: [], acceptLoss: false }, event => events.push(event));
      await worker.work(['extract']);
      expect((await synced).runs).toMatchObject([{ run_id: runId, status: 'Failed' }]);
      // The command reads the error from state.
      const ends = events.filter(event => event.kind === 'run' && event.status === 'Failed');
      expect(ends).toEqual([expect.objectContaining({ runId, error: expect.stringContaining(secret) })]);
      // Events before the watcher listens are lost, so the source is read again until one arrives.
      await until(
        async () => {
          await createOperator(api).sync({ sources: [], acceptLoss: false }, () => {});
          return seen;
        },
        all => all.some(event => event.kind === 'run' && event.status === 'Failed'),
      );
      watching.abort();
      await watched;
      expect(JSON.stringify(seen)).not.toContain('record of');

      await queue.stop();
      const unavailable = await page('/api/queues');
      expect([unavailable.statusCode, unavailable.json().code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
      // The request is still accepted, because it is stored in state.
      expect(await api.tenant().requestSync('app', 'operator')).toMatchObject({ status: 'Queued' });
    });
  },
);
