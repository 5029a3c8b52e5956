// One CSV file of the data folder: opened, its header read, its columns found.
import { stat } from 'node:fs/promises';
import { type Problem, SourceError } from '../../../../src/connector/contract.ts';
import type { FileOptions } from '../../description/config.ts';
import { orNearest } from '../../description/nearest.ts';
import type { ColumnUse } from '../../mapping/mapping.ts';
import { type CsvRow, readRows } from './csv-rows.ts';
import type { RowPosition } from './row-splitter.ts';

export interface CsvFile {
  /** What messages call it. */
  readonly name: string;
  readonly path: string;
  readonly options: FileOptions;
  readonly header: readonly string[];
  /** Where the rows begin. */
  readonly start: RowPosition;
  /** Changes when somebody writes to the file. */
  readonly fingerprint: string;
}

/** @param name what messages call the file @throws SourceError, or the error of the system with its `code` */
export async function csvFileAt(path: string, name: string, options: FileOptions): Promise<CsvFile> {
  const { size, mtimeMs } = await stat(path);
  const file = { name, path, options, fingerprint: `${size}-${Math.round(mtimeMs)}` };
  const { row, start } = await firstRow(path, options);
  if (options.columns) {
    refuseDuplicates(name, options.columns);
    return { ...file, header: options.columns, start };
  }
  if (!row)
    return refuse(
      name,
      'the file is empty: it has no header row',
      'export it again, or name its `columns` under `files`',
    );
  if (row.fault !== undefined) return refuse(`${name}:${row.line}`, `the header cannot be read: ${row.fault}`);
  const header = row.cells.map(cell => cell.trim());
  refuseDuplicates(`${name}:${row.line}`, header);
  return { ...file, header, start: row.end };
}

/** The first row after the lines that are left out, and where it begins. */
async function firstRow(path: string, options: FileOptions): Promise<{ row?: CsvRow; start: RowPosition }> {
  let start: RowPosition = { byte: 0, line: 1 };
  for await (const rows of readRows(path, { ...options, nulls: undefined })) {
    for (const row of rows) {
      const isSwallowing = row.end.line > (options.skipLines ?? 0) + 1;
      const isLeftOut = row.line <= (options.skipLines ?? 0) && !(row.fault !== undefined && isSwallowing);
      if (!isLeftOut && !isToolLine(row, options.delimiter)) return { row, start };
      start = row.end;
    }
  }
  return { start };
}

/** A line that a tool writes for another tool: `sep=;` of Excel, `#TYPE …` of PowerShell. It is always the first line. */
export function isToolLine({ cells, line, fault }: CsvRow, delimiter: string): boolean {
  if (fault !== undefined || line !== 1) return false;
  return /^sep=.$/i.test(cells.join(delimiter)) || /^#TYPE /.test(cells[0] ?? '');
}

/** The rows of a file from a position on: without rows of empty cells, headers that are repeated, and the footer. */
export async function* dataRows(file: CsvFile, from = file.start): AsyncGenerator<CsvRow[]> {
  const { path, options, header } = file;
  const footer = [options.footer ?? []].flat();
  const isHeader = (cells: readonly string[]) =>
    header.length > 1 && cells.length === header.length && cells.every((cell, index) => cell.trim() === header[index]);
  for await (const rows of readRows(path, options, from)) {
    const end = footer.length === 0 ? -1 : rows.findIndex(row => isFooter(row, footer));
    const data = end === -1 ? rows : rows.slice(0, end);
    yield data.filter(({ cells, fault }) => fault !== undefined || !(isBlank(cells) || isHeader(cells)));
    if (end !== -1) return;
  }
}

export const isBlank = (cells: readonly string[]) => cells.every(cell => cell.trim() === '');

function isFooter({ cells, fault }: CsvRow, footer: readonly string[]): boolean {
  const first = fault === undefined ? cells.find(cell => cell.trim() !== '')?.trim() : undefined;
  return first !== undefined && footer.some(text => first.startsWith(text));
}

const nameColumns =
  'rename one of them in the export, or name all `columns` of the file under `files`, with `skipLines` for its header';

