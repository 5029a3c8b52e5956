// Makes the data directory of a release, for the upgrade test of every later one: run it with the release's own program.
//
//   sh scripts/run.sh test/upgrade/make-fixture.ts <version>
//
// A separate process fills the directory and is killed while it reads a source. Its answers are stored beside the archive.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { brotliCompressSync, constants } from 'node:zlib';
import { connectors } from '../../connectors/index.ts';
import { parseConfig } from '../../src/config/config-file.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import { createOperator } from '../../src/deployment/operator/operator.ts';
import { openService } from '../../src/deployment/service.ts';
import { createLog } from '../../src/observability/log.ts';
import { collections } from '../../src/resources/registry.ts';
import { readsOf } from '../../src/state/reads.ts';
import { type Script, scriptedConnector } from '../support/scripted-source.ts';
import type { Item } from '../support/service/service.ts';
import {
  type Expected,
  organisationSources,
  pagesText,
  type Reader,
  readerOf,
  settingsOfFixture,
  sha256,
  sourcesOfFixture,
} from './deployment.ts';
import { completeRun, cutSource, incompleteRun, landedBeforeTheCut } from './sources.ts';

async function fill(folder: string): Promise<void> {
  const config = parseConfig(
    JSON.stringify({ ...settingsOfFixture, sources: sourcesOfFixture }),
    path.join(folder, 'rolecall.yaml'),
    {},
    {},
  );
  const scripts = new Map<string, Script>();
  const service = await openService(config, {
    log: createLog(config),
    connectors: [...connectors, scriptedConnector(scripts)],
    batchBytes: 1024,
  });
  await service.work(['extract', 'build', 'export']);
  const app = await service.createApp();
  const operator = createOperator(service);
  const addClient = async (name: string, sources: readonly string[] = []) => {
    const { client, clientSecret } = await operator.addClient({
      name,
      scopes: ['read', 'write'],
      sources,
    });
    return { id: client.client_id, secret: clientSecret };
  };
  const client = await addClient('everything');
  const limitedClient = await addClient('app only', ['app']);
  const revokedClient = await addClient('revoked');
  await operator.revokeClient({ clientId: revokedClient.id });
  const reader = await readerOf(app, client);

  scripts.set('app', completeRun());
  await published(operator.sync({ sources: [...organisationSources, 'app'], acceptLoss: false }, () => {}));
  const paginations = [await begunPagination(reader, '/v1/accounts')];
  scripts.set('app', incompleteRun());
  await published(operator.sync({ sources: ['app'], acceptLoss: false }, () => {}));
  paginations.push(await begunPagination(reader, '/v1/accounts'));

  const query = 'SELECT id, name FROM service_identity.accounts ORDER BY id';
  const saved = await ok(
    reader.send('POST', '/v1/query/saved-queries', { name: 'Every account', query_string: query }),
  );
  const rows = await ok(reader.send('POST', '/v1/query/execute', { query_id: saved.query_id }));
  const asked = await ok(reader.send('POST', '/v1/downloads', { context: 'accessInventoryAccounts' }));
  const exported = await endedExport(reader, asked.id);
  const file = await app.inject({ url: exported.url.slice(settingsOfFixture.base_url.length) });

  const lists: Record<string, string> = {};
  const objects: Record<string, string> = {};
  for (const { collection } of collections) {
    const text = await pagesText(reader, collection.path);
    lists[collection.path] = sha256(text);
    const [first] = JSON.parse((await reader.get(`${collection.path}?pageSize=1`)).text).items;
    if (first?.globalId) {
      const url = `${collection.path}/${first.globalId}`;
      objects[url] = sha256((await reader.get(url)).text);
    }
  }
  const limitedAccounts = sha256(await pagesText(await readerOf(app, limitedClient), '/v1/accounts'));

  let reachedThirdPage = () => {};
  const atThirdPage = new Promise<void>(resolve => {
    reachedThirdPage = resolve;
  });
  scripts.set(
    'cut',
    cutSource(async start => {
      if (start < landedBeforeTheCut) return;
      reachedThirdPage();
      await new Promise(() => {});
    }),
  );
  void operator.sync({ sources: ['cut'], acceptLoss: false }, () => {});
  await atThirdPage;
  const cutRun = (await operator.jobs({})).runs.find(run => run.source_id === 'cut')!.run_id;
  for (;;) {
    const [read] = await readsOf(service.database, cutRun);
    if (read?.rows === landedBeforeTheCut) break;
    await new Promise(resolve => setTimeout(resolve, 20));
  }
  const expected: Expected = {
    madeAt: new Date().toISOString(),
    client,
    limitedClient,
    revokedClient,
    versions: (await operator.jobs({})).versions.map(({ version }) => version),
    lists,
    objects,
    paginations,
    limitedAccounts,
    savedQuery: { id: saved.query_id, rows: rows.rows ?? rows },
    export: { id: asked.id, sha256: sha256(file.rawPayload) },
    cutRun,
  };
  process.stdout.write(`${JSON.stringify(expected)}\n`);
}

