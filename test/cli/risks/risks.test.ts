// rolecall risks against a real service: what it lists, and the acceptance of a violation.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addClient } from '../../../src/state/clients/clients.ts';
import { pagesOf } from '../../support/scripted-source.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { type CommandLine, commandLine } from '../../support/service/command.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { until } from '../../support/until.ts';

let test: TestService;
let rolecall: CommandLine;

beforeAll(async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const shared = { alias: 'front desk', type: 'User', subType: 'Shared', enabled: true };
  const key = { alias: '\u001b[31mkey', type: 'Token', subType: 'ApiKey', createdDate: '2020-01-01T00:00:00Z' };
  const sources = {
    app: { Account: pagesOf([{ id: 'desk', ...shared }]) },
    crm: { Account: pagesOf([{ id: 'key', ...key }]) },
  };
  test = await startService({ sources, settings: { base_url: url } });
  await test.sync();
  await test.app.listen({ host: '127.0.0.1', port });
  const { client, clientSecret } = await addClient(test.service.database, {
    ...{ tenant: 'main', name: 'dev', scopes: ['read', 'write'], createdBy: 'test' },
  });
  rolecall = commandLine({ url, clientId: client.client_id, clientSecret });
});
afterAll(async () => {
  rolecall?.remove();
  await test?.close();
});

const listed = async (...args: string[]) => {
  const { stdout, stderr, code } = await rolecall.run(['risks', ...args, '--format', 'ndjson']);
  expect([code, stderr]).toEqual([0, '']);
  return stdout
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line));
};

it('lists open violations, the worst first, and filters them', async () => {
  const all = await listed();
  expect(all.map(({ severity, rule, source }) => `${severity} ${rule} ${source}`)).toEqual([
    'High Key without an owner crm',
    'Medium Old key crm',
    'Medium Shared account app',
  ]);
  expect(all.at(-1)).toMatchObject({
    object: 'front desk',
    status: 'Open',
    description: expect.stringContaining('front desk'),
  });
  expect(await listed('--severity', 'medium', '--source', 'crm')).toMatchObject([{ rule: 'Old key' }]);
  expect(await listed('--rule', 'shared_account')).toMatchObject([{ source: 'app' }]);
  const rules = await listed('rules');
  expect(rules.length).toBeGreaterThan(30);
  expect(rules[0]).toMatchObject({ open: expect.anything(), enabled: true });
  const whole = await rolecall.run(['risks', 'rules', 'old_key', '--format', 'table']);
  expect(whole.stdout).toMatch(/^– row 1 –\nrule +old_key\n[\s\S]*^why +\S.{20,}\n^fix +\S.{20,}\n/m);
  expect((await rolecall.run(['risks', 'rules', 'old_kye'])).stderr).toContain('did you mean `old_key`');
});

it('names the nearest severity and rule, and the sources', async () => {
  const wrong = async (...args: string[]) => (await rolecall.run(['risks', ...args])).stderr;
  expect(await wrong('--severity', 'hihg')).toMatch(/--severity hihg is not a severity; did you mean `High`/);
  expect(await wrong('--rule', 'shared_acount')).toMatch(/there is no such rule; did you mean `shared_account`/);
  expect(await wrong('--source', 'nope')).toMatch(/there is no source nope; known are .*crm/);
  expect(await wrong('--limit', '0')).toMatch(/the limit is at least 1/);
});

it('accepts a violation, which is then listed with --all only, and takes it back', async () => {
  const [{ id }] = await listed('--rule', 'shared_account');
  const accepted = await rolecall.run([
    'risks',
    'accept',
    id.slice(0, 8),
    '--reason',
    'Kiosk',
    '--until',
    '2999-03-31',
  ]);
  expect(accepted).toMatchObject({ code: 0, stderr: '' });
  const { shownFromVersion } = JSON.parse(accepted.stdout);
  const version = async () => Number((await test.get('/v1/risk-violations')).headers['warehouse-version']);
  await until(version, number => number >= shownFromVersion);
  expect(await listed('--rule', 'shared_account')).toEqual([]);
  expect(await listed('--rule', 'shared_account', '--all')).toMatchObject([{ status: 'Accepted until 2999-04-01' }]);
  expect(await rolecall.run(['risks', 'withdraw', id.slice(0, 9)])).toMatchObject({ code: 0 });
  expect((await rolecall.run(['risks', 'accept', id, '--until', '2999-03-31'])).stderr).toMatch(/--reason/);
});
