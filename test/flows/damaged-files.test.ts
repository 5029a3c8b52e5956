// Landed files whose content was changed from outside: the source is read again in full, and no version is made without its data.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { pagesOf, type Script, sampleRecord } from '../support/scripted-source.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { until } from '../support/until.ts';
import { account } from './resources.ts';

let test: TestService;
afterEach(() => test.close());

const accounts = (count: number): Script => ({
  Account: pagesOf(Array.from({ length: count }, (_, index) => sampleRecord(account, index))),
});

async function start(app: Script = accounts(30)): Promise<void> {
  test = await startService({ mayRestart: true, sources: { app, other: accounts(10) } });
  await test.sync();
}

/** Change every Parquet file that a source has landed. */
function damage(source: string, change: (bytes: Buffer) => Buffer): void {
  const folder = path.join(test.folder, 'data/tenants/main/landed', source);
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.parquet'));
  expect(files).not.toEqual([]);
  for (const file of files) {
    const place = path.join(folder, file);
    fs.chmodSync(place, 0o600);
    fs.writeFileSync(place, change(fs.readFileSync(place)));
  }
}

const flip = (bytes: Buffer) => Buffer.from(bytes.map(byte => byte ^ 0xff));
const cut = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);
const count = async () => (await test.everyItem('/v1/accounts')).length;

async function repairOf(source: string) {
  const runs = async () => (await test.get('/v1/sync-runs')).body.items;
  const isRepaired = (items: { sourceId: string; cause: string; status: string }[]) =>
    items.some(run => run.sourceId === source && run.cause === 'repair' && run.status === 'Landed');
  return until(runs, isRepaired);
}

it.each([
  ['has other content', flip],
  ['was cut off', cut],
])('reads a source again whose landed file %s', async (_what, change) => {
  await start();
  damage('app', change);
  test.scripts.set('other', accounts(12));
  const { build } = await test.sync(['other']);
  expect(build).toMatchObject({
    status: 'Failed',
    error: expect.stringMatching(/^Account of source app: .* is damaged: .*; the source is read again$/),
  });
  await repairOf('app');
  await until(count, total => total === 42);
});

it('makes no version while such a source cannot be read', async () => {
  let isAway = false;
  await start({
    *Account(cursor, signal) {
      if (isAway) throw new Error('the source is away');
      yield* accounts(30)['Account']!(cursor, signal) as Iterable<never>;
    },
  });
  damage('app', flip);
  isAway = true;
  test.scripts.set('other', accounts(12));
  await test.sync(['other']);
  await test.sync(['app']);
  const { build } = await test.sync(['other']);
  expect(build).toMatchObject({ status: 'Failed', error: expect.stringMatching(/^landed files of app are damaged/) });
  expect(await count()).toBe(40);
  isAway = false;
  // A sync may join the repair that the failed build has requested, which may have found the source away.
  await until(
    () => test.sync(['app']),
    ({ runs }) => runs[0]!.status === 'Landed',
  );
  await until(count, total => total === 42);
});

it('reads in full where a read would have brought only changes', async () => {
  const asked: (string | undefined)[] = [];
  let isRefusing = false;
  await start({
    *Account(_cursor, _signal, since) {
      asked.push(since);
      const records = Array.from({ length: 30 }, (_, index) => sampleRecord(account, index));
      const gap = { reason: 'forbidden', subject: 'GET /users', message: '403', missing: 'objects' } as const;
      yield since === undefined
        ? { records, next: '1', gaps: isRefusing ? [gap] : [] }
        : { records: records.slice(0, 1), next: '2', changesOnly: true };
    },
  });
  damage('app', cut);
  isRefusing = true;
  await test.sync(['app']);
  await test.sync(['app']);
  expect(asked).toEqual([undefined, '1', undefined]);
  expect(await count()).toBe(40);
});
