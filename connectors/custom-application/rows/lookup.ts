// Lookups: the key and value columns of one file, held in memory while another file is read.
import { SourceError } from '../../../src/connector/contract.ts';
import type { LookupResult, LookupUse } from '../mapping/mapping.ts';
import { dataRows, missingColumns, raggedness, type Table } from './csv/table.ts';

/** The most keys that a lookup holds. */
const lookupLimitKeys = 5_000_000;

const ambiguous = Symbol('ambiguous');

export type Finder = (key: string) => LookupResult;

export interface Lookup {
  readonly find: Finder;
  /** Names the first row that cannot be read, and counts the others. The keys of these rows are not found. */
  readonly fault?: string;
}

/** Read the file once. Throws {@link SourceError} for columns that are not there. */
export async function loadLookup(table: Table, use: LookupUse, signal: AbortSignal): Promise<Lookup> {
  const missing = missingColumns(
    table,
    [use.key, use.value].map(name => ({ name, place: use.place })),
  );
  if (missing.length > 0) throw new SourceError(missing);
  const keyIndex = table.header.indexOf(use.key);
  const valueIndex = table.header.indexOf(use.value);
  const texts = new Map<string, string | typeof ambiguous>();
  let first: string | undefined;
  let faulty = 0;
  for await (const rows of dataRows(table)) {
    signal.throwIfAborted();
    for (const row of rows) {
      const fault = row.fault ?? raggedness(table, row)?.message;
      if (fault !== undefined) {
        faulty += 1;
        first ??= `${table.file}:${row.line}: ${fault}`;
        continue;
      }
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
  const find: Finder = key => {
    const text = texts.get(key);
    if (text === undefined) return 'none';
    return text === ambiguous ? 'ambiguous' : { text };
  };
  if (first === undefined) return { find };
  const others = faulty > 1 ? `, and ${faulty - 1} more rows` : '';
  return { find, fault: `what was looked up in ${use.file} may be missing: ${first}${others}` };
}
