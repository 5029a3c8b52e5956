// A real PostgreSQL server for tests: the machine's own binaries on a fresh cluster in a temporary folder, on a free
// loopback port. Nothing is installed; without the binaries (or a user to run them as) the tests that need it are skipped.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freezeProcess, thawProcess } from '../cluster/stopped-process.ts';
import { patienceMs } from '../until.ts';
import { freePort } from './free-port.ts';

export interface PostgresServer {
  /** Makes a new, empty database. @returns its address */
  createDatabase(): Promise<string>;
  /** End every connection to a database, as a restart of the server would. */
  dropConnections(url: string): Promise<void>;
  /** Shut the server down as for a restart: connections end, and its port refuses. */
  halt(): Promise<void>;
  /** Start it again, on the same port with the same data. */
  resume(): Promise<void>;
  /** SIGSTOP every process of it: connections stay open, but get no answer. */
  freeze(): Promise<void>;
  thaw(): void;
  stop(): Promise<void>;
}

const binaries = findBinaries();
/** The user that the servers of tests run as, who must be able to read their files. */
export const postgresAccount = findAccount();

/** Why this machine cannot run a server; undefined when it can. */
export const postgresMissing: string | undefined = !binaries
  ? 'no PostgreSQL binaries under /usr/lib/postgresql'
  : !postgresAccount
    ? 'PostgreSQL refuses to run as root and there is no postgres user'
    : undefined;

/** The path of one of the programs. */
export const postgresProgram = (name: string) => join(binaries!, name);

/** For tests: little memory, and no durability. */
const forTests = ['fsync=off', 'shared_buffers=16MB'];

/** @param settings server settings, `name=value` */
export async function startPostgres(settings: readonly string[] = forTests): Promise<PostgresServer> {
  if (!binaries || !postgresAccount) throw new Error(`PostgreSQL cannot be started: ${postgresMissing}`);
  const folder = mkdtempSync(join(tmpdir(), 'rolecall-postgres-'));
  chownSync(folder, postgresAccount.uid, postgresAccount.gid);
  const data = join(folder, 'data');
  execFileSync(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'],
    {
      ...postgresAccount,
      cwd: folder,
      stdio: 'pipe',
    },
  );
  const port = await freePort();
  const urlOf = (name: string) => `postgresql://postgres@127.0.0.1:${port}/${name}`;
  async function start(): Promise<ChildProcess> {
    const started = spawn(
      join(binaries!, 'postgres'),
      [
        ...['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', folder],
        ...settings.flatMap(setting => ['-c', setting]),
      ],
      { ...postgresAccount, cwd: folder, stdio: 'ignore' },
    );
    await untilReady(started, urlOf('postgres'));
    return started;
  }
  function thaw(): void {
    for (const pid of connectionsOf(server.pid!)) {
      try {
        thawProcess(pid);
      } catch (error) {
        unlessGone(error);
      }
    }
    thawProcess(server.pid!);
  }
  async function halt(): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return;
    thaw();
    const ended = new Promise(resolve => server.once('exit', resolve));
    server.kill('SIGINT');
    await ended;
  }
  let server = await start();

  let databases = 0;
  return {
    async createDatabase() {
      databases += 1;
      const name = `test_${databases}`;
      await administer(urlOf('postgres'), `CREATE DATABASE ${name}`);
      return urlOf(name);
    },
    async dropConnections(url) {
      const name = new URL(url).pathname.slice(1);
      await administer(
        urlOf('postgres'),
        `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${name}'`,
      );
    },
    halt,
    async resume() {
      server = await start();
    },
    async freeze() {
      // First the process that starts the others.
      await freezeProcess(server.pid!);
      await Promise.all(connectionsOf(server.pid!).map(pid => freezeProcess(pid).catch(unlessGone)));
    },
    thaw,
    async stop() {
      await halt();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The child processes of a server: those of connections and its background workers. */
function connectionsOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

/** @throws every error except that the process has already ended */
function unlessGone(error: unknown): void {
  if (!['ESRCH', 'ENOENT'].includes((error as NodeJS.ErrnoException).code!)) throw error;
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

async function untilReady(server: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (server.exitCode !== null || Date.now() > deadline) throw error;
      await new Promise(resolve => setTimeout(resolve, 50));
    }
  }
}

function findBinaries(): string | undefined {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return undefined;
  const versions = readdirSync(root).sort((a, b) => Number(b) - Number(a));
  return versions.map(version => join(root, version, 'bin')).find(folder => existsSync(join(folder, 'initdb')));
}

function findAccount(): { uid: number; gid: number } | undefined {
  const own = { uid: process.getuid!(), gid: process.getgid!() };
  if (own.uid !== 0) return own;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find(entry => entry.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}
