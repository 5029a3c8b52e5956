// Knows which relations differ from those that the working tables were made from.
import { type DuckDB, identifier, literal } from '../../duckdb.ts';
import type { Columns, Reads } from './reads.ts';
import { beforeOf, compareWorkingTable, everything, type TableChange } from './table-change.ts';
import { variableOf } from './units.ts';

export interface RelationChanges {
  /** Relation → how it differs. */
  readonly of: Map<string, TableChange>;
  /** Variable → digest of its value, for those that were asked about. */
  readonly variables: Readonly<Record<string, string | null>>;
  noteVariable(name: string): Promise<void>;
  /** Whether something that is read has changed. */
  hasChanged(reads: Reads): Promise<boolean>;
  /** How a relation differs from what it was; undefined: not at all. */
  changeOf(relation: string): TableChange | undefined;
  /**
   * Make tables again, and find out what differs.
   * @param keys table → the columns that tell its rows apart
   * @param mayLeaveOut some of the tables may not be made
   */
  remake(
    keys: Readonly<Record<string, readonly string[]>>,
    make: () => Promise<void>,
    mayLeaveOut?: boolean,
  ): Promise<void>;
}

/** With fewer rows one thread is faster, because DuckDB's threads use the CPU while they wait for each other. */
export const fewestRowsForThreads = 50_000;

/**
 * The databases of the steps are attached.
 * @param before the digests of variables with which the tables were made; undefined: there are no tables, so everything has changed
 * @param beforeManyRows called before tables with many rows are made anew
 */
export function createChanges(
  duckdb: DuckDB,
  before: RelationChanges['variables'] | undefined,
  beforeManyRows: () => Promise<void>,
): RelationChanges {
  const changed = new Map<string, TableChange>();
  const variables: Record<string, string | null> = {};
  let present: ReadonlyMap<string, number> | undefined;
  const noteVariable = async (name: string) => {
    const [row] = await duckdb.rows<{ value: string | null }>(`SELECT ${digestOfVariable(name)} AS value`);
    variables[name] = row!.value;
    if (before && before[name] !== row!.value) changed.set(variableOf(name), everything);
  };
  return {
    of: changed,
    variables,
    noteVariable,
    async hasChanged(reads) {
      for (const name of reads.keys()) {
        const variable = /^variable\.(.*)/.exec(name)?.[1];
        if (variable !== undefined && !(variable in variables)) await noteVariable(variable);
      }
      return !before || [...reads].some(([name, columns]) => meet(changed.get(name)?.columns, columns));
    },
    changeOf: relation => (before ? changed.get(relation) : everything),
    async remake(keys, make, mayLeaveOut = false) {
      if (!before) return make();
      const tables = new Set(Object.keys(keys));
      present ??= await presentTables(duckdb);
      const known = tables.intersection(present);
      if ([...known].some(table => present!.get(table)! >= fewestRowsForThreads)) await beforeManyRows();
      const renames = [...known].map(
        table => `ALTER TABLE ${quoted(table)} RENAME TO ${identifier(beforeOf(table).replace(/^.*\./, ''))}`,
      );
      if (renames.length > 0) await duckdb.run(renames.join(';'));
      await make();
      const made = mayLeaveOut ? tables.intersection(await presentTables(duckdb)) : tables;
      for (const table of known.union(made)) {
        const [now, was] = [table, beforeOf(table)].map(quoted) as [string, string];
        const isComparable = known.has(table) && made.has(table);
        changed.set(table, isComparable ? await compareWorkingTable(duckdb, now, was, keys[table]) : everything);
      }
      if (known.size > 0) await duckdb.run([...known].map(table => `DROP TABLE ${quoted(beforeOf(table))}`).join(';'));
      present = new Map(
        [...present].filter(([table]) => !tables.has(table)).concat([...made].map(table => [table, 0])),
      );
    },
  };
}

/** SQL for the digest of the value of a variable. */
export const digestOfVariable = (name: string) => `md5(getvariable(${literal(name)})::VARCHAR)`;

const quoted = (table: string) => table.split('.').map(identifier).join('.');

/** Whether something has changed in what is read. `*` reads every column, but not `rowid`. */
export function meet(changed: Columns | undefined, read: Columns): boolean {
  if (changed === undefined || changed === 'all' || read === 'all') return changed !== undefined;
  if (read.has('*') && [...changed].some(column => column !== 'rowid')) return true;
  return !changed.isDisjointFrom(read);
}

/** All tables of the databases that are attached, with their numbers of rows. DuckDB takes long to list them. */
async function presentTables(duckdb: DuckDB): Promise<ReadonlyMap<string, number>> {
  const rows = await duckdb.rows<{ name: string; rows: number }>(
    `SELECT database_name || '.' || table_name AS name, estimated_size::DOUBLE AS rows FROM duckdb_tables()`,
  );
  return new Map(rows.map(({ name, rows }) => [name, rows]));
}
