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
  /** Make tables again, and find out what differs. @param keys table → the columns that tell its rows apart */
  remake(keys: Readonly<Record<string, readonly string[]>>, make: () => Promise<void>): Promise<void>;
}

/** @param before the digests of variables with which the tables were made; undefined: there are no tables, so everything has changed */
export function createChanges(duckdb: DuckDB, before: RelationChanges['variables'] | undefined): RelationChanges {
  const changed = new Map<string, TableChange>();
  const variables: Record<string, string | null> = {};
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
    async remake(keys, make) {
      if (!before) return make();
      const known = await present(duckdb, Object.keys(keys));
      for (const table of known)
        await duckdb.run(`ALTER TABLE ${quoted(table)} RENAME TO ${identifier(beforeOf(table).replace(/^.*\./, ''))}`);
      await make();
      const made = await present(duckdb, Object.keys(keys));
      for (const table of new Set([...known, ...made])) {
        const [now, was] = [table, beforeOf(table)].map(quoted) as [string, string];
        const isComparable = known.includes(table) && made.includes(table);
        changed.set(table, isComparable ? await compareWorkingTable(duckdb, now, was, keys[table]) : everything);
        await duckdb.run(`DROP TABLE IF EXISTS ${was}`);
      }
    },
  };
}

/** SQL for the digest of the value of a variable. */
export const digestOfVariable = (name: string) => `md5(getvariable(${literal(name)})::VARCHAR)`;

const quoted = (table: string) => table.split('.').map(identifier).join('.');

/** Whether two sets of columns have one in common. */
export const meet = (one: Columns | undefined, other: Columns): boolean =>
  one !== undefined && (one === 'all' || other === 'all' || !one.isDisjointFrom(other));

/** Which of some tables there are. */
async function present(duckdb: DuckDB, tables: readonly string[]): Promise<string[]> {
  if (tables.length === 0) return [];
  const rows = await duckdb.rows<{ name: string }>(
    `SELECT database_name || '.' || table_name AS name FROM duckdb_tables() WHERE name IN (${tables.map(literal).join(', ')})`,
  );
  return rows.map(({ name }) => name);
}
