// Reads the rows of a CSV file as a stream, in constant memory. An unreadable row is yielded as a fault with its place, and
// reading continues. Every row carries the position where it ends, so that reading can resume there.
import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { quoteAdvice, splitCells, withoutSpreadsheetMarks } from './cells.ts';
import {
  byteOrderMark,
  type Marks,
  type RawRow,
  type RowPosition,
  RowSplitter,
  rowLimitBytes,
} from './row-splitter.ts';

export const encodings = ['utf-8', 'windows-1252', 'latin1', 'utf-16'] as const;

export interface CsvOptions extends Marks {
  readonly encoding: (typeof encodings)[number];
  /** Texts that mean nothing: a cell that holds one of them is empty. */
  readonly nulls?: ReadonlySet<string> | undefined;
  /** False: the export writes no line break after its last row, so a missing one does not mean that the file was cut off. */
  readonly finalLineBreak?: boolean | undefined;
  /** Cells hold marks that make a spreadsheet keep them as texts: `="0001"`, `'=a`. They are taken off. */
  readonly spreadsheetTexts?: boolean | undefined;
}

export interface CsvRow {
  readonly cells: readonly string[];
  /** Line on which the row begins, from 1. */
  readonly line: number;
  /** Where the next row begins, in bytes of the file after conversion to UTF-8. */
  readonly end: RowPosition;
  /** Why the row cannot be used. */
  readonly fault?: string;
  /** The same text for all rows with this kind of fault. Absent: the fault itself. */
  readonly faultKind?: string;
  /** The fault may have swallowed the rows after it. */
  readonly swallows?: boolean;
}

/** All rows from `from` on, without blank lines, as one array for each chunk of the file. */
export async function* readRows(path: string, options: CsvOptions, from?: RowPosition): AsyncGenerator<CsvRow[]> {
  const splitter = new RowSplitter(options, from ?? { byte: 0, line: 1 });
  for await (const chunk of utf8Chunks(path, options.encoding, from?.byte ?? 0)) {
    const rows = splitter.feed(chunk).map(raw => parseRow(raw, options));
    yield rows.filter(row => row !== undefined);
  }
  const last = splitter.finish();
  const row = last && parseRow(last, options);
  if (row) yield [row];
}

/** The file as UTF-8 from byte `start` on. A file in another encoding has to be read from its beginning. */
async function* utf8Chunks(path: string, encoding: CsvOptions['encoding'], start: number): AsyncGenerator<Buffer> {
  const highWaterMark = 256 * 1024;
  if (encoding === 'utf-8') {
    yield* createReadStream(path, { start, highWaterMark }) as AsyncIterable<Buffer>;
    return;
  }
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let skip = start;
  for await (const chunk of createReadStream(path, { highWaterMark }) as AsyncIterable<Buffer>) {
    const bigEndian = chunk[0] === 0xfe && chunk[1] === 0xff;
    decoder ??= new TextDecoder(encoding === 'utf-16' ? (bigEndian ? 'utf-16be' : 'utf-16le') : 'windows-1252');
    const text = Buffer.from(decoder.decode(chunk, { stream: true }));
    yield text.subarray(skip);
    skip = Math.max(0, skip - text.length);
  }
}

const cutOff =
  'the file ends inside this row, so it was cut off; export it again, or if its exports always end without a line break, set ' +
  '`finalLineBreak: false` of the file under `files`';

/** The row in cells, or with its fault; undefined for a blank line. */
function parseRow(raw: RawRow, options: CsvOptions): CsvRow | undefined {
  const row = { line: raw.start.line, end: raw.end };
  const faulty = (fault: string, faultKind = fault) => {
    return { ...row, cells: [], fault, faultKind, swallows: raw.end.line > raw.start.line + 1 };
  };
  if (raw.unclosed) {
    const fault = `a quote that opens in this row is never closed; ${quoteAdvice(raw.bytes.toString(), options)}`;
    return { ...faulty(fault), swallows: true };
  }
  if (raw.unended && options.finalLineBreak !== false && !raw.bytes.equals(byteOrderMark))
    return { ...faulty(cutOff), swallows: true };
  if (raw.tooLong) return faulty(`the row is longer than the limit of ${rowLimitBytes} bytes`);
  if (!isUtf8(raw.bytes)) {
    const offset = raw.start.byte + firstInvalidByte(raw.bytes);
    const known = encodings.slice(1).join(', ');
    return faulty(
      `byte ${offset} of the file is not valid UTF-8; set \`encoding\` of the file under \`files\` (${known})`,
      'not UTF-8',
    );
  }
  const text = withoutLineEnd(
    raw.start.byte === 0 ? raw.bytes.toString().replace(/^\ufeff/, '') : raw.bytes.toString(),
  );
  if (text === '') return undefined;
  if (text.includes('\0')) {
    return faulty('the row holds a NUL byte; if the file is UTF-16, set `encoding: utf-16` of the file under `files`');
  }
  const split = splitCells(text, options);
  if (typeof split === 'string') return faulty(split);
  const { nulls, spreadsheetTexts } = options;
  const cells = spreadsheetTexts ? split.map(withoutSpreadsheetMarks) : split;
  return { ...row, cells: nulls ? cells.map(cell => (nulls.has(cell.trim()) ? '' : cell)) : cells };
}

function withoutLineEnd(text: string): string {
  if (text.endsWith('\r\n')) return text.slice(0, -2);
  return text.endsWith('\n') || text.endsWith('\r') ? text.slice(0, -1) : text;
}

/** Index of the first byte of the first character that is not UTF-8. `bytes` must hold such a character. */
function firstInvalidByte(bytes: Buffer): number {
  let valid = 0;
  let invalid = bytes.length;
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1;
    if (wholeCharacters(bytes.subarray(0, middle)) === undefined) invalid = middle;
    else valid = middle;
  }
  return wholeCharacters(bytes.subarray(0, valid))!;
}

/** The number of bytes in whole characters; the last character may be incomplete. Undefined when the bytes are not UTF-8. */
function wholeCharacters(bytes: Buffer): number | undefined {
  try {
    return Buffer.byteLength(
      new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true }),
    );
  } catch {
    return undefined;
  }
}
