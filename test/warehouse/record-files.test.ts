// Record files: what is found in them, versions of former releases, and files that the next version takes over.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccessPair, BetweenEdges } from '../../src/lookups/between.ts';
import { createLookups, type Lookups } from '../../src/lookups/lookups.ts';
import type { Visible } from '../../src/resources/visibility/visible.ts';
import { literal, openDuckDB } from '../../src/warehouse/duckdb.ts';
import { tablesFolder } from '../../src/warehouse/version/layout.ts';
import { openRecordFile, type RecordTable, writeRecordFile } from '../../src/warehouse/version/record-files.ts';
import { type AccessGraph, scriptOf } from '../support/access/graph.ts';
import { randomGraph } from '../support/access/random-graph.ts';
import { createRandom } from '../support/random.ts';
import { pagesOf } from '../support/scripted-source.ts';
import { sendAs } from '../support/send.ts';
import { type Item, instanceOf, startService, type TestService, temporaryFolder } from '../support/service/service.ts';

describe('a record file', () => {
  /** Some keys have the records of several pages. */
  const memberships = `(SELECT (n * 7919 % 400 + CASE WHEN n % 3 = 0 THEN 0 ELSE 1000 * (n % 2) END)::INTEGER AS member,
    n::INTEGER AS container, CASE WHEN n % 5 > 0 THEN md5(n::VARCHAR)::UUID END AS relation_id, md5((n % 2)::VARCHAR)::UUID AS application_instance_id
    FROM range(3000) AS numbers(n)
    UNION ALL SELECT 1852516353, n::INTEGER, md5(n::VARCHAR)::UUID, md5('0')::UUID FROM range(1000) AS numbers(n))`;
  const texts = [null, '', 'group', 'group', 'Größe 名', 'x'.repeat(70_000)];
  const names = `(SELECT n::INTEGER AS number, md5(n::VARCHAR)::UUID AS id, NULL::UUID AS contents_of, 'UserGroup' AS type,
    [${texts.map(text => (text === null ? 'NULL' : literal(text))).join(', ')}][n % ${texts.length} + 1] AS name FROM range(700) AS numbers(n))`;

  async function written(rows: string, table: RecordTable, withInstance: boolean) {
    const folder = temporaryFolder();
    const file = path.join(folder, 'some.records');
    await using duckdb = await openDuckDB({ file: ':memory:', spillFolder: folder, threads: 1, memoryBytes: 2 ** 28 });
    await writeRecordFile(duckdb.chunks, file, rows, table, withInstance);
    return { file, all: await duckdb.rows<Item>(`FROM ${rows}`) };
  }
  const opened = (file: string, table: RecordTable, withInstance: boolean) =>
    openRecordFile(file, table, withInstance, new Map(), 0);
  const sorted = (rows: readonly Item[]) => rows.map(row => JSON.stringify(row)).sort();

  it.each([true, false])('has the records of each key, with their instance: %s', async withInstance => {
    const { file, all } = await written(memberships, 'memberships', withInstance);
    const records = opened(file, 'memberships', withInstance);
    const byMember = Map.groupBy(all, ({ member }) => member as number);
    expect(Math.max(...[...byMember.values()].map(({ length }) => length))).toBeGreaterThan(600);
    for (const member of [...byMember.keys(), 1, 401, 3_000_000_000, 2 ** 32 - 1]) {
      const rows = (byMember.get(member) ?? []).map(({ application_instance_id: instance, relation_id, ...row }) => ({
        ...row,
        relation_id: relation_id === null ? null : String(relation_id),
        ...(withInstance && { application_instance_id: String(instance) }),
      }));
      expect(sorted(records.find<Item>([member]))).toEqual(sorted(rows));
      expect(records.count([member])).toBe(rows.length);
      for (const { container } of rows.slice(0, 3))
        expect(records.find<Item>([member, container]).map(row => row['container'])).toEqual([container]);
    }
  });

  it('has texts of any length, and says which are absent', async () => {
    const { file } = await written(names, 'node_names', false);
    const records = opened(file, 'node_names', false);
    for (const number of [0, 1, 2, 3, 4, 5, 300, 302, 303, 699]) {
      const [{ objectName, objectType }, ...others] = records.find<Item>([number]) as [Item];
      expect([objectName, objectType, others]).toEqual([texts[number % texts.length], 'UserGroup', []]);
    }
    expect(records.find([700])).toEqual([]);
  });

  it('may have no records', async () => {
    const { file } = await written(`(FROM ${memberships} WHERE false)`, 'memberships', false);
    expect(opened(file, 'memberships', false).find([0])).toEqual([]);
  });

  it('that is not whole is refused', async () => {
    const { file } = await written(memberships, 'memberships', false);
    fs.truncateSync(file, fs.statSync(file).size - 1);
    expect(() => opened(file, 'memberships', false)).toThrow('is not a whole record file');
  });
});

