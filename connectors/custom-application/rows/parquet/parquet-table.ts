// The rows of a Parquet file, one row group after the other.
import { open, stat } from 'node:fs/promises';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import type { AsyncBuffer, FileMetaData, SchemaTree } from 'hyparquet';
import { type Problem, SourceError } from '../../../../src/connector/contract.ts';
import type { FileOptions } from '../../description/config.ts';
import { orNearest } from '../../description/nearest.ts';
import { parsePath } from '../../mapping/json-path.ts';
import type { ColumnUse } from '../../mapping/mapping.ts';
import { type JsonColumns, jsonColumns } from '../json/json-columns.ts';
import type { RowBatch, RowMark, RowTable } from '../row-table.ts';
import { jsonValue, parquetParsers, withoutZone } from './parquet-values.ts';

/** The most bytes of a row group, unpacked: it is in memory while it is read. */
const groupLimitBytes = 512 * 1024 * 1024;
/** Decimals with more digits are read as rounded numbers. */
const exactDigits = 15;

interface ParquetFile {
  readonly name: string;
  readonly buffer: AsyncBuffer;
  readonly metadata: FileMetaData;
  readonly schema: SchemaTree;
}

/** @throws SourceError for a file that is no Parquet or cut off, and for columns that are not in it */
export async function openParquetTable(
  path: string,
  name: string,
  options: FileOptions,
  uses: readonly ColumnUse[],
): Promise<RowTable> {
  const { size, mtimeMs } = await stat(path);
  const file = await openFile(path, name, size);
  const used = new Set(uses.map(firstName));
  const problems = [...missingColumns(file, uses), ...roundedColumns(file, uses), ...largeGroups(file)];
  if (problems.length > 0) throw new SourceError(problems);
  const columns = jsonColumns(uses, options.nulls);
  return {
    name,
    fingerprint: `${size}-${Math.round(mtimeMs)}`,
    column: columns.column,
    rows: from => batches(file, [...used], columns, from),
    unmatched: () => columns.unmatched(name),
  };
}

async function openFile(path: string, name: string, size: number): Promise<ParquetFile> {
  // Loaded only where it is used, because the service knows all connectors when it starts.
  const { parquetMetadataAsync, parquetSchema } = await import('hyparquet');
  const buffer: AsyncBuffer = { byteLength: size, slice: (start, end = size) => bytesOf(path, start, end) };
  try {
    const metadata = await parquetMetadataAsync(buffer, { geoparquet: false, parsers: parquetParsers });
    return { name, buffer, metadata, schema: parquetSchema(metadata) };
  } catch (error) {
    throw damaged(name, error);
  }
}

async function bytesOf(path: string, start: number, end: number): Promise<ArrayBuffer> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(Math.max(0, end - start)), 0, undefined, start);
    return buffer.buffer.slice(0, bytesRead) as ArrayBuffer;
  } finally {
    await handle.close();
  }
}

function damaged(place: string, error: unknown): SourceError {
  const message = `cannot be read as Parquet: ${(error as Error).message.slice(0, 200)}`;
  const fix =
    'export it again: it may have been cut off, or be packed with something else than Snappy, GZIP, Brotli or ZSTD';
  return Object.assign(new SourceError([{ severity: 'error', place, message, fix }]), { cause: error });
}

/** The column of the file that a path goes into. */
function firstName({ name }: ColumnUse): string {
  const [first] = parsePath(name);
  return typeof first === 'object' && 'name' in first ? first.name : name;
}

function missingColumns({ name, schema }: ParquetFile, uses: readonly ColumnUse[]): Problem[] {
  const known = schema.children.map(({ element }) => element.name);
  return uses
    .filter(use => !known.includes(firstName(use)))
    .map(use => {
      const fix = orNearest(firstName(use), known);
      return { severity: 'error', place: use.place, message: `column \`${use.name}\` is not in ${name}`, fix };
    });
}

function roundedColumns({ name, schema }: ParquetFile, uses: readonly ColumnUse[]): Problem[] {
  const rounds = ({ element, children }: SchemaTree): boolean =>
    (element.converted_type === 'DECIMAL' && (element.precision ?? 0) > exactDigits) || children.some(rounds);
  const rounded = new Set(schema.children.filter(rounds).map(({ element }) => element.name));
  return uses
    .filter(use => rounded.has(firstName(use)))
    .map(use => {
      const message = `column \`${use.name}\` of ${name} holds decimals of more than ${exactDigits} digits, which would be rounded`;
      return { severity: 'error', place: use.place, message, fix: 'export the column as text, or as a 64-bit integer' };
    });
}

function largeGroups({ name, metadata }: ParquetFile): Problem[] {
  const largest = Math.max(0, ...metadata.row_groups.map(group => Number(group.total_byte_size)));
  if (largest <= groupLimitBytes) return [];
  const message = `has a row group of ${largest} bytes, and the limit is ${groupLimitBytes}`;
  return [{ severity: 'error', place: name, message, fix: 'write smaller row groups' }];
}

/** Packed pages by how they are packed; those that are not named, and Snappy, are known to the library. */
const compressors = {
  GZIP: (input: Uint8Array, length: number) => gunzipSync(input, { maxOutputLength: length }),
  BROTLI: (input: Uint8Array, length: number) => brotliDecompressSync(input, { maxOutputLength: length }),
  ZSTD: (input: Uint8Array, length: number) => zstdDecompressSync(input, { maxOutputLength: length }),
};

async function* batches(
  file: ParquetFile,
  used: string[],
  columns: JsonColumns,
  from: RowMark | undefined,
): AsyncGenerator<RowBatch> {
  const { parquetReadObjects } = await import('hyparquet');
  const { name, buffer, metadata } = file;
  const local = withoutZone(file.schema);
  const read = (from?.line ?? 1) - 1;
  let start = 0;
  for (const group of metadata.row_groups) {
    const end = start + Number(group.num_rows);
    if (end > read) {
      const options = {
        file: buffer,
        metadata,
        columns: used,
        compressors,
        parsers: parquetParsers,
        geoparquet: false,
      };
      const values = await parquetReadObjects({ ...options, rowStart: start, rowEnd: end }).catch(error => {
        throw damaged(name, error);
      });
      if (values.length !== end - start)
        throw damaged(name, new Error(`${values.length} rows where its end names ${end - start}`));
      const skipped = Math.max(0, read - start);
      const first = start + skipped;
      yield {
        rows: values.slice(skipped).map((value, offset) => {
          local(value);
          const line = first + offset + 1;
          return { ...columns.cellsOf(jsonValue(value)), line, end: { line: line + 1 }, place: `${name}[${line - 1}]` };
        }),
      };
    }
    start = end;
  }
}
