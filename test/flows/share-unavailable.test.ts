// A shared folder that is not mounted for a while: its mount point is there, and empty.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exportRecords } from '../support/export-records.ts';
import { pagesOf } from '../support/scripted-source.ts';
import { startService, type TestService, temporaryFolder } from '../support/service/service.ts';
import { until } from '../support/until.ts';

const folder = temporaryFolder();
const share = path.join(folder, 'share');
let test: TestService;

beforeAll(async () => {
  test = await startService({ sources: { app: exportRecords() }, folder, settings: { storage: { folder: share } } });
});
afterAll(async () => {
  await test.close();
  fs.rmSync(folder, { recursive: true });
});

it('stores nothing in the mount point, fails no run, and continues when the share is back', async () => {
  expect((await test.sync()).build).toMatchObject({ status: 'Published', version: 1 });
  const accounts = await test.everyItem('/v1/accounts');
  fs.renameSync(share, `${share}-unmounted`);
  fs.mkdirSync(share);

  // Something new, because a read that brings nothing new needs no storage.
  test.scripts.set('app', { ...exportRecords(), Department: pagesOf([{ id: 'new', name: 'New' }]) });
  const syncing = test.sync();
  const attempts = () => test.service.database.query<{ most: number }>('select max(attempt) as most from sync_runs');
  await until(attempts, ([row]) => row!.most >= 2, 30_000);
  expect(fs.readdirSync(share)).toEqual([]);
  expect(await test.everyItem('/v1/accounts')).toEqual(accounts);

  fs.rmdirSync(share);
  fs.renameSync(`${share}-unmounted`, share);
  const { runs, build } = await syncing;
  expect(runs).toMatchObject([{ status: 'Landed' }]);
  expect(build).toMatchObject({ status: 'Published', version: 2 });
});
