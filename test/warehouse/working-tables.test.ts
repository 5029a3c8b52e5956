// A build makes only those working tables anew whose inputs have changed.
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { resources } from '../../src/resources/registry.ts';
import { buildVersion } from '../../src/warehouse/building/build.ts';
import { neighbourTables } from '../../src/warehouse/building/neighbour-tables.ts';
import { steps } from '../../src/warehouse/building/steps.ts';
import { createChanges } from '../../src/warehouse/building/working/changes.ts';
import { keyedQuery, relationsOf } from '../../src/warehouse/building/working/reads.ts';
import { stepUnits } from '../../src/warehouse/building/working/units.ts';
import { openDuckDB } from '../../src/warehouse/duckdb.ts';
import type { LocalChain } from '../../src/warehouse/landing/landed.ts';
import { readManifest } from '../../src/warehouse/version/manifest.ts';
import { buildOptions } from '../support/islands/build-options.ts';
import { landingOfTests } from '../support/islands/landed.ts';

const { folder, landing } = landingOfTests('working');

const source = { sourceId: 'app', applicationInstanceId: '11111111-1111-4111-8111-111111111111' };
const day = '2026-11-20T00:00:00Z';

type Account = Record<string, unknown>;

function organisation(changed: Account, activities: readonly Account[] = []) {
  const accounts = Array.from({ length: 30 }, (_, index) => ({
    ...{ id: `a${index}`, alias: `a${index}`, type: 'User', enabled: true, title: 'Clerk', isAdmin: index === 0 },
    ...{ email: `a${index}@example.com`, lastActivityDate: '2026-11-19T00:00:00Z' },
    ...(index === 7 && changed),
  }));
  const group = { id: 'g', name: 'Staff' };
  const memberships = accounts.map(({ id }) => ({
    ...{
      id: `${id}-g`,
      entityId: id,
      entityType: 'Account',
      managedViaObjectId: 'g',
      managedViaObjectType: 'UserGroup',
    },
  }));
  return {
    ...{ Account: accounts, UserGroup: [group], EntityManagedViaObject: memberships },
    ...(activities.length > 0 && { Activity: activities }),
  };
}

/** Two builds, between which account a7 changes, and activities become known. @returns the tables that the second one made */
function madeAfter(name: string, changed: Account, activities?: readonly Account[]): Promise<string[]> {
  return madeByLast(name, [organisation({}), organisation(changed, activities)]);
}

/** A build of each of these reads of the source. @returns the tables that the last one made */
async function madeByLast(name: string, reads: readonly ReturnType<typeof organisation>[]): Promise<string[]> {
  let chains: LocalChain[] = [];
  let previous: string | undefined;
  let made: ReadonlySet<string> = new Set();
  for (const [index, rows] of reads.entries()) {
    const at = new Date(Date.parse(day) + index * 60_000);
    chains = await landing().land({ ...source, at, rows }, chains);
    const version = path.join(folder, `${name}-${index}`);
    const outcome = await buildVersion(
      buildOptions(version, [source], chains, {
        ...{ version: index + 1, generatedAt: at, mostStandingRows: 0, workingFolder: path.join(folder, name) },
        ...(previous !== undefined && { previous, current: readManifest(previous) }),
      }),
    );
    expect(outcome.folder).toBeDefined();
    made = outcome.madeTables!;
    previous = version;
  }
  return [...made].sort();
}

it('an attribute that no step reads changes only when the account, which makes a person, was read', async () => {
  expect(await madeAfter('title', { costCenter: 'CC-7' })).toEqual(['enrich.Person']);
});

it('violations are decided on anew only for the objects whose facts have changed', async () => {
  expect(await madeAfter('decided', { enabled: false })).not.toContain('violations.found');
});

it('an account that is disabled does not walk the graph of access', async () => {
  const made = await madeAfter('disabled', { enabled: false });
  expect(made).toContain('risks.accounts');
  expect(made).toContain('impersonation.accounts');
  expect(
    made.filter(
      table => table.startsWith('analytics.') && !table.startsWith('analytics.person') && table !== 'analytics.Person',
    ),
  ).toEqual([]);
});

it('the first activity of a source does not walk the graph of access', async () => {
  const activity = {
    id: 'v1',
    actorAccountId: 'a7',
    eventType: 'login',
    outcome: 'Success',
    occurredAt: '2026-11-19T08:00:00Z',
  };
  const made = await madeAfter('activity', {}, [activity]);
  expect(made).toContain('analytics.account_activity');
  expect(made).not.toContain('analytics.nodes');
  expect(made.filter(table => table.startsWith('impersonation.'))).toEqual([]);
});

it('a read that replaces the runs over the first one makes nothing anew that the replaced ones did not', async () => {
  const titles = ['Clerk', 'Smith', 'Baker', 'Clerk'].map(title => organisation({ title }));
  const made = await madeByLast('replaced', titles);
  expect(made).toContain('enrich.Person');
  expect(made.filter(table => /^(analytics|impersonation)\./.test(table) && !/person/i.test(table))).toEqual([]);
});

it('another name of a node makes the graph anew', async () => {
  const made = await madeAfter('renamed', { alias: 'other' });
  expect(made).toContain('analytics.nodes');
});

it('a folder whose files are gone is no obstacle', async () => {
  const name = 'gone';
  fs.mkdirSync(path.join(folder, name), { recursive: true });
  fs.writeFileSync(path.join(folder, name, 'file'), 'of somebody else');
  expect(await madeAfter(name, { enabled: false })).toContain('risks.accounts');
});

