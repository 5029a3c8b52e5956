// Requests that wait for a process. Whose fewest requests are at work is next, so nobody waits behind a crowd of another's.
import { Ended } from './process.ts';

/** There are more requests than may wait, or one has waited too long. */
export class Overloaded extends Error {}

export interface WaitingLine<Turn> {
  /** Resolves with what {@link Waiting.give} is called with. Rejects with {@link Overloaded} or Ended. */
  join(owner: string, key: string, signal: AbortSignal | undefined): Promise<Turn>;
  /** Who is next. */
  first(atWork: (owner: string) => number): Waiting<Turn> | undefined;
  readonly length: number;
  close(): void;
}

export interface Waiting<Turn> {
  readonly owner: string;
  readonly key: string;
  /** Leave the line with this. */
  give(turn: Turn): void;
}

export interface LineSettings {
  /** Requests that may wait. */
  readonly waiting: number;
  /** How long one may wait. */
  readonly patienceMs: number;
}

export function createWaitingLine<Turn>({ waiting, patienceMs }: LineSettings): WaitingLine<Turn> {
  const line = new Map<Waiting<Turn>, (error: Error) => void>();
  return {
    join(owner, key, signal) {
      if (signal?.aborted) return Promise.reject(new Ended('cancelled'));
      if (line.size >= waiting) return Promise.reject(new Overloaded());
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
      for (const entry of line.keys()) if (!next || atWork(entry.owner) < atWork(next.owner)) next = entry;
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
