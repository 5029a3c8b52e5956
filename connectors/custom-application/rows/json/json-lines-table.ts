// The rows of a file of JSON lines: one value on each line. It is read as a stream, and a line that is no JSON is a fault of this row.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { parseExactly } from '../../../../src/connector/exact-json.ts';
import type { FileOptions } from '../../description/config.ts';
import type { ColumnUse } from '../../mapping/mapping.ts';
import type { Row, RowBatch, RowMark, RowTable } from '../row-table.ts';
import { type JsonColumns, jsonColumns } from './json-columns.ts';

/** The longest line. */
const lineLimitBytes = 4 * 1024 * 1024;
const lineFeed = 0x0a;

export async function openJsonLinesTable(
  path: string,
  name: string,
  options: FileOptions,
  uses: readonly ColumnUse[],
): Promise<RowTable> {
  const { size, mtimeMs } = await stat(path);
  const columns = jsonColumns(uses, options.nulls);
  return {
    name,
    fingerprint: `${size}-${Math.round(mtimeMs)}`,
    column: columns.column,
    rows: from => lineBatches(path, name, columns, from),
    unmatched: () => columns.unmatched(name),
  };
}

/** A line with the place where it begins; `bytes` is undefined when it is too long. */
interface RawLine {
  readonly bytes: Buffer | undefined;
  readonly line: number;
  readonly end: RowMark;
  /** The file ends without a line end after it. */
  readonly isOpen: boolean;
}

async function* lineBatches(
  path: string,
  name: string,
  columns: JsonColumns,
  from: RowMark | undefined,
): AsyncGenerator<RowBatch> {
  for await (const lines of rawLines(path, from)) {
    yield { rows: lines.map(raw => rowOfLine(raw, name, columns)).filter(row => row !== undefined) };
  }
}

function rowOfLine({ bytes, line, end, isOpen }: RawLine, name: string, columns: JsonColumns): Row | undefined {
  const placed = { line, end, place: `${name}:${line}` };
  const faulty = (fault: string, faultKind = fault): Row => {
    return { ...placed, cells: [], fault, faultKind, ...(isOpen && { swallows: true }) };
  };
  if (bytes === undefined) return faulty(`the line is longer than the limit of ${lineLimitBytes} bytes`);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim();
  } catch {
    return faulty('the line is not UTF-8');
  }
  if (text === '') return undefined;
  try {
    return { ...placed, ...columns.cellsOf(parseExactly(text)) };
  } catch (error) {
    const cut = isOpen ? 'the file ends inside this line, so it was cut off; export it again' : 'the line is not JSON';
    return faulty(isOpen ? cut : `${cut}: ${(error as Error).message.slice(0, 200)}`, cut);
  }
}

/** The lines from a place on, as one array for each chunk of the file. */
async function* rawLines(path: string, from: RowMark | undefined): AsyncGenerator<RawLine[]> {
  let line = from?.line ?? 1;
  let byte = from?.byte ?? 0;
  let pieces: Buffer[] = [];
  let length = 0;
  const take = (piece: Buffer) => {
    length += piece.length;
    if (length <= lineLimitBytes) pieces.push(piece);
    else pieces = [];
  };
  const endLine = (isOpen: boolean): RawLine => {
    const bytes = length > lineLimitBytes ? undefined : Buffer.concat(pieces);
    byte += length;
    const raw = { bytes, line, end: { line: line + 1, byte }, isOpen };
    line += 1;
    pieces = [];
    length = 0;
    return raw;
  };
  for await (const chunk of createReadStream(path, {
    start: byte,
    highWaterMark: 256 * 1024,
  }) as AsyncIterable<Buffer>) {
    const lines: RawLine[] = [];
    for (let start = 0; start < chunk.length; ) {
      const at = chunk.indexOf(lineFeed, start);
      take(chunk.subarray(start, at === -1 ? chunk.length : at + 1));
      if (at === -1) break;
      lines.push(endLine(false));
      start = at + 1;
    }
    yield lines;
  }
  if (length > 0) yield [endLine(true)];
}
