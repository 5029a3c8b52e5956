// rolecall changes and rolecall find against a real service.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addClient } from '../../../src/state/clients/clients.ts';
import { account } from '../../flows/resources.ts';
import { pagesOf, type Script, sampleRecord } from '../../support/scripted-source.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { type CommandLine, commandLine } from '../../support/service/command.ts';
import { startService, type TestService } from '../../support/service/service.ts';

const accounts = (...fields: readonly object[]): Script => ({
  Account: pagesOf(fields.map((own, index) => ({ ...sampleRecord(account, index), ...own }))),
});

let test: TestService;
let rolecall: CommandLine;

beforeAll(async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  test = await startService({
    sources: { app: accounts({ alias: 'ann', name: 'Ann Archer' }) },
    settings: { base_url: url },
  });
  await test.sync();
  test.scripts.set('app', accounts({ alias: 'ann', name: 'Ann Baker' }, { alias: 'bob', name: '=Bob, jr' }));
  await test.sync();
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

const lines = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));

it('shows what changed', async () => {
  const { stdout, code } = await rolecall.run(['changes', '--since', '1', '--type', 'Account']);
  expect(code).toBe(0);
  const names = lines(stdout).map(({ objectName, change }) => [objectName, change]);
  expect(names.toSorted()).toEqual([
    ['ann', 'Changed'],
    ['bob', 'Appeared'],
  ]);
  const refused = await rolecall.run(['changes', '--since', '90d']);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('changes are known since version 1')]);
});

it('finds objects', async () => {
  const { stdout, code } = await rolecall.run(['find', 'bakre', '--type', 'Account']);
  expect(code).toBe(0);
  expect(lines(stdout)).toMatchObject([{ objectName: 'Ann Baker', alias: 'ann', match: 'Similar' }]);
});

it('prints rows in the format that is asked for', async () => {
  const find = async (format: string) => rolecall.run(['find', 'bob', '--type', 'Account', '--format', format]);
  const [csv, json, markdown, wrong] = await Promise.all(['csv', 'json', 'markdown', 'xml'].map(find));
  const [heading, row] = csv!.stdout.split('\r\n');
  expect(heading).toBe('type,name,alias,email,id,match');
  expect(row).toMatch(/^Account,"'=Bob, jr",bob,/);
  expect(JSON.parse(json!.stdout)).toEqual([expect.objectContaining({ objectName: '=Bob, jr', alias: 'bob' })]);
  expect(markdown!.stdout).toMatch(/^\| type \| name .*\n(\| --- )+\|\n\| Account \| =Bob, jr \| bob \|/);
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('--format xml: must be one of table, csv') });
});
