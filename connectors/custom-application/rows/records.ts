// Turns rows of an entry into records, or into the reasons why there is no record.
import { type Gap, SourceError, type SourceRecord } from '../../../src/connector/contract.ts';
import type { OpenedSource } from '../client.ts';
import type { ConfigEntry, RequiredField } from '../description/entry.ts';
import { type Cell, elementsOfCell, notText, textOfCell } from '../mapping/cell.ts';
import { bindConditions } from '../mapping/condition.ts';
import { composedId } from '../mapping/landing-fields.ts';
import { cellOf, type LookupUse, type RowContext, type TableScope } from '../mapping/mapping.ts';
import { type Finder, loadLookup } from './lookup.ts';
import { openTable, partsOf } from './open-table.ts';
import type { Row, RowMark, RowTable } from './row-table.ts';

/** Why a row does not become a record. */
export interface Fault {
  readonly message: string;
  /** The same for all rows that have this fault, whatever their texts are. */
  readonly kind: string;
  /** What would be right. */
  readonly fix?: string;
  /** A field without which there is no record has no value. */
  readonly isMissing?: boolean;
}

/** The result of one row, or of one piece of a row that is split. */
export interface Outcome {
  readonly line: number;
  readonly place: string;
  /** Where the next row begins. Absent: more outcomes of this row follow, or a read cannot resume there. */
  readonly end?: RowMark;
  readonly record?: SourceRecord;
  /** Why there is no record. A row that `where` or `distinct` leaves out has neither record nor faults. */
  readonly faults?: readonly Fault[];
  /** Id of the record that the row would be, where it can be read although the row is rejected. */
  readonly id?: string;
  /** Rows after this one may have been swallowed with it. */
  readonly swallows?: boolean;
  /** `distinct` leaves the row out. */
  readonly repeats?: boolean;
  /** Of a read of changes: id of the record that the row was, and that `where` leaves out now. */
  readonly gone?: string;
}

export interface OutcomeBatch {
  readonly outcomes: readonly Outcome[];
  /** Rows that could not be seen. */
  readonly gaps: readonly Gap[];
}

export interface BoundEntry {
  readonly entry: ConfigEntry;
  readonly table: RowTable;
  /** Values that cannot be found in other rows, because these rows cannot be read. */
  readonly gaps: readonly Gap[];
  /** Outcomes from a place on, one batch for each batch of rows. */
  outcomes(from?: RowMark): AsyncGenerator<OutcomeBatch>;
}

/** The most faults that are reported for one row. */
const mostReasons = 20;

/** The most ids that `distinct` remembers. */
const distinctLimit = 5_000_000;

class RowGivenUp extends Error {}

/**
 * Open rows of an entry, and the rows of its lookups.
 * @param part one of the names that `partsOf` gives for the entry
 * @param seen ids that came before; for entries with `distinct`, ids are added to it
 * @throws SourceError with every missing column, or the error of the system with its `code` when a file cannot be opened
 */
export async function bindEntry(
  client: OpenedSource,
  entry: ConfigEntry,
  part: string,
  seen?: Set<string>,
): Promise<BoundEntry> {
  // A database answers one query after the other, so lookups come before the rows are opened.
  const { finders, gaps } = await loadLookups(client, entry);
  const table = await openTable(client, entry.rows, part, entry.columns);
  const scope: TableScope = { column: name => table.column(name), lookup: use => finders.get(use)! };
  const outcomesOf = evaluator(entry, scope, client.since !== undefined);
  return {
    entry,
    table,
    gaps,
    async *outcomes(from) {
      for await (const batch of table.rows(from)) {
        client.signal.throwIfAborted();
        const outcomes = batch.rows.flatMap(outcomesOf);
        yield {
          outcomes: seen ? outcomes.map(outcome => withoutRepeated(entry, outcome, seen)) : outcomes,
          gaps: (batch.gaps ?? []).map(gap => withExtent(gap, entry)),
        };
      }
    },
  };
}

/** Rows of this entry are missing, and no others. */
const withExtent = (gap: Gap, { within }: ConfigEntry): Gap =>
  gap.missing === 'objects' && within ? { ...gap, within } : gap;

async function loadLookups(client: OpenedSource, { lookups }: ConfigEntry) {
  const finders = new Map<LookupUse, Finder>();
  const gaps: Gap[] = [];
  for (const use of lookups) {
    const [part] = await partsOf(client, use.rows, 'newest');
    const columns = [use.key, use.value].map(name => ({ name, place: use.place }));
    const lookup = await loadLookup(
      await openTable({ ...client, isKnown: true }, use.rows, part!, columns),
      use,
      client.signal,
    );
    finders.set(use, lookup.find);
    if (lookup.fault === undefined) continue;
    gaps.push({ reason: 'failed', subject: use.rows.name, message: lookup.fault, missing: 'fields' });
  }
  return { finders, gaps };
}

