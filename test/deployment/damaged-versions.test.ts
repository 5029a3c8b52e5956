// Versions whose files a faulty disk, or a person, has changed: the service starts, says what is wrong, serves what it can, and makes a
// new version on request.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { account } from '../flows/resources.ts';
import { pagesOf, type Script, sampleRecord } from '../support/scripted-source.ts';
import { startService, type TestService, temporaryFolder } from '../support/service/service.ts';
import { until } from '../support/until.ts';

const original = temporaryFolder();
const versionsBelow = 'data/tenants/main/versions';
const sources: Record<string, Script> = { app: accounts(30) };
const rowsOfFiles = { partRows: 20 };
let folders: string[] = [];

function accounts(count: number): Script {
  return { Account: pagesOf(Array.from({ length: count }, (_, index) => sampleRecord(account, index))) };
}

/** Two versions: one with 25 accounts, then one with 30, whose accounts are a part of their own. */
beforeAll(async () => {
  const test = await startService({ folder: original, rowsOfFiles, sources: { app: accounts(25) } });
  await test.sync();
  test.scripts.set('app', accounts(30));
  await test.sync();
  await test.close();
});
afterAll(() => {
  for (const folder of [original, ...folders]) fs.rmSync(folder, { recursive: true, force: true });
  folders = [];
});

const newestOf = (folder: string) =>
  path.join(folder, versionsBelow, fs.readdirSync(path.join(folder, versionsBelow)).toSorted().at(-1)!);

/** The service on a copy of the two versions. @param change what happens to the newest one before it starts */
async function startDamaged(change: (newest: string) => void): Promise<TestService> {
  const folder = temporaryFolder();
  folders.push(folder);
  fs.cpSync(original, folder, { recursive: true });
  change(newestOf(folder));
  return startService({ folder, rowsOfFiles, sources });
}

function rewrite(file: string, change: (bytes: Buffer) => Buffer): void {
  const bytes = fs.readFileSync(file);
  // The file may be a link to one of the former version.
  fs.rmSync(file);
  fs.writeFileSync(file, change(bytes));
}

const flipped = (bytes: Buffer) => Buffer.from(bytes.map((byte, at) => (at % 64 === 7 ? byte ^ 0x10 : byte)));
const cut = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2));

const kinds: readonly [string, (file: string) => void][] = [
  ['is missing', file => fs.rmSync(file, { recursive: true })],
  ['was cut', file => rewrite(file, cut)],
];

const countOf = async (test: TestService) => (await test.everyItem('/v1/accounts')).length;
const execute = (test: TestService) =>
  test.token().then(token =>
    test.app.inject({
      method: 'POST',
      url: '/v1/query/execute',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ query_string: 'SELECT max(alias), max(name), max(email) FROM accounts' }),
    }),
  );

describe.each(kinds)('a file of the newest version %s', (_kind, change) => {
  it.each(['manifest.json', 'warehouse.duckdb', 'collections/accounts.docs', 'tables', 'collections', ''])(
    '%s: the version before it is served',
    async below => {
      const isFolder = !below.includes('.');
      const apply = (newest: string) => {
        const place = path.join(newest, below);
        if (!isFolder) return change(fs.existsSync(place) ? place : anyFile(path.dirname(place)));
        if (below === '') return fs.rmSync(place, { recursive: true });
        change(anyFile(place));
      };
      const test = await startDamaged(apply);
      try {
        expect(await countOf(test)).toBe(25);
        const ready = await test.get('/readyz');
        expect(ready).toMatchObject({ status: 200, body: { damaged: [{ tenant: 'main', version: 2 }] } });
        expect((await execute(test)).statusCode).toBe(200);
      } finally {
        await test.close();
      }
    },
  );
});

/** The largest file below a folder. */
function anyFile(folder: string): string {
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => path.join(folder, name));
  const sizes = files.filter(file => fs.statSync(file).isFile()).map(file => [fs.statSync(file).size, file] as const);
  return sizes.toSorted(([one], [other]) => other - one)[0]![1];
}

it('answers 503 where no version can be opened, and serves again after a rebuild', async () => {
  const test = await startDamaged(newest => {
    for (const name of fs.readdirSync(path.dirname(newest))) {
      rewrite(path.join(path.dirname(newest), name, 'manifest.json'), cut);
    }
  });
  try {
    const message = expect.stringMatching(/version 2 of the data is damaged; .*rolecall doctor --rebuild --publish/);
    for (const url of ['/v1/accounts', '/v1/search?q=a', '/v1/accounts?filter=%5B%5D', '/readyz']) {
      expect(await test.get(url)).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE', message } });
    }
    expect((await execute(test)).statusCode).toBe(503);
    const { build } = await test.operator.rebuild({ publish: true });
    expect(build).toMatchObject({ status: 'Published' });
    expect(await countOf(test)).toBe(30);
    expect(await test.get('/readyz')).toMatchObject({ status: 200, body: { damaged: [] } });
  } finally {
    await test.close();
  }
});

it.each([
  ['warehouse.duckdb', (newest: string) => path.join(newest, 'warehouse.duckdb')],
  ['a table', (newest: string) => anyFile(path.join(newest, 'tables'))],
])('says that the content of %s has changed, and refuses SQL', async (_what, fileOf) => {
  const test = await startDamaged(newest => rewrite(fileOf(newest), flipped));
  try {
    await until(
      () => test.get('/readyz'),
      ({ status }) => status === 503,
    );
    expect((await execute(test)).statusCode).toBe(503);
    expect((await test.get('/v1/search?q=a')).status).toBe(503);
    // The documents are not damaged.
    expect(await countOf(test)).toBe(30);
  } finally {
    await test.close();
  }
});

it('answers 503 where the bytes of a page have changed', async () => {
  const test = await startDamaged(newest =>
    rewrite(anyFile(path.join(newest, 'collections/accounts')), bytes => {
      bytes[100]! ^= 1;
      return bytes;
    }),
  );
  try {
    expect(await test.get('/v1/accounts')).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
    expect((await test.get('/v1/roles')).status).toBe(200);
  } finally {
    await test.close();
  }
});
