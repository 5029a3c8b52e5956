// Merges the documents of a base with those of a delta, by id.
import { idBytes, type Merge } from './format.ts';
import { findId, lastStart } from './ids.ts';

/**
 * The rows of both in the order of their ids. A document of the delta replaces that of the base with the same id.
 * @param gone ids of the base that are left out, sorted; those that the delta replaces may be among them. All three have 16 bytes
 *   for each id
 * @throws Error for a gone id that the base does not have
 */
export function mergeIds(base: Buffer, delta: Buffer, gone: Buffer): Merge {
  const starts: number[] = [];
  const sources: number[] = [];
  const goneRows: number[] = [];
  let rows = 0;
  let next = 0;
  const add = (source: 0 | 1, first: number, count: number) => {
    if (count === 0) return;
    const last = sources.at(-1);
    const continues = last !== undefined && last % 2 === source && (last >>> 1) + rows - starts.at(-1)! === first;
    if (!continues) {
      starts.push(rows);
      sources.push(first * 2 + source);
    }
    rows += count;
  };
  const counts = { delta: delta.length / idBytes, gone: gone.length / idBytes };
  for (let fromDelta = 0, fromGone = 0; fromDelta < counts.delta || fromGone < counts.gone; ) {
    const order = compareAt(delta, fromDelta, gone, fromGone);
    const id = order <= 0 ? idAt(delta, fromDelta) : idAt(gone, fromGone);
    const { place, isFound } = findId(base, id, next);
    if (!isFound && order >= 0) throw new Error('a removed id is not in the base');
    add(0, next, place - next);
    next = isFound ? place + 1 : place;
    if (order <= 0) add(1, fromDelta++, 1);
    else goneRows.push(place);
    if (order >= 0) fromGone += 1;
  }
  add(0, next, base.length / idBytes - next);
  starts.push(rows);
  return { starts: Uint32Array.from(starts), sources: Uint32Array.from(sources), gone: Uint32Array.from(goneRows) };
}

function idAt(ids: Buffer, place: number): Buffer {
  return ids.subarray(place * idBytes, (place + 1) * idBytes);
}

/** Compare the id of `a` at `atA` with that of `b` at `atB`. A place beyond the end sorts after every id. */
function compareAt(a: Buffer, atA: number, b: Buffer, atB: number): number {
  if (atB * idBytes >= b.length) return -1;
  if (atA * idBytes >= a.length) return 1;
  return a.compare(b, atB * idBytes, (atB + 1) * idBytes, atA * idBytes, (atA + 1) * idBytes);
}

/** Consecutive rows of base or delta. */
export interface Run {
  readonly isDelta: boolean;
  readonly start: number;
  readonly end: number;
}

/** The rows `start` to `end` of the merged list. */
export function runsOf({ starts, sources }: Merge, start: number, end: number): Run[] {
  const runs: Run[] = [];
  for (let at = lastStart(starts, start), row = start; row < end; at += 1) {
    const source = sources[at]!;
    const first = (source >>> 1) + row - starts[at]!;
    const count = Math.min(end, starts[at + 1]!) - row;
    runs.push({ isDelta: source % 2 === 1, start: first, end: first + count });
    row += count;
  }
  return runs;
}
