// Rows of one entry's file → records, or the reasons why there is none.
import { type Gap, SourceError, type SourceRecord } from '../../src/connector/contract.ts';
import type { OpenedSource } from './client.ts';
import type { ConfigEntry } from './config.ts';
import { composedId } from './landing-fields.ts';
import { type Finder, loadLookup } from './lookup.ts';
import type { LookupUse } from './mapping.ts';
import type { RowPosition } from './row-splitter.ts';
import { type Row, readRows } from './rows.ts';
import { missingColumns, openTable, raggedness, type Table } from './table.ts';

/** The result of one row. */
export interface Outcome {
  readonly line: number;
  /** Where the next row begins. */
  readonly end: RowPosition;
  readonly record?: SourceRecord;
  /** Why there is no record. A row that `where` excludes has neither record nor reasons. */
  readonly reasons?: readonly string[];
  /** Id of the record that the row would be, where it can be read although the row is rejected. */
  readonly id?: string;
  /** Rows after this one may have been swallowed with it. */
  readonly swallows?: boolean;
}

export interface BoundEntry {
  readonly entry: ConfigEntry;
  readonly table: Table;
  /** Values that cannot be found in other files, because rows of these files cannot be read. */
  readonly gaps: readonly Gap[];
  /** Outcomes from a position on, one array for each piece of the file that was read. */
  outcomes(from?: RowPosition): AsyncGenerator<Outcome[]>;
}

/** The most faults that are reported for one row. */
const mostReasons = 20;

class RowGivenUp extends Error {}

/**
 * Open an entry's file and the files of its lookups. Throws {@link SourceError} with every missing column, or the error of the
 * system with its `code` when a file cannot be opened.
 */
export async function bindEntry(client: OpenedSource, entry: ConfigEntry): Promise<BoundEntry> {
  const { source, config, signal } = client;
  const table = await openTable(source, entry.file, config.optionsOf(entry.file));
  const missing = missingColumns(table, entry.columns);
  if (missing.length > 0) throw new SourceError(missing);
  const finders = new Map<LookupUse, Finder>();
  const gaps: Gap[] = [];
  for (const use of entry.lookups) {
    const lookup = await loadLookup(await openTable(source, use.file, config.optionsOf(use.file)), use, signal);
    finders.set(use, lookup.find);
    if (lookup.fault === undefined) continue;
    gaps.push({ reason: 'failed', subject: use.file, message: lookup.fault, missing: 'fields' });
  }
  const indexOf = (name: string) => table.header.indexOf(name);
  const evaluate = entry.mapping.bind({ column: indexOf, lookup: use => finders.get(use)! });
  const conditions = entry.conditions.map(({ column, texts, not }) => ({ index: indexOf(column.name), texts, not }));
  const composeId = composedId(entry.resource);
  const isRelationship = entry.resource.kind !== 'object';

  /** Whether the id can be composed. The value that was rejected may be a part of it. */
  const canCompose = (record: Record<string, unknown>) =>
    !entry.mapsId && entry.required.every(name => record[name] !== undefined);

  const outcomeOf = (row: Row): Outcome => {
    const at = { line: row.line, end: row.end };
    if (row.fault !== undefined) return { ...at, reasons: [row.fault], swallows: row.swallows ?? false };
    const ragged = raggedness(table, row);
    if (ragged) return { ...at, reasons: [ragged] };
    if (conditions.some(({ index, texts, not }) => texts.has(row.cells[index]!) === not)) return at;
    const reasons: string[] = [];
    const refuse = (reason: string) => {
      reasons.push(reason);
      if (reasons.length >= mostReasons) throw new RowGivenUp();
    };
    let record: Record<string, unknown>;
    try {
      record = (evaluate({ cells: row.cells, item: '', refuse }) ?? {}) as Record<string, unknown>;
    } catch (error) {
      if (!(error instanceof RowGivenUp)) throw error;
      return { ...at, reasons: [...reasons, `the rest of the row was not checked after ${mostReasons} faults`] };
    }
    for (const name of entry.required) {
      if (record[name] === undefined && reasons.length === 0) reasons.push(`\`${name}\` is empty`);
    }
    if (isRelationship && (reasons.length === 0 || canCompose(record))) record['id'] ??= composeId(record);
    const { id } = record;
    if (reasons.length > 0) return { ...at, reasons, ...(typeof id === 'string' && { id }) };
    return { ...at, record: record as SourceRecord };
  };

  return {
    entry,
    table,
    gaps,
    async *outcomes(from = table.start) {
      for await (const rows of readRows(table.path, table.options, from)) {
        signal.throwIfAborted();
        yield rows.map(outcomeOf);
      }
    },
  };
}
