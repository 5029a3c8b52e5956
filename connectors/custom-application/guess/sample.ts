// The first rows of a file, column by column: what a guess is made of.
import type { FileOptions } from '../config.ts';
import { readRows } from '../csv/rows.ts';

/** Rows that are looked at. */
const looked = 2_000;

/** More distinct texts than this are no list of values. */
const mostValues = 12;

export interface SampledColumn {
  readonly name: string;
  /** Filled cells, in order. */
  readonly texts: readonly string[];
  /** Distinct texts in the order of their first appearance; undefined when there are many. */
  readonly values: readonly string[] | undefined;
  readonly isUnique: boolean;
}

export interface Sample {
  readonly rows: number;
  readonly columns: readonly SampledColumn[];
  /** Texts that seem to mean nothing in several columns or beside real values. */
  readonly nulls: readonly string[];
}

const nothing = /^(n\/?a|null|none|nil|-+|–|no_information|not_supported|not available|\(blank\)|unknown)$/i;

export async function sampleOf(file: string, options: FileOptions): Promise<Sample> {
  let header: string[] | undefined;
  const cells: string[][] = [];
  let rows = 0;
  const nulls = new Set<string>();
  for await (const batch of readRows(file, options)) {
    for (const row of batch) {
      if (row.fault !== undefined) continue;
      if (!header) {
        header = row.cells.map(name => name.trim());
        for (const _ of header) cells.push([]);
        continue;
      }
      if (row.cells.length !== header.length) continue;
      rows += 1;
      for (const [index, cell] of row.cells.entries()) {
        const text = cell.trim();
        if (nothing.test(text)) nulls.add(text);
        else if (text !== '') cells[index]!.push(text);
      }
    }
    if (rows >= looked) break;
  }
  const columns = (header ?? []).map((name, index): SampledColumn => {
    const texts = cells[index]!;
    const distinct = [...new Set(texts)];
    const isUnique = texts.length === rows && distinct.length === rows && rows > 0;
    return { name, texts, values: distinct.length <= mostValues ? distinct : undefined, isUnique };
  });
  return { rows, columns, nulls: [...nulls] };
}
