// A deployment whose machine is lost: its backup is restored into a new data directory, with the files and without them.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBackup, writeBackup } from '../../src/cli/service/backup.ts';
import { backupState } from '../../src/database/backup.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import { exportRecords } from '../support/export-records.ts';
import { sendAs } from '../support/send.ts';
import { type Item, startService, temporaryFolder } from '../support/service/service.ts';

const sources = { app: exportRecords() };
const folders = { old: temporaryFolder(), files: temporaryFolder(), bare: temporaryFolder() };
const file = path.join(folders.old, 'state.gz');
let token: string;
let accounts: readonly Item[];

beforeAll(async () => {
  const test = await startService({ sources, folder: folders.old, synced: true });
  token = await test.token();
  accounts = await test.everyItem('/v1/accounts', token);
  const saved = { name: 'kept', query_string: 'select 1' };
  expect((await sendAs(test, token)('POST', '/v1/query/saved-queries', saved)).status).toBe(201);
  await writeBackup(backupState(test.service.database), file);
  await test.close();
});
afterAll(() => {
  for (const folder of Object.values(folders)) fs.rmSync(folder, { recursive: true, force: true });
});

async function restoreInto(folder: string, withoutFiles: boolean): Promise<void> {
  fs.mkdirSync(path.join(folder, 'data'));
  const database = await openDatabase({ folder: path.join(folder, 'data/state') });
  await readBackup(database, file, withoutFiles);
  await database.close();
}

describe('a restored deployment', () => {
  it('serves the same data as before, when the files are there', async () => {
    await restoreInto(folders.files, false);
    fs.cpSync(path.join(folders.old, 'data/tenants'), path.join(folders.files, 'data/tenants'), { recursive: true });
    const test = await startService({ sources, folder: folders.files });
    try {
      expect(await test.everyItem('/v1/accounts', token)).toEqual(accounts);
    } finally {
      await test.close();
    }
  });

  it('reads its sources again when the files are missing; tokens and saved queries stay valid', async () => {
    await restoreInto(folders.bare, true);
    const test = await startService({ sources, folder: folders.bare });
    try {
      expect((await test.get('/v1/accounts', token)).body.items).toEqual([]);
      expect((await test.get('/v1/query/saved-queries', token)).body.items).toMatchObject([{ name: 'kept' }]);
      expect((await test.sync()).build).toMatchObject({ status: 'Published', version: 2 });
      const read = await test.everyItem('/v1/accounts', token);
      expect(read.map(account => account.globalId)).toEqual(accounts.map(account => account.globalId));
    } finally {
      await test.close();
    }
  });
});
