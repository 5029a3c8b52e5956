// The current program on the data directory of an earlier release that was killed in the middle of a run.
import fs from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectors } from '../../connectors/index.ts';
import { sweep } from '../../pipelines/sweep.ts';
import { parseConfig } from '../../src/config/config-file.ts';
import { knownMigrations, migrate } from '../../src/database/migrate.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import type { Operator } from '../../src/deployment/operator/commands.ts';
import { createOperator } from '../../src/deployment/operator/operator.ts';
import { openService, type Service } from '../../src/deployment/service.ts';
import { createLog } from '../../src/observability/log.ts';
import { resourceOf } from '../../src/resources/registry.ts';
import { readsOf } from '../../src/state/reads.ts';
import { serviceKey } from '../../src/state/service-keys.ts';
import { type Pages, pagesOf, type Script, sampleRecord, scriptedConnector } from '../support/scripted-source.ts';
import { type Item, temporaryFolder } from '../support/service/service.ts';
import { until } from '../support/until.ts';
import {
  type Expected,
  pagesText,
  type Reader,
  readerOf,
  settingsOfFixture,
  sha256,
  sourcesOfFixture,
} from './deployment.ts';
import { formerReleases, unpack } from './fixture.ts';
import { formerPage, presentAddress } from './former-tokens.ts';
import { accountsOfTheCutSource, count, cutSource, incompleteRun, landedBeforeTheCut } from './sources.ts';