function refuseDuplicates(place: string, header: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of header) {
    if (name !== '' && seen.has(name)) refuse(place, `two columns are named \`${name}\``, nameColumns);
    seen.add(name);
  }
}

function refuse(place: string, message: string, fix?: string): never {
  throw new SourceError([{ severity: 'error', place, message, ...(fix !== undefined && { fix }) }]);
}

/** Why a row does not fit the header; undefined when it does. `kind` is the same for all rows with as many columns. */
export function raggedness(file: CsvFile, row: CsvRow): { message: string; kind: string } | undefined {
  const [has, should] = [row.cells.length, file.header.length];
  if (has === should) return undefined;
  const kind = `${has} column${has === 1 ? '' : 's'} where ${file.options.columns ? '`columns` names' : 'the header has'} ${should}`;
  if (file.options.escape === undefined && row.cells.some(cell => cell.endsWith('\\'))) {
    const message = `${kind}; if a backslash escapes what is after it, set \`escape: '\\'\` of the file under \`files\``;
    return { message, kind };
  }
  if (has > should) return { message: `${kind}; quote a text that holds \`${file.options.delimiter}\``, kind };
  const only = footerOf(row.cells);
  // A footer begins with words; a single letter or number is rather a row that was cut off.
  if (has > 1 || !/^\D{4}/.test(only)) return { message: kind, kind };
  return {
    message: `${kind}; if the data ends here, set \`footer: ${JSON.stringify(only)}\` of the file under \`files\``,
    kind,
  };
}

/** The text by which a footer that begins with this row can be known tomorrow: its first cell up to a number. */
export function footerOf(cells: readonly string[]): string {
  const first = cells.find(cell => cell.trim() !== '')?.trim() ?? '';
  return (/^\D{4,60}/.exec(first)?.[0] ?? first.slice(0, 60)).trim();
}

/** Rows at the beginning of a file among which a header is looked for. */
const headerRows = 30;

/** A row further down that has more of the columns than the header, so that it seems to be the real one. */
export async function laterHeader(file: CsvFile, uses: readonly ColumnUse[]): Promise<Problem | undefined> {
  if (file.options.columns) return undefined;
  const names = new Set(uses.map(({ name }) => name));
  const hits = (cells: readonly string[]) =>
    new Set(cells.map(cell => cell.trim()).filter(cell => names.has(cell))).size;
  let looked = 0;
  for await (const rows of readRows(file.path, file.options, file.start)) {
    const row = rows
      .slice(0, headerRows)
      .find(each => each.fault === undefined && hits(each.cells) > hits(file.header));
    if (row && hits(row.cells) * 2 >= names.size) {
      const message = `the first line that is read is not the header: line ${row.line} has the columns`;
      const fix = `set \`skipLines: ${row.line - 1}\` of the file under \`files\``;
      return { severity: 'error', place: file.name, message, fix };
    }
    looked += rows.length;
    if (looked >= headerRows) return undefined;
  }
  return undefined;
}

/** Columns that a mapping names and the file lacks. */
export function missingColumns(file: CsvFile, uses: readonly ColumnUse[]): Problem[] {
  const delimiter = otherDelimiter(file, uses);
  if (delimiter !== undefined) {
    const message = `the header is one column, \`${file.header[0]!.slice(0, 100)}\``;
    const fix = `set \`delimiter: "${delimiter === '\t' ? 'tab' : delimiter}"\` of the file under \`files\``;
    return [{ severity: 'error', place: file.name, message, fix }];
  }
  return uses
    .filter(use => !file.header.includes(use.name))
    .map(use => ({
      severity: 'error',
      place: use.place,
      message: `column \`${use.name}\` is not in ${file.name}`,
      fix: orNearest(
        use.name,
        file.header.filter(name => name !== ''),
      ),
    }));
}

/** The delimiter that a file seems to have instead of the configured one: with it, the header has a column of the mapping. */
function otherDelimiter({ header }: CsvFile, uses: readonly ColumnUse[]): string | undefined {
  if (header.length !== 1) return undefined;
  const isUsed = (name: string) => uses.some(use => use.name === name.trim().replace(/^"(.*)"$/, '$1'));
  return [';', ',', '\t', '|'].find(each => header[0]!.includes(each) && header[0]!.split(each).some(isUsed));
}