function withoutRepeated(entry: ConfigEntry, outcome: Outcome, seen: Set<string>): Outcome {
  const { line, place, end, record } = outcome;
  if (!record) return outcome;
  if (entry.distinct && seen.has(record.id)) return { line, place, ...(end && { end }), repeats: true };
  seen.add(record.id);
  if (seen.size <= distinctLimit) return outcome;
  const message = `\`distinct\` would remember more than the limit of ${distinctLimit} ids`;
  throw new SourceError([{ severity: 'error', place: entry.place, message, fix: 'write each id once in the export' }]);
}

/** A function from a row to its outcomes: one, or with `split` one for each piece. */
function evaluator(entry: ConfigEntry, scope: TableScope, ofChanges: boolean): (row: Row) => Outcome[] {
  const { split, resource, required, mapsId } = entry;
  const evaluate = entry.mapping.bind(scope);
  const fits = bindConditions(entry.conditions, scope);
  const composeId = composedId(resource);
  const isRelationship = resource.kind !== 'object';
  const splitCell = split && cellOf(scope, split.column);

  /** Whether the id can be composed. The value that was rejected may be a part of it. */
  const canCompose = (record: Record<string, unknown>) =>
    !mapsId && required.every(({ name }) => record[name] !== undefined);

  const goneOf = (row: RowContext): Pick<Outcome, 'gone'> => {
    const record = (evaluate({ ...row, refuse: () => {} }) ?? {}) as Record<string, unknown>;
    if (isRelationship && canCompose(record)) record['id'] ??= composeId(record);
    return typeof record['id'] === 'string' ? { gone: record['id'] } : {};
  };

  const outcomeOf = (cells: readonly Cell[], item: Cell): Omit<Outcome, 'line' | 'place' | 'end'> => {
    const faults: Fault[] = [];
    const refuse = (message: string, kind = message) => {
      faults.push({ message, kind });
      if (faults.length >= mostReasons) throw new RowGivenUp();
    };
    const row = { cells, item, refuse };
    if (!fits(row)) return ofChanges ? goneOf(row) : {};
    let record: Record<string, unknown>;
    try {
      record = (evaluate(row) ?? {}) as Record<string, unknown>;
    } catch (error) {
      if (!(error instanceof RowGivenUp)) throw error;
      const rest = `the rest of the row was not checked after ${mostReasons} faults`;
      return { faults: [...faults, { message: rest, kind: rest }] };
    }
    for (const field of required) {
      if (record[field.name] === undefined && faults.length === 0) faults.push(missing(field));
    }
    if (isRelationship && (faults.length === 0 || canCompose(record))) record['id'] ??= composeId(record);
    const { id } = record;
    if (faults.length > 0) return { faults, ...(typeof id === 'string' && { id }) };
    return { record: record as SourceRecord };
  };

  return row => {
    const { line, place } = row;
    const ended = row.end && { end: row.end };
    if (row.fault !== undefined) {
      const fault = { message: row.fault, kind: row.faultKind ?? row.fault };
      return [{ line, place, ...ended, faults: [fault], swallows: row.swallows ?? false }];
    }
    if (!splitCell) return [{ line, place, ...ended, ...outcomeOf(row.cells, '') }];
    const pieces = piecesOf(splitCell({ cells: row.cells, item: '', refuse: () => {} }), split!);
    if (typeof pieces === 'string') return [{ line, place, ...ended, faults: [{ message: pieces, kind: pieces }] }];
    if (pieces.length === 0) return [{ line, place, ...ended }];
    return pieces.map((piece, index) => {
      return { line, place, ...(index === pieces.length - 1 && ended), ...outcomeOf(row.cells, piece) };
    });
  };
}

function missing({ name, columns }: RequiredField): Fault {
  const message = `\`${name}\` is empty`;
  if (columns.length === 0) return { message, kind: message, isMissing: true };
  const given = columns.map(column => `\`${column}\``).join(', ');
  const said = `${message}: the row has nothing in the column${columns.length === 1 ? '' : 's'} ${given}`;
  const fix = `fill ${given} in this row, or map \`${name}\` to a column that every row fills`;
  return { message: said, kind: said, fix, isMissing: true };
}

/** The filled pieces of a cell: of a text what the separator cuts, of a list its elements; or why there are none. */
function piecesOf(cell: Cell, { column, separator }: NonNullable<ConfigEntry['split']>): readonly Cell[] | string {
  if (!Array.isArray(cell)) {
    const text = textOfCell(cell);
    if (text === undefined) return `column \`${column}\` ${notText(cell)}`;
    const pieces = separator === undefined ? [text] : text.split(separator);
    return pieces.map(piece => piece.trim()).filter(piece => piece !== '');
  }
  return elementsOfCell(cell).filter(piece => textOfCell(piece) !== '');
}
