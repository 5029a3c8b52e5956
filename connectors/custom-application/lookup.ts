// Lookups: the key and value columns of one file, held in memory while another file is read.
import { SourceError } from '../../src/connector/contract.ts';
import type { LookupResult, LookupUse } from './mapping.ts';
import { readRows } from './rows.ts';
import { missingColumns, raggedness, type Table } from './table.ts';

/** The most keys that a lookup holds. */
export const lookupLimitKeys = 5_000_000;

const ambiguous = Symbol('ambiguous');

export type Finder = (key: string) => LookupResult;

/** Read the file once. Unreadable rows are skipped. Throws {@link SourceError} when a column is missing. */
export async function loadLookup(table: Table, use: LookupUse, signal: AbortSignal): Promise<Finder> {
  const missing = missingColumns(
    table,
    [use.key, use.value].map(name => ({ name, place: use.place })),
  );
  if (missing.length > 0) throw new SourceError(missing);
  const keyIndex = table.header.indexOf(use.key);
  const valueIndex = table.header.indexOf(use.value);
  const texts = new Map<string, string | typeof ambiguous>();
  for await (const rows of readRows(table.path, table.options, table.start)) {
    signal.throwIfAborted();
    for (const row of rows) {
      if (row.fault !== undefined || raggedness(table, row)) continue;
      const key = row.cells[keyIndex]!;
      const value = row.cells[valueIndex]!;
      texts.set(key, texts.has(key) && texts.get(key) !== value ? ambiguous : value);
    }
    if (texts.size > lookupLimitKeys) {
      const message = `a lookup in ${table.file} would hold more than the limit of ${lookupLimitKeys} keys`;
      const fix = 'write the value into the file itself';
      throw new SourceError([{ severity: 'error', place: use.place, message, fix }]);
    }
  }
  return key => {
    const text = texts.get(key);
    if (text === undefined) return 'none';
    return text === ambiguous ? 'ambiguous' : { text };
  };
}
