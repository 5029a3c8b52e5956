// A version takes over what did not change from the version before it, and shows the same as one that is made at once.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SourceRecord } from '../../src/connector/contract.ts';
import { account } from '../../src/resources/account.ts';
import { resourceOf } from '../../src/resources/registry.ts';
import { exportsAs, rowsOf } from '../support/exports.ts';
import { isLong } from '../support/long-tests.ts';
import { createRandom, type Random, testSeed } from '../support/random.ts';
import { type Pages, pagesOf, type Script, sampleRecord } from '../support/scripted-source.ts';
import { sendAs } from '../support/send.ts';
import { type Item, startService, type TestService } from '../support/service/service.ts';

/** A source that reports what has changed since a place in its log, so that the other objects keep the time of their read. */
interface LoggedSource {
  readonly script: Script;
  readonly records: Map<string, SourceRecord>;
  put(record: SourceRecord): void;
  remove(id: string): void;
}

function loggedSource(lands: string): LoggedSource {
  const log: { id: string; record?: SourceRecord }[] = [];
  const records = new Map<string, SourceRecord>();
  const pages: Pages = function* (_cursor, _signal, since) {
    const newest = new Map(log.slice(Number(since ?? 0)).map(entry => [entry.id, entry]));
    const entries = [...newest.values()];
    const removed = entries.filter(({ record }) => !record).map(({ id }) => id);
    const changes = since === undefined ? {} : { changesOnly: true as const, removed };
    yield { records: entries.flatMap(({ record }) => record ?? []), cursor: '1', next: String(log.length), ...changes };
  };
  return {
    script: { [lands]: pages },
    records,
    put(record) {
      log.push({ id: record.id, record });
      records.set(record.id, record);
    },
    remove(id) {
      log.push({ id });
      records.delete(id);
    },
  };
}

const accountAt = (index: number, change = 0): SourceRecord => ({
  ...sampleRecord(account, index),
  name: `name ${index} ${change}`,
  enabled: index % 3 > 0,
});
const grantAt = (index: number, entity: number): SourceRecord => ({
  ...sampleRecord(resourceOf('EntityAssignedAccessToObject')!, index),
  entityId: `Account-${entity}`,
});

/** What a deployment shows, without the times at which objects were read and rows were made. */
async function shown(test: TestService): Promise<unknown> {
  const token = await test.token();
  const exporting = exportsAs(test, token);
  const send = sendAs(test, token);
  const lists: Record<string, Item[]> = {};
  for (const list of ['accounts', 'entity-assigned-access-to-object', 'risk-violations']) {
    const items = await test.everyItem(`/v1/${list}?pageSize=200`);
    // Only a service that saw an object can say that its violation is resolved.
    lists[list] = items.filter(({ status }) => status !== 'Resolved').map(withoutTimes);
  }
  const ids = lists.accounts!.filter((_, index) => index % 29 === 0).map(({ globalId }) => globalId);
  const gets = await Promise.all(ids.map(async id => withoutTimes((await test.get(`/v1/accounts/${id}`)).body)));
  const queries: unknown[] = [];
  for (const query_string of [
    'SELECT count(*), count(DISTINCT global_id), min(alias), max(name) FROM accounts',
    'SELECT global_id, name, enabled FROM accounts ORDER BY global_id LIMIT 500',
    'SELECT account.name, count(*) FROM access_assignments AS access JOIN accounts AS account ON account.global_id = access.global_entity_id GROUP BY ALL ORDER BY ALL LIMIT 500',
  ]) {
    const { status, body } = await send('POST', '/v1/query/execute', { query_string, page_size: 1000 });
    queries.push(status === 200 ? body.rows : body);
  }
  const exported = rowsOf(await exporting.file('accessInventoryAccounts')).map(row => [row.accountId, row.name]);
  return { lists, gets, queries, exported };
}

const times = ['detectedAt', 'lastObservedAt', 'resolvedAt'];

function withoutTimes({ objectMetadata, serviceObjectMetadata, ...item }: Item): Item {
  for (const name of times) delete item[name];
  return { ...item, instance: objectMetadata.ApplicationInstanceId, by: serviceObjectMetadata.enrichmentVersion };
}

/** The files of the version in service: path → inode and bytes. */
function versionFiles(test: TestService): Map<string, { inode: number; bytes: number }> {
  const { folder } = test.service.tenant().catalogue.current()!;
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(entry => entry.isFile()).map(entry => path.join(entry.parentPath, entry.name));
  return new Map(
    files.map(file => {
      const { ino: inode, size: bytes } = fs.statSync(file);
      return [path.relative(folder, file), { inode, bytes }];
    }),
  );
}

async function fresh(settings: Parameters<typeof startService>[0], check: (test: TestService) => Promise<void>) {
  const test = await startService(settings);
  try {
    await test.sync();
    await check(test);
  } finally {
    await test.close();
  }
}

