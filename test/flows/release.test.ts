// Versions that are held for a client and files that are opened for a version are released, also after faults.
import fs from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readableVersions } from '../../src/state/versions.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { createCatalogue } from '../../src/warehouse/version/catalogue.ts';
import { pagesOf, sampleRecord } from '../support/scripted-source.ts';
import { sendAs } from '../support/send.ts';
import { startService, type TestService, temporaryFolder } from '../support/service/service.ts';
import { until } from '../support/until.ts';
import { account } from './resources.ts';

const script = { Account: pagesOf([sampleRecord(account, 0)]) };
const folder = temporaryFolder();
let test: TestService;
beforeAll(async () => {
  test = await startService({ folder, sources: { app: script } });
});
afterAll(async () => {
  await test.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Files of a version that this process has open. */
function openFilesOf(versionFolder: string): string[] {
  return fs.readdirSync('/proc/self/fd').flatMap(descriptor => {
    try {
      const file = fs.readlinkSync(`/proc/self/fd/${descriptor}`);
      return file.includes(versionFolder) ? [file] : [];
    } catch {
      return [];
    }
  });
}

const newest = async () => (await readableVersions(test.service.database, 'main'))[0]!;
const frame = { before: Buffer.alloc(0), after: Buffer.alloc(0), allocate: Buffer.alloc };

it('a version is released when the client of a query disconnects before the version is found', async () => {
  await test.sync();
  const { version, folder: versionFolder } = await newest();
  const send = sendAs(test, await test.token());
  const asked = { query_string: 'select unnest(range(5)) as n', page_size: 1 };
  const { body: page } = await send('POST', '/v1/query/execute', asked);
  await test.sync();

  // Like a slow bucket: waits until the client is gone.
  const { catalogue } = test.service.tenant();
  const { find } = catalogue;
  const arrived = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  catalogue.find = async number => {
    arrived.resolve();
    await gone.promise;
    return find(number);
  };
  test.app.server.once('connection', socket => socket.once('close', () => setImmediate(gone.resolve)));
  const { port } = new URL(await test.app.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(port), '127.0.0.1');
  const text = JSON.stringify({ ...asked, page_token: page.nextPageToken });
  socket.write(
    `POST /v1/query/execute HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${await test.token()}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
  );
  await arrived.promise;
  socket.destroy();
  await gone.promise;
  catalogue.find = find;

  expect(openFilesOf(versionFolder)).not.toEqual([]);
  await test.service.database.query(`update versions set removed_at = now() where version = $1`, [version]);
  await catalogue.refresh();
  await until(
    () => openFilesOf(versionFolder),
    files => files.length === 0,
  );
});

it('files of a version that cannot be opened are closed, however often it is tried', async () => {
  await test.sync();
  const { folder: versionFolder } = await newest();
  const { database, storage } = test.service;
  const { keys } = test.service.tenant();
  const place = path.join(test.config.data_dir, keys.version(versionFolder), 'collections');
  const last = path.join(
    place,
    fs
      .readdirSync(place)
      .filter(name => name.endsWith('.docs'))
      .toSorted()
      .at(-1)!,
  );
  const before = openFilesOf(versionFolder).length;
  expect(before).toBeGreaterThan(1);
  const whole = fs.readFileSync(last);
  // Its index lies at its end.
  fs.writeFileSync(last, Buffer.from(whole).fill(0, whole.length - 64));
  const catalogue = createCatalogue(database, storage, keys);
  for (let attempt = 0; attempt < 3; attempt += 1) await expect(catalogue.refresh()).rejects.toThrow(/damaged/);
  expect(openFilesOf(versionFolder)).toHaveLength(before);
  fs.writeFileSync(last, whole);
  await catalogue.refresh();
  expect(openFilesOf(versionFolder)).toHaveLength(2 * before);
  catalogue.close();
});

it('a version that is removed while it is fetched can still be read by the request that waited for it', async () => {
  await test.sync();
  const { version } = await newest();
  await test.sync();
  const { database, storage } = test.service;
  const fetched = Promise.withResolvers<void>();
  let asked = 0;
  const slow: Storage = {
    ...storage,
    async borrowFolder(key) {
      const local = await storage.borrowFolder(key);
      asked += 1;
      if (asked === 2) await fetched.promise;
      return local;
    },
  };
  const catalogue = createCatalogue(database, slow, test.service.tenant().keys);
  await catalogue.refresh();
  const rows = (async () => {
    const found = await catalogue.find(version);
    const release = found!.hold();
    const item = await found!.collection('accounts').page(0, 1, undefined).text(frame);
    release();
    return item.length;
  })();
  await until(
    () => asked,
    times => times === 2,
  );
  await database.query(`update versions set removed_at = now() where version = $1`, [version]);
  await catalogue.refresh();
  fetched.resolve();
  expect(await rows).toBeGreaterThan(10);
  catalogue.close();
});
