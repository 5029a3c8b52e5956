// The only way into DuckDB for code that makes or reads data files.

import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { mebibytes } from '../mebibytes.ts';
import './whole-text.ts';

export interface DuckDBSettings {
  /** `:memory:` or the file to open. */
  readonly file: string;
  /** Where DuckDB may spill; the folder must exist. */
  readonly spillFolder: string;
  readonly threads: number;
  /** Bytes that DuckDB's buffers may take. */
  readonly memoryBytes: number;
}

export interface Statements {
  /** Run statements that return nothing of interest. @param values the values of `$name` parameters */
  run(sql: string, values?: Readonly<Record<string, number | string>>): Promise<void>;
  /** All rows of a small result, as plain JavaScript values (bigint for 64-bit integers). */
  rows<Row = Record<string, unknown>>(sql: string): Promise<Row[]>;
}

export interface DuckDB extends Statements, AsyncDisposable {
  /**
   * From now on every statement uses one thread, and the returned object runs up to `count` statements in parallel. A statement
   * on one thread streams what it writes. A statement on several threads keeps it in memory to restore its order.
   */
  sideBySide(count: number): Promise<Statements>;
  close(): void;
}

/** The options of every instance: what it may use, and no extensions from the network. */
export function instanceOptions({ threads, memoryBytes, spillFolder }: Omit<DuckDBSettings, 'file'>) {
  return {
    threads: String(threads),
    memory_limit: mebibytes(memoryBytes),
    temp_directory: spillFolder,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  };
}

/** Open a database for writing. It loads no extensions, so it cannot reach the network. */
export async function openDuckDB(settings: DuckDBSettings): Promise<DuckDB> {
  const instance = await DuckDBInstance.create(settings.file, instanceOptions(settings));
  const connection = await instance.connect();
  const connections = [connection];
  const close = () => {
    for (const opened of connections) opened.closeSync();
    instance.closeSync();
  };
  return {
    ...statements(work => work(connection)),
    async sideBySide(count) {
      await connection.run('SET threads = 1');
      while (connections.length < count) connections.push(await instance.connect());
      return statements(inTurn(connections));
    },
    close,
    async [Symbol.asyncDispose]() {
      close();
    },
  };
}

type WithConnection = <Result>(work: (connection: DuckDBConnection) => Promise<Result>) => Promise<Result>;

function statements(withConnection: WithConnection): Statements {
  return {
    async run(sql, values) {
      await withConnection(connection => connection.run(sql, values && { ...values }));
    },
    async rows<Row>(sql: string) {
      const reader = await withConnection(connection => connection.runAndReadAll(sql));
      return reader.getRowObjectsJS() as Row[];
    },
  };
}

/** Gives each piece of work a connection of its own. Work waits while no connection is free. */
function inTurn(connections: readonly DuckDBConnection[]): WithConnection {
  const free = [...connections];
  const waiting: ((connection: DuckDBConnection) => void)[] = [];
  return async work => {
    const connection = free.pop() ?? (await new Promise<DuckDBConnection>(resolve => waiting.push(resolve)));
    try {
      return await work(connection);
    } finally {
      const next = waiting.shift();
      if (next) next(connection);
      else free.push(connection);
    }
  };
}

/** A string as an SQL literal. Only for values that the service itself made (paths, ids); user input is always bound. */
export function literal(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

/** A name as an SQL identifier. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The SQL expression that renders a TIMESTAMP in UTC as ISO 8601. @param end what follows the text, joined to it in one step */
export function isoText(expression: string, end = ''): string {
  return `replace(${expression}::VARCHAR, ' ', 'T') || ${literal(`Z${end}`)}`;
}
