// Finds an id among sorted ids.
import { idBytes } from './format.ts';

/** Bytes of an id that are compared as one number. */
const keyBytes = 6;
/** How often the place is guessed from the value of the id. Ids are hashes, so a guess is close. Later steps halve the range. */
const guesses = 6;

/** Where the id is among the ids, or would have to be inserted. */
interface FoundPlace {
  readonly place: number;
  readonly isFound: boolean;
}

/** @param ids sorted, 16 bytes each. @param from the first place to look at */
export function findId(ids: Buffer, wanted: Buffer, from = 0): FoundPlace {
  const key = wanted.readUIntBE(0, keyBytes);
  let low = from;
  let high = ids.length / idBytes - 1;
  for (let step = 0; low <= high; step += 1) {
    const middle = step < guesses ? guess(ids, key, low, high) : (low + high) >>> 1;
    const order = ids.compare(wanted, 0, idBytes, middle * idBytes, (middle + 1) * idBytes);
    if (order === 0) return { place: middle, isFound: true };
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return { place: low, isFound: false };
}

function guess(ids: Buffer, key: number, low: number, high: number): number {
  const first = ids.readUIntBE(low * idBytes, keyBytes);
  const last = ids.readUIntBE(high * idBytes, keyBytes);
  if (key <= first || last <= first) return low;
  if (key >= last) return high;
  return low + Math.floor(((key - first) / (last - first)) * (high - low));
}

/** The index of the last start that is at most `row`; the starts ascend. */
export function lastStart(starts: Uint32Array, row: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (starts[middle]! <= row) low = middle;
    else high = middle - 1;
  }
  return low;
}
