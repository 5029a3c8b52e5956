// rolecall login: the commands of the API on a machine without configuration and data directory, as analysts have it and as the
// processes `serve` and `work` leave it.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { account } from '../../../src/resources/account.ts';
import { pagesOf, sampleRecord } from '../../support/scripted-source.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { commandAway } from '../../support/service/command.ts';
import { startService, type TestService, temporaryFolder } from '../../support/service/service.ts';

const aliases = ['ada', 'alan', 'grace'];

let test: TestService;
let url: string;
let home: string;

beforeAll(async () => {
  home = temporaryFolder();
  const port = await freePort();
  const accounts = aliases.map((alias, index) => ({ ...sampleRecord(account, index), alias }));
  test = await startService({ sources: { forge: { Account: pagesOf(accounts) } }, settings: { listen: { port } } });
  await test.sync();
  url = await test.app.listen({ host: '127.0.0.1', port });
});
afterAll(async () => {
  await test.close();
  fs.rmSync(home, { recursive: true });
});

/** Run a command where there is no configuration. */
const away = (args: readonly string[], options = {}) => commandAway(home, args, options);

describe('the command line on another machine', () => {
  const profile = () => path.join(home, '.config/rolecall/profile.json');
  it('says how to sign in', async () => {
    const { stderr, code } = await away(['get', '/v1/accounts']);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/rolecall login URL.*ROLECALL_URL.*rolecall up/)]);
  });

  it('signs in with what `clients add` prints, and gets, queries and exports', async () => {
    const { client, clientSecret } = await test.operator.addClient({
      name: 'me',
      scopes: ['read', 'write'],
      sources: [],
    });
    // What `clients add` prints.
    const added = JSON.stringify({ client_id: client.client_id, client_secret: clientSecret });
    expect(await away(['login', `${url}/`], { input: added })).toMatchObject({ code: 0, stdout: '' });
    expect(fs.statSync(profile()).mode & 0o777).toBe(0o600);
    const accounts = JSON.parse((await away(['get', '/v1/accounts'])).stdout);
    expect(accounts.items).toHaveLength(3);
    expect((await away(['token'])).stdout).toMatch(/^ey[\w-]+\./);
    const sql = 'SELECT alias FROM accounts ORDER BY 1';
    expect((await away(['query', sql, '--format', 'csv'])).stdout).toBe('alias\r\nada\r\nalan\r\ngrace\r\n');
    expect((await away(['queries', 'save', 'everybody', '--sql', sql])).code).toBe(0);
    expect((await away(['queries', 'show', 'everybody'])).stdout.trim()).toBe(sql);
    expect((await away(['export', 'accessInventoryAccounts'])).stdout.split('\n')).toHaveLength(5);
  });

  it('takes a client from the environment instead, or names what is missing', async () => {
    const { client_id, client_secret } = JSON.parse(fs.readFileSync(profile(), 'utf8'));
    const partly = { ROLECALL_URL: url, ROLECALL_CLIENT_ID: client_id };
    const refused = await away(['token'], { environment: partly });
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('ROLECALL_CLIENT_SECRET is not')]);
    expect((await away(['token'], { environment: { ...partly, ROLECALL_CLIENT_SECRET: client_secret } })).code).toBe(0);
    const wrong = await away(['token'], { environment: { ...partly, ROLECALL_CLIENT_SECRET: 'wrong' } });
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('from ROLECALL_URL')]);
    expect(wrong.stderr).not.toContain('wrong');
  });

  it('uses no profile that others can read, and no client that is refused', async () => {
    fs.chmodSync(profile(), 0o644);
    expect((await away(['token'])).stderr).toContain(
      `${profile()} holds a secret and can be read by others; chmod 600 it`,
    );
    fs.chmodSync(profile(), 0o600);
    const refused = await away(['login', url, '--client-id', 'nobody'], { input: 'secret\n' });
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('no token for nobody')]);
    expect((await away(['token'])).code).toBe(0);
    expect((await away(['logout'])).code).toBe(0);
    expect((await away(['token'])).code).toBe(1);
  });
});
