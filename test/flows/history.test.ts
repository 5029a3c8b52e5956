// Runs and builds of weeks ago are removed from state, unless a version is still made of them.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readableVersions } from '../../src/state/versions.ts';
import { pagesOf, type Script, sampleRecord } from '../support/scripted-source.ts';
import { type Item, startService, type TestService } from '../support/service/service.ts';
import { until } from '../support/until.ts';
import { account } from './resources.ts';

const recordsOf = (...indexes: number[]) => indexes.map(index => sampleRecord(account, index));
const whole = (...indexes: number[]): Script => ({ Account: pagesOf(recordsOf(...indexes)) });
const half = (...indexes: number[]): Script => ({
  *Account() {
    const gap = { reason: 'forbidden', subject: 'GET /users', message: '403', missing: 'objects' } as const;
    yield { records: recordsOf(...indexes), gaps: [gap] };
  },
});

let test: TestService;
beforeAll(async () => {
  test = await startService({ sources: { app: whole(0) }, settings: { versions: { keep: '1h' } } });
});
afterAll(() => test.close());

const runs = async (): Promise<string[]> => (await test.everyItem('/v1/sync-runs')).map(({ id }: Item) => id);

async function synced(script: Script): Promise<string> {
  test.scripts.set('app', script);
  const { runs: made } = await test.sync([], true);
  return made[0]!.run_id;
}

/** Move everything into the past by this number of days, and sweep. */
async function daysPass(days: number): Promise<void> {
  const { database } = test.service;
  for (const [table, columns] of [
    ['sync_runs', ['queued_at', 'ended_at']],
    ['builds', ['queued_at', 'started_at', 'ended_at']],
    ['versions', ['published_at', 'replaced_at', 'removed_at']],
  ] as const) {
    await database.execute(
      `update ${table} set ${columns.map(column => `${column} = ${column} - interval '${days} days'`).join(', ')}`,
    );
  }
  await test.service.tenant().context.addJob('sweep', 'main');
}

const counted = async () => {
  const [row] = await test.service.database.query<{ builds: number; versions: number; reads: number }>(
    `select (select count(*) from builds)::int as builds, (select count(*) from versions)::int as versions,
       (select count(distinct run_id) from sync_reads)::int as reads`,
  );
  return row!;
};

it('keeps the runs and builds of existing versions, and all others for a month', async () => {
  const old = [await synced(whole(0)), await synced(whole(0, 1))];
  const complete = await synced(whole(0, 1, 2));
  const incomplete = await synced(half(3));
  await daysPass(29);
  await until(
    async () => (await readableVersions(test.service.database, 'main')).length,
    versions => versions === 1,
  );
  expect(await runs()).toEqual([incomplete, complete, ...old.toReversed()]);
  expect(await counted()).toEqual({ builds: 4, versions: 4, reads: 4 });

  await daysPass(2);
  // The incomplete run kept what it did not bring, so nothing is made of the complete one any more.
  await until(runs, left => left.length === 1);
  expect(await runs()).toEqual([incomplete]);
  // The versions were removed two days ago.
  expect(await counted()).toEqual({ builds: 4, versions: 4, reads: 1 });
  await daysPass(30);
  await until(counted, ({ builds, versions }) => builds === 1 && versions === 1);

  const newest = await synced(half(4));
  expect(await runs()).toEqual([newest, incomplete]);
  expect(await test.everyItem('/v1/accounts')).toHaveLength(5);
  const [version] = await readableVersions(test.service.database, 'main');
  expect(version!.version).toBe(5);
  const last = await synced(whole(7));
  await daysPass(31);
  await until(runs, left => left.length === 1);
  expect(await runs()).toEqual([last]);
  expect((await test.everyItem('/v1/accounts')).map(({ id }: Item) => id)).toEqual(['Account-7']);
});
