// Kills a process when its request takes too long or too much memory, or when the caller cancels the request.
import type { Launched } from './launch.ts';
import type { Lifetime } from './lifetime.ts';

export interface RunLimits {
  /** Until the result, or the first byte of the output. */
  readonly timeMs: number;
  /** From the first byte to the last. */
  readonly streamTimeMs?: number;
  /** The most bytes of the output. */
  readonly outputBytes?: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Watch {
  /** Replace the deadline by one in `ms` from now. */
  extend(ms: number): void;
  stop(): void;
}

const memoryCheckMs = 100;

/** @param residentBytes resident memory above which the process is killed */
export function watchRun(
  launched: Launched,
  lifetime: Lifetime,
  residentBytes: number,
  { timeMs, signal }: RunLimits,
): Watch {
  const cancel = () => lifetime.kill('cancelled');
  const killIn = (ms: number) => setTimeout(() => lifetime.kill('time'), ms);
  signal?.addEventListener('abort', cancel, { once: true });
  let deadline = killIn(timeMs);
  const memory = setInterval(() => {
    if (launched.resident() > residentBytes) lifetime.kill('memory');
  }, memoryCheckMs);
  return {
    extend(ms) {
      clearTimeout(deadline);
      deadline = killIn(ms);
    },
    stop() {
      signal?.removeEventListener('abort', cancel);
      clearTimeout(deadline);
      clearInterval(memory);
    },
  };
}
