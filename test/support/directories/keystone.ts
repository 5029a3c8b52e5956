// A real OpenStack Keystone for tests: Debian's packages keystone and uwsgi-plugin-python3 on a fresh MariaDB database, on a free
// loopback port. On SQLite it locks itself out. Nothing is installed; without the programs the tests that need it are skipped.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../servers/free-port.ts';
import { mariadbMissing, startMariadb } from '../servers/mariadb.ts';
import { until } from '../until.ts';

const programs = ['/usr/bin/keystone-manage', '/usr/bin/keystone-wsgi-public', '/usr/bin/uwsgi'];

/** Why this machine cannot run a server; undefined when it can. */
export const keystoneMissing: string | undefined = programs.every(file => fs.existsSync(file))
  ? mariadbMissing
  : 'no Keystone: apt-get install keystone uwsgi-core uwsgi-plugin-python3';

export interface KeystoneServer {
  /** Ends in /v3. */
  readonly url: string;
  readonly password: string;
  /** Send a request as the administrator of the system. @returns the parsed body, undefined when it is empty @throws Error */
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts what it finds in a JSON body
  ask(method: string, path: string, body?: unknown): Promise<any>;
  /** Ids of the roles that a user has on the system, as its token says; undefined when it gets none. */
  systemRoles(userId: string, password: string): Promise<string[] | undefined>;
  /** Whether a user can sign in with a password. */
  signsIn(userId: string, password: string): Promise<boolean>;
  stop(): Promise<void>;
}

/** The server closes each connection after its answer. */
const oneRequest = { connection: 'close' };

export async function startKeystone(): Promise<KeystoneServer> {
  const mariadb = await startMariadb();
  mariadb.run(`CREATE DATABASE keystone; CREATE USER ks IDENTIFIED BY 'ks'; GRANT ALL ON keystone.* TO ks`);
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'rolecall-keystone-'));
  const config = path.join(folder, 'keystone.conf');
  for (const name of ['fernet', 'credential']) fs.mkdirSync(path.join(folder, name), { mode: 0o700 });
  const lines = [
    ...[
      '[DEFAULT]',
      'log_dir =',
      '[database]',
      `connection = mysql+pymysql://ks:ks@127.0.0.1:${mariadb.port}/keystone`,
    ],
    ...['[token]', 'provider = fernet', '[fernet_tokens]', `key_repository = ${folder}/fernet`],
    ...['[identity]', 'password_hash_rounds = 4', '[credential]', `key_repository = ${folder}/credential`, ''],
  ];
  fs.writeFileSync(config, lines.join('\n'));
  const manage = (...args: string[]) =>
    execFileSync('/usr/bin/keystone-manage', ['--config-file', config, ...args], { stdio: 'pipe', cwd: folder });
  const password = 'adminpw-of-the-tests';
  const owner = ['--keystone-user', 'root', '--keystone-group', 'root'];
  manage('db_sync');
  manage('fernet_setup', ...owner);
  manage('credential_setup', ...owner);
  manage('bootstrap', '--bootstrap-password', password);
  const port = await freePort();
  const server = spawnServer(config, port);
  const url = `http://127.0.0.1:${port}/v3`;
  await until(
    () =>
      fetch(url, { headers: oneRequest }).then(
        ({ ok }) => ok,
        () => server.exitCode !== null,
      ),
    Boolean,
  );
  const token = await systemToken(url, password);
  return {
    url,
    password,
    async ask(method, below, body) {
      const headers = { 'x-auth-token': token, 'content-type': 'application/json', ...oneRequest };
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const answer = await fetch(`${url}/${below}`, { method, headers, ...sent });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${below}: ${answer.status} ${text}`);
      return text === '' ? undefined : JSON.parse(text);
    },
    async signsIn(userId, userPassword) {
      const user = { id: userId, password: userPassword };
      return (await signIn(url, { identity: { methods: ['password'], password: { user } } })).status === 201;
    },
    async systemRoles(userId, userPassword) {
      const identity = { methods: ['password'], password: { user: { id: userId, password: userPassword } } };
      const answer = await signIn(url, { identity, scope: { system: { all: true } } });
      if (answer.status !== 201) return undefined;
      const { token: granted } = (await answer.json()) as { token: { roles: { id: string }[] } };
      return granted.roles.map(({ id }) => id);
    },
    async stop() {
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      await ended;
      await mariadb.stop();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

function spawnServer(config: string, port: number): ChildProcess {
  const options = ['--plugin', 'python3', '--http-socket', `127.0.0.1:${port}`, '--need-app', '--die-on-term'];
  const limits = ['--master', '--processes', '1', '--buffer-size', '65535'];
  const application = ['--wsgi-file', '/usr/bin/keystone-wsgi-public', '--add-header', 'Connection: close'];
  const env = { ...process.env, OS_KEYSTONE_CONFIG_FILES: config };
  return spawn('/usr/bin/uwsgi', [...options, ...limits, ...application], { env, stdio: 'ignore' });
}

const signIn = (url: string, auth: object) =>
  fetch(`${url}/auth/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...oneRequest },
    body: JSON.stringify({ auth }),
  });

async function systemToken(url: string, password: string): Promise<string> {
  const user = { name: 'admin', domain: { id: 'default' }, password };
  const identity = { methods: ['password'], password: { user } };
  return (await signIn(url, { identity, scope: { system: { all: true } } })).headers.get('x-subject-token')!;
}
