// The rows of a sheet of a workbook (XLSX). The sheet is read as a whole. A formula without a result is an empty cell.
import { readFile, stat } from 'node:fs/promises';
import { SourceError } from '../../../../src/connector/contract.ts';
import type { FileOptions } from '../../description/config.ts';
import { orNearest } from '../../description/nearest.ts';
import { type Cell, faultOfCells } from '../../mapping/cell.ts';
import type { ColumnUse } from '../../mapping/mapping.ts';
import type { Row, RowTable } from '../row-table.ts';
import { faultOfArchive } from './archive.ts';

/** The largest workbook. */
const workbookLimitBytes = 64 * 1024 * 1024;

type SheetRow = readonly unknown[];

/** @throws SourceError with every missing column, or why the workbook cannot be read */
export async function openXlsxTable(
  path: string,
  name: string,
  options: FileOptions,
  uses: readonly ColumnUse[],
): Promise<RowTable> {
  const { size, mtimeMs } = await stat(path);
  if (size > workbookLimitBytes) {
    refuse(name, `has ${size} bytes, and the limit of a workbook is ${workbookLimitBytes}`, 'export the sheet as CSV');
  }
  const sheet = await sheetRows(path, name, options);
  const headerIndex = options.skipLines ?? 0;
  const header = options.columns ?? headerOf(sheet[headerIndex] ?? [], `${name}:${headerIndex + 1}`);
  const missing = uses.filter(use => !header.includes(use.name));
  if (missing.length > 0) {
    const known = header.filter(column => column !== '');
    throw new SourceError(
      missing.map(use => {
        const message = `column \`${use.name}\` is not in ${name}`;
        return { severity: 'error', place: use.place, message, fix: orNearest(use.name, known) };
      }),
    );
  }
  const first = options.columns ? headerIndex : headerIndex + 1;
  return {
    name,
    fingerprint: `${size}-${Math.round(mtimeMs)}`,
    column: column => header.indexOf(column),
    async *rows(from) {
      const begin = Math.max(first, (from?.line ?? 1) - 1);
      yield { rows: rowsOf({ sheet, header, name }, begin, options) };
    },
  };
}

async function sheetRows(path: string, name: string, { sheet }: FileOptions): Promise<readonly SheetRow[]> {
  const bytes = await readFile(path);
  const fault = await faultOfArchive(bytes);
  if (fault !== undefined) return refuse(name, fault, 'export it again as a workbook (XLSX), or as CSV');
  // Loaded only where it is used, because the service knows all connectors when it starts.
  const { default: readSheets, readSheet } = await import('read-excel-file/universal');
  const input = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
  // Numbers stay texts, so that none is rounded.
  const options = { parseNumber: (text: string) => text, trim: false };
  try {
    if (sheet === undefined) return await readSheet(input, 1, options);
    const all = await readSheets(input, options);
    const found = all.find(each => each.sheet === sheet);
    if (found) return found.data;
    const names = all.map(each => each.sheet);
    return refuse(name, `has no sheet \`${sheet}\``, orNearest(sheet, names));
  } catch (error) {
    if (error instanceof SourceError) throw error;
    const message = `cannot be read as a workbook: ${(error as Error).message.slice(0, 200)}`;
    return refuse(name, message, 'export it again as a workbook (XLSX), or as CSV');
  }
}

function headerOf(row: SheetRow, place: string): string[] {
  const header = row.map(cell => String(textOfSheet(cell) ?? '').trim());
  if (header.every(name => name === ''))
    refuse(place, 'the header is empty', 'set `skipLines` to the lines before it, or name the `columns`');
  const repeated = header.find((name, index) => name !== '' && header.indexOf(name) !== index);
  if (repeated !== undefined) {
    refuse(
      place,
      `two columns are named \`${repeated}\``,
      'rename one of them, or name all `columns` of the file under `files`',
    );
  }
  return header;
}

/**
 * A day of a workbook has no zone and no time: it is that day. A time has no zone either. A workbook keeps times as fractions of a
 * day, and the library cuts what is less than a millisecond, so the second before a whole one is that second.
 */
function textOfSheet(cell: unknown): Cell {
  if (!(cell instanceof Date)) return cell;
  const cut = cell.getTime() % 1000 === 999 ? 1 : 0;
  const text = new Date(cell.getTime() + cut).toISOString().replace(/Z$/, '');
  return text.endsWith('T00:00:00.000') ? text.slice(0, 10) : text;
}

interface Sheet {
  readonly sheet: readonly SheetRow[];
  readonly header: readonly string[];
  readonly name: string;
}

function rowsOf({ sheet, header, name }: Sheet, begin: number, { footer, nulls }: FileOptions): Row[] {
  const footers = [footer ?? []].flat();
  const rows: Row[] = [];
  for (let index = begin; index < sheet.length; index++) {
    const cells = sheet[index]!.map(textOfSheet).map(cell =>
      typeof cell === 'string' && nulls?.has(cell.trim()) ? '' : cell,
    );
    const filled = cells.find(cell => cell !== null && cell !== undefined && String(cell).trim() !== '');
    if (filled === undefined) continue;
    if (footers.some(text => String(filled).trim().startsWith(text))) break;
    const line = index + 1;
    const fault = faultOfCells(cells, header);
    rows.push({
      ...{ cells, line, end: { line: line + 1 }, place: `${name}:${line}` },
      ...(fault !== undefined && { fault }),
    });
  }
  return rows;
}

function refuse(place: string, message: string, fix: string): never {
  throw new SourceError([{ severity: 'error', place, message, fix }]);
}
