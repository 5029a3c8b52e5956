// Files of a source in a bucket: read as those of a folder, each fetched only when it is read and has changed.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customApplication } from '../../../../connectors/custom-application/index.ts';
import { openBucketFolder } from '../../../../pipelines/extract/bucket-folder.ts';
import type { BucketFolderSettings, Page } from '../../../../src/connector/contract.ts';
import { openBucket } from '../../../../src/storage/bucket/bucket.ts';
import { putBytes, removeObjects } from '../../../../src/storage/bucket/objects.ts';
import { type ObjectServer, startObjectServer } from '../../../support/servers/object-server.ts';
import { startService, temporaryFolder } from '../../../support/service/service.ts';
import { sourceFolder } from '../source-folder.ts';

const description = `application: { name: X }
objects:
  Account: { file: users.csv, fields: { id: id, alias: id, type: { constant: User } } }
  Department: { file: "units_*.csv", fields: { id: id, name: { lookup: { file: names.csv, key: id, column: id, value: name } } } }
`;

let server: ObjectServer;
let copies: string;
let bucket: ReturnType<typeof openBucket>;
beforeAll(async () => {
  server = await startObjectServer();
  copies = temporaryFolder();
  bucket = openBucket({ ...server.settings, cacheFolder: copies, cacheBytes: 0 });
});
afterAll(async () => {
  bucket.close();
  await server.stop();
  fs.rmSync(copies, { recursive: true, force: true });
});

const put = (name: string, text: string) => putBytes(bucket, name, Buffer.from(text));
const settingsOf = (prefix: string): BucketFolderSettings => {
  const { bucket: name, ...access } = server.settings;
  return { name, prefix, ...access };
};

async function read(prefix: string, cursors: Record<string, string> = {}, more: Partial<BucketFolderSettings> = {}) {
  const signal = AbortSignal.timeout(200_000);
  const folder = sourceFolder({ 'config/x.yaml': description });
  const fetched: string[] = [];
  const context = {
    ...{ sourceId: 'x', applicationInstanceId: '', baseFolder: '/', signal },
    openBucketFolder: async (given: BucketFolderSettings) => {
      const opened = await openBucketFolder(given, copies, signal);
      return { ...opened, fetch: (file: string) => opened.fetch(file).then(() => void fetched.push(file)) };
    },
  };
  const settings = customApplication.settings.parse({ folder, bucket: { ...settingsOf(prefix), ...more } });
  const client = await customApplication.open(settings, context);
  try {
    const landed: Record<string, Page[]> = {};
    for (const one of customApplication.reads(client)) {
      const pages: Page[] = [];
      for await (const page of one.pages(client, cursors[one.lands])) pages.push(page);
      landed[one.lands] = pages;
    }
    const ids = (type: string) => landed[type]!.flatMap(({ records }) => records.map(({ id }) => id));
    return { ids, fetched, problems: await customApplication.check(client), cursor: landed['Account']![0]!.cursor };
  } finally {
    await customApplication.close!(client);
  }
}

const contents = () =>
  fs.readdirSync(copies).flatMap(place => {
    const folder = path.join(copies, place, 'contents');
    return fs.readdirSync(folder).map(file => `${file} ${fs.statSync(path.join(folder, file)).ino}`);
  });

async function putExport(prefix: string, users: string) {
  await put(`${prefix}/users.csv`, users);
  await put(`${prefix}/units_1.csv`, 'id\n7\n');
  await put(`${prefix}/units_2.csv`, 'id\n8\n');
  await put(`${prefix}/names.csv`, 'id,name\n7,Seven\n8,Eight\n');
}

describe('files in a bucket', () => {
  it('are read as those of a folder, and fetched again only when they change', async () => {
    await putExport('a', 'id\nada\nbob\n');
    await put('ab/users.csv', 'id\nother\n');
    const first = await read('a');
    expect([first.ids('Account'), first.ids('Department'), first.problems]).toEqual([['ada', 'bob'], ['8'], []]);
    expect(new Set(first.fetched)).toEqual(new Set(['users.csv', 'units_2.csv', 'names.csv']));
    const before = contents();
    await put('a/users.csv', 'id\nada\nbob\neve\n');
    const second = await read('a/');
    expect(second.ids('Account')).toEqual(['ada', 'bob', 'eve']);
    const again = await read('a');
    expect(again.ids('Account')).toEqual(['ada', 'bob', 'eve']);
    // Two of the three files are the very same; what changed has replaced the other.
    expect(contents().filter(file => before.includes(file))).toHaveLength(2);
    expect(contents().length).toBeLessThanOrEqual(before.length + 3);
  });

  it('of the newest export are read; an interrupted read goes on with the export that it began with', async () => {
    await putExport('b/startedat=2026-11-01T00:00:00Z', 'id\nold\n');
    const old = await read('b');
    await putExport('b/startedat=2026-11-02T00:00:00Z', 'id\nnew\n');
    expect((await read('b')).ids('Account')).toEqual(['new']);
    const start = JSON.stringify({ ...JSON.parse(old.cursor!), step: 0 });
    expect((await read('b', { Account: start })).ids('Account')).toEqual(['old']);
  });

  it('never leave the copy, whatever objects are called', async () => {
    await putExport('c', 'id\nada\n');
    for (const odd of ['c/a\\b.csv', 'c//x.csv', 'c/.hidden', 'c/users.csv/below.csv', 'c/folder/'])
      await put(odd, 'x');
    const { ids, problems } = await read('c');
    expect(ids('Account')).toEqual(['ada']);
    expect(problems.map(({ place }) => place).sort()).toEqual(['.hidden', '/x.csv', 'a\\b.csv', 'users.csv/below.csv']);
  });

  it.each([
    [
      'credentials that are refused',
      { secret_access_key: 'wrong-secret' },
      /settings\.bucket: .*refuses the credentials/,
    ],
    ['a bucket that does not exist', { name: 'absent' }, /settings\.bucket: .*does not exist; create it/],
    ['a prefix without files', { prefix: 'nothing' }, /settings\.bucket: the file with the data is missing/],
  ])('with %s are refused with the remedy, and no secret', async (_, more, message) => {
    const reading = read('a', {}, more);
    await expect(reading).rejects.toThrow(message);
    await expect(reading).rejects.not.toThrow(/wrong-secret/);
  });

  it('that are gone when they are read leave a gap, so that nothing counts as deleted', async () => {
    await putExport('d', 'id\nada\n');
    const sources = [{ id: 'x', connector: 'custom-application', settings: { folder: 'x', bucket: settingsOf('d') } }];
    const folder = temporaryFolder();
    fs.mkdirSync(path.join(folder, 'x/config'), { recursive: true });
    fs.writeFileSync(path.join(folder, 'x/config/x.yaml'), description);
    const test = await startService({ folder, connectors: [customApplication], settings: { sources } });
    try {
      const [first] = (await test.sync()).runs;
      expect([first!.status, first!.error]).toEqual(['Landed', null]);
      expect((await test.everyItem('/v1/accounts')).map(({ alias }) => alias)).toEqual(['ada']);
      await removeObjects(bucket, ['d/users.csv']);
      const [second] = (await test.sync()).runs;
      expect(second!.error).toMatch(/users\.csv.*there is no such file/);
      expect((await test.everyItem('/v1/accounts')).map(({ alias }) => alias)).toEqual(['ada']);
    } finally {
      await test.close();
      fs.rmSync(folder, { recursive: true, force: true });
    }
  });
});
