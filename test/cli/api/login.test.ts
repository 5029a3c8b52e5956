// rolecall login: the commands of the API on a machine without configuration and data directory, as analysts have it and as the
// processes `serve` and `work` leave it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { account } from '../../../src/resources/account.ts';
import { pagesOf, sampleRecord } from '../../support/scripted-source.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { startService, type TestService, temporaryFolder } from '../../support/service/service.ts';

const cli = path.join(import.meta.dirname, '../../../src/cli/main.ts');
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
async function away(args: readonly string[], { input = '', environment = {} } = {}) {
  const env = { PATH: process.env['PATH'], HOME: home, ...environment };
  const child = spawn(process.execPath, [cli, ...args], { cwd: home, env });
  const ended = once(child, 'exit');
  child.stdin.on('error', () => {}).end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { stdout, stderr, status: (await ended)[0] as number };
}

describe('the command line on another machine', () => {
  const profile = () => path.join(home, '.config/rolecall/profile.json');
  it('says how to sign in', async () => {
    const { stderr, status } = await away(['get', '/v1/accounts']);
    expect([status, stderr]).toEqual([1, expect.stringMatching(/rolecall login URL.*ROLECALL_URL.*rolecall up/)]);
  });

  it('signs in with what `clients add` prints, and gets, queries and exports', async () => {
    const { client, clientSecret } = await test.operator.addClient({
      name: 'me',
      scopes: ['read', 'write'],
      sources: [],
    });
    // What `clients add` prints.
    const added = JSON.stringify({ client_id: client.client_id, client_secret: clientSecret });
    expect(await away(['login', `${url}/`], { input: added })).toMatchObject({ status: 0, stdout: '' });
    expect(fs.statSync(profile()).mode & 0o777).toBe(0o600);
    const accounts = JSON.parse((await away(['get', '/v1/accounts'])).stdout);
    expect(accounts.items).toHaveLength(3);
    expect((await away(['token'])).stdout).toMatch(/^ey[\w-]+\./);
    const sql = 'SELECT alias FROM accounts ORDER BY 1';
    expect((await away(['query', sql, '--format', 'csv'])).stdout).toBe('alias\r\nada\r\nalan\r\ngrace\r\n');
    expect((await away(['queries', 'save', 'everybody', '--sql', sql])).status).toBe(0);
    expect((await away(['queries', 'show', 'everybody'])).stdout.trim()).toBe(sql);
    expect((await away(['export', 'accessInventoryAccounts'])).stdout.split('\n')).toHaveLength(5);
  });

  it('takes a client from the environment instead, or names what is missing', async () => {
    const { client_id, client_secret } = JSON.parse(fs.readFileSync(profile(), 'utf8'));
    const partly = { ROLECALL_URL: url, ROLECALL_CLIENT_ID: client_id };
    const refused = await away(['token'], { environment: partly });
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('ROLECALL_CLIENT_SECRET is not')]);
    expect((await away(['token'], { environment: { ...partly, ROLECALL_CLIENT_SECRET: client_secret } })).status).toBe(
      0,
    );
    const wrong = await away(['token'], { environment: { ...partly, ROLECALL_CLIENT_SECRET: 'wrong' } });
    expect([wrong.status, wrong.stderr]).toEqual([1, expect.stringContaining('from ROLECALL_URL')]);
    expect(wrong.stderr).not.toContain('wrong');
  });

  it('uses no profile that others can read, and no client that is refused', async () => {
    fs.chmodSync(profile(), 0o644);
    expect((await away(['token'])).stderr).toContain(
      `${profile()} holds a secret and can be read by others; chmod 600 it`,
    );
    fs.chmodSync(profile(), 0o600);
    const refused = await away(['login', url, '--client-id', 'nobody'], { input: 'secret\n' });
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('no token for nobody')]);
    expect((await away(['token'])).status).toBe(0);
    expect((await away(['logout'])).status).toBe(0);
    expect((await away(['token'])).status).toBe(1);
  });
});
