// One page of a result. Every page runs the whole query and skips the rows before the page. Nothing is kept between pages, so
// any process can serve any page. When a result has several pages, all of them run on one thread, because only then does the
// same query on the same version return its rows in the same order each time.
import fs from 'node:fs';
import type { DuckDBResult } from '@duckdb/node-api';
import { type Column, columnsOf } from './column-types.ts';
import { columnsOfUnnamedRows, jsonRows } from './json-rows.ts';
import { Refusal, refuse } from './refusal.ts';

/** The description of a page. Its rows follow through the pipe. */
export interface PageAbout {
  readonly columns: readonly Column[];
  readonly rowCount: number;
  /** Whether the result has more rows after the page. */
  readonly more: boolean;
}

export interface ResultPage extends PageAbout {
  /** Texts of JSON arrays in UTF-8, joined by commas, in pieces. */
  readonly rows: readonly Buffer[];
}

export interface PageRange {
  /** Rows before the page. */
  readonly offset: number;
  readonly size: number;
}

/** @returns the page, and the text of each of its rows. @throws Refusal when the texts are longer than `pageBytes` */
export async function readPage(
  result: DuckDBResult,
  { offset, size }: PageRange,
  pageBytes: number,
): Promise<{ about: PageAbout; rows: string[] }> {
  const types = result.columnTypes();
  const [unnamed] = columnsOfUnnamedRows(types, result.columnNames());
  if (unnamed !== undefined) {
    const message = `the column \`${unnamed}\` holds rows whose values have no names, which JSON cannot show`;
    throw refuse(
      'TYPE_ERROR',
      message,
      undefined,
      "name the values, for example {'a': 1, 'b': 2}, or cast them to VARCHAR",
    );
  }
  const rows: string[] = [];
  let bytes = 0;
  let passed = 0;
  for (;;) {
    const chunk = await result.fetchChunk();
    if (!chunk || chunk.rowCount === 0)
      return { about: { columns: columnsOf(result), rowCount: rows.length, more: false }, rows };
    const start = Math.max(0, offset - passed);
    passed += chunk.rowCount;
    if (start >= chunk.rowCount) continue;
    for (const row of jsonRows(chunk, types, start, size - rows.length)) {
      bytes += Buffer.byteLength(row);
      if (bytes > pageBytes) throw new Refusal({ reasons: [], limit: 'result' });
      rows.push(row);
    }
    if (passed > offset + size)
      return { about: { columns: columnsOf(result), rowCount: rows.length, more: true }, rows };
  }
}

/** Rows that are written in one piece. */
const rowsAtOnce = 500;

/** Write the rows to a pipe that is open for writing, in pieces, so that the reader need not take megabytes at once. */
export function writeRows(rows: readonly string[], descriptor: number): void {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const piece = rows.slice(start, start + rowsAtOnce).join(',');
    fs.writeFileSync(descriptor, start === 0 ? piece : `,${piece}`);
  }
}
