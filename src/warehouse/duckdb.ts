// The only way into DuckDB for code that makes or reads data files.

import { type DuckDBConnection, DuckDBDataChunk, DuckDBInstance, INTEGER } from '@duckdb/node-api';
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
  /**
   * Plans are optimized less, because planning would take longer than running: there are few rows, or statements read few of many
   * rows.
   */
  readonly quickPlans?: 'of few rows' | 'of many rows' | undefined;
}

export interface Statements {
  /** Run statements that return nothing of interest. @param values the values of `$name` parameters */
  run(sql: string, values?: Readonly<Record<string, number | string>>): Promise<void>;
  /** All rows of a small result, as plain JavaScript values (bigint for 64-bit integers). */
  rows<Row = Record<string, unknown>>(sql: string): Promise<Row[]>;
}

export interface DuckDB extends Statements, AsyncDisposable {
  /** Call `take` with the rows, some thousand at a time. For results of millions of rows that are not kept. */
  chunks(sql: string, take: (chunk: DuckDBDataChunk) => void): Promise<void>;
  /** Columns of type INTEGER without NULL, each as one array. For results of millions of rows. */
  integers(sql: string, columns: number): Promise<Int32Array[]>;
  /** Append rows to a table whose columns are all of type INTEGER. @param columns the values of each column */
  appendIntegers(table: { schema: string; name: string }, columns: readonly Int32Array[]): Promise<void>;
  /**
   * From now on every statement uses one thread, and the returned object runs up to `count` statements in parallel. A statement
   * on one thread streams what it writes. A statement on several threads keeps it in memory to restore its order.
   * @param setup statements for each connection, with settings that hold for one connection only
   */
  sideBySide(count: number, setup: string): Promise<Statements>;
  /** From now on a statement uses up to `count` threads. */
  setThreads(count: number): Promise<void>;
  /**
   * Statements on a connection of their own, which run beside all others; undefined when it is not worth it, because a statement uses
   * all threads, and not possible in a standing database.
   * @param setup statements with settings that hold for one connection only
   */
  another(setup: string): Promise<Statements | undefined>;
  /** Optimize the statements of `work` fully, because they read many rows; for a database whose other statements get quick plans. */
  withFullPlans<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Optimizers that help only statements that read many rows. */
const optimizersForManyRowsRead = [
  ...['common_aggregate', 'common_subexpressions', 'common_subplan', 'compressed_materialization', 'cte_filter_pusher'],
  ...['duplicate_groups', 'expression_rewriter', 'filter_pullup', 'in_clause', 'late_materialization', 'regex_range'],
  ...['reorder_filter', 'statistics_propagation', 'sum_rewriter', 'top_n_window_elimination'],
];

/**
 * Optimizers that help only when there are many rows. The others stay on: they move filters into joins and turn correlated subqueries
 * into joins, and without them a plan would compute products of tables.
 */
const optimizersForManyRows = [
  ...optimizersForManyRowsRead,
  ...['build_side_probe_side', 'column_lifetime', 'cte_inlining', 'join_filter_pushdown', 'join_order'],
  ...['row_group_pruner', 'top_n', 'unused_columns'],
];

const switchedOff = { 'of few rows': optimizersForManyRows, 'of many rows': optimizersForManyRowsRead };

function switchedOffIn(plans: NonNullable<DuckDBSettings['quickPlans']>): string {
  return switchedOff[plans].join(',');
}

/** The statement after which plans are quick ones, or full ones. */
export function setPlans(quickPlans: DuckDBSettings['quickPlans']): string {
  return `SET disabled_optimizers = '${quickPlans ? switchedOffIn(quickPlans) : ''}'`;
}

/** The statement that sets how tables in files are compressed. Few rows fill less than a block of each column, so it is not worth it. */
export function compression(hasFewRows: boolean): string {
  return `SET force_compression = '${hasFewRows ? 'uncompressed' : 'auto'}'`;
}

/** The options of every instance: what it may use, and no extensions from the network. */
export function instanceOptions({ threads, memoryBytes, spillFolder, quickPlans }: Omit<DuckDBSettings, 'file'>) {
  return {
    threads: String(threads),
    memory_limit: mebibytes(memoryBytes),
    temp_directory: spillFolder,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    ...(quickPlans && { disabled_optimizers: switchedOffIn(quickPlans) }),
  };
}

/**
 * Open a database for writing. It loads no extensions, so it cannot reach the network.
 * @param statementsOn runs the statements of the first connection; by default, each is run as it is
 */
export async function openDuckDB(
  settings: DuckDBSettings,
  statementsOn: (connection: DuckDBConnection) => Statements = connection => statements(work => work(connection)),
): Promise<DuckDB> {
  const instance = await DuckDBInstance.create(settings.file, instanceOptions(settings));
  const connection = await instance.connect();
  // One build reads the footers of many files in many statements. DuckDB reads the footer of a file again that has changed.
  await connection.run('SET GLOBAL parquet_metadata_cache = true');
  const opened = [connection];
  const connections = [connection];
  const running = createRunning();
  const onFirst = statementsOn(connection);
  const connect = async (setup: string) => {
    const connected = await instance.connect();
    opened.push(connected);
    await connected.run(setup);
    return connected;
  };
  let { threads } = settings;
  return {
    run: (sql, values) => running.run(() => onFirst.run(sql, values)),
    rows: sql => running.run(() => onFirst.rows(sql)),
    chunks: (sql, take) => running.run(() => takeChunks(connection, sql, take)),
    integers: (sql, columns) => running.run(() => integers(connection, sql, columns)),
    appendIntegers: (table, columns) => running.run(() => appendIntegers(connection, table, columns)),
    async sideBySide(count, setup) {
      await connection.run('SET threads = 1');
      while (connections.length < count) connections.push(await connect(setup));
      const inTurn = takeTurns(connections);
      return statements(work => inTurn(another => running.run(() => work(another))));
    },
    async setThreads(count) {
      if (threads === count) return;
      threads = count;
      await running.run(() => connection.run(`SET threads = ${count}`));
    },
    async another(setup) {
      if (threads > 1) return undefined;
      const connected = await connect(setup);
      return statements(work => running.run(() => work(connected)));
    },
    async withFullPlans(work) {
      const { quickPlans } = settings;
      if (!quickPlans) return work();
      await running.run(() => connection.run(setPlans(undefined)));
      const result = await work();
      await running.run(() => connection.run(setPlans(quickPlans)));
      return result;
    },
    async [Symbol.asyncDispose]() {
      await running.end();
      await giveMemoryBack(connection, settings);
      for (const each of opened) each.closeSync();
      instance.closeSync();
    },
  };
}

/**
 * Closing an instance gives freed memory back to the system, for up to 0.4 s, and the service stands still meanwhile. DuckDB does it in the
 * thread of a statement when a limit is set, and then not again for 0.1 s.
 */
async function giveMemoryBack(connection: DuckDBConnection, { memoryBytes }: DuckDBSettings): Promise<void> {
  await connection.run(`SET memory_limit = '${mebibytes(memoryBytes)}'`).catch(() => {});
}

/**
 * Knows which statements run. A run that is aborted may leave one behind, and a connection must not be closed meanwhile: DuckDB 1.5.6
 * then waits in the thread of the statement for a lock that this thread holds, and the process cannot end.
 */
function createRunning() {
  const running = new Set<Promise<unknown>>();
  let hasEnded = false;
  return {
    async run<Result>(work: () => Promise<Result>): Promise<Result> {
      if (hasEnded) throw new Error('DuckDB is closed');
      const done = work();
      running.add(done);
      try {
        return await done;
      } finally {
        running.delete(done);
      }
    },
    /** Refuse further statements, and wait until none runs. */
    async end(): Promise<void> {
      hasEnded = true;
      await Promise.allSettled(running);
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

/** Call `take` with the rows of a query, some thousand at a time. */
export async function takeChunks(
  connection: DuckDBConnection,
  sql: string,
  take: (chunk: DuckDBDataChunk) => void,
): Promise<void> {
  const result = await connection.stream(sql);
  for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk())
    take(chunk);
}

async function integers(connection: DuckDBConnection, sql: string, columns: number): Promise<Int32Array[]> {
  const chunks: Int32Array[][] = Array.from({ length: columns }, () => []);
  await takeChunks(connection, sql, chunk => {
    for (const [column, list] of chunks.entries()) {
      const vector = chunk.getColumnVector(column);
      const values = new Int32Array(chunk.rowCount);
      for (let row = 0; row < values.length; row++) values[row] = vector.getItem(row) as number;
      list.push(values);
    }
  });
  return chunks.map(joined);
}

function joined(parts: readonly Int32Array[]): Int32Array {
  const whole = new Int32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let end = 0;
  for (const part of parts) {
    whole.set(part, end);
    end += part.length;
  }
  return whole;
}

/** The rows of a vector in DuckDB. */
const chunkRows = 2048;

async function appendIntegers(
  connection: DuckDBConnection,
  { schema, name }: { schema: string; name: string },
  columns: readonly Int32Array[],
): Promise<void> {
  const appender = await connection.createAppender(name, 'main', schema);
  const count = columns[0]!.length;
  for (let start = 0; start < count; start += chunkRows) {
    const rows = Math.min(chunkRows, count - start);
    const chunk = DuckDBDataChunk.create(
      columns.map(() => INTEGER),
      rows,
    );
    for (const [index, values] of columns.entries()) {
      const vector = chunk.getColumnVector(index);
      for (let row = 0; row < rows; row++) vector.setItem(row, values[start + row]!);
      vector.flush();
    }
    appender.appendDataChunk(chunk);
  }
  appender.closeSync();
}

/** Gives each piece of work a connection of its own. Work waits while no connection is free. */
function takeTurns(connections: readonly DuckDBConnection[]): WithConnection {
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

/**
 * The option of ATTACH for the form of a file that is made. The form that DuckDB 1.5.6 writes by default is one that its releases of 2024
 * can read: a file of small tables takes three times as many bytes and is attached in four times as long, and one of large tables is
 * written in twice as long. The form has a number, so that processes with different releases of DuckDB read each other's files.
 */
export const fileForm = `STORAGE_VERSION 'v1.5.0'`;

/** Options of ATTACH for a file that is made, most of whose tables have few rows or none. */
export const fileOfSmallTables = `BLOCK_SIZE 16384, ${fileForm}`;

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
