// Where the rows of a version's tables lie. The table of a type that has many rows of one application instance is made of Parquet
// files: a part for each such instance, which other versions may share, and one file with the rows of all other instances. All other
// tables lie in the version's DuckDB file. Its table `table_parts` names the Parquet files.
//
// A part is a base and, when some of its rows differ from the base, a delta with the rows that are new or changed, and a list of the
// base's rows that are replaced or gone. Every row has a column `row_hash` that no view shows.
//
// The Parquet files of a type are read by one scan. A UNION ALL of several scans would give the rows in an order that differs from one
// execution to the next, even on one thread, and the pages of a result need one order.
import path from 'node:path';
import { identifier, literal } from '../duckdb.ts';
import type { LookupSubject } from './inventory.ts';
import { tablesFolder } from './layout.ts';

export interface TablePart {
  /** The type of the rows, and the name of their table. */
  readonly type: string;
  /** Null: the rows of all application instances that have no part of their own. */
  readonly applicationInstanceId: string | null;
  /** Rows that the part shows. */
  readonly rows: number;
  readonly baseRows: number;
  /** What the hashes of the rows are made of: they can be compared only with hashes of the same kind. */
  readonly hashKind: string;
  /** Paths of files in the folder `tables` of the version. The rows are sorted by application instance and global id. */
  readonly base: string;
  readonly delta: string | null;
  /** Rows of the base that the part does not show, in columns `globalId` and `row_hash`. */
  readonly gone: string | null;
  /** The table of an attached lookup file that has the rows too, and is read instead. It is not stored. */
  readonly relation?: string;
}

/** The columns of the table `table_parts`. */
export const partsColumns = `"type" VARCHAR, "applicationInstanceId" UUID, "rows" BIGINT, "baseRows" BIGINT, "hashKind" VARCHAR,
  "base" VARCHAR, "delta" VARCHAR, "gone" VARCHAR`;

/** The tables of a version whose DuckDB file is attached. */
export interface VersionTables {
  /** The name under which the file is attached. */
  readonly database: string;
  /** The folder of the version. */
  readonly folder: string;
  /** Table → its columns. */
  readonly columns: ReadonlyMap<string, ReadonlySet<string>>;
  /** Type → its parts, sorted by application instance. Types in the DuckDB file have none. */
  readonly parts: ReadonlyMap<string, readonly TablePart[]>;
  /** The lookup files (lookup-files.ts), as parts of the types {@link lookupFileTypes}. */
  readonly lookupFiles: readonly TablePart[];
}

/** The types under which `table_parts` names lookup files, by what the files are about. */
export const lookupFileTypes: Readonly<Record<LookupSubject, string>> = {
  access: 'access_lookups',
  search: 'search_lookups',
};

/** Runs a query; resolves to its rows, with values as JavaScript has them. */
export type Ask = <Row>(sql: string) => Promise<Row[]>;

/** Read which tables and parts a version has. Versions of former releases have no parts. */
export async function readTables(ask: Ask, database: string, folder: string): Promise<VersionTables> {
  const columns = await ask<{ name: string; column: string }>(
    `SELECT table_name AS name, column_name AS "column" FROM duckdb_columns()
     WHERE database_name = ${literal(database)} AND NOT internal`,
  );
  const byTable = Map.groupBy(columns, ({ name }) => name);
  const parts = byTable.has('table_parts')
    ? await ask<{ part: string }>(`SELECT to_json(part)::VARCHAR AS part FROM ${database}.main.table_parts AS part
        ORDER BY "type", "applicationInstanceId" NULLS LAST`)
    : [];
  const byType = Map.groupBy(
    parts.map(({ part }) => JSON.parse(part) as TablePart),
    ({ type }) => type,
  );
  const lookupFiles = Object.values(lookupFileTypes).flatMap(type => byType.get(type) ?? []);
  for (const type of Object.values(lookupFileTypes)) byType.delete(type);
  return {
    database,
    folder,
    columns: new Map([...byTable].map(([name, of]) => [name, new Set(of.map(row => row.column))])),
    parts: byType,
    lookupFiles,
  };
}

/** The path of a file of a part. @param folder the folder of the version */
export function partFile(folder: string, file: string): string {
  return path.join(tablesFolder(folder), file);
}

/** The files of all parts. */
export function partFiles({ parts, folder }: Pick<VersionTables, 'parts' | 'folder'>): string[] {
  return [...parts.values()]
    .flat()
    .flatMap(({ base, delta, gone }) => [base, delta, gone].filter(file => file !== null))
    .map(file => partFile(folder, file));
}

/** Where the rows of some parts come from, to be used after FROM. There is at least one part. */
export function partRows(parts: readonly TablePart[], folder: string): string {
  const scan = (files: readonly string[]) =>
    `read_parquet([${files.map(file => literal(partFile(folder, file))).join(', ')}])`;
  const relations = parts.flatMap(({ relation }) => relation ?? []);
  if (relations.length > 0) {
    const others = parts.filter(({ relation }) => relation === undefined);
    const read = others.length === 0 ? relations : [partRows(others, folder), ...relations];
    return `(FROM ${read.join(' UNION ALL BY NAME FROM ')})`;
  }
  const shown = parts.flatMap(({ base, delta }) => (delta === null ? [base] : [base, delta]));
  const gone = parts.flatMap(part => part.gone ?? []);
  // No row of a delta has both the id and the hash of a row of its base.
  return gone.length === 0
    ? scan(shown)
    : `(SELECT part.* FROM ${scan(shown)} AS part ANTI JOIN ${scan(gone)} AS gone USING ("globalId", row_hash))`;
}

/** Where the rows of a table come from, to be used after FROM; undefined when the version has no such table. */
export function tableRows({ database, folder, columns, parts }: VersionTables, name: string): string | undefined {
  if (!columns.has(name)) return undefined;
  const own = parts.get(name);
  return own ? partRows(own, folder) : `${database}.main.${identifier(name)}`;
}

/** Whether the rows of a type come in the order of its list: by application instance and global id. */
export function isInOrder({ parts }: VersionTables, type: string): boolean {
  const own = parts.get(type) ?? [];
  return own.length < 2
    ? own.every(({ delta }) => delta === null)
    : own.every(({ applicationInstanceId, delta }) => applicationInstanceId !== null && delta === null);
}
