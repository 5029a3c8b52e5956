// A page of a result. Every page runs the whole query and passes over the rows before it: nothing is kept between pages,
// so any process can serve any of them. Pages behind the first, and the first of several, run on one thread, because
// only then does the same query on the same version give its rows in the same order each time.
import type { DuckDBResult } from '@duckdb/node-api';
import { jsonRows } from './json-rows.ts';
import { Refusal } from './refusal.ts';

export interface Column {
  readonly name: string;
  readonly type: string;
}

export interface ResultPage {
  readonly columns: readonly Column[];
  /** Texts of JSON arrays, joined by commas. */
  readonly rows: string;
  readonly rowCount: number;
  /** Whether rows follow. */
  readonly more: boolean;
}

export interface PageRange {
  /** Rows before the page. */
  readonly offset: number;
  readonly size: number;
}

/** @throws Refusal when the page's text is longer than `pageBytes` */
export async function readPage(
  result: DuckDBResult,
  { offset, size }: PageRange,
  pageBytes: number,
): Promise<ResultPage> {
  const types = result.columnTypes();
  const rows: string[] = [];
  let length = 0;
  let passed = 0;
  for (;;) {
    const chunk = await result.fetchChunk();
    if (!chunk || chunk.rowCount === 0)
      return { columns: columnsOf(result), rows: rows.join(','), rowCount: rows.length, more: false };
    const start = Math.max(0, offset - passed);
    passed += chunk.rowCount;
    if (start >= chunk.rowCount) continue;
    for (const row of jsonRows(chunk, types, start, size - rows.length)) {
      length += row.length;
      if (length > pageBytes) throw new Refusal({ reasons: [], limit: 'result' });
      rows.push(row);
    }
    if (passed > offset + size)
      return { columns: columnsOf(result), rows: rows.join(','), rowCount: rows.length, more: true };
  }
}

export function columnsOf(result: DuckDBResult): Column[] {
  const types = result.columnTypes();
  return result.columnNames().map((name, index) => ({ name, type: types[index]!.alias ?? String(types[index]) }));
}
