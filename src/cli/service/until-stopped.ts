// Runs a process until a signal stops it, and makes sure that it ends then.
import cluster from 'node:cluster';
import os from 'node:os';
import process from 'node:process';
import type { Logger } from 'pino';
import { mostShutdownMs } from '../../deployment/shutdown.ts';

/**
 * Resolves at the first SIGINT or SIGTERM. A second one ends the process at once. A process that another one started for it is stopped by
 * SIGTERM alone: a terminal sends SIGINT to both.
 */
export async function untilStopped(): Promise<void> {
  const signals = cluster.isWorker ? (['SIGTERM'] as const) : (['SIGINT', 'SIGTERM'] as const);
  if (cluster.isWorker) process.on('SIGINT', () => {});
  await new Promise<void>(resolve => {
    const stop = () => {
      for (const each of signals) {
        process.removeAllListeners(each);
        process.once(each, () => process.exit(128 + os.constants.signals[each]));
      }
      resolve();
    };
    for (const signal of signals) process.once(signal, stop);
  });
}

/**
 * End the process in time even if work still runs in it. Its leases expire, and other processes take over the work. The
 * exit code is 0, because the process was asked to stop.
 */
export function endWithin(log: Logger, withinMs = mostShutdownMs): void {
  setTimeout(() => {
    log.warn('ended although some work could not be aborted; another process takes it over');
    process.exit(0);
  }, withinMs).unref();
}

/** End the process after the shutdown, even if a connection of a source or a client is still open. */
export function endSoon(): void {
  setTimeout(() => process.exit(), 1_000).unref();
}
