// Requests that wait for a process. The owner with the fewest running requests is served first. Each owner may use only a share
// of the places and of the processes, so that one owner's many requests do not delay the others.
import { Ended } from './process.ts';

/** Too many requests wait, of all owners or of this one; or a request has waited too long. */
export class Overloaded extends Error {
  /** Whether only this owner has too many requests, so that others are still accepted. */
  readonly isOwnFault: boolean;
  constructor(isOwnFault = false) {
    super('too many requests wait');
    this.isOwnFault = isOwnFault;
  }
}

export interface WaitingLine<Turn> {
  /** Resolves with what {@link Waiting.give} is called with. Rejects with {@link Overloaded} or Ended. */
  join(owner: string, key: string, signal: AbortSignal | undefined): Promise<Turn>;
  /** The next request to serve. Owners whose share of the processes is in use are passed over. @param atWork running requests */
  first(atWork: (owner: string) => number): Waiting<Turn> | undefined;
  readonly length: number;
  close(): void;
}

export interface Waiting<Turn> {
  readonly owner: string;
  readonly key: string;
  /** Take the request out of the line; its `join` resolves with this. */
  give(turn: Turn): void;
}

export interface LineSettings {
  /** Requests that may wait, of all owners and of one. */
  readonly waiting: number;
  readonly waitingOfOwner: number;
  /** Requests of one owner that may run at once. */
  readonly atWorkOfOwner: number;
  /** How long a request may wait. */
  readonly patienceMs: number;
}

export function createWaitingLine<Turn>({
  waiting,
  waitingOfOwner,
  atWorkOfOwner,
  patienceMs,
}: LineSettings): WaitingLine<Turn> {
  const line = new Map<Waiting<Turn>, (error: Error) => void>();
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
        const entry: Waiting<Turn> = {
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
    first(atWork) {
      let next: Waiting<Turn> | undefined;
      for (const entry of line.keys()) {
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
