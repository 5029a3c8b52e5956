// Turns the rows of one entry's file into records, or into the reasons why a row gives no record.
import { SourceError, type SourceRecord } from '../../src/connector/contract.ts';
import type { Client } from './client.ts';
import type { Entry } from './config.ts';
import { composedId } from './landing-fields.ts';
import { type Finder, loadLookup } from './lookup.ts';
import type { LookupUse, RowContext } from './mapping.ts';
import type { Position } from './row-splitter.ts';
import { type Row, readRows } from './rows.ts';
import { missingColumns, openTable, raggedness, type Table } from './table.ts';

/** The result of one row. */
export interface Outcome {
  readonly line: number;
  /** Where the next row begins. */
  readonly end: Position;
  readonly record?: SourceRecord;
  /** Why there is no record. A row that `where` excludes has neither record nor reasons. */
  readonly reasons?: readonly string[];
  /** The fault of this row may have swallowed the rows after it. */
  readonly swallows?: boolean;
}

export interface BoundEntry {
  readonly entry: Entry;
  readonly table: Table;
  /** Outcomes from a position on, one array for each chunk of the file. */
  outcomes(from?: Position): AsyncGenerator<Outcome[]>;
}

/**
 * Open an entry's file and the files of its lookups. Throws {@link SourceError} with every missing column, or the error of the
 * system with its `code` when a file cannot be opened.
 */
export async function bindEntry(client: Client, entry: Entry): Promise<BoundEntry> {
  const { source, config, signal } = client;
  const table = await openTable(source, entry.file, config.optionsOf(entry.file));
  const missing = missingColumns(table, entry.columns);
  if (missing.length > 0) throw new SourceError(missing);
  const finders = new Map<LookupUse, Finder>();
  for (const use of entry.lookups) {
    finders.set(use, await loadLookup(await openTable(source, use.file, config.optionsOf(use.file)), use, signal));
  }
  const indexOf = (name: string) => table.header.indexOf(name);
  const evaluate = entry.mapping.bind({ column: indexOf, lookup: use => finders.get(use)! });
  const conditions = entry.conditions.map(({ column, texts, not }) => ({ index: indexOf(column.name), texts, not }));
  const composeId = composedId(entry.resource);
  const isRelationship = entry.resource.kind !== 'object';

  const outcomeOf = (row: Row): Outcome => {
    const at = { line: row.line, end: row.end };
    if (row.fault !== undefined) return { ...at, reasons: [row.fault], swallows: row.swallows ?? false };
    const ragged = raggedness(table, row);
    if (ragged) return { ...at, reasons: [ragged] };
    if (conditions.some(({ index, texts, not }) => texts.has(row.cells[index]!) === not)) return at;
    const reasons: string[] = [];
    const context: RowContext = { cells: row.cells, item: '', refuse: reason => reasons.push(reason) };
    const record = (evaluate(context) ?? {}) as Record<string, unknown>;
    for (const name of entry.required) {
      if (record[name] === undefined && reasons.length === 0) reasons.push(`\`${name}\` is empty`);
    }
    if (reasons.length > 0) return { ...at, reasons };
    if (isRelationship) record['id'] ??= composeId(record);
    return { ...at, record: record as SourceRecord };
  };

  return {
    entry,
    table,
    async *outcomes(from = table.start) {
      for await (const rows of readRows(table.path, table.options, from)) {
        signal.throwIfAborted();
        yield rows.map(outcomeOf);
      }
    },
  };
}
