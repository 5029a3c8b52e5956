// rolecall serve as several processes that share a port. This process starts them, starts another for one that ends, and passes signals on.
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import os from 'node:os';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../../config/config-file.ts';
import { mebibyte } from '../../mebibytes.ts';
import { addUpMetrics } from '../../observability/shared-metrics.ts';
import { availableMemory } from '../../sandbox/memory-shares.ts';
import { untilStopped } from './until-stopped.ts';

/** The memory that a process can use well: its own, that of a query and that of an export (src/sandbox/memory-shares.ts). */
const processBytes = 2_048 * mebibyte;

/** How many processes answer the requests of one `rolecall serve`. */
export function serveProcesses({ listen }: Pick<Config, 'listen'>): number {
  const fitting = Math.floor(availableMemory() / processBytes);
  return listen.processes ?? Math.max(1, Math.min(os.availableParallelism(), fitting));
}

/** The longest pause before a process is started again that ended before it could serve. */
const longestPauseMs = 30_000;

/**
 * Keep `count` processes serving until a signal stops this one. Each runs this program with the same arguments.
 * @returns the exit code: 0, or that of the first process when it ended before it could serve
 */
export async function superviseServers(count: number, log: Logger): Promise<number> {
  const serving = new Set<Worker>();
  addUpMetrics(serving);
  // A process that can't serve says why. The others would say the same.
  const first = startServer(serving);
  if (!(await first.serves)) return (await first.ended)[0] ?? 1;
  log.info({ processes: count }, 'serving');
  const stopping = new AbortController();
  const onHangup = () => signalAll('SIGHUP');
  process.on('SIGHUP', onHangup);
  const servers = [first, ...Array.from({ length: count - 1 }, () => startServer(serving))];
  const kept = servers.map(server => keepServing(server, { serving, log, stopping: stopping.signal }));
  await untilStopped();
  stopping.abort();
  process.off('SIGHUP', onHangup);
  signalAll('SIGTERM');
  await Promise.all(kept);
  return 0;
}

function signalAll(signal: NodeJS.Signals): void {
  for (const worker of Object.values(cluster.workers ?? {})) worker!.process.kill(signal);
}

interface Server {
  readonly pid: number;
  /** Whether it answers requests; false when it ended before. */
  readonly serves: Promise<boolean>;
  readonly ended: Promise<[code: number | null, signal: NodeJS.Signals | null]>;
}

function startServer(serving: Set<Worker>): Server {
  const worker = cluster.fork();
  // A message that it can't receive any more, since it has just ended. Without a listener, that would end all of them.
  worker.on('error', error => {
    if (worker.process.pid === undefined) throw error;
  });
  const ended = once(worker, 'exit') as Server['ended'];
  const listens = once(worker, 'listening').then(() => serving.add(worker));
  const serves = Promise.race([listens.then(() => true), ended.then(() => false)]);
  ended.then(() => serving.delete(worker));
  return { pid: worker.process.pid!, serves, ended };
}

interface Supervision {
  readonly serving: Set<Worker>;
  readonly log: Logger;
  readonly stopping: AbortSignal;
}

/** Start another process each time that one ends. Resolves when the last one has ended, after `stopping`. */
async function keepServing(first: Server, { serving, log, stopping }: Supervision): Promise<void> {
  let pauseMs = 0;
  for (let server = first; ; server = startServer(serving)) {
    const hasServed = await server.serves;
    const [code, signal] = await server.ended;
    if (stopping.aborted) return;
    pauseMs = hasServed ? 0 : Math.min(longestPauseMs, 2 * pauseMs + 1_000);
    log.error({ ended: server.pid, code, signal, pauseMs }, 'a process has ended; another one starts');
    await delay(pauseMs, undefined, { signal: stopping }).catch(() => {});
    if (stopping.aborted) return;
  }
}
