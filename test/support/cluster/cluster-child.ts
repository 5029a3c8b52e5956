// A process of a cluster. It can be started, killed, and started again with the same name, port and data directory; its log shows
// its progress.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { freezeProcess, thawProcess } from './stopped-process.ts';

export interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly [name: string]: unknown;
}

export interface ClusterProcess {
  readonly name: string;
  /** Base address of an API process. */
  readonly url: string;
  /** All log lines since its first start. */
  readonly log: readonly LogLine[];
  /** How many times it was ended by `kill` or `stop`. */
  readonly deaths: number;
  /** Whether it has reported that it is ready, and has not been ended since. */
  readonly isReady: boolean;
  /** Resolves when it serves or works; rejects when it ended instead. */
  ready(): Promise<void>;
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
  /** SIGTERM; resolves to its exit code, and how long it took. */
  stop(): Promise<{ code: number | null; tookMs: number }>;
  /** Start it again once it is gone. */
  restart(): void;
  freeze(): Promise<void>;
  thaw(): void;
}

export interface ChildOptions {
  readonly name: string;
  readonly url: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

export function startChild({ name, url, args, env }: ChildOptions): ClusterProcess {
  const log: LogLine[] = [];
  let raw = '';
  let deaths = 0;
  let isReady = false;
  let child: ChildProcess;
  let exited: Promise<unknown>;
  let starting: Promise<void>;

  function start(): void {
    const started = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...env },
    });
    child = started;
    exited = once(started, 'exit');
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    starting = promise;
    starting.catch(() => {});
    createInterface({ input: started.stderr! }).on('line', text => {
      const line = lineOf(text);
      if (!line) raw = `${raw}${text}\n`.slice(-4000);
      else {
        log.push(line);
        if (started === child && (line.msg === 'serving' || line.msg === 'working')) {
          isReady = true;
          resolve();
        }
      }
    });
    void exited.then(() => {
      reject(new Error(`${name} ended with ${started.exitCode ?? started.signalCode}: ${raw}${describe(log)}`));
    });
  }

  const isGone = () => child.exitCode !== null || child.signalCode !== null;
  async function end(signal: NodeJS.Signals): Promise<void> {
    isReady = false;
    if (isGone()) return;
    deaths += 1;
    child.kill(signal);
    await exited;
  }

  start();
  return {
    name,
    url,
    log,
    get deaths() {
      return deaths;
    },
    get isReady() {
      return isReady && !isGone();
    },
    ready: () => starting,
    kill: () => end('SIGKILL'),
    async stop() {
      const since = performance.now();
      await end('SIGTERM');
      return { code: child.exitCode, tookMs: performance.now() - since };
    },
    restart: start,
    freeze: () => freezeProcess(child.pid!),
    thaw: () => thawProcess(child.pid!),
  };
}

function lineOf(text: string): LogLine | undefined {
  try {
    const line = JSON.parse(text);
    return typeof line?.msg === 'string' ? line : undefined;
  } catch {
    return undefined;
  }
}

function describe(log: readonly LogLine[]): string {
  return log
    .slice(-10)
    .map(line => JSON.stringify(line))
    .join('\n');
}
