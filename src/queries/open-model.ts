// A version opened for queries: the model's tables over one read-only file, and nothing else within reach.
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { identifier, literal } from '../warehouse/duckdb.ts';
import { createInventory } from '../warehouse/inventory-views.ts';
import { modelStatements } from './models.ts';

export interface Opening {
  /** The version's DuckDB file. */
  readonly file: string;
  readonly model: string;
  readonly threads: number;
  readonly memoryBytes: number;
  readonly diskBytes: number;
  /** The only application instances whose rows may be seen; null: all. */
  readonly visible: readonly string[] | null;
}

export interface OpenModel {
  readonly connection: DuckDBConnection;
  /** Whether some of the version's rows are hidden. */
  readonly isLimited: boolean;
  readonly model: { readonly name: string; readonly tables: readonly string[] };
  /** Names of columns of the model, for suggestions. */
  readonly columns: readonly string[];
}

/** Open a version. `spillFolder` and `pipe` are the only paths that a statement can reach from then on. */
export async function openModel(opening: Opening, spillFolder: string, pipe: string): Promise<OpenModel> {
  const mebibytes = (bytes: number) => `${Math.floor(bytes / 1024 ** 2)}MiB`;
  const instance = await DuckDBInstance.create(':memory:', {
    threads: String(opening.threads),
    memory_limit: mebibytes(opening.memoryBytes),
    temp_directory: spillFolder,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
  });
  const connection = await instance.connect();
  await connection.run(`ATTACH ${literal(opening.file)} AS warehouse (READ_ONLY)`);
  await createInventory(connection, opening.visible);
  for (const statement of modelStatements()) await connection.run(statement);
  const found = await connection.runAndReadAll(
    `SELECT table_name, list(column_name) FROM duckdb_columns()
     WHERE database_name = 'memory' AND schema_name = ${literal(opening.model)} GROUP BY ALL`,
  );
  const tables = found.getRowsJson() as [string, string[]][];
  await connection.run(`USE memory.${identifier(opening.model)}`);
  const settings = {
    TimeZone: literal('UTC'),
    // DuckDB forgets this one when it is given before the database is open.
    max_temp_directory_size: literal(mebibytes(opening.diskBytes)),
    errors_as_json: 'true',
    allowed_paths: `[${literal(pipe)}]`,
    enable_external_access: 'false',
    lock_configuration: 'true',
  };
  for (const [name, value] of Object.entries(settings)) await connection.run(`SET ${name} = ${value}`);
  return {
    connection,
    isLimited: opening.visible !== null,
    model: { name: opening.model, tables: tables.map(([name]) => name) },
    columns: [...new Set(tables.flatMap(([, columns]) => columns))],
  };
}