describe('a source with many accounts of which few change', () => {
  const people = loggedSource('Account');
  const still = Array.from({ length: 520 }, (_, index) => accountAt(index));
  const settings = {
    rowsOfFiles: { partRows: 500 },
    sources: { people: people.script, still: { Account: pagesOf(still, 1_000) } },
    settings: { hold_back: { gone_percent: 100, rejected_percent: 100 } },
  };
  let test: TestService;
  let before: ReturnType<typeof versionFiles>;
  let after: ReturnType<typeof versionFiles>;

  beforeAll(async () => {
    for (let index = 0; index < 600; index += 1) people.put(accountAt(index));
    test = await startService(settings);
    await test.sync();
    before = versionFiles(test);
    for (const index of [5, 17, 599]) people.put(accountAt(index, 1));
    people.put(accountAt(5_000));
    people.remove('Account-8');
    await test.sync(['people']);
    after = versionFiles(test);
  });
  afterAll(() => test?.close());

  it('writes only what differs, and links the rest', () => {
    const bases = [...before].filter(([name]) => /^(tables\/Account|collections\/accounts)\//.test(name));
    expect(bases).toHaveLength(4);
    for (const [name, { inode }] of bases) expect(after.get(name)?.inode, name).toBe(inode);
    const deltas = [...after].filter(([name]) => /\.(delta|gone)\./.test(name));
    const names = deltas.map(([name]) => name.replace(/[^/]*(\.(delta|gone)\.)/, '$1'));
    expect(names.filter(name => /Account\/|accounts\//.test(name)).toSorted()).toEqual([
      'collections/accounts/.delta.docs',
      'tables/Account/.delta.parquet',
      'tables/Account/.gone.parquet',
    ]);
  });

  it('shows what a version shows that is made at once', async () => {
    const sums = await shown(test);
    await fresh(settings, async other => expect(sums).toEqual(await shown(other)));
  });

  it('keeps the time at which an unchanged row was made', async () => {
    const items = await test.everyItem('/v1/accounts?pageSize=200');
    const { generatedAt } = test.service.tenant().catalogue.current()!.manifest;
    // An item's time has no zeros at its end, so the texts may differ.
    const isNow = ({ serviceObjectMetadata }: Item) =>
      Date.parse(serviceObjectMetadata.generatedTime) === Date.parse(generatedAt);
    const now = items.filter(isNow);
    expect(now.map(({ name }) => name).toSorted()).toEqual(['name 17 1', 'name 5 1', 'name 5000 0', 'name 599 1']);
  });

  it('links the indexes of the search unless a name changes', async () => {
    const indexes = () => {
      const isIndex = ([name]: [string, unknown]) => /^tables\/search_\w+\/(?!others)/.test(name);
      return new Map([...versionFiles(test)].filter(isIndex).map(([name, { inode }]) => [name, inode]));
    };
    const before = indexes();
    expect(before.size).toBe(6);
    people.put({ ...accountAt(5, 1), title: 'another title' });
    await test.sync(['people']);
    expect(indexes()).toEqual(before);
    people.put({ ...accountAt(5, 2), alias: 'another-alias' });
    await test.sync(['people']);
    const changed = [...indexes()].filter(([name, inode]) => before.get(name) !== inode).map(([name]) => name);
    expect(new Set(changed.map(name => path.dirname(name)))).toEqual(
      new Set(['tables/search_keys', 'tables/search_objects', 'tables/search_words']),
    );
    const found = await test.get('/v1/search?q=another-alias');
    expect(found.body.items.map((item: Item) => item.objectName)).toHaveLength(1);
  });
});

it('shows all rows of a source that gets a part of its own while the others change little', async () => {
  const growing = loggedSource('Account');
  const filling = Array.from({ length: 19 }, (_, index) => accountAt(index));
  const others = Array.from({ length: 8 }, (_, index) => [`other${index}`, { Account: pagesOf(filling) }] as const);
  const large = Array.from({ length: 20 }, (_, index) => accountAt(index));
  const settings = {
    rowsOfFiles: { partRows: 20 },
    sources: { ...Object.fromEntries(others), large: { Account: pagesOf(large) }, growing: growing.script },
  };
  for (const record of filling) growing.put(record);
  const test = await startService(settings);
  try {
    await test.sync();
    growing.put(accountAt(19));
    await test.sync(['growing']);
    const send = sendAs(test, await test.token());
    const { body } = await send('POST', '/v1/query/execute', {
      query_string: 'SELECT count(*) AS count FROM accounts',
    });
    expect(body.rows).toEqual([[8 * 19 + 2 * 20]]);
  } finally {
    await test.close();
  }
});

describe('random sequences of changes', () => {
  const sequences = isLong ? 1_000 : 1;
  const syncs = 4;
  const seed = testSeed();

  it(`show the same as a version that is made at once (seed ${seed})`, async () => {
    for (let sequence = 0; sequence < sequences; sequence += 1) await runSequence(createRandom(seed + sequence), syncs);
  });
});

async function runSequence(random: Random, syncs: number): Promise<void> {
  const people = loggedSource('Account');
  const grants = loggedSource('EntityAssignedAccessToObject');
  const settings = {
    sources: { people: { ...people.script, ...grants.script }, others: { Account: pagesOf([accountAt(1)]) } },
    settings: { hold_back: { gone_percent: 100, rejected_percent: 100 } },
    rowsOfFiles: { partRows: 8 },
  };
  const test = await startService(settings);
  try {
    for (let sync = 0; sync < syncs; sync += 1) {
      for (let change = random.below(sync === 0 ? 60 : 12); change > 0; change -= 1) {
        const index = random.below(60);
        if (random.below(4) === 0) people.remove(`Account-${index}`);
        else people.put(accountAt(index, random.below(3)));
        if (random.below(2) === 0) grants.put(grantAt(random.below(30), index));
      }
      await test.sync();
    }
    const sums = await shown(test);
    await fresh(settings, async other => expect(sums).toEqual(await shown(other)));
  } finally {
    await test.close();
  }
}
