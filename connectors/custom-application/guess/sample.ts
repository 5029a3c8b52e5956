// The first rows of a file, column by column: what a guess is made of.
import { basename } from 'node:path';
import type { FileOptions } from '../description/config.ts';
import { csvFileAt, dataRows } from '../rows/csv/csv-file.ts';

/** Rows that are looked at. */
const looked = 2_000;

/** More distinct texts than this are no list of values. */
const mostValues = 12;

export interface SampledColumn {
  readonly name: string;
  /** The cell of each row, without blanks around it; empty when it holds nothing. */
  readonly cells: readonly string[];
  /** Filled cells, in order. */
  readonly texts: readonly string[];
  /** Distinct texts in the order of their first appearance; undefined when there are many. */
  readonly values: readonly string[] | undefined;
  /** Every row has a text. */
  readonly isFilled: boolean;
  /** Every row has a text of its own. */
  readonly isUnique: boolean;
}

export interface Sample {
  /** Rows that differ from each other. */
  readonly rows: number;
  /** Rows that equal an earlier row in every cell. They are not in the columns. */
  readonly repeated: number;
  readonly columns: readonly SampledColumn[];
  /** Texts of the file that usually stand for an empty cell, such as `N/A`. */
  readonly nulls: readonly string[];
}

const nothing = /^(n\/?a|null|none|nil|-+|–|no_information|not_supported|not available|\(blank\)|unknown)$/i;

export async function sampleOf(file: string, options: FileOptions): Promise<Sample> {
  const cells: string[][] = [];
  const seen = new Set<string>();
  let repeated = 0;
  const nulls = new Set<string>();
  const table = await csvFileAt(file, basename(file), options);
  const header = table.header;
  for (const _ of header) cells.push([]);
  for await (const batch of dataRows(table)) {
    for (const row of batch) {
      if (row.fault !== undefined) continue;
      if (row.cells.length !== header.length) continue;
      const key = JSON.stringify(row.cells);
      if (seen.has(key)) {
        repeated += 1;
        continue;
      }
      seen.add(key);
      for (const [index, cell] of row.cells.entries()) {
        const text = cell.trim();
        const isNothing = nothing.test(text);
        if (isNothing) nulls.add(text);
        cells[index]!.push(isNothing ? '' : text);
      }
    }
    if (seen.size >= looked) break;
  }
  const rows = seen.size;
  const columns = header.map((name, index) => columnOf(name, cells[index]!));
  return { rows, repeated, columns, nulls: [...nulls] };
}

function columnOf(name: string, cells: readonly string[]): SampledColumn {
  const texts = cells.filter(text => text !== '');
  const distinct = new Set(texts);
  const isFilled = cells.length > 0 && texts.length === cells.length;
  return {
    name,
    cells,
    texts,
    values: distinct.size <= mostValues ? [...distinct] : undefined,
    isFilled,
    isUnique: isFilled && distinct.size === texts.length,
  };
}
