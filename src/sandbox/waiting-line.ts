// Requests that wait for a process. The owner with the fewest running requests is served first. Each owner has a limit of
// waiting and of running requests, so that many requests of one owner do not delay the others.
import { Ended } from './failures.ts';

/** Too many requests wait, of all owners or of this one, or this request has waited too long. */
export class Overloaded extends Error {
  /** Whether only this owner has too many requests. Requests of other owners are accepted. */
  readonly isOwnFault: boolean;
  constructor(isOwnFault = false) {
    super('too many requests wait');
    this.isOwnFault = isOwnFault;
  }
}

export interface WaitingLine<Turn> {
  /** Resolves with what {@link WaitingRequest.give} is called with. Rejects with {@link Overloaded} or Ended. */
  join(owner: string, key: string, signal: AbortSignal | undefined): Promise<Turn>;
  /**
   * The next request; undefined when none may run now.
   * @param atWork the number of running requests of an owner
   * @param isReady whether requests with this key may run now
   */
  first(atWork: (owner: string) => number, isReady: (key: string) => boolean): WaitingRequest<Turn> | undefined;
  readonly length: number;
  close(): void;
}

export interface WaitingRequest<Turn> {
  readonly owner: string;
  readonly key: string;
  /** End the wait, and pass this to the caller who waits. */
  give(turn: Turn): void;
}

export interface LineSettings {
  /** The most waiting requests, of all owners and of one. */
  readonly waiting: number;
  readonly waitingOfOwner: number;
  /** The most running requests of one owner. */
  readonly atWorkOfOwner: number;
  /** The longest time that a request waits. */
  readonly patienceMs: number;
}

export function createWaitingLine<Turn>({
  waiting,
  waitingOfOwner,
  atWorkOfOwner,
  patienceMs,
}: LineSettings): WaitingLine<Turn> {
  const line = new Map<WaitingRequest<Turn>, (error: Error) => void>();
  const waitingOf = (owner: string) => [...line.keys()].filter(entry => entry.owner === owner).length;
  return {
    join(owner, key, signal) {
      if (signal?.aborted) return Promise.reject(new Ended('cancelled'));
      if (line.size >= waiting) return Promise.reject(new Overloaded());
      if (waitingOf(owner) >= waitingOfOwner) return Promise.reject(new Overloaded(true));
      return new Promise<Turn>((resolve, reject) => {
        const patience = setTimeout(() => fail(new Overloaded()), patienceMs);
        const cancel = () => fail(new Ended('cancelled'));
        signal?.addEventListener('abort', cancel, { once: true });
        const leave = () => {
          line.delete(entry);
          clearTimeout(patience);
          signal?.removeEventListener('abort', cancel);
        };
        const fail = (error: Error) => {
          leave();
          reject(error);
        };
        const entry: WaitingRequest<Turn> = {
          owner,
          key,
          give(turn) {
            leave();
            resolve(turn);
          },
        };
        line.set(entry, fail);
      });
    },
    first(atWork, isReady) {
      let next: WaitingRequest<Turn> | undefined;
      for (const entry of line.keys()) {
        if (!isReady(entry.key)) continue;
        const running = atWork(entry.owner);
        if (running < atWorkOfOwner && (!next || running < atWork(next.owner))) next = entry;
      }
      return next;
    },
    get length() {
      return line.size;
    },
    close() {
      for (const fail of [...line.values()]) fail(new Ended('closed'));
    },
  };
}
