// rolecall export against a real service: the files that it writes, its messages, and what is left after an error.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addClient } from '../../../src/state/clients/clients.ts';
import { exportRecords } from '../../support/export-records.ts';
import { rowsOf } from '../../support/exports.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { type CommandLine, commandLine } from '../../support/service/command.ts';
import { startScriptedApi } from '../../support/service/scripted-api.ts';
import { startService, type TestService } from '../../support/service/service.ts';

let test: TestService;
let rolecall: CommandLine;

beforeAll(async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  test = await startService({ sources: { app: exportRecords() }, settings: { base_url: url }, synced: true });
  await test.app.listen({ host: '127.0.0.1', port });
  const { client, clientSecret } = await addClient(test.service.database, {
    tenant: 'main',
    name: 'dev',
    scopes: ['read'],
    createdBy: 'test',
  });
  rolecall = commandLine({ url, clientId: client.client_id, clientSecret });
});
afterAll(async () => {
  rolecall.remove();
  await test.close();
});

const inFolder = (name: string) => path.join(rolecall.folder, name);

it('writes filtered and sorted rows to a pipe', async () => {
  const filters = ['enabled=true', 'type:in=Machine,Token', 'lastPasswordChangedDate>=2025-02-01', 'name!=true'];
  const { stdout, stderr, code } = await rolecall.run([
    'export',
    'accessInventoryAccounts',
    ...filters.flatMap(filter => ['--filter', filter]),
    ...['--filter', 'alias~^(svc-)?user', '--filter', 'department:isNotNull', '--filter', 'createdDate:isNull'],
    ...['--sort', 'type:desc', '--sort', 'alias'],
  ]);
  expect([stderr.replace(/[0-9a-f]{64}/, 'DIGEST'), code]).toEqual([
    expect.stringMatching(/^accessInventoryAccounts: \d+ rows, [\d ]+ bytes, version 1, SHA-256 DIGEST\n$/),
    0,
  ]);
  const rows = rowsOf(Buffer.from(stdout));
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows) {
    expect(row).toMatchObject({ enabled: 'true', type: expect.stringMatching(/^(Machine|Token)$/) });
    expect(row['lastPasswordChangedDate']! >= '2025-02-01').toBe(true);
  }
  expect(rows.map(row => row['type'])).toEqual(
    rows
      .map(row => row['type'])
      .sort()
      .reverse(),
  );
});

it('writes a whole file, and prints its digest', async () => {
  const { stdout, stderr, code } = await rolecall.runApart([
    'export',
    'identities',
    '--format',
    'parquet',
    '-o',
    'people.parquet',
  ]);
  expect([stdout, code]).toEqual(['', 0]);
  const digest = createHash('sha256')
    .update(fs.readFileSync(inFolder('people.parquet')))
    .digest('hex');
  expect(stderr).toMatch(new RegExp(`^people\\.parquet: 40 rows, .*SHA-256 ${digest}\n$`));
  expect(fs.readdirSync(rolecall.folder).filter(name => name.includes('unfinished'))).toEqual([]);
});

describe('when something is wrong', () => {
  it.each([
    [
      ['accessInventoryAcounts'],
      /there is no context accessInventoryAcounts; did you mean `accessInventoryAccounts`\? known are /,
    ],
    [
      ['identities', '--filter', 'emial=x'],
      /--filter emial=x: identities has no field "emial"; did you mean `email`\?/,
    ],
    [['identities', '--filter', 'email'], /--filter email: must be field=value/],
    [['identities', '--sort', 'email:up'], /--sort email:up: must be field, field:asc or field:desc/],
    [['identities', '--filter', 'email:last=7d'], /400 BAD_REQUEST: .*last is not possible for a string/],
    [['identities', '--filter', 'analyticsAccountCount>many'], /"many" is not a number/],
    [['identities', '--format', 'xlsx'], /params\.format: "xlsx" is not known/],
    [['identities', '--output', 'no/such/folder.csv'], /no\/such\/folder\.csv: cannot be written \(ENOENT\)/],
  ])('%j is reported', async (args, message) => {
    const { stdout, stderr, code } = await rolecall.run(['export', ...args]);
    expect([stdout, code]).toEqual(['', 1]);
    expect(stderr).toMatch(message);
  });

  it('bytes that do not match the manifest leave no file, and waiting is explained', async () => {
    const api = await startScriptedApi();
    const other = commandLine({ url: api.url, clientId: 'dev', clientSecret: 'secret' });
    try {
      api.answer(({ url, method }, response) => {
        if (method === 'POST') return { id: 'a', status: 'completed', url: `${api.url}/v1/downloads/a/file?expires=1` };
        if (url.endsWith('/manifest')) return { version: '1', rows: 1, bytes: 9, sha256: 'f'.repeat(64) };
        response.end('short');
        return undefined;
      });
      const { stderr, code } = await other.run(['export', 'identities', '-o', 'x.csv']);
      expect([stderr, code]).toEqual([
        'rolecall: the download differs from the export: 5 of 9 bytes; export it again\n',
        1,
      ]);
      expect(fs.readdirSync(other.folder).filter(name => name.startsWith('x.csv'))).toEqual([]);
      const failed = { id: 'a', status: 'failed', error: { code: 'DISK_FULL', message: 'full' } };
      api.answer(() => failed);
      const failure = 'rolecall: the export failed: DISK_FULL: full\n';
      expect((await other.run(['export', 'identities'])).stderr).toBe(failure);
      // As without a worker.
      api.answer(() => ({ id: 'a', status: 'accepted' }));
      const child = other.start(['export', 'identities']);
      let printed = '';
      child.stderr.setEncoding('utf8').on('data', text => {
        printed += text;
      });
      await expect
        .poll(() => printed)
        .toMatch(/^waiting: the export has not ended; where no `rolecall work` takes .* requested as a\n$/);
      api.answer(() => failed);
      await once(child, 'close');
      expect(printed.split('\n').slice(1).join('\n')).toBe(failure);
    } finally {
      other.remove();
      await api.close();
    }
  });
});
