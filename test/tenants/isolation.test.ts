// Nothing of one tenant is visible to or usable by another: every token of each tenant is tried on all data of the other.
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collections } from '../../src/resources/registry.ts';
import { createActionJob } from '../../src/state/actions/jobs.ts';
import type { Item, TestService } from '../support/service/service.ts';
import { deployments, type Side, startBoth } from './two-tenants.ts';

describe.each(deployments)('two tenants ($name; skipped: $skipped)', ({ start, skipped }) => {
  if (skipped) return it.skip(skipped, () => {});
  let engine: Awaited<ReturnType<typeof start>>;
  let test: TestService;
  let pairs: readonly (readonly [Side, Side])[];

  beforeAll(async () => {
    engine = await start();
    const started = await startBoth(engine.settings);
    test = started.test;
    const [alpha, beta] = started.sides as [Side, Side];
    pairs = [
      [alpha, beta],
      [beta, alpha],
    ];
  });
  afterAll(async () => {
    await test.close();
    await engine.stop();
  });

  const refused = { status: 404, body: { code: 'NOT_FOUND' } };

  it.each(collections)('each have a list $collection.path of their own', async ({ collection }) => {
    for (const [mine, other] of pairs) {
      const own: Item[] = await test.everyItem(`${collection.path}?pageSize=5`, mine.token);
      const foreign: Item[] = await test.everyItem(`${collection.path}?pageSize=5`, other.token);
      expect(own.length).toBe(foreign.length);
      const text = JSON.stringify(own);
      expect(text).not.toContain(other.instance);
      expect(text).not.toContain(`of ${other.tenant}`);
      for (const item of foreign) {
        if (typeof item === 'string') continue;
        expect(text).not.toContain(item.globalId);
      }
      const [first] = foreign;
      if (first?.globalId === undefined) continue;
      const url = `${collection.path}/${first.globalId}`;
      expect((await test.get(url, other.token)).status).toBe(200);
      expect(await test.get(url, mine.token)).toMatchObject(refused);
      expect((await test.get(url, mine.token, { 'if-none-match': '*' })).status).toBe(404);
      const filtered = await test.get(`${collection.path}?applicationInstanceId=${other.instance}`, mine.token);
      expect(filtered.body.items ?? []).toEqual([]);
    }
  });

  it('accept page tokens of their own lists only', async () => {
    for (const [mine, other] of pairs) {
      const { nextPageToken } = (await test.get('/v1/accounts?pageSize=5', other.token)).body;
      const url = `/v1/accounts?pageSize=5&pageToken=${nextPageToken}`;
      expect((await test.get(url, other.token)).status).toBe(200);
      expect(await test.get(url, mine.token)).toMatchObject({
        status: 400,
        body: { details: { reason: 'INVALID_PAGE_TOKEN' } },
      });
    }
  });

  it('query their own data, and no SQL leaves it', async () => {
    for (const [mine, other] of pairs) {
      const run = (query_string: string) => mine.send('POST', '/v1/query/execute', { query_string });
      const { status, body } = await run('SELECT name FROM service_identity.accounts');
      expect(status).toBe(200);
      expect(JSON.stringify(body)).toContain(`of ${mine.tenant}`);
      expect(JSON.stringify(body)).not.toContain(`of ${other.tenant}`);
      const { folder } = (await test.operator.jobs({ tenant: other.tenant })).versions[0]!;
      const version = path.join(test.config.data_dir, 'tenants', other.tenant, 'versions', folder);
      const file = path.join(version, 'warehouse.duckdb');
      const relative = `../../${other.tenant}/versions/${folder}/warehouse.duckdb`;
      for (const statement of [
        `ATTACH '${file}' AS other`,
        `SELECT * FROM '${version}/manifest.json'`,
        `SELECT * FROM read_json('${version}/manifest.json')`,
        `SELECT * FROM read_parquet('${version}/tables/*/*.parquet')`,
        `SELECT * FROM 'tables/Account/*.parquet'`,
        `SELECT * FROM read_blob('${relative}')`,
        `SELECT * FROM glob('${test.config.data_dir}/tenants/*')`,
        `COPY (SELECT 1) TO '${version}/made.csv'`,
      ]) {
        const { status: code, body: answer } = await run(statement);
        expect([statement, code]).toEqual([statement, 400]);
        expect(JSON.stringify(answer)).not.toContain(`of ${other.tenant}`);
      }
    }
  });

  it('have saved queries of their own under the same names', async () => {
    for (const [mine, other] of pairs) {
      const url = `/v1/query/saved-queries/${other.query.query_id}`;
      expect(await mine.send('GET', url)).toMatchObject(refused);
      const { name, query_string, model, version } = mine.query;
      expect(await mine.send('PUT', url, { name, query_string, model, version })).toMatchObject(refused);
      expect(await mine.send('DELETE', url)).toMatchObject(refused);
      expect(await mine.send('POST', '/v1/query/execute', { query_id: other.query.query_id })).toMatchObject(refused);
      const { body } = await mine.send('GET', '/v1/query/saved-queries');
      expect(JSON.stringify(body)).not.toContain(other.query.query_id);
      expect(await other.send('GET', url)).toMatchObject({ status: 200, body: { name: other.query.name } });
    }
  });

  it('may use the same idempotency key, each for a query of its own', async () => {
    const ids = await Promise.all(
      pairs.map(async ([mine]) => {
        const asked = { name: 'Once', query_string: 'SELECT 1' };
        const made = await mine.send('POST', '/v1/query/saved-queries', asked, { 'idempotency-key': 'same' });
        expect(made.status).toBe(201);
        return made.body.query_id;
      }),
    );
    expect(new Set(ids).size).toBe(2);
  });

  it('have exports of their own, and links that fetch only these', async () => {
    for (const [mine, other] of pairs) {
      for (const target of [other.download.id, `${other.download.id}/manifest`]) {
        expect(await mine.send('GET', `/v1/downloads/${target}`)).toMatchObject(refused);
      }
      const { search } = new URL(mine.download.url);
      const bent = `https://any/v1/downloads/${other.download.id}/file${search}`;
      expect((await mine.exporting.fetch(bent)).status).toBe(403);
      const own = await mine.exporting.fetch(mine.download.url);
      expect(own.status).toBe(200);
      expect(own.bytes.toString()).not.toContain(other.instance);
      const streamed = await mine.exporting.stream('accessInventoryAccounts');
      expect(streamed.bytes.equals(own.bytes)).toBe(true);
    }
  });

  it('change their own objects only, and see jobs of their own', async () => {
    for (const [mine, other] of pairs) {
      const [account] = (await test.get('/v1/accounts?pageSize=1', other.token)).body.items;
      const [role] = (await test.get('/v1/roles?pageSize=1', other.token)).body.items;
      for (const url of [
        `/v1/accounts/${account.globalId}/disable`,
        `/v1/accounts/${account.globalId}/enable?dryRun=true`,
      ]) {
        expect(await mine.send('POST', url)).toMatchObject(refused);
      }
      expect(await mine.send('POST', '/v1/accounts/disable', { ids: [account.globalId] })).toMatchObject(refused);
      const assignee = `/v1/roles/${role.globalId}/assignees/${account.globalId}`;
      expect(await mine.send('PUT', assignee)).toMatchObject(refused);
      // Its own tenant finds both, and the source cannot do it.
      const unsupported = { status: 409, body: { code: 'OPERATION_NOT_SUPPORTED' } };
      expect(await other.send('PUT', assignee)).toMatchObject(unsupported);
      const group = { applicationInstanceId: other.instance, groupName: 'g' };
      expect(await mine.send('POST', '/v1/user-groups', group)).toMatchObject({ status: 400 });
      expect(await other.send('POST', '/v1/user-groups', group)).toMatchObject(unsupported);
      const owner = { tenant: other.tenant, clientId: 'c', principalId: 'c' };
      const target = {
        sourceId: 'app',
        applicationInstanceId: other.instance,
        objectId: account.globalId,
        local: { accountId: account.id },
      };
      const job = await createActionJob(test.service.database, owner, 'DisableAccount', [target]);
      expect((await other.send('GET', `/v1/action-jobs/${job}`)).status).toBe(200);
      for (const url of [`/v1/action-jobs/${job}`, `/v1/action-jobs/${job}/results`, `/v1/roles?waitForJob=${job}`]) {
        expect(await mine.send('GET', url)).toMatchObject(refused);
      }
      for (const verb of ['cancel', 'revert', 'approve']) {
        expect(await mine.send('POST', `/v1/action-jobs/${job}/${verb}`)).toMatchObject(refused);
      }
      expect(JSON.stringify((await mine.send('GET', '/v1/action-jobs')).body)).not.toContain(job);
      expect(JSON.stringify((await mine.send('GET', '/v1/capabilities')).body)).not.toContain(other.instance);
    }
  });

  it('see runs of their own', async () => {
    for (const [mine, other] of pairs) {
      const list = await test.get('/v1/sync-runs', mine.token);
      expect(list.body.items.map((run: Item) => run.id)).toEqual([mine.run]);
      expect(await test.get(`/v1/sync-runs/${other.run}`, mine.token)).toMatchObject(refused);
    }
  });

  it('are separate in the metrics', async () => {
    const answer = await test.app.inject({ url: '/metrics' });
    for (const [mine] of pairs)
      expect(answer.body).toContain(`rolecall_version{tenant="${mine.tenant}"} ${mine.version}`);
  });
});
