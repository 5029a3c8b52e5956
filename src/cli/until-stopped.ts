// A process that runs until it is told to stop.
import process from 'node:process';

/** Resolves at the first SIGINT or SIGTERM; a second one ends the process at once. */
export async function untilStopped(): Promise<void> {
  await new Promise<void>(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        process.once(signal, () => process.exit(130));
        resolve();
      });
    }
  });
}

/** What a source or a client left open does not keep a process that has let go of everything. */
export function endSoon(): void {
  setTimeout(() => process.exit(), 1_000).unref();
}
