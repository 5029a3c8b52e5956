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
  /** What the column is called: its name, or of a path into JSON the last member. */
  readonly label: string;
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
  const table = await csvFileAt(file, basename(file), options);
  const { header } = table;
  const rows: (readonly string[])[] = [];
  for await (const batch of dataRows(table)) {
    for (const { cells, fault } of batch) if (fault === undefined && cells.length === header.length) rows.push(cells);
    if (rows.length >= looked) break;
  }
  return sampleOfRows(
    header.map(name => ({ name, label: name })),
    rows,
  );
}

/** @param rows the cells of each row, in the order of the columns */
export function sampleOfRows(
  header: readonly Pick<SampledColumn, 'name' | 'label'>[],
  rows: readonly (readonly string[])[],
): Sample {
  const cells: string[][] = header.map(() => []);
  const seen = new Set<string>();
  const nulls = new Set<string>();
  for (const row of rows) {
    const key = JSON.stringify(row);
    if (seen.has(key)) continue;
    seen.add(key);
    for (const [index, cell] of row.entries()) {
      const text = cell.trim();
      const isNothing = nothing.test(text);
      if (isNothing) nulls.add(text);
      cells[index]!.push(isNothing ? '' : text);
    }
  }
  const columns = header.map((column, index) => columnOf(column, cells[index]!));
  return { rows: seen.size, repeated: rows.length - seen.size, columns, nulls: [...nulls] };
}

function columnOf({ name, label }: Pick<SampledColumn, 'name' | 'label'>, cells: readonly string[]): SampledColumn {
  const texts = cells.filter(text => text !== '');
  const distinct = new Set(texts);
  const isFilled = cells.length > 0 && texts.length === cells.length;
  return {
    name,
    label,
    cells,
    texts,
    values: distinct.size <= mostValues ? [...distinct] : undefined,
    isFilled,
    isUnique: isFilled && distinct.size === texts.length,
  };
}
