// A deployment of many processes: Redis, PostgreSQL and an S3 server, each with a password, one source of a CSV file, and
// commands of the real command line on the same configuration.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '../servers/free-port.ts';
import { objectServerKeys, startObjectServer } from '../servers/object-server.ts';
import { type PostgresServer, startPostgres } from '../servers/postgres.ts';
import { type RedisServer, startRedis } from '../servers/redis.ts';
import { temporaryFolder } from '../service/service.ts';
import { until } from '../until.ts';

export const secrets = {
  redis: 'redis-password-§4711',
  postgres: 'postgres-password-0815',
  bucket: objectServerKeys.secret_access_key,
} as const;

export interface RunningCommand {
  readonly child: ChildProcess;
  /** Everything on standard error so far. */
  log(): string;
  /** Exit code and signal. */
  readonly exited: Promise<[number | null, NodeJS.Signals | null]>;
}

export interface ManyProcesses {
  readonly redis: RedisServer;
  readonly postgres: PostgresServer;
  /** Base addresses of the API and of the worker's listener. */
  readonly api: string;
  readonly worker: string;
  /** Start a command that runs until it is stopped. */
  start(...args: readonly string[]): RunningCommand;
  /** Run a command to its end. @returns what it printed */
  run(...args: readonly string[]): Promise<string>;
  stop(): Promise<void>;
}

const cli = path.join(import.meta.dirname, '../../../src/cli/main.ts');

/** @param serveProcesses how many processes share the port of the API */
export async function startManyProcesses(
  settings: Record<string, unknown> = {},
  serveProcesses = 1,
): Promise<ManyProcesses> {
  const folder = temporaryFolder();
  const [redis, postgres, bucket, apiPort, workerPort] = await Promise.all([
    startRedis({ requirepass: secrets.redis }),
    startPostgres(),
    startObjectServer(),
    freePort(),
    freePort(),
  ]);
  writeSource(path.join(folder, 'forge'));
  const file = path.join(folder, 'rolecall.yaml');
  const databaseUrl = new URL(await postgres.createDatabase());
  databaseUrl.password = secrets.postgres;
  const queueUrl = new URL(redis.url);
  queueUrl.password = secrets.redis;
  fs.writeFileSync(
    file,
    JSON.stringify({
      data_dir: 'data',
      database_url: databaseUrl.href,
      queue_url: queueUrl.href,
      storage: bucket.settings,
      listen: { port: apiPort, processes: serveProcesses },
      workers: { listen: { port: workerPort }, lease: '3s' },
      build: { memory_mb: 512, threads: 1 },
      metrics: true,
      sources: [{ id: 'forge', connector: 'custom-application', settings: { folder: 'forge' } }],
      ...settings,
    }),
  );
  const running = new Set<ChildProcess>();

  function start(...args: readonly string[]): RunningCommand {
    const child = spawn(process.execPath, [cli, '--config', file, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
    running.add(child);
    let log = '';
    child.stderr.setEncoding('utf8').on('data', chunk => {
      log += chunk;
    });
    const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    exited.then(() => running.delete(child));
    return { child, log: () => log, exited };
  }

  return {
    redis,
    postgres,
    api: `http://127.0.0.1:${apiPort}`,
    worker: `http://127.0.0.1:${workerPort}`,
    start,
    async run(...args) {
      const child = spawn(process.execPath, [cli, '--config', file, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
      const exited = once(child, 'exit');
      const [output, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
      const [code] = await exited;
      if (code !== 0) throw new Error(`rolecall ${args.join(' ')} ended with ${code}: ${complaint}`);
      return output;
    },
    async stop() {
      // Processes that such a one has started end with it.
      for (const child of running) child.kill('SIGKILL');
      await until(
        () => running.size,
        size => size === 0,
      );
      await Promise.all([redis.stop(), postgres.stop(), bucket.stop()]);
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Ask until it answers with that status. The default is longer than the interval of the sweep, which adds lost jobs again. */
export async function untilStatus(url: string, status: number, milliseconds = 200_000): Promise<Response> {
  let asked: Response | undefined;
  await until(
    async () => {
      asked = await fetch(url).catch(() => undefined);
      return { status: asked?.status, body: asked && asked.status !== status ? await asked.text() : undefined };
    },
    answer => answer.status === status,
    milliseconds,
  );
  return asked!;
}

function writeSource(folder: string): void {
  fs.mkdirSync(path.join(folder, 'config'), { recursive: true });
  fs.mkdirSync(path.join(folder, 'rawdata'));
  const mapping = {
    application: { name: 'Forge', vendorName: 'Example Software' },
    objects: { Account: { file: 'members.csv', fields: { id: 'login', alias: 'login', type: { constant: 'User' } } } },
  };
  fs.writeFileSync(path.join(folder, 'config/forge.yaml'), JSON.stringify(mapping));
  fs.writeFileSync(path.join(folder, 'rawdata/members.csv'), 'login\nada\ngrace\nalan\n');
}
