// How far a process got and whether it was killed. Both determine the reason that is reported for its end.
import { Ended, type EndReason } from './failures.ts';
import type { Launched } from './launch.ts';

export interface Lifetime {
  /** Kill the process. The first reason is the one that is reported. */
  kill(reason: EndReason): void;
  /** Whether the process was killed. It may still be running for a moment. */
  isKilled(): boolean;
  /** Record that the process has opened its version. From then on it may have seen a request. */
  markOpen(): void;
  /** Resolves when the process has opened its version. */
  readonly opened: Promise<void>;
  /** The error for a request that the ended process did not answer. */
  toError(): Ended;
}

export function createLifetime(launched: Launched): Lifetime {
  let killedFor: EndReason | undefined;
  let isOpen = false;
  const { promise: opened, resolve: noteOpened } = Promise.withResolvers<void>();

  function reason(): EndReason {
    if (killedFor) return killedFor;
    if (!isOpen) return 'unopened';
    return launched.isFault() ? 'crashed' : 'died';
  }

  return {
    kill(why) {
      killedFor ??= why;
      launched.kill();
    },
    isKilled: () => killedFor !== undefined,
    markOpen() {
      isOpen = true;
      noteOpened();
    },
    opened,
    toError: () => new Ended(reason()),
  };
}
