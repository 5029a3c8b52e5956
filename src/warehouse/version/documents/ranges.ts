// Which rows of a list a page has.
import type { InstanceRange } from '../layout.ts';

/** Which application instances a reader sees; undefined: all. */
export type Visible = ReadonlySet<string> | undefined;

export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface Ranges {
  readonly ranges: readonly Range[];
  /** Where the next page begins; undefined at the end. */
  readonly next: number | undefined;
}

/** Rows of a list that is sorted by application instance: each visible instance is one range. */
export function contiguousRanges(
  instances: readonly InstanceRange[],
  rows: number,
  position: number,
  pageSize: number,
  visible: Visible,
): Ranges {
  const whole = [{ start: 0, end: rows }];
  const visibleRanges = visible
    ? instances
        .filter(instance => visible.has(instance.applicationInstanceId))
        .map(({ start, count }) => ({ start, end: start + count }))
    : whole;
  const ranges: Range[] = [];
  let left = pageSize;
  for (const range of visibleRanges) {
    const start = Math.max(range.start, position);
    if (start >= range.end) continue;
    if (left === 0) return { ranges, next: start };
    const end = Math.min(range.end, start + left);
    ranges.push({ start, end });
    left -= end - start;
    if (end < range.end) return { ranges, next: end };
  }
  return { ranges, next: undefined };
}

/** Rows of a list in another order: scan from the position on, keep the visible rows, and merge neighbours into one range. */
export function scatteredRanges(
  instances: readonly Pick<InstanceRange, 'applicationInstanceId'>[],
  rows: number,
  ordinalAt: (row: number) => number,
  position: number,
  pageSize: number,
  visible: ReadonlySet<string>,
): Ranges {
  const shown = instances.map(instance => visible.has(instance.applicationInstanceId));
  const ranges: { start: number; end: number }[] = [];
  let left = pageSize;
  for (let row = position; row < rows; row += 1) {
    if (!shown[ordinalAt(row)]) continue;
    if (left === 0) return { ranges, next: row };
    const last = ranges.at(-1);
    if (last?.end === row) last.end += 1;
    else ranges.push({ start: row, end: row + 1 });
    left -= 1;
  }
  return { ranges, next: undefined };
}
