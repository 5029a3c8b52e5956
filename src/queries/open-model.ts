// Opens a version for queries: they can reach the model's tables over the version's files, and nothing else.

import type { DuckDBConnection } from '@duckdb/node-api';
import { mebibytes } from '../mebibytes.ts';
import { identifier, literal } from '../warehouse/duckdb.ts';
import { lock, openVersionFile, type VersionOpening } from '../warehouse/version/read-only.ts';
import { modelStatements } from './models.ts';

export interface QueryOpening extends VersionOpening {
  readonly model: string;
  readonly diskBytes: number;
}

export interface OpenModel {
  readonly connection: DuckDBConnection;
  /** Whether some of the version's rows are hidden. */
  readonly isLimited: boolean;
  readonly model: { readonly name: string; readonly tables: readonly string[] };
  /** Table of the model → its columns, for suggestions. */
  readonly columns: ReadonlyMap<string, readonly string[]>;
}

/** Open a version. `spillFolder` and `pipe` are the only paths that a statement can reach from then on. */
export async function openModel(opening: QueryOpening, spillFolder: string, pipe: string): Promise<OpenModel> {
  const version = await openVersionFile(opening, spillFolder);
  const { connection } = version;
  for (const statement of modelStatements()) await connection.run(statement);
  const found = await connection.runAndReadAll(
    `SELECT table_name, list(column_name) FROM duckdb_columns()
     WHERE database_name = 'memory' AND schema_name = ${literal(opening.model)} GROUP BY ALL`,
  );
  const tables = found.getRowsJson() as [string, string[]][];
  await connection.run(`USE memory.${identifier(opening.model)}`);
  const settings = {
    // DuckDB ignores this setting when it is given before the database is open.
    max_temp_directory_size: literal(mebibytes(opening.diskBytes)),
    errors_as_json: 'true',
  };
  await lock(version, settings, [pipe]);
  return {
    connection,
    isLimited: opening.visible !== null,
    model: { name: opening.model, tables: tables.map(([name]) => name) },
    columns: new Map(tables),
  };
}
