// A real MariaDB server for tests: the machine's own binaries on a fresh data folder, on a free loopback port. Nothing is installed;
// without the binaries (or a user to run them as) the tests that need it are skipped.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../until.ts';
import { freePort } from './free-port.ts';

export interface MariadbServer {
  readonly port: number;
  readonly socket: string;
  /** The user that it runs as, who must be able to read its files. */
  readonly account: { readonly uid: number; readonly gid: number };
  /** Run statements as root with the server's own client. @returns what it prints: lines of values with tabs between them, escaped */
  run(statements: string): string;
  /** Log in over TCP with the server's own client, without a password. @returns the name of the account, or the error */
  logIn(user: string): string;
  /** Shut the server down: connections end, and its port refuses. */
  halt(): Promise<void>;
  /** Start it again, on the same port with the same data, with these options. */
  resume(options?: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}

const programs = ['mariadbd', 'mariadb-install-db', 'mariadb'];
const program = (name: string) =>
  ['/usr/sbin', '/usr/bin'].map(folder => join(folder, name)).find(file => existsSync(file));
const account = findUser();

/** Why this machine cannot run a server; undefined when it can. */
export const mariadbMissing: string | undefined = programs.some(name => !program(name))
  ? 'no MariaDB binaries'
  : !account
    ? 'MariaDB refuses to run as root and there is no mysql user'
    : undefined;

/** For tests: little memory, and no durability. */
const forTests = [
  '--innodb-buffer-pool-size=8M',
  '--innodb-flush-log-at-trx-commit=0',
  '--aria-pagecache-buffer-size=8M',
  '--key-buffer-size=1M',
  '--skip-name-resolve',
];

export async function startMariadb(options: readonly string[] = []): Promise<MariadbServer> {
  if (!account || mariadbMissing) throw new Error(`MariaDB cannot be started: ${mariadbMissing}`);
  const folder = mkdtempSync(join(tmpdir(), 'rolecall-mariadb-'));
  chownSync(folder, account.uid, account.gid);
  chmodSync(folder, 0o755);
  const data = join(folder, 'data');
  const own = ['--no-defaults', `--datadir=${data}`, `--tmpdir=${folder}`];
  const initial = [...own, '--auth-root-authentication-method=normal', '--skip-test-db', '--innodb-log-file-size=4M'];
  execFileSync(program('mariadb-install-db')!, initial, { ...account, cwd: folder, stdio: 'pipe' });
  const port = await freePort();
  const socket = join(folder, 'socket');
  const listen = [
    '--bind-address=127.0.0.1',
    `--port=${port}`,
    `--socket=${socket}`,
    `--pid-file=${join(folder, 'pid')}`,
  ];
  const client = [
    '--no-defaults',
    '--user=root',
    `--socket=${socket}`,
    '--batch',
    '--skip-column-names',
    '--default-character-set=utf8mb4',
  ];
  const run = (statements: string) =>
    execFileSync(program('mariadb')!, client, { input: statements, stdio: 'pipe', maxBuffer: 1e9 }).toString();

  const logIn = (user: string) => {
    const options = ['--no-defaults', `--user=${user}`, '--host=127.0.0.1', `--port=${port}`, ...client.slice(3)];
    const { stdout, stderr } = spawnSync(program('mariadb')!, [...options, '--execute=SELECT current_user()'], {
      encoding: 'utf8',
    });
    return stdout.trim() || stderr.trim();
  };

  async function start(more: readonly string[]): Promise<ChildProcess> {
    const started = spawn(program('mariadbd')!, [...own, ...forTests, ...listen, ...more], {
      ...account,
      cwd: folder,
      stdio: 'ignore',
    });
    const answers = () => {
      if (started.exitCode !== null) throw new Error(`mariadbd ended with ${started.exitCode}`);
      try {
        return run('SELECT 1') === '1\n';
      } catch {
        return false;
      }
    };
    await until(answers, answered => answered);
    return started;
  }
  let server = await start(options);
  async function halt(): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
  }
  return {
    port,
    socket,
    account,
    run,
    logIn,
    halt,
    async resume(more = []) {
      server = await start(more);
    },
    async stop() {
      await halt();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function findUser(): { uid: number; gid: number } | undefined {
  const own = { uid: process.getuid!(), gid: process.getgid!() };
  if (own.uid !== 0) return own;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find(entry => entry.startsWith('mysql:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}