const inputs = ['rules', 'conflicts', 'exclusions', 'acceptances', 'instances', 'reads'].map(name => `risks.${name}`);

it('all threads are used from the first table of many rows on that is made anew', async () => {
  await using duckdb = await openDuckDB({ file: ':memory:', spillFolder: folder, threads: 1, memoryBytes: 2 ** 28 });
  const changes = createChanges(duckdb, {}, () => duckdb.setThreads(2));
  const numbers = (table: string, rows: number) =>
    `CREATE TABLE step.${table} AS SELECT range AS number FROM range(${rows})`;
  await duckdb.run(`ATTACH ':memory:' AS step; ${numbers('few', 49_999)}; ${numbers('many', 50_000)}`);
  const threadsAfter = async (table: string) => {
    await changes.remake({ [`step.${table}`]: ['number'] }, () => duckdb.run(numbers(table, 3)));
    const [row] = await duckdb.rows<{ threads: bigint }>(`SELECT current_setting('threads') AS threads`);
    return row!.threads;
  };
  expect(await threadsAfter('few')).toBe(1n);
  expect(await threadsAfter('many')).toBe(2n);
});

it('every relation that a unit reads is made before', async () => {
  await using duckdb = await openDuckDB({ file: ':memory:', spillFolder: '', threads: 1, memoryBytes: 2 ** 28 });
  const known = new Set([
    ...resources.map(({ type }) => `model.${type}`),
    ...['model.federation_keys', 'model.unconfirmed_objects', ...inputs],
    ...neighbourTables.map(name => `neighbours.${name}`),
    ...resources.flatMap(({ type }) => steps.map(step => `${step}.${type}`)),
  ]);
  for (const name of ['enrich', 'analytics', 'impersonation', 'risks/prepare']) {
    for (const { reads, tables } of (await stepUnits(duckdb, `building/${name}`)).units) {
      const unknown = [...reads].filter(
        ([relation, columns]) => !relation.startsWith('variable.') && columns !== 'all' && !known.has(relation),
      );
      expect(unknown.map(([relation]) => relation)).toEqual([]);
      for (const table of tables) known.add(table);
    }
  }
});

it('columns are read by the SELECT that names them', async () => {
  await using duckdb = await openDuckDB({ file: ':memory:', spillFolder: '', threads: 1, memoryBytes: 2 ** 28 });
  const reads = await relationsOf(
    duckdb,
    `SELECT a.x, (SELECT max(b.y) FROM s.b WHERE b.z = a.key) FROM s.a JOIN s.c USING (joined) WHERE EXISTS (SELECT * FROM s.d WHERE w)`,
  );
  expect([...(reads.get('s.a') as Set<string>)]).toEqual(expect.arrayContaining(['x', 'key', 'joined']));
  expect([...(reads.get('s.b') as Set<string>)].sort()).toEqual(['a', 'b', 'key', 'y', 'z']);
  expect([...(reads.get('s.d') as Set<string>)]).toEqual(['w']);
  expect([...((await relationsOf(duckdb, 'SELECT a FROM s.a')).get('s.a') as Set<string>)]).toEqual(['a', '*']);
  expect([...((await relationsOf(duckdb, 'FROM s.a')).get('s.a') as Set<string>)]).toEqual(['*']);
});

it('a query reads by its key what it joins by the key, and nowhere else', async () => {
  await using duckdb = await openDuckDB({ file: ':memory:', spillFolder: '', threads: 1, memoryBytes: 2 ** 28 });
  const of = async (query: string, column?: string) =>
    [...((await keyedQuery(duckdb, query, column))?.byKey ?? [])].map(([name, key]) => `${name} ${key}`).sort();
  expect(await of('SELECT entity FROM r.a JOIN r.b USING (entity) WHERE x')).toEqual(['r.a entity', 'r.b entity']);
  expect(await of('SELECT entity, count(*) FROM r.a GROUP BY entity')).toEqual(['r.a entity']);
  expect(await of('SELECT entity, count(*) FROM r.a GROUP BY ALL')).toEqual(['r.a entity']);
  expect(await of('SELECT x, entity FROM r.a', 'entity')).toEqual(['r.a entity']);
  expect(
    await of('SELECT a.k AS entity FROM r.a AS a LEFT JOIN r.b AS b ON x AND b.id = a.k JOIN r.c AS c ON c.id = a.x'),
  ).toEqual(['r.a k', 'r.b id']);
  expect(await of('SELECT instance, min(entity) FROM r.a GROUP BY instance', 'entity')).toEqual([]);
  expect(await of('SELECT entity FROM r.a WHERE owner IN (SELECT entity FROM r.a)')).toEqual([]);
  expect(await of('SELECT entity FROM r.a JOIN r.b USING (instance)')).toEqual([]);
  expect(await of('SELECT b.entity FROM r.a AS a JOIN r.b AS b USING (entity)')).toEqual([]);
  expect(await of('SELECT a.entity FROM r.a AS a RIGHT JOIN r.b AS b USING (entity)')).toEqual([]);
  expect(await of('SELECT DISTINCT entity FROM r.a')).toEqual([]);
  expect(await of('SELECT entity FROM r.a LIMIT 1')).toEqual([]);
  expect(await of('SELECT lower(entity) AS entity FROM r.a')).toEqual([]);
  expect(await of('SELECT entity, max(x) OVER (PARTITION BY instance) FROM r.a')).toEqual([]);
});