describe.each(formerReleases)('the data directory of release %s', release => {
  const folder = temporaryFolder();
  const tenant = path.join(folder, 'data/tenants/main');
  const startsOfCutPages: number[] = [];
  const scripts = new Map<string, Script>([
    ['cut', cutSource(async start => void startsOfCutPages.push(start))],
    ['app', incompleteRun()],
  ]);
  let expected: Expected;
  let service: Service;
  let operator: Operator;
  let app: FastifyInstance;
  let reader: Reader;
  let tokenKey: Buffer;
  const rewritten = (page: string, collection: string) => formerPage(tokenKey, page, collection);

  beforeAll(async () => {
    expected = await unpack(release, folder);
    fs.mkdirSync(path.join(tenant, 'building-3b241101-e2bb-4255-8caf-4136c566a962/serve'), { recursive: true });
    fs.mkdirSync(path.join(tenant, 'scratch/queries'), { recursive: true });
    const config = parseConfig(
      JSON.stringify({ ...settingsOfFixture, sources: sourcesOfFixture }),
      path.join(folder, 'rolecall.yaml'),
      {},
      {},
    );
    service = await openService(config, {
      log: createLog(config),
      connectors: [...connectors, scriptedConnector(scripts)],
    });
    operator = createOperator(service);
    app = await service.createApp();
    reader = await readerOf(app, expected.client);
    tokenKey = await serviceKey(service.database, 'page-tokens');
  });
  afterAll(async () => {
    await service?.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it('is served byte for byte', async () => {
    for (const [list, hash] of Object.entries(expected.lists)) {
      expect([list, sha256(await pagesText(reader, list, rewritten))]).toEqual([list, hash]);
    }
    for (const [object, hash] of Object.entries(expected.objects)) {
      expect([object, sha256((await reader.get(object)).text)]).toEqual([object, hash]);
    }
  });

  it('refuses page tokens that were signed and not encrypted, and serves the pages that they name, in older versions too', async () => {
    for (const pagination of expected.paginations) {
      const refused = await reader.get(pagination.url);
      expect([refused.status, JSON.parse(refused.text).details.reason]).toEqual([400, 'INVALID_PAGE_TOKEN']);
      const { url, collection } = presentAddress(tokenKey, pagination.url);
      expect(sha256(rewritten((await reader.get(url)).text, collection))).toBe(pagination.sha256);
    }
    expect((await operator.jobs({})).versions.map(({ version }) => version)).toEqual(expected.versions);
  });

  it('grants the same clients the same access, and nobody else', async () => {
    const limited = await readerOf(app, expected.limitedClient);
    expect(sha256(await pagesText(limited, '/v1/accounts', rewritten))).toBe(expected.limitedAccounts);
    await expect(readerOf(app, expected.revokedClient)).rejects.toThrow('401');
  });

  it('runs a saved query', async () => {
    const { status, body } = await reader.send('POST', '/v1/query/execute', { query_id: expected.savedQuery.id });
    expect(status).toBe(200);
    expect(body.rows).toEqual(expected.savedQuery.rows);
    expect(body.rows.length).toBeGreaterThan(count);
  });

  it('serves a finished export', async () => {
    const { body } = await reader.send('GET', `/v1/downloads/${expected.export.id}`);
    expect(body.status).toBe('completed');
    const { pathname, search } = new URL(body.url);
    expect(sha256((await reader.send('GET', pathname + search)).bytes)).toBe(expected.export.sha256);
  });

  it('is cleaned of the unfinished work of the killed program', () => {
    expect(fs.readdirSync(tenant).toSorted()).toEqual(['exports', 'landed', 'versions']);
  });

  it('continues the interrupted run after its last batch', async () => {
    await service.work(['extract', 'build', 'export']);
    const cut = await until(
      async () => (await operator.jobs({})).runs.find(run => run.source_id === 'cut')!,
      run => run.ended_at !== null,
      30_000,
    );
    expect(cut).toMatchObject({ run_id: expected.cutRun, status: 'Landed' });
    expect(startsOfCutPages).toEqual([landedBeforeTheCut]);
    const reads = await readsOf(service.database, expected.cutRun);
    expect(reads.find(read => read.type === 'Account')).toMatchObject({
      status: 'Complete',
      rows: accountsOfTheCutSource,
    });
  });

  it('publishes from old and new landings together', async () => {
    const before = await accountsOf('app');
    const script = incompleteRun();
    const newcomers = pagesOf([sampleRecord(resourceOf('Account')!, count + 7)]);
    scripts.set('app', { ...script, Account: withGapsOf(script['Account']!, newcomers) });
    const { runs, build } = await operator.sync({ sources: ['app'], acceptLoss: false }, () => {});
    expect([runs.map(run => run.status), build?.status]).toEqual([['Landed'], 'Published']);
    expect(build!.version).toBeGreaterThan(expected.versions[0]!);
    // The objects of the earlier release's complete run, updated by its incomplete run and by the current one.
    expect(before).toHaveLength(count + 2);
    expect(before.filter(account => account.name === 'renamed')).toHaveLength(1);
    expect((await accountsOf('app')).map(({ id }) => id)).toEqual(
      [...before.map(({ id }) => id), `Account-${count + 7}`].toSorted(),
    );
    expect(await accountsOf('cut')).toHaveLength(accountsOfTheCutSource);
    // Sources that were not read again are served from the earlier release's landings.
    expect((await accountsOf('crm')).length).toBeGreaterThan(0);
  });

  it('is cleaned of old files once they have expired', async () => {
    await service.database.execute(`
      update versions set replaced_at = replaced_at - interval '1 day';
      update downloads set ended_at = ended_at - interval '2 days';`);
    await sweep(service.tenant().context);
    const { versions, runs } = await operator.jobs({});
    expect(fs.readdirSync(path.join(tenant, 'versions'))).toEqual([versions[0]!.folder]);
    expect(fs.readdirSync(path.join(tenant, 'exports'))).toEqual([]);
    expect(fs.readdirSync(path.join(tenant, 'landed/cut'))).toEqual([expected.cutRun]);
    // Today's run was not complete: what it kept of the former release's complete and incomplete runs was landed with it.
    expect(fs.readdirSync(path.join(tenant, 'landed/app'))).toEqual([
      runs.find(run => run.source_id === 'app')!.run_id,
    ]);
  });

  it('is refused by the earlier program from now on, which says why', async () => {
    await service.close();
    const database = await openDatabase({ folder: path.join(folder, 'data/state') });
    try {
      const known = (await knownMigrations()).map(({ name }) => name);
      const former = temporaryFolder();
      for (const name of known.slice(0, -1)) {
        fs.copyFileSync(path.join(import.meta.dirname, '../../sql/state', name), path.join(former, name));
      }
      await expect(migrate(database, former)).rejects.toThrow(
        `The state database is newer than this program: ${known.at(-1)} was applied to it`,
      );
      fs.rmSync(former, { recursive: true });
    } finally {
      await database.close();
    }
  });

  /** The accounts of a source, by their local ids. */
  async function accountsOf(source: string): Promise<Item[]> {
    const instance = service.tenant().config.sources.find(({ id }) => id === source)!.application_instance_id;
    const { status, body } = await reader.send('GET', `/v1/accounts?pageSize=200&applicationInstanceId=${instance}`);
    expect([status, body.nextPageToken]).toEqual([200, undefined]);
    return body.items.toSorted((a: Item, b: Item) => (a.id < b.id ? -1 : 1));
  }
});

/** The pages of the first read, with its gaps, and then those of the second. */
function withGapsOf(first: Pages, second: Pages): Pages {
  return async function* (cursor, signal) {
    yield* first(cursor, signal);
    yield* second(undefined, signal);
  };
}
