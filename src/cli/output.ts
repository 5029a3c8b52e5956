// Prints results: aligned columns on a terminal, one JSON object per line into a pipe.
import process from 'node:process';
import stringWidth from 'string-width';

export function isTerminal(): boolean {
  return process.stdout.isTTY === true;
}

/** Print rows. `view` selects and names the columns for a terminal; a pipe gets the whole objects. */
export function printRows<Row>(rows: readonly Row[], view: (row: Row) => Record<string, unknown>): void {
  if (!isTerminal()) {
    for (const row of rows) printJson(row);
    return;
  }
  if (rows.length > 0) process.stdout.write(formatTable(rows.map(view)));
}

/** Print one line without control sequences, because its text may come from a source. */
export function printLine(line: string, stream: NodeJS.WritableStream = process.stdout): void {
  stream.write(`${printable(line)}\n`);
}

/** Print a text of several lines in the same way. */
export function printText(text: string, stream: NodeJS.WritableStream = process.stdout): void {
  stream.write(`${printableText(text)}\n`);
}

/** Print a value as JSON. Control characters are escaped; the value stays the same. */
export function printJson(value: unknown, indent?: number): void {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  process.stdout.write(`${JSON.stringify(value, undefined, indent).replaceAll(steeringInJson, escaped)}\n`);
}

/** Columns as wide as their longest cell, under a heading. */
export function formatTable(rows: readonly Record<string, unknown>[]): string {
  const names = Object.keys(rows[0] ?? {});
  return alignColumns(
    names.map(name => ({ heading: name.toUpperCase() })),
    rows.map(row => names.map(name => row[name])),
  );
}

export interface TableColumn {
  readonly heading: string;
  /** Align to the right, for numbers. */
  readonly right?: boolean;
}

/**
 * Rows of cells under headings.
 * @param width the most terminal columns of a line; the widest cells are truncated until it fits
 */
export function alignColumns(
  columns: readonly TableColumn[],
  rows: readonly (readonly unknown[])[],
  width = Number.POSITIVE_INFINITY,
): string {
  const table = [columns.map(column => cellText(column.heading)), ...rows.map(row => row.map(cellText))];
  const widest = columns.map((_column, index) => Math.max(...table.map(row => stringWidth(row[index]!))));
  const widths = fitted(widest, width - gap.length * (columns.length - 1));
  const line = (cells: readonly string[]) =>
    cells.map((cell, index) => padded(cut(cell, widths[index]!), widths[index]!, columns[index]!.right)).join(gap);
  return table.map(row => `${line(row).trimEnd()}\n`).join('');
}

const gap = '  ';
const narrowest = 4;

/** Columns that are too wide share the remaining space equally. */
function fitted(widths: readonly number[], available: number): number[] {
  let limit = Math.max(...widths, 0);
  const total = () => widths.reduce((sum, width) => sum + Math.min(width, limit), 0);
  while (total() > available && limit > narrowest) limit -= 1;
  return widths.map(width => Math.min(width, limit));
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

function padded(text: string, width: number, right = false): string {
  const space = ' '.repeat(Math.max(0, width - stringWidth(text)));
  return right ? space + text : text + space;
}

function cut(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let kept = '';
  let room = width - 1;
  for (const { segment } of graphemes.segment(text)) {
    room -= stringWidth(segment);
    if (room < 0) break;
    kept += segment;
  }
  return `${kept}…`;
}

/** A value as one line of text without control characters. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (value instanceof Date) return value.toISOString();
  return printable(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

/** The same for a text of several lines. */
export function printableText(text: string): string {
  return text
    .split(/\r?\n/)
    .map(line => printable(line.replaceAll('\t', '    ')))
    .join('\n');
}

/** Control characters from a source must not control the terminal or change the text direction. */
function printable(line: string): string {
  return line.replaceAll(steering, '�');
}

const steering = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
/** JSON escapes all other control characters. Its line feeds are part of the format. */
const steeringInJson = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** A number with spaces between the thousands: 1 234 567. */
export function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ' ');
}
