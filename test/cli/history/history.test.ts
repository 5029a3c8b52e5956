// rolecall changes and rolecall find against a real service.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resourceOf } from '../../../src/resources/registry.ts';
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
  const group = { ...sampleRecord(resourceOf('UserGroup')!, 0), name: 'staff' };
  const member = {
    ...sampleRecord(resourceOf('EntityManagedViaObject')!, 0),
    ...{
      entityId: 'Account-1',
      entityType: 'Account',
      managedViaObjectId: group.id,
      managedViaObjectType: 'UserGroup',
    },
  };
  test.scripts.set('app', {
    ...accounts({ alias: 'ann', name: 'Ann Baker' }, { alias: 'bob', name: '=Bob, jr' }),
    UserGroup: pagesOf([group] as never),
    EntityManagedViaObject: pagesOf([member] as never),
  });
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
  const csv = await rolecall.run(['changes', '--since', '1', '--type', 'Account', '--format', 'csv']);
  expect(csv.stdout).toMatch(/^changed,change,type,name,source,id,fields\r?\n[^,]+,\w+,Account,\w+,app,/);
  const refused = await rolecall.run(['changes', '--since', '90d']);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('changes are known since version 1')]);
});

it('shows who gained and lost what', async () => {
  const gained = { accountAlias: 'bob', change: 'Gained', gained: 'Member', lost: null, objectName: 'staff' };
  const { stdout, stderr, code } = await rolecall.run(['diff', '1']);
  expect([code, stderr]).toEqual([0, expect.stringContaining('1 change of access from version 1 to 2')]);
  expect(lines(stdout)).toEqual([expect.objectContaining(gained)]);
  const table = await rolecall.run(['diff', '1', '2', '--format', 'csv', '--filter', 'change=Gained']);
  expect(table.stdout).toMatch(
    /^person,account,source,change,object,type,gained,lost\r?\n[^,]*,bob,app,Gained,staff,UserGroup,Member,\r?\n$/,
  );
  expect((await rolecall.run(['diff', '2', '2'])).stdout).toBe('');
  const refused = await rolecall.run(['diff', '90d']);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('VERSION_GONE')]);
});

it('finds objects', async () => {
  const { stdout, code } = await rolecall.run(['find', 'bakre', '--type', 'Account']);
  expect(code).toBe(0);
  expect(lines(stdout)).toMatchObject([{ objectName: 'Ann Baker', alias: 'ann', match: 'Similar' }]);
  const before = await rolecall.run(['find', 'ann', '--type', 'Account', '--as-of', '1']);
  expect(lines(before.stdout)).toMatchObject([{ objectName: 'Ann Archer' }]);
});

it('prints rows in the format that is asked for', async () => {
  const find = async (format: string) => rolecall.run(['find', 'bob', '--type', 'Account', '--format', format]);
  const [csv, json, markdown, wrong] = await Promise.all(['csv', 'json', 'markdown', 'xml'].map(find));
  const [heading, row] = csv!.stdout.split('\r\n');
  expect(heading).toBe('type,name,source,alias,email,id,match');
  expect(row).toMatch(/^Account,"'=Bob, jr",app,bob,/);
  expect(JSON.parse(json!.stdout)).toEqual([expect.objectContaining({ objectName: '=Bob, jr', alias: 'bob' })]);
  expect(markdown!.stdout).toMatch(/^\| type \| name .*\n(\| --- )+\|\n\| Account \| =Bob, jr \| app \| bob \|/);
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('--format xml: must be one of table, csv') });
});
