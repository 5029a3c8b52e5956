// Limits the memory of all answers that wait until their clients have received them.
import type { ServerResponse } from 'node:http';
import { ServiceError } from '../../errors.ts';
import type { AnswerWatch } from './answer-watch.ts';

export interface HeldAnswers {
  /**
   * Count bytes that stay in memory until a response is over, preferably before they are allocated. When the limit is
   * exceeded, connections without progress are ended.
   * @throws ServiceError SERVICE_UNAVAILABLE when that does not free enough
   */
  hold(response: ServerResponse, bytes: number): void;
  /** Whether bytes of the response are counted. */
  isHeld(response: ServerResponse): boolean;
}

/** Smaller answers are not worth counting. */
const smallestBytes = 4096;
/** A client that received nothing for this long may be disconnected to make room for others. */
const patienceMs = 2000;

/** @param mostBytes limit for all answers together */
export function createHeldAnswers(mostBytes: number, watch: AnswerWatch): HeldAnswers {
  const held = new Map<ServerResponse, number>();
  let total = 0;

  function release(response: ServerResponse): void {
    total -= held.get(response) ?? 0;
    held.delete(response);
  }

  /** End stuck connections, the one stuck for longest first, until the bytes fit. */
  function makeRoom(bytes: number): void {
    const stuck = [...held.keys()]
      .map(response => ({ response, stuckMs: response.socket ? watch.stuckMs(response.socket) : 0 }))
      .filter(({ stuckMs }) => stuckMs > patienceMs)
      .toSorted((a, b) => b.stuckMs - a.stuckMs);
    for (const { response } of stuck) {
      if (total + bytes <= mostBytes) return;
      release(response);
      response.destroy();
    }
  }

  return {
    hold(response, bytes) {
      if (bytes < smallestBytes || response.closed) return;
      if (total + bytes > mostBytes) makeRoom(bytes);
      if (total + bytes > mostBytes) {
        const message = 'too many answers wait until their clients have received them; try again in a few seconds';
        throw new ServiceError('SERVICE_UNAVAILABLE', message);
      }
      if (!held.has(response)) response.once('close', () => release(response));
      held.set(response, (held.get(response) ?? 0) + bytes);
      total += bytes;
    },
    isHeld: response => held.has(response),
  };
}
