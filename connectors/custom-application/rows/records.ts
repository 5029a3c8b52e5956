// Turns rows of one file of an entry into records, or into the reasons why there is no record.
import { type Gap, SourceError, type SourceRecord } from '../../../src/connector/contract.ts';
import type { OpenedSource } from '../client.ts';
import { bindConditions } from '../mapping/condition.ts';
import { type Finder, loadLookup } from './lookup.ts';
import type { RowPosition } from './csv/row-splitter.ts';
import type { Row } from './csv/rows.ts';
import { dataRows, laterHeader, missingColumns, openTable, raggedness, type Table } from './csv/table.ts';
import type { ConfigEntry } from '../description/entry.ts';
import { resolveFiles } from './files/folder.ts';
import { composedId } from '../mapping/landing-fields.ts';
import type { LookupUse, TableScope } from '../mapping/mapping.ts';

/** Why a row does not become a record. */
export interface Fault {
  readonly message: string;
  /** The same for all rows that have this fault, whatever their texts are. */
  readonly kind: string;
}

/** The result of one row, or of one piece of a row that is split. */
export interface Outcome {
  readonly line: number;
  /** Where the next row begins. Absent: more outcomes of this row follow. */
  readonly end?: RowPosition;
  readonly record?: SourceRecord;
  /** Why there is no record. A row that `where` or `distinct` leaves out has neither record nor faults. */
  readonly faults?: readonly Fault[];
  /** Id of the record that the row would be, where it can be read although the row is rejected. */
  readonly id?: string;
  /** Rows after this one may have been swallowed with it. */
  readonly swallows?: boolean;
  /** `distinct` leaves the row out. */
  readonly repeats?: boolean;
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

/** The most ids that `distinct` remembers. */
const distinctLimit = 5_000_000;

class RowGivenUp extends Error {}

/**
 * Open a file of an entry, and the files of its lookups.
 * @param file one of the files that the entry names
 * @param seen ids that came before; for entries with `distinct`, ids are added to it
 * @throws SourceError with every missing column, or the error of the system with its `code` when a file cannot be opened
 */
export async function bindEntry(
  client: OpenedSource,
  entry: ConfigEntry,
  file: string,
  seen?: Set<string>,
): Promise<BoundEntry> {
  const { source, config, signal } = client;
  const table = await openTable(source, file, config.optionsOf(file));
  const missing = missingColumns(table, entry.columns);
  if (missing.length > 0) {
    const later = await laterHeader(table, entry.columns);
    throw new SourceError(later ? [later] : missing);
  }
  const { finders, gaps } = await loadLookups(client, entry);
  const scope: TableScope = { column: name => table.header.indexOf(name), lookup: use => finders.get(use)! };
  const outcomesOf = evaluator(entry, table, scope);
  return {
    entry,
    table,
    gaps,
    async *outcomes(from = table.start) {
      for await (const rows of dataRows(table, from)) {
        signal.throwIfAborted();
        const outcomes = rows.flatMap(outcomesOf);
        yield seen ? outcomes.map(outcome => withoutRepeated(entry, outcome, seen)) : outcomes;
      }
    },
  };
}

async function loadLookups({ source, config, signal }: OpenedSource, { lookups }: ConfigEntry) {
  const finders = new Map<LookupUse, Finder>();
  const gaps: Gap[] = [];
  for (const use of lookups) {
    const [file] = await resolveFiles(source, use.file, 'newest');
    const lookup = await loadLookup(await openTable(source, file!, config.optionsOf(file!)), use, signal);
    finders.set(use, lookup.find);
    if (lookup.fault === undefined) continue;
    gaps.push({ reason: 'failed', subject: use.file, message: lookup.fault, missing: 'fields' });
  }
  return { finders, gaps };
}

function withoutRepeated(entry: ConfigEntry, outcome: Outcome, seen: Set<string>): Outcome {
  const { line, end, record } = outcome;
  if (!record) return outcome;
  if (entry.distinct && seen.has(record.id)) return { line, ...(end && { end }), repeats: true };
  seen.add(record.id);
  if (seen.size <= distinctLimit) return outcome;
  const message = `\`distinct\` would remember more than the limit of ${distinctLimit} ids`;
  throw new SourceError([{ severity: 'error', place: entry.place, message, fix: 'write each id once in the export' }]);
}

/** A function from a row to its outcomes: one, or with `split` one for each piece. */
function evaluator(entry: ConfigEntry, table: Table, scope: TableScope): (row: Row) => Outcome[] {
  const { split, resource, required, mapsId } = entry;
  const evaluate = entry.mapping.bind(scope);
  const fits = bindConditions(entry.conditions, scope);
  const composeId = composedId(resource);
  const isRelationship = resource.kind !== 'object';
  const splitIndex = split ? scope.column(split.column) : -1;

  /** Whether the id can be composed. The value that was rejected may be a part of it. */
  const canCompose = (record: Record<string, unknown>) => !mapsId && required.every(name => record[name] !== undefined);

  const outcomeOf = (cells: readonly string[], item: string): Omit<Outcome, 'line' | 'end'> => {
    const faults: Fault[] = [];
    const refuse = (message: string, kind = message) => {
      faults.push({ message, kind });
      if (faults.length >= mostReasons) throw new RowGivenUp();
    };
    const row = { cells, item, refuse };
    if (!fits(row)) return {};
    let record: Record<string, unknown>;
    try {
      record = (evaluate(row) ?? {}) as Record<string, unknown>;
    } catch (error) {
      if (!(error instanceof RowGivenUp)) throw error;
      const rest = `the rest of the row was not checked after ${mostReasons} faults`;
      return { faults: [...faults, { message: rest, kind: rest }] };
    }
    for (const name of required) {
      if (record[name] === undefined && faults.length === 0) refuse(`\`${name}\` is empty`);
    }
    if (isRelationship && (faults.length === 0 || canCompose(record))) record['id'] ??= composeId(record);
    const { id } = record;
    if (faults.length > 0) return { faults, ...(typeof id === 'string' && { id }) };
    return { record: record as SourceRecord };
  };

  return row => {
    const { line, end } = row;
    if (row.fault !== undefined) {
      const fault = { message: row.fault, kind: row.faultKind ?? row.fault };
      return [{ line, end, faults: [fault], swallows: row.swallows ?? false }];
    }
    const ragged = raggedness(table, row);
    if (ragged) return [{ line, end, faults: [ragged] }];
    if (!split) return [{ line, end, ...outcomeOf(row.cells, '') }];
    const pieces = row.cells[splitIndex]!.split(split.separator).map(piece => piece.trim());
    const filled = pieces.filter(piece => piece !== '');
    if (filled.length === 0) return [{ line, end }];
    return filled.map((piece, index) => {
      return { line, ...(index === filled.length - 1 && { end }), ...outcomeOf(row.cells, piece) };
    });
  };
}
