// Rows from values that are in memory.
import type { Row, RowBatch, RowMark } from '../row-table.ts';
import type { JsonColumns } from './json-columns.ts';

/** Rows of a batch. */
const batchRows = 500;

/** @param placeOf for messages, by the index of a value */
export function* valueRows(
  values: readonly unknown[],
  columns: JsonColumns,
  placeOf: (index: number) => string,
  from?: RowMark,
): Generator<RowBatch> {
  for (let start = (from?.line ?? 1) - 1; start < values.length; start += batchRows) {
    const rows = values.slice(start, start + batchRows).map((value, offset): Row => {
      const index = start + offset;
      const line = index + 1;
      return { ...columns.cellsOf(value), line, end: { line: line + 1 }, place: placeOf(index) };
    });
    yield { rows };
  }
}
