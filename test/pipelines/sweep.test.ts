// What the sweep removes of old versions, and what it spares.
import fs from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { recoverJobs, sweep } from '../../pipelines/sweep.ts';
import { account } from '../../src/resources/account.ts';
import { readableVersions } from '../../src/state/versions.ts';
import { exportsAs, rowsOf } from '../support/exports.ts';
import { pagesOf, type Script, sampleRecord } from '../support/scripted-source.ts';
import { as } from '../support/send.ts';
import { startService, type TestService } from '../support/service/service.ts';

const accountsOfFirst = 2000;
const script = (count: number): Script => ({
  Account: pagesOf(Array.from({ length: count }, (_, index) => sampleRecord(account, index))),
});

let test: TestService;
beforeEach(async () => {
  test = await startService({
    sources: { app: script(accountsOfFirst) },
    settings: { versions: { keep: '1h' } },
    work: ['extract', 'build'],
    synced: true,
  });
});
afterEach(() => test.close());

const versions = async () =>
  (await readableVersions(test.service.database, 'main')).map(({ version }) => version).toSorted();

/** The folder of the version in service, once another version has replaced it long ago. */
async function replaced(): Promise<string> {
  const { database } = test.service;
  const { keys } = test.service.tenant();
  const [version] = await readableVersions(database, 'main');
  test.scripts.set('app', script(accountsOfFirst + 1));
  await test.sync();
  await database.execute(`update versions set replaced_at = replaced_at - interval '2 hours'`);
  return path.join(test.config.data_dir, keys.version(version!.folder));
}

const sweepNow = () => sweep(test.service.tenant().context);

it('a version stays as long as an accepted export needs it', async () => {
  const exporting = exportsAs(test, await test.token());
  const { body } = await exporting.create('accessInventoryAccounts');
  const folder = await replaced();
  await sweepNow();
  expect(await versions()).toEqual([1, 2]);
  expect(fs.existsSync(folder)).toBe(true);

  await test.service.work(['export']);
  await recoverJobs(test.service.tenant().context);
  const ended = await exporting.ended(body.id);
  expect(rowsOf((await exporting.fetch(ended.url)).bytes)).toHaveLength(accountsOfFirst);
  await sweepNow();
  expect(await versions()).toEqual([2]);
  expect(fs.existsSync(folder)).toBe(false);
});

it('a running query keeps its answer while its version is removed', async () => {
  const answer = await begun('SELECT a.alias FROM accounts a, accounts b');
  const folder = await replaced();
  await sweepNow();
  expect(await versions()).toEqual([2]);
  expect(fs.existsSync(folder)).toBe(false);
  expect(answer.complete).toBe(false);
  expect(answer.headers['warehouse-version']).toBe('1');
  const lines = (await text(answer)).split('\n');
  expect(lines).toHaveLength(accountsOfFirst ** 2 + 2);
});

/** An answer as CSV whose client has not begun to read it. It is larger than all buffers on its way, so the query has to wait. */
async function begun(sql: string): Promise<IncomingMessage> {
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = test.app.server.address() as AddressInfo;
  const headers = { ...as(await test.token()), accept: 'text/csv', 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', method: 'POST', path: '/v1/query/execute', headers })
      .on('response', resolve)
      .on('error', reject)
      .end(JSON.stringify({ query_string: sql }));
  });
}
