// The only way into DuckDB for code that makes or reads data files.
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';

export interface DuckDBSettings {
  /** `:memory:` or the file to open. */
  readonly file: string;
  /** Where DuckDB may spill; it must exist. */
  readonly spillFolder: string;
  readonly threads: number;
  /** Bytes that DuckDB's buffers may take. */
  readonly memoryBytes: number;
}

export interface DuckDB extends AsyncDisposable {
  /** Run statements that return nothing of interest. */
  run(sql: string): Promise<void>;
  /** All rows of a small result, as plain JavaScript values (bigint for 64-bit integers). */
  rows<Row = Record<string, unknown>>(sql: string): Promise<Row[]>;
  close(): void;
}

/** Open a database for writing. Extensions, and with them the network, stay out of reach. */
export async function openDuckDB(settings: DuckDBSettings): Promise<DuckDB> {
  const instance = await DuckDBInstance.create(settings.file, {
    threads: String(settings.threads),
    memory_limit: `${Math.floor(settings.memoryBytes / 1024 / 1024)}MiB`,
    temp_directory: settings.spillFolder,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const connection: DuckDBConnection = await instance.connect();
  const close = () => {
    connection.closeSync();
    instance.closeSync();
  };
  return {
    async run(sql) {
      await connection.run(sql);
    },
    async rows<Row>(sql: string) {
      return (await connection.runAndReadAll(sql)).getRowObjectsJS() as Row[];
    },
    close,
    async [Symbol.asyncDispose]() {
      close();
    },
  };
}

/** A string as an SQL literal. For values that the service itself made (paths, ids): user input is always bound. */
export function literal(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

/** A name as an SQL identifier. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
