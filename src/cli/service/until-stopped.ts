// A process that runs until it is told to stop, and then does end.
import os from 'node:os';
import process from 'node:process';
import type { Logger } from 'pino';

/** Resolves at the first SIGINT or SIGTERM; a second one ends the process at once. */
export async function untilStopped(): Promise<void> {
  await new Promise<void>(resolve => {
    const stop = () => {
      for (const each of ['SIGINT', 'SIGTERM'] as const) {
        process.removeAllListeners(each);
        process.once(each, () => process.exit(128 + os.constants.signals[each]));
      }
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  });
}

/** Supervisors kill after 30 s (Kubernetes' default). */
const mostMs = 28_000;

/**
 * Let the process end within 28 s, whatever still runs in it: what it had leased runs out, and another process takes it
 * over. Ordered to stop, it has stopped: the exit code is 0.
 */
export function endWithin(log: Logger, withinMs = mostMs): void {
  setTimeout(() => {
    log.warn('ended with work under way that did not break off; another process takes it over');
    process.exit(0);
  }, withinMs).unref();
}

/** What a source or a client left open does not keep a process that has let go of everything. */
export function endSoon(): void {
  setTimeout(() => process.exit(), 1_000).unref();
}
