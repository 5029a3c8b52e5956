// One CSV file of the data folder: opened, its header read, its columns found.
import { stat } from 'node:fs/promises';
import { type Problem, SourceError } from '../../../src/connector/contract.ts';
import type { FileOptions } from '../config.ts';
import { resolveDataFile, type SourceFolder } from '../folder.ts';
import type { ColumnUse } from '../mapping.ts';
import { orNearest } from '../nearest.ts';
import type { RowPosition } from './row-splitter.ts';
import { type Row, readRows } from './rows.ts';

export interface Table {
  /** The name that the configuration uses. */
  readonly file: string;
  readonly path: string;
  readonly options: FileOptions;
  readonly header: readonly string[];
  /** Where the rows begin. */
  readonly start: RowPosition;
  /** Changes when somebody writes to the file. */
  readonly fingerprint: string;
}

/** Throws {@link SourceError}, or the error of the system with its `code`. */
export async function openTable(source: SourceFolder, file: string, options: FileOptions): Promise<Table> {
  const path = await resolveDataFile(source, file);
  const { size, mtimeMs } = await stat(path);
  const table = { file, path, options, fingerprint: `${size}-${Math.round(mtimeMs)}` };
  if (options.columns) {
    refuseDuplicates(file, options.columns);
    return { ...table, header: options.columns, start: { byte: 0, line: 1 } };
  }
  const row = await firstRow(path, options);
  if (!row)
    return refuse(
      file,
      'the file is empty: it has no header row',
      'export it again, or name its `columns` under `files`',
    );
  if (row.fault !== undefined) return refuse(`${file}:${row.line}`, `the header cannot be read: ${row.fault}`);
  const header = row.cells.map(name => name.trim());
  refuseDuplicates(`${file}:${row.line}`, header);
  return { ...table, header, start: row.end };
}

async function firstRow(path: string, options: FileOptions): Promise<Row | undefined> {
  for await (const [row] of readRows(path, { ...options, nulls: undefined })) if (row) return row;
  return undefined;
}

function refuseDuplicates(place: string, header: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of header) {
    if (name !== '' && seen.has(name))
      refuse(place, `two columns are named \`${name}\``, 'rename one of them in the export');
    seen.add(name);
  }
}

function refuse(place: string, message: string, fix?: string): never {
  throw new SourceError([{ severity: 'error', place, message, ...(fix !== undefined && { fix }) }]);
}

/** Why a row does not fit the header; undefined when it does. */
export function raggedness(table: Table, row: Row): string | undefined {
  const [has, should] = [row.cells.length, table.header.length];
  if (has === should) return undefined;
  const columns = `${has} column${has === 1 ? '' : 's'} where ${table.options.columns ? '`columns` names' : 'the header has'} ${should}`;
  const hint = has > should ? `; quote a text that holds \`${table.options.delimiter}\`` : '';
  return columns + hint;
}

/** Columns that a mapping names and the file lacks. */
export function missingColumns(table: Table, uses: readonly ColumnUse[]): Problem[] {
  const delimiter = otherDelimiter(table, uses);
  if (delimiter !== undefined) {
    const message = `the header is one column, \`${table.header[0]!.slice(0, 100)}\``;
    const fix = `set \`delimiter: "${delimiter === '\t' ? 'tab' : delimiter}"\` of the file under \`files\``;
    return [{ severity: 'error', place: table.file, message, fix }];
  }
  return uses
    .filter(use => !table.header.includes(use.name))
    .map(use => ({
      severity: 'error',
      place: use.place,
      message: `column \`${use.name}\` is not in ${table.file}`,
      fix: orNearest(
        use.name,
        table.header.filter(name => name !== ''),
      ),
    }));
}

/** The delimiter that a file seems to have instead of the configured one: with it, the header has a column of the mapping. */
function otherDelimiter({ header }: Table, uses: readonly ColumnUse[]): string | undefined {
  if (header.length !== 1) return undefined;
  const isUsed = (name: string) => uses.some(use => use.name === name.trim().replace(/^"(.*)"$/, '$1'));
  return [';', ',', '\t', '|'].find(each => header[0]!.includes(each) && header[0]!.split(each).some(isUsed));
}
