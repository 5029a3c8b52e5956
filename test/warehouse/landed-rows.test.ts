// The rows of runs that are laid over each other: for each object the newest record, and none of an object that was removed since.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { role } from '../../src/resources/role.ts';
import { type DuckDB, literal, openDuckDB } from '../../src/warehouse/duckdb.ts';
import type { LocalChain, LocalRun } from '../../src/warehouse/landing/landed.ts';
import { landedIds, landedRows } from '../../src/warehouse/landing/landed-rows.ts';
import { isLong } from '../support/long-tests.ts';
import { createRandom, testSeed } from '../support/random.ts';

/** What a run brought, in order (ids may repeat), and the ids that it removed. */
interface Landed {
  readonly brought: readonly string[];
  readonly removed: readonly string[];
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rolecall-'));
let duckdb: DuckDB;
let files = 0;
beforeAll(async () => {
  duckdb = await openDuckDB({ file: ':memory:', spillFolder: folder, threads: 1, memoryBytes: 2 ** 30 });
});
afterAll(async () => {
  await duckdb[Symbol.asyncDispose]();
  fs.rmSync(folder, { recursive: true, force: true });
});

async function write(rows: string): Promise<string> {
  files += 1;
  const file = path.join(folder, `${files}.parquet`);
  await duckdb.run(`COPY (${rows}) TO ${literal(file)} (FORMAT parquet)`);
  return file;
}

/** The name of each record says in which run it came, and as which record of that run. */
async function chainOf(runs: readonly Landed[]): Promise<LocalChain> {
  const local: LocalRun[] = [];
  for (const [position, { brought, removed }] of runs.entries()) {
    const values = brought.map((id, index) => `(${literal(id)}, ${literal(`${position}/${index}`)})`);
    const paths = values.length > 0 ? [await write(`FROM (VALUES ${values.join(', ')}) AS landed ("id", "name")`)] : [];
    const gone = removed.map(id => `(${literal(id)})`);
    const removedPaths = gone.length > 0 ? [await write(`FROM (VALUES ${gone.join(', ')}) AS gone ("id")`)] : [];
    const duplicates = new Set(brought).size < brought.length;
    const read = { status: 'Complete', rows: brought.length };
    const endedAt = new Date(0);
    local.push({ position, duplicates, read, endedAt, paths, removedPaths } as unknown as LocalRun);
  }
  return { sourceId: 'app', type: role.type, runs: local };
}

function expected(runs: readonly Landed[]): [string, string][] {
  const rows = new Map<string, string>();
  for (const [position, { brought, removed }] of runs.entries()) {
    for (const id of removed) rows.delete(id);
    // Of the records of one run with the same id, the first one counts.
    for (const id of new Set(brought)) rows.set(id, `${position}/${brought.indexOf(id)}`);
  }
  return [...rows].toSorted();
}

async function expectRows(runs: readonly Landed[], seed?: number): Promise<void> {
  const chain = await chainOf(runs);
  const rows = await duckdb.rows<{ id: string; name: string }>(
    `SELECT "id" AS id, "name" AS name FROM (${landedRows(role, [chain])})`,
  );
  const said = { seed, runs };
  expect({ ...said, rows: rows.map(({ id, name }) => [id, name]).toSorted() }).toEqual({
    ...said,
    rows: expected(runs),
  });
  const ids = await duckdb.rows<{ id: string }>(`SELECT "id" AS id FROM (${landedIds(chain)})`);
  expect(ids.map(({ id }) => id).toSorted()).toEqual(expected(runs).map(([id]) => id));
}

it.each<[string, readonly Landed[]]>([
  ['nothing', []],
  ['runs without files', [{ brought: [], removed: [] }]],
  ['one run', [{ brought: ['a', 'b'], removed: [] }]],
  ['one run in which an id came twice', [{ brought: ['a', 'b', 'a'], removed: [] }]],
  [
    'an object that is removed and comes back',
    [
      { brought: ['a', 'b'], removed: [] },
      { brought: [], removed: ['a'] },
      { brought: ['a'], removed: [] },
    ],
  ],
  [
    'an object that comes, is removed, and comes again',
    [
      { brought: ['a'], removed: [] },
      { brought: ['b'], removed: [] },
      { brought: ['c'], removed: ['b'] },
      { brought: ['b'], removed: ['c', 'unknown'] },
    ],
  ],
  [
    'an object that one run brings and removes',
    [
      { brought: ['a', 'b'], removed: [] },
      { brought: ['a'], removed: ['a', 'b'] },
    ],
  ],
  [
    'removals alone',
    [
      { brought: ['a', 'b'], removed: [] },
      { brought: [], removed: ['a'] },
      { brought: [], removed: ['b'] },
    ],
  ],
  [
    'changes of a source that was empty',
    [
      { brought: [], removed: [] },
      { brought: ['a'], removed: ['b'] },
      { brought: ['b'], removed: ['a'] },
    ],
  ],
])('of %s', async (_what, runs) => {
  await expectRows(runs);
});

it('of any runs', async () => {
  const seed = testSeed();
  const random = createRandom(seed);
  const some = (most: number) => Array.from({ length: random.below(most) }, () => `id-${random.below(12)}`);
  for (let round = 0; round < (isLong ? 2_000 : 40); round += 1) {
    const runs = Array.from({ length: 1 + random.below(5) }, () => ({ brought: some(9), removed: some(4) }));
    // The first run has nothing to remove anything from.
    await expectRows([{ ...runs[0]!, removed: [] }, ...runs.slice(1)], seed);
  }
});
