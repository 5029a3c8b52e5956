// Prints results: aligned columns on a terminal, one JSON object per line into a pipe, or the format that was asked for.
import process from 'node:process';
import { invisibleCharacter } from '../invisible-characters.ts';
import { csvLine } from '../text/csv-line.ts';
import { markdownTable } from '../text/markdown-table.ts';
import { printable, printableCsv, printableText } from '../text/printable.ts';
import type { Format } from './format.ts';
import { writePaged } from './pager.ts';
import { type ColumnRank, type FittedTable, fitTable, type TableColumn, tableText } from './table.ts';

export function isTerminal(): boolean {
  return process.stdout.isTTY === true;
}

export interface RowsOptions<Row> {
  /** Default: `table` on a terminal, `ndjson` in a pipe. */
  readonly format?: Format | undefined;
  /** Columns of counts. A table shows them with spaces between the thousands. */
  readonly counts?: readonly string[];
  /** Columns whose texts a table does not wrap, because people type them into other commands. */
  readonly whole?: readonly string[];
  /** Columns that tell rows apart or say what is wrong. A table always shows them. */
  readonly essential?: readonly string[];
  /** Columns that a narrow table shows before all others that are not essential. */
  readonly main?: readonly string[];
  /** What is said beside the output when there are no rows. */
  readonly empty?: string;
  /** May add colours to the lines of a row in a table. */
  readonly painted?: (lines: string, row: Row) => string;
}

/** Print rows. `view` selects and names the columns of a table, of Markdown and of CSV; JSON has the whole objects. */
export function printRows<Row>(
  rows: readonly Row[],
  view: (row: Row) => Record<string, unknown>,
  options: RowsOptions<Row> = {},
): void {
  const { format = isTerminal() ? 'table' : 'ndjson' } = options;
  if (format === 'ndjson') for (const row of rows) printJson(row);
  else if (format === 'json') printArray(rows);
  else if (rows.length > 0) printColumns(rows, view, format, options);
  if (rows.length === 0 && options.empty !== undefined) printLine(options.empty, process.stderr);
}

function printArray(rows: readonly unknown[]): void {
  process.stdout.write(rows.length === 0 ? '[]\n' : `[\n${rows.map(row => jsonText(row)).join(',\n')}\n]\n`);
}

function printColumns<Row>(
  rows: readonly Row[],
  view: (row: Row) => Record<string, unknown>,
  format: 'table' | 'csv' | 'markdown',
  { counts = [], whole = [], essential = [], main = [], painted = lines => lines }: RowsOptions<Row>,
): void {
  const viewed = rows.map(view);
  const names = Object.keys(viewed[0]!);
  const cells = viewed.map(row => names.map(name => row[name]));
  if (format === 'csv') {
    for (const line of [names, ...cells])
      process.stdout.write(isTerminal() ? printableCsv(csvLine(line)) : csvLine(line));
    return;
  }
  if (format === 'markdown') {
    const columns = names.map(name => ({ heading: name, right: counts.includes(name) }));
    process.stdout.write(markdownTable(columns, cells));
    return;
  }
  const rank = (name: string): ColumnRank =>
    essential.includes(name) ? 'essential' : main.includes(name) ? 'main' : 'usual';
  const columns = names.map(name => ({
    ...{ heading: name.toUpperCase(), whole: whole.includes(name), right: counts.includes(name), rank: rank(name) },
  }));
  const shown = viewed.map(row => names.map(name => (counts.includes(name) ? groupedCell(row[name]) : row[name])));
  writeTable(columns, shown, (line, index) => painted(line, rows[index]!));
}

function groupedCell(value: unknown): unknown {
  return typeof value === 'number' ? grouped(value) : value;
}

/** Print rows as a table that fits the terminal. What there is no room for is named. */
function writeTable(
  columns: readonly TableColumn[],
  cells: readonly (readonly unknown[])[],
  painted: (lines: string, index: number) => string,
): void {
  const table = fitTable(columns, cells, process.stdout.columns);
  writePaged(tableText(table, painted));
  const note = tableNote(table, 'widen the terminal, or use --format csv, json or markdown');
  if (note !== undefined) printLine(note, process.stderr);
}

/** Names that a note lists. */
const mostNames = 12;

/** What a table does not show; undefined when it shows everything. @param remedy how to see it */
export function tableNote({ leftOut, shortensIds }: FittedTable, remedy: string): string | undefined {
  const more = leftOut.length > mostNames ? ` and ${leftOut.length - mostNames} more` : '';
  const notes = [
    ...(leftOut.length > 0 ? [`no room for ${leftOut.slice(0, mostNames).join(', ')}${more}`] : []),
    ...(shortensIds ? ['ids are shortened, commands take them so'] : []),
  ];
  return notes.length === 0 ? undefined : `${notes.join('; ')}: ${remedy}`;
}

/** Print one line without control sequences, because its text may come from a source. */
export function printLine(line: string, stream: NodeJS.WritableStream = process.stdout): void {
  stream.write(`${printable(line)}\n`);
}

/** Print a text of several lines in the same way. */
export function printText(text: string, stream: NodeJS.WritableStream = process.stdout): void {
  stream.write(`${printableText(text)}\n`);
}

/** Print a value as JSON on lines of its own. */
export function printJson(value: unknown, indent?: number): void {
  process.stdout.write(`${jsonText(value, indent)}\n`);
}

/** A value as JSON. Invisible characters are escaped; the value stays the same. */
export function jsonText(value: unknown, indent?: number): string {
  const escaped = (characters: string) =>
    characters === '\n' ? characters : characters.replaceAll(/./gs, unit => `\\u${hexOf(unit)}`);
  // JSON escapes control characters itself, so a line break is part of its form.
  return JSON.stringify(value, undefined, indent).replaceAll(invisibleCharacter, escaped);
}

const hexOf = (unit: string) => unit.charCodeAt(0).toString(16).padStart(4, '0');

/** A number of things: "1 row", "1 234 rows". @param many by default with an s */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** A number with spaces between the thousands: 1 234 567. */
export function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ' ');
}