describe('a version', () => {
  const random = createRandom(17);
  const size = { accounts: 14, containers: 12, resources: 24, nested: 20, grants: 70 };
  const graphs: Readonly<Record<string, AccessGraph>> = {
    large: randomGraph(random, size),
    'other-large': randomGraph(random, { ...size, nested: 40 }),
    small: randomGraph(random, { accounts: 3, containers: 4, resources: 6, nested: 4, grants: 12 }),
  };
  let test: TestService;
  let lookups: Lookups;
  let folder: string;
  let pairs: AccessPair[];
  beforeAll(async () => {
    const sources = Object.entries(graphs).map(([name, graph]) => [name, scriptOf(graph)]);
    test = await startService({ rowsOfFiles: { partRows: 10, lookupRows: 60 }, sources: Object.fromEntries(sources) });
    await test.sync();
    folder = test.service.tenant().catalogue.current()!.folder;
    const limits = { processes: 1, timeMs: 60_000, memoryBytes: 2 ** 28, onWarning: () => {} };
    lookups = createLookups({ ...limits, folder: path.join(test.folder, 'record-lookups') });
    const send = sendAs(test, await test.token({ scopes: ['read'] }));
    const endsOf = async (list: string, objectType: string) =>
      ((await send('GET', `/v1/${list}?pageSize=200`)).body.items as Item[]).map(({ globalId, name }) => {
        return { objectId: String(globalId), objectType, objectName: name === undefined ? null : String(name) };
      });
    const subjects = await endsOf('accounts', 'Account');
    const objects = [...(await endsOf('resource-instances', 'ResourceInstance')), ...(await endsOf('roles', 'Role'))];
    pairs = subjects.flatMap(subject => objects.map(object => ({ subject, object })));
  });
  afterAll(async () => {
    await lookups?.close();
    await test?.close();
  });

  async function between(versionFolder: string, visible?: Visible): Promise<BetweenEdges[]> {
    const origin = { clientId: 'test', versionFolder, visible };
    return lookups.between(origin, { pairs, mostEdges: 1_000 }, new AbortController().signal);
  }
  const recordsIn = (version: string) =>
    fs.globSync('**/*.records*', { cwd: tablesFolder(version) }).map(file => path.join(tablesFolder(version), file));
  /** Without the numbers of nodes, which are those of a version. */
  const edgesIn = (found: readonly BetweenEdges[]) =>
    found.map(({ edges }) => edges.map(({ from, to, id }) => ({ from, to, id })));

  it('of a former release, without the files, has the same between objects, for every client', async () => {
    const former = path.join(test.folder, 'former');
    fs.cpSync(folder, former, { recursive: true });
    expect(recordsIn(former).length).toBeGreaterThan(20);
    for (const file of recordsIn(former)) fs.rmSync(file);
    const seen = (...sources: string[]): Visible => ({
      tenant: 'main',
      instances: new Set(sources.map(source => instanceOf(test, source))),
      personData: false,
    });
    const counts: number[] = [];
    for (const visible of [undefined, seen('large', 'small'), seen('small')]) {
      const found = await between(folder, visible);
      expect(await between(former, visible)).toEqual(found);
      counts.push(found.filter(({ edges }) => edges.length > 0).length);
    }
    expect(counts.every((count, index) => count > 0 && count < (counts[index - 1] ?? Number.POSITIVE_INFINITY))).toBe(
      true,
    );
  });

  it('takes over the files of sources that did not change', async () => {
    const own = recordsIn(folder).filter(file => !path.basename(file).startsWith('others'));
    test.scripts.set('small', { Account: pagesOf([{ id: 'alone', alias: 'alone', type: 'User' }]) });
    await test.sync(['small']);
    const next = test.service.tenant().catalogue.current()!.folder;
    expect(next).not.toBe(folder);
    const inodes = (version: string) =>
      own.map(file => fs.statSync(path.join(tablesFolder(version), path.relative(tablesFolder(folder), file))).ino);
    expect(inodes(next)).toEqual(inodes(folder));
    const [before, after] = [await between(folder), await between(next)];
    const staying = after.flatMap(({ subject, object }, index) => (subject === null || object === null ? [] : [index]));
    expect(staying.some(index => before[index]!.edges.length > 0)).toBe(true);
    expect(edgesIn(staying.map(index => after[index]!))).toEqual(edgesIn(staying.map(index => before[index]!)));
  });
});
