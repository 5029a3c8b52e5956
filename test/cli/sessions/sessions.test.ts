// The link that `rolecall up` prints, and the commands about sessions, on a service of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBrowser } from '../../support/browser/browser.ts';
import { type CommandLine, commandLine } from '../../support/service/command.ts';
import { copyState } from '../../support/service/state-copy.ts';
import { until } from '../../support/until.ts';

const cli = path.join(import.meta.dirname, '../../../src/cli/main.ts');
let command: CommandLine;
let service: ChildProcess;
let printed = '';
let logged = '';

beforeAll(async () => {
  command = commandLine({ url: '', clientId: '', clientSecret: '' });
  const sources = ['one', 'two'].map(id => ({ id, connector: 'custom-application', settings: { folder: id } }));
  fs.writeFileSync(path.join(command.folder, 'rolecall.yaml'), JSON.stringify({ data_dir: 'data', sources }));
  copyState(path.join(command.folder, 'data/state'));
  service = spawn(process.execPath, [cli, 'up', '--port', '0'], { cwd: command.folder });
  service.stdout!.on('data', chunk => {
    printed += chunk;
  });
  service.stderr!.on('data', chunk => {
    logged += chunk;
  });
  await until(
    () => printed,
    text => text.includes('Stop with Ctrl-C'),
  );
});
afterAll(async () => {
  if (service.exitCode === null) {
    service.kill('SIGTERM');
    await once(service, 'exit');
  }
  command.remove();
});

const linkIn = (text: string) => /http:\/\/127\.0\.0\.1:\d+\/sign-in\/link\?token=[\w-]{43}/.exec(text)![0];
const list = async () =>
  (await command.run(['sessions'])).stdout
    .trim()
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line));

async function signIn(link: string) {
  const browser = createBrowser();
  const page = await browser.open(link);
  const end = await browser.submit(page);
  const session = await browser.request(new URL('/v1/session', link).href);
  return { end, session, body: await session.json(), read: (at: string) => browser.request(new URL(at, link).href) };
}

it('up prints a link that signs the person at this machine in as administrator, once', async () => {
  const link = linkIn(printed);
  expect(printed).toMatch(/Sign in +http.*\n +\(once, within 15 minutes; `.*sessions link` prints a new link\)/);
  const { end, body } = await signIn(link);
  expect(end.url).toBe(new URL('/', link).href);
  expect(body).toMatchObject({ role: 'administrator', scopes: ['read', 'annotate', 'write', 'admin'] });
  expect((await signIn(link)).session.status).toBe(401);
  expect(logged).not.toContain(new URL(link).searchParams.get('token'));
});

it('sessions link, list and revoke reach the running service', async () => {
  await command.run(['sessions', 'revoke', '--all']);
  const nobody = await command.run(['sessions']);
  expect([nobody.stdout, nobody.stderr]).toEqual(['', expect.stringContaining('Nobody is signed in')]);
  const made = await command.run(['sessions', 'link', '--role', 'viewer', '--name', 'Ada', '--source', 'two']);
  expect([made.code, made.stderr]).toEqual([
    0,
    expect.stringMatching(/^It signs Ada in once as viewer, until .*Z\.\n$/),
  ]);
  const { url, expiresAt } = JSON.parse(made.stdout);
  expect(Date.parse(expiresAt) - Date.now()).toBeLessThan(15 * 60_000);
  const { body, read } = await signIn(linkIn(url));
  expect(body).toMatchObject({ name: 'Ada', role: 'viewer', scopes: ['read'] });
  const ada = (await list()).find(({ name }) => name === 'Ada');
  expect(ada).toMatchObject({ role: 'viewer', principal: 'link#Ada', address: '127.0.0.1', end: null });
  expect(ada.application_instance_ids).toHaveLength(1);
  expect(Object.keys(ada).filter(key => /digest|token/.test(key))).toEqual([]);

  const revoked = await command.run(['sessions', 'revoke', ada.session_id]);
  expect([revoked.code, revoked.stderr]).toEqual([0, 'Revoked 1 session.\n']);
  const after = await read('/v1/session');
  expect([after.status, await after.json()]).toMatchObject([401, { code: 'SESSION_ENDED' }]);
  const again = await command.run(['sessions', 'revoke', ada.session_id]);
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('there is no session')]);
  expect((await command.run(['sessions', 'revoke', '--all'])).code).toBe(0);
  expect(await list()).toEqual([]);

  const audit = await command.run(['audit', '--principal', 'link#Ada']);
  expect(JSON.parse(audit.stdout.trim())).toMatchObject({ action: 'session.signIn', outcome: 'done' });
});

it.each([
  [['link', '--role', 'administator'], 'there is no role administator; did you mean `administrator`?'],
  [['link', '--source', 'tow'], 'there is no source `tow`; did you mean `two`?'],
  [['revoke'], 'which session? Give the id of one, which `rolecall sessions list` shows, or --all'],
  [['revoke', 'x'], 'there is no session x to revoke; `rolecall sessions list` shows them'],
])('sessions %s is refused', async (args, message) => {
  const { code, stderr, stdout } = await command.run(['sessions', ...args]);
  expect([code, stderr, stdout]).toEqual([1, `rolecall: ${message}\n`, '']);
});
