// The process in which exports run. It can only read the files of one version at a time, and write to the exports' folder or to the pipe.
// src/sandbox/process.ts starts it.
import path from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { type Output, serveOwner } from '../sandbox/child.ts';
import type { FileFacts } from '../storage/storage.ts';
import type { CsvColumn } from '../warehouse/csv.ts';
import { isDiskFull } from '../warehouse/disk-full.ts';
import { literal } from '../warehouse/duckdb.ts';
import { isOutOfMemory } from '../warehouse/duckdb-errors.ts';
import { lock, type OpenedVersion, openVersionFile, type VersionOpening } from '../warehouse/version/read-only.ts';
import { isInOrder } from '../warehouse/version/table-parts.ts';
import { bindValues, wrongPatterns } from './bound-conditions.ts';
import { conditionsOf, type FilterConditions, listsOfCells, rowsOf } from './conditions.ts';
import { exportContext, exportViews } from './contexts.ts';
import { copyDocument } from './document-form.ts';
import type { ExportFormat, TableFormat } from './export-file.ts';
import type { FailureCode } from './failures.ts';
import type { Filter } from './filters.ts';
import type { Sort } from './sorts.ts';
import { type StateRows, writeStateTables } from './state-tables.ts';
import { copyStatement } from './statement.ts';

export interface ExportOpening extends VersionOpening {
  /** The only folder to which files are written. */
  readonly folder: string;
}

export interface ExportRequest {
  readonly context: string;
  readonly filters: readonly Filter[];
  readonly sorts: readonly Sort[];
  readonly format: ExportFormat;
  /** The earlier version that a context compares with; absent for all other contexts. */
  readonly since?: number;
  /** The time from which `last` counts back, ISO 8601. */
  readonly asOf: string;
}

/** What the process can run. */
export type ExportProcessRequest =
  | { readonly check: readonly Filter[] }
  | { readonly stream: ExportRequest; readonly state: StateRows }
  | { readonly write: ExportRequest; readonly state: StateRows; readonly file: string };

/** What was written. */
export interface Written {
  readonly rows: number;
  /** With DuckDB types. */
  readonly columns: readonly CsvColumn[];
  /** The age of the data: the reads of each source that the version contains. */
  readonly sources: readonly SourceDate[];
}

/** What was written, and its file in the storage. */
export interface Kept extends Written, FileFacts {
  /** The file's name. Exports of earlier releases have none; their file is named after its format. */
  readonly file?: string;
}

export interface SourceDate {
  readonly sourceId: string;
  readonly applicationInstanceId: string;
  readonly oldestReadAt: string;
  readonly newestReadAt: string;
}

async function open(opening: ExportOpening, pipe: string): Promise<OpenedVersion> {
  const version = await openVersionFile(opening, path.resolve('spill'));
  for (const statement of exportViews()) await version.connection.run(statement);
  await lock(version, { allowed_directories: `[${literal(opening.folder)}]` }, [pipe]);
  return version;
}

async function run(version: OpenedVersion, request: ExportProcessRequest, output: Output): Promise<unknown> {
  const { connection } = version;
  if ('check' in request) return wrongPatterns(connection, request.check);
  await writeStateTables(connection, request.state);
  if ('stream' in request) {
    const copy = await prepareCopy(version, request.stream, output.path);
    output.begin(undefined);
    await copy.run();
    return undefined;
  }
  const { run: copyRows, columns } = await prepareCopy(version, request.write, request.file);
  return { rows: await copyRows(), columns, sources: await sourceDates(connection) } satisfies Written;
}

/** Prepare the COPY statement. Running it returns the number of rows. */
async function prepareCopy(
  { connection, tables }: OpenedVersion,
  { context: name, filters, sorts, format, asOf }: ExportRequest,
  file: string,
): Promise<{ run(): Promise<number>; columns: readonly CsvColumn[] }> {
  const context = exportContext(name)!;
  const conditions = conditionsOf(filters, new Date(asOf), listsOfCells(context.columns));
  const rows = rowsOf(context, conditions, sorts, type => isInOrder(tables, type));
  const columns = await describe(connection, rows, conditions);
  const copy = context.document
    ? copyDocument(rows, context.document, file)
    : copyStatement(rows, columns, format as TableFormat, file);
  const prepared = await connection.prepare(copy);
  bindValues(prepared, conditions);
  return {
    columns,
    async run() {
      const [counted] = (await prepared.runAndReadAll()).getRows();
      return Number(counted![0]);
    },
  };
}

async function describe(
  connection: DuckDBConnection,
  query: string,
  conditions: FilterConditions,
): Promise<CsvColumn[]> {
  const prepared = await connection.prepare(`DESCRIBE ${query}`);
  bindValues(prepared, conditions);
  const rows = (await prepared.runAndReadAll()).getRowsJson() as [string, string][];
  return rows.map(([name, type]) => ({ name, type }));
}

async function sourceDates(connection: DuckDBConnection): Promise<SourceDate[]> {
  const found = await connection.runAndReadAll(
    `SELECT source_id, application_instance_id::VARCHAR, epoch_ms(min(read_at)), epoch_ms(max(read_at))
     FROM inventory.source_completeness GROUP BY ALL ORDER BY source_id`,
  );
  return (found.getRows() as [string, string, bigint, bigint][]).map(([sourceId, applicationInstanceId, from, to]) => ({
    sourceId,
    applicationInstanceId,
    oldestReadAt: new Date(Number(from)).toISOString(),
    newestReadAt: new Date(Number(to)).toISOString(),
  }));
}

function codeOf(error: Error): FailureCode {
  if (isDiskFull(error)) return 'DISK_FULL';
  return isOutOfMemory(error) ? 'EXPORT_TOO_LARGE' : 'EXPORT_FAILED';
}

serveOwner<ExportOpening, OpenedVersion, ExportProcessRequest>({
  open,
  run,
  close: version => version.close(),
  explain(error) {
    const details = codeOf(error as Error);
    return { message: (error as Error).message, details, isUnknown: details === 'EXPORT_FAILED' };
  },
});
