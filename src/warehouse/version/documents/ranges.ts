// Which rows of a list a page has.
import type { InstanceRange } from '../layout.ts';

/** The application instances whose rows are read; undefined: all. */
export type Instances = ReadonlySet<string> | undefined;

/** A list that is sorted by application instance, or one in another order, which knows the instance of each row. */
export type ListRows =
  | { readonly rows: number; readonly instances: readonly InstanceRange[] }
  | {
      readonly rows: number;
      readonly instances: readonly Pick<InstanceRange, 'applicationInstanceId'>[];
      /** The place of a row's instance in `instances`. */
      readonly ordinalAt: (row: number) => number;
    };

export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface Ranges {
  readonly ranges: readonly Range[];
  /** Where the next page begins; undefined at the end. */
  readonly next: number | undefined;
}

/** Up to `pageSize` rows of the instances from `position` on. */
export function pageRanges(list: ListRows, position: number, pageSize: number, instances: Instances): Ranges {
  const ranges: Range[] = [];
  let left = pageSize;
  for (const { start, end } of rangesOf(list, position, instances, pageSize)) {
    if (left === 0) return { ranges, next: start };
    const cut = Math.min(end, start + left);
    ranges.push({ start, end: cut });
    left -= cut - start;
    if (cut < end) return { ranges, next: cut };
  }
  return { ranges, next: undefined };
}

/** The row after the next `skip` rows of the instances from `position` on; the end of the list when there are not that many. */
export function rowAfter(list: ListRows, position: number, skip: number, instances: Instances): number {
  let left = skip;
  for (const { start, end } of rangesOf(list, position, instances, list.rows)) {
    if (left < end - start) return start + left;
    left -= end - start;
  }
  return list.rows;
}

/** How many rows of the list the instances have. */
export function rowCount(list: ListRows, instances: Instances): number {
  return rangesOf(list, 0, instances, list.rows).reduce((sum, { start, end }) => sum + end - start, 0);
}

/** The rows of the instances from `position` on. @param longest the most rows of a range in a list of another order, where each row is looked at */
function* rangesOf(list: ListRows, position: number, instances: Instances, longest: number): Generator<Range> {
  if (!instances) {
    if (position < list.rows) yield { start: position, end: list.rows };
    return;
  }
  if ('ordinalAt' in list) {
    yield* scatteredRanges(list, position, instances, longest);
    return;
  }
  for (const { applicationInstanceId, start, count } of list.instances) {
    const first = Math.max(start, position);
    if (first < start + count && instances.has(applicationInstanceId)) yield { start: first, end: start + count };
  }
}

function* scatteredRanges(
  { rows, instances: of, ordinalAt }: Extract<ListRows, { ordinalAt: unknown }>,
  position: number,
  instances: ReadonlySet<string>,
  longest: number,
): Generator<Range> {
  const shown = of.map(({ applicationInstanceId }) => instances.has(applicationInstanceId));
  for (let start = position; start < rows; start += 1) {
    if (!shown[ordinalAt(start)]) continue;
    let end = start + 1;
    while (end < rows && end - start < longest && shown[ordinalAt(end)]) end += 1;
    yield { start, end };
    start = end - 1;
  }
}