async function published(outcome: ReturnType<ReturnType<typeof createOperator>['sync']>): Promise<void> {
  const { build } = await outcome;
  if (build?.status !== 'Published') throw new Error(`not published: ${JSON.stringify(build)}`);
}

async function begunPagination(reader: Reader, list: string): Promise<{ url: string; sha256: string }> {
  const { nextPageToken } = JSON.parse((await reader.get(`${list}?pageSize=5`)).text);
  const url = `${list}?pageSize=5&pageToken=${nextPageToken}`;
  return { url, sha256: sha256((await reader.get(url)).text) };
}

async function ok(answer: ReturnType<Reader['send']>): Promise<Item> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

async function endedExport(reader: Reader, id: string): Promise<{ url: string }> {
  for (;;) {
    const body = await ok(reader.send('GET', `/v1/downloads/${id}`));
    if (body.status === 'completed') return body;
    if (body.status === 'failed') throw new Error(JSON.stringify(body));
    await new Promise(resolve => setTimeout(resolve, 20));
  }
}

/** Fill a folder in a process that is killed once it has printed its answers. */
async function fillAndKill(folder: string): Promise<Expected> {
  const child = spawn(process.execPath, [import.meta.filename, '--fill', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise(resolve => child.once('exit', resolve));
  for await (const line of createInterface({ input: child.stdout })) {
    child.kill('SIGKILL');
    await exited;
    return JSON.parse(line);
  }
  throw new Error('it ended without a word');
}

/** Make PostgreSQL release the space that it keeps for reuse, which is most of a small database. */
async function shrink(state: string): Promise<void> {
  const database = await openDatabase({ folder: state });
  await database.execute('vacuum full');
  await database.execute(`set wal_recycle = off`);
  await database.query('select pg_switch_wal()');
  await database.execute('checkpoint');
  await database.close();
}

async function main(version: string): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rolecall-fixture-'));
  try {
    const expected = await fillAndKill(folder);
    await shrink(path.join(folder, 'data/state'));
    const { stdout: archive, status } = spawnSync('tar', ['--sort=name', '-cf', '-', 'data'], {
      cwd: folder,
      maxBuffer: 2 ** 30,
    });
    if (status !== 0) throw new Error('tar failed');
    const target = path.join(import.meta.dirname, version);
    fs.mkdirSync(target, { recursive: true });
    const compressed = brotliCompressSync(archive, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_LARGE_WINDOW]: 1,
        [constants.BROTLI_PARAM_LGWIN]: 28,
        [constants.BROTLI_PARAM_SIZE_HINT]: archive.length,
      },
    });
    fs.writeFileSync(path.join(target, 'data.tar.br'), compressed);
    fs.writeFileSync(path.join(target, 'expected.json'), `${JSON.stringify(expected, undefined, 2)}\n`);
    process.stdout.write(`${target}: ${archive.length} bytes, compressed ${compressed.length}\n`);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const [first, second] = process.argv.slice(2);
  if (first === '--fill') await fill(second!);
  else if (first) await main(first);
  else throw new Error('usage: make-fixture.ts <version>');
}
