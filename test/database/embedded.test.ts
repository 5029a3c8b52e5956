import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../src/database/open-database.ts';
import { OperatorError } from '../../src/errors.ts';
import { createRandom, testSeed } from '../support/random.ts';
import { copyState } from '../support/service/state-copy.ts';

const writer = join(import.meta.dirname, '../support/acknowledged-writes.ts');

describe('embedded state database', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'rolecall-embedded-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Let another process write, and kill it as soon as it has acknowledged `count` rows. */
  async function killedAfter(count: number, kind: 'statements' | 'transactions', state: string): Promise<string[]> {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', writer, state, kind], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exit = once(child, 'exit');
    const acknowledged: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      acknowledged.push(line);
      if (acknowledged.length === count) child.kill('SIGKILL');
    }
    expect((await exit)[1]).toBe('SIGKILL');
    return acknowledged;
  }

  it('keeps every acknowledged row when its process is killed', async () => {
    const state = join(folder, 'killed');
    copyState(state);
    const acknowledged: string[] = [];
    const random = createRandom(testSeed());
    for (const [count, kind] of [
      [1, 'statements'],
      [2 + random.below(40), 'statements'],
      [2 + random.below(40), 'transactions'],
      [2 + random.below(40), 'transactions'],
    ] as const) {
      acknowledged.push(...(await killedAfter(count, kind, state)));
    }
    const database = await openDatabase({ folder: state });
    const rows = await database.query<{ id: string; parts: number }>(
      'SELECT id, count(*) AS parts FROM written GROUP BY id',
    );
    await database.close();
    expect(rows.map(row => row.id)).toEqual(expect.arrayContaining(acknowledged));
    expect(
      rows.filter(row => row.parts !== 2),
      'half a transaction',
    ).toEqual([]);
  });

  it('has the disk confirm each transaction before it is acknowledged', async () => {
    copyState(join(folder, 'synced'));
    const database = await openDatabase({ folder: join(folder, 'synced') });
    await database.execute('CREATE TABLE synced (id int)');
    const sync = vi.spyOn(fs, 'fdatasyncSync');
    syncBuiltinESMExports();
    try {
      for (let id = 1; id <= 3; id++) {
        await database.query('INSERT INTO synced VALUES ($1)', [id]);
        expect(sync.mock.calls.length).toBeGreaterThanOrEqual(id);
      }
    } finally {
      sync.mockRestore();
      syncBuiltinESMExports();
      await database.close();
    }
  });

  it('starts over when the process that made the database was killed half-way', async () => {
    const state = join(folder, 'half');
    mkdirSync(`${state}.unfinished`);
    writeFileSync(join(`${state}.unfinished`, 'PG_VERSION'), '18\n');
    const database = await openDatabase({ folder: state });
    await expect(database.query('SELECT 1 AS one')).resolves.toEqual([{ one: 1 }]);

    await expect(openDatabase({ folder: state })).rejects.toThrow(OperatorError);
    await expect(openDatabase({ folder: state })).rejects.toThrow(/open in another process/);
    await database.close();
    await expect(database.query('SELECT 1')).rejects.toThrow(/closed/);
    await (await openDatabase({ folder: state })).close();
  });

  it('uses the space of deleted rows again', async () => {
    copyState(join(folder, 'vacuumed'));
    const database = await openDatabase({ folder: join(folder, 'vacuumed'), vacuumEveryMs: 1 });
    await database.execute('CREATE TABLE filled (id int, text text)');
    const fill = () =>
      database.query(`INSERT INTO filled SELECT id, repeat('x', 1000) FROM generate_series(1, 1000) AS id`);
    const vacuumed = async () => {
      const [table] = await database.query<{ count: number; bytes: number; dead: number }>(
        `SELECT vacuum_count AS count, n_dead_tup AS dead, pg_table_size(relid) AS bytes
         FROM pg_stat_user_tables WHERE relname = 'filled'`,
      );
      return table!;
    };
    await fill();
    const { bytes } = await vacuumed();
    for (let round = 0; round < 3; round++) {
      await database.query('DELETE FROM filled');
      const { count } = await vacuumed();
      // The first one after the rows were deleted may have begun before.
      await vi.waitFor(async () => expect((await vacuumed()).count).toBeGreaterThan(count + 1), 10_000);
      await fill();
    }
    // Without a vacuum there would be room for the rows of four rounds.
    expect((await vacuumed()).bytes).toBeLessThan(bytes * 1.5);
    await database.close();
  });

  it('refuses a folder that holds something else, and an invalid server address', async () => {
    const state = join(folder, 'foreign');
    mkdirSync(state);
    writeFileSync(join(state, 'letters.txt'), 'dear');
    await expect(openDatabase({ folder: state })).rejects.toThrow(/something other than a state database/);
    await expect(openDatabase({ url: 'mysql://root:hunter2@localhost/x' })).rejects.toThrow(
      new OperatorError('database_url must look like postgresql://user:password@host:5432/database'),
    );
    const unreachable = openDatabase({ url: 'postgresql://someone:hunter2@127.0.0.1:1/none' });
    await expect(unreachable).rejects.toThrow(/cannot be used: .*ECONNREFUSED/);
    await expect(unreachable).rejects.not.toThrow(/hunter2/);
  });
});
