// Opens the rows that a description names, whatever brings them.
import type { OpenedSource } from '../client.ts';
import type { ColumnUse, RowsName } from '../mapping/mapping.ts';
import { openCsvTable } from './csv/csv-table.ts';
import type { Take } from './files/file-pattern.ts';
import { resolveDataFile, resolveFiles } from './files/folder.ts';
import { type FileFormat, formatOfFile } from './files/format.ts';
import { openRequestTable } from './http/request-table.ts';
import { openJsonLinesTable } from './json/json-lines-table.ts';
import { openJsonTable } from './json/json-table.ts';
import { openParquetTable } from './parquet/parquet-table.ts';
import { openPushedTable } from './pushed/pushed-table.ts';
import type { RowTable } from './row-table.ts';
import { openQueryTable } from './sql/query-table.ts';
import { openXlsxTable } from './xlsx/xlsx-table.ts';

/**
 * What a name means: itself, or the files of a pattern, the newest last.
 * @throws SourceError when no file fits a pattern
 */
export async function partsOf({ source }: OpenedSource, rows: RowsName, take: Take): Promise<string[]> {
  if (rows.kind !== 'file') return [rows.name];
  return resolveFiles(source, rows.name, take);
}

/**
 * @param part one of the names that `partsOf` gives
 * @param uses the columns that are read
 * @throws SourceError with every missing column, or the error of the system with its `code`
 */
export async function openTable(
  { source, config, api, database, pushed, since, noteBegin, isKnown }: OpenedSource,
  rows: RowsName,
  part: string,
  uses: readonly ColumnUse[],
): Promise<RowTable> {
  if (rows.kind === 'request') {
    const given = { requests: config.requests, ...api!, since, isKnown, ...(noteBegin && { noteBegin }) };
    return openRequestTable(given, part, uses);
  }
  if (rows.kind === 'query') {
    const given = { queries: config.queries, database: database!, since, ...(noteBegin && { noteBegin }) };
    return openQueryTable(given, part, uses);
  }
  if (rows.kind === 'pushed') return openPushedTable(pushed!, part, uses);
  const path = await resolveDataFile(source, part);
  const options = config.optionsOf(part);
  const open = openers[formatOfFile(part, options)];
  return open(path, part, options, uses);
}

const openers: Readonly<Record<FileFormat, typeof openCsvTable>> = {
  csv: openCsvTable,
  json: openJsonTable,
  'json-lines': openJsonLinesTable,
  parquet: openParquetTable,
  xlsx: openXlsxTable,
};
