// A real Redis server for tests: the machine's own binary on a free loopback port, its files in a temporary folder.
// Without the binary the tests that need it are skipped.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freezeProcess, thawProcess } from '../cluster/stopped-process.ts';
import { freePort } from './free-port.ts';

export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** SIGKILL, as in a crash; all data is lost. */
  kill9(): Promise<void>;
  /** Stop it, with its connections open, until `thaw`. */
  freeze(): Promise<void>;
  thaw(): void;
  /** Start it again on the same port, without any data. A running server is killed first. */
  restartEmpty(): Promise<void>;
  stop(): Promise<void>;
}

/** Why this machine cannot run a server; undefined when it can. */
export const redisMissing: string | undefined = findRedis() ? undefined : 'no redis-server on the PATH';

/** @param settings server settings, `name value`, as on redis-server's command line: `['requirepass', 'secret']` */
export async function startRedis(settings: Readonly<Record<string, string>> = {}): Promise<RedisServer> {
  if (redisMissing) throw new Error(`Redis cannot be started: ${redisMissing}`);
  const folder = mkdtempSync(join(tmpdir(), 'rolecall-redis-'));
  const port = await freePort();
  let server = await start(folder, port, settings);
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    // A stopped process does not end until it continues.
    server.kill('SIGCONT');
    await ended;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    kill9: () => end('SIGKILL'),
    freeze: () => freezeProcess(server.pid!),
    thaw: () => thawProcess(server.pid!),
    async restartEmpty() {
      await end('SIGKILL');
      server = await start(folder, port, settings);
    },
    async stop() {
      await end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves when the server reports that it accepts connections. */
async function start(folder: string, port: number, settings: Readonly<Record<string, string>>): Promise<ChildProcess> {
  const all = { port, bind: '127.0.0.1', dir: folder, save: '', appendonly: 'no', ...settings };
  const server = spawn(
    'redis-server',
    Object.entries(all).flatMap(([name, value]) => [`--${name}`, String(value)]),
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const lines = createInterface({ input: server.stdout });
  const said: string[] = [];
  for await (const line of lines) {
    said.push(line);
    if (line.includes('Ready to accept connections')) {
      server.stdout.resume();
      return server;
    }
  }
  throw new Error(`redis-server did not start:\n${said.join('\n')}`);
}

function findRedis(): boolean {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
