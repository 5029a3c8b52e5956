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
  /** Record that the process will open another version. */
  markUnopened(): void;
  /** Whether the process has opened its version. */
  isOpen(): boolean;
  /** Resolves when the process has opened its version; never when it ends, or is to open another one, before. */
  opened(): Promise<void>;
  /** The error for a request that the ended process did not answer. */
  toError(): Ended;
}

export function createLifetime(launched: Launched): Lifetime {
  let killedFor: EndReason | undefined;
  let isOpen = false;
  let opening = Promise.withResolvers<void>();

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
      opening.resolve();
    },
    markUnopened() {
      isOpen = false;
      opening = Promise.withResolvers();
    },
    isOpen: () => isOpen,
    opened: () => opening.promise,
    toError: () => new Ended(reason()),
  };
}
