// The rows of a query. They are streamed; a read that was interrupted begins the query again.
import { type Problem, SourceError } from '../../../../src/connector/contract.ts';
import { isTransient, SourceUnavailable } from '../../../../src/connector/transient.ts';
import { orNearest } from '../../description/nearest.ts';
import { type Cell, faultOfCells, textOfCell } from '../../mapping/cell.ts';
import { type PathStep, parsePath, valueAtPath } from '../../mapping/json-path.ts';
import type { ColumnUse } from '../../mapping/mapping.ts';
import type { RowBatch, RowTable } from '../row-table.ts';
import type { QueriedDatabase } from './queried-database.ts';
import type { QuerySettings } from './query-form.ts';

export interface QueriedRows {
  readonly queries: Readonly<Record<string, QuerySettings>>;
  readonly database: QueriedDatabase;
  /** From which value of the column `since` on rows are asked for; undefined: all rows. */
  readonly since?: string | undefined;
  /** Gets the largest value of that column before rows are read; undefined: there is none. */
  noteBegin?(value: string | undefined): void;
}

/** @throws SourceError with what the database says of the query, or every missing column */
export async function openQueryTable(given: QueriedRows, name: string, uses: readonly ColumnUse[]): Promise<RowTable> {
  const query = given.queries[name]!;
  const { database } = given;
  // The query is a part of this statement, so it can only be one that gives rows.
  const from = `FROM (\n${query.sql.replace(/[;\s]+$/, '')}\n) AS rolecall_rows`;
  const column = query.since && database.quote(query.since.column);
  const asked = async <Result>(work: () => Promise<Result>) =>
    work().catch(error => Promise.reject(failure(error, name)));
  if (column) given.noteBegin?.(await asked(() => largest(database, `SELECT max(${column}) AS largest ${from}`)));
  const condition = column && given.since !== undefined ? ` WHERE ${column} >= ${database.parameter}` : '';
  const values = condition === '' ? [] : [given.since!];
  const rows = database.pages(`SELECT * ${from}${condition}`, values)[Symbol.asyncIterator]();
  // The first page tells the columns.
  const first = await asked(() => rows.next());
  const known = first.done ? undefined : Object.keys(first.value[0] ?? {});
  const missing = known ? missingColumns(name, known, uses) : [];
  if (missing.length > 0) {
    await drain(rows);
    throw new SourceError(missing);
  }
  const columns = [...new Set(uses.map(use => use.name))];
  const cellsOf = cellReader(columns);
  return {
    name,
    fingerprint: undefined,
    isStream: true,
    column: wanted => columns.indexOf(wanted),
    async *rows(): AsyncGenerator<RowBatch> {
      let line = 0;
      try {
        for (let page = first; !page.done; page = await asked(() => rows.next())) {
          yield {
            rows: page.value.map(row => {
              line += 1;
              const cells = cellsOf(row);
              const fault = faultOfCells(cells, columns);
              return { cells, line, place: `${name}[${line - 1}]`, ...(fault !== undefined && { fault }) };
            }),
          };
        }
      } finally {
        await drain(rows);
      }
    },
  };
}

async function largest(database: QueriedDatabase, statement: string): Promise<string | undefined> {
  for await (const [row] of database.pages(statement, [])) return textOfCell(row?.['largest']) || undefined;
  return undefined;
}

/** The first step of a path is the column; the others go into JSON that it holds. */
function cellReader(columns: readonly string[]): (row: Record<string, unknown>) => Cell[] {
  const paths = columns.map(name => ({ name, steps: parsePath(name) as readonly PathStep[] }));
  return row => paths.map(({ name, steps }) => (Object.hasOwn(row, name) ? row[name] : valueAtPath(row, steps)));
}

function missingColumns(name: string, known: readonly string[], uses: readonly ColumnUse[]): Problem[] {
  const isKnown = (column: string) => {
    const [first] = parsePath(column);
    return known.includes(column) || (typeof first === 'object' && 'name' in first && known.includes(first.name));
  };
  return uses
    .filter(use => !isKnown(use.name))
    .map(use => {
      const message = `column \`${use.name}\` is not in the rows of the query ${name}`;
      return { severity: 'error', place: use.place, message, fix: orNearest(use.name, known) };
    });
}

/** Until all rows have come, the connection takes no other query. */
async function drain(rows: AsyncIterator<unknown>): Promise<void> {
  try {
    while (!(await rows.next()).done);
  } catch {
    // Whoever reads rows gets this error, or has another one already.
  }
}

function failure(error: unknown, name: string): unknown {
  if (error instanceof SourceError || error instanceof SourceUnavailable || isTransient(error)) return error;
  const message = (error as Error).message.slice(0, 500);
  const fix = 'correct the query, or give the user of the source the right to read what it names';
  return Object.assign(new SourceError([{ severity: 'error', place: `query ${name}`, message, fix }]), {
    cause: error,
  });
}
