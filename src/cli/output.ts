// Prints results: aligned columns on a terminal, one JSON object per line into a pipe.
import process from 'node:process';
import { writePaged } from './pager.ts';
import { printable, printableText } from './printable.ts';
import { fitTable } from './table.ts';

export function isTerminal(): boolean {
  return process.stdout.isTTY === true;
}

/**
 * Print rows. `view` selects and names the columns for a terminal, and `painted` may add colours to the line of a row; a pipe gets
 * the whole objects.
 */
export function printRows<Row>(
  rows: readonly Row[],
  view: (row: Row) => Record<string, unknown>,
  painted: (line: string, row: Row) => string = line => line,
): void {
  if (!isTerminal()) {
    for (const row of rows) printJson(row);
    return;
  }
  if (rows.length > 0) writeTable(rows.map(view), (line, index) => painted(line, rows[index]!));
}

/** Print rows as a table that fits the terminal. What there is no room for is named. */
function writeTable(rows: readonly Record<string, unknown>[], painted: (line: string, index: number) => string): void {
  const names = Object.keys(rows[0] ?? {});
  const columns = names.map(name => ({ heading: name.toUpperCase() }));
  const cells = rows.map(row => names.map(name => row[name]));
  const { text, leftOut } = fitTable(columns, cells, process.stdout.columns);
  const [heading, ...lines] = text.trimEnd().split('\n');
  writePaged(`${[heading, ...lines.map(painted)].join('\n')}\n`);
  if (leftOut.length > 0) {
    printLine(`no room for ${leftOut.join(', ')}: widen the terminal, or add \`| cat\` for JSON`, process.stderr);
  }
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

/** JSON escapes all other control characters. Its line feeds are part of the format. */
const steeringInJson = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** A number with spaces between the thousands: 1 234 567. */
export function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ' ');
}
