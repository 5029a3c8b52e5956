// Finds out how a CSV file is written: encoding, delimiter, whether its last row ends.
import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import type { FileOptions } from '../description/config.ts';
import { hasSpreadsheetMarks } from '../rows/csv/cells.ts';
import { footerOf, isBlank, isToolLine } from '../rows/csv/csv-file.ts';
import { type CsvRow, readRows } from '../rows/csv/csv-rows.ts';

/** Bytes at the beginning that are looked at. */
const looked = 256 * 1024;

const delimiters = [',', ';', '\t', '|'];

/** @throws the error of the system when the file cannot be read */
export async function sniff(file: string): Promise<FileOptions> {
  const { start, endsWithLine } = await ends(file);
  const utf16 = start.length > 1 && (start.readUInt16BE() === 0xfeff || start.readUInt16BE() === 0xfffe);
  // The last character may be cut.
  const isText = [0, 1, 2, 3].some(cut => isUtf8(start.subarray(0, start.length - cut)));
  const encoding = utf16 ? 'utf-16' : isText ? 'utf-8' : 'windows-1252';
  const common = { quote: '"', encoding, ...(!endsWithLine && { finalLineBreak: false }) } as const;
  const decoded = start.toString('latin1');
  const escapes = decoded.includes('\\') ? [undefined, '\\'] : [undefined];
  const layouts = [];
  for (const escaping of escapes) {
    for (const delimiter of delimiters) {
      const options = { ...common, delimiter, ...(escaping !== undefined && { escape: escaping }) };
      const layout = await layoutOf(file, options);
      if (layout.columns > 1) layouts.push({ options, ...layout });
    }
  }
  // The sort is stable: where nothing tells two apart, the one without an escape and with the usual delimiter counts.
  const [best] = layouts.toSorted(
    (a, b) =>
      a.faults - b.faults ||
      Number(b.isEven) - Number(a.isEven) ||
      (a.isEven ? 0 : b.fitting - a.fitting) ||
      b.columns - a.columns,
  );
  if (!best) return { ...common, delimiter: ',' };
  const { options, skipLines, footer, isMarked } = best;
  return {
    ...options,
    ...(skipLines > 0 && { skipLines }),
    ...(footer !== undefined && { footer }),
    ...(isMarked && { spreadsheetTexts: true }),
  };
}

/** How the rows of a file lie, when it is read with some options. */
interface Layout {
  /** The number of columns that most rows have. */
  readonly columns: number;
  /** Rows with so many columns. */
  readonly fitting: number;
  readonly isEven: boolean;
  readonly faults: number;
  readonly skipLines: number;
  readonly footer: string | undefined;
  readonly isMarked: boolean;
}

/** The most rows that a title and a footer have. */
const mostLines = 20;

async function layoutOf(file: string, options: FileOptions): Promise<Layout> {
  const widths = new Map<number, number>();
  const first: CsvRow[] = [];
  let last: CsvRow[] = [];
  let faults = 0;
  let isMarked = false;
  for await (const rows of readRows(file, options)) {
    const filled = rows.filter(
      row => row.fault === undefined && !isBlank(row.cells) && !isToolLine(row, options.delimiter),
    );
    faults += rows.filter(row => row.fault !== undefined).length;
    for (const { cells } of filled) {
      widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
      isMarked ||= cells.some(hasSpreadsheetMarks);
    }
    first.push(...filled.slice(0, mostLines - first.length));
    last = [...last, ...filled].slice(-mostLines);
  }
  const [columns, fitting] = [...widths]
    .filter(([width]) => width > 1)
    .sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [0, 0];
  const header = headerAmong(first, columns);
  const isTitled = header !== undefined && header !== first[0];
  const skipLines = isTitled ? header.line - 1 : 0;
  const rest = last.filter(({ line }) => line > (header?.line ?? 0));
  return {
    columns,
    fitting,
    isEven: widths.size === 1,
    faults,
    skipLines,
    footer: footerAmong(rest, columns),
    isMarked,
  };
}

/** The first row with all columns; where it ends with empty cells like a title, the first that is filled and holds names. */
function headerAmong(rows: readonly CsvRow[], columns: number): CsvRow | undefined {
  const wide = rows.filter(({ cells }) => cells.length === columns);
  const [top] = wide;
  const filledTo = (cells: readonly string[]) => cells.findLastIndex(cell => cell.trim() !== '') + 1;
  const most = Math.max(...wide.map(({ cells }) => filledTo(cells)));
  if (!top || filledTo(top.cells) === most) return top;
  const isHeader = ({ cells }: CsvRow) =>
    cells.slice(0, most).every(cell => cell.trim() !== '' && !/[\d@]/.test(cell)) &&
    new Set(cells.slice(0, most)).size === most;
  return wide.find(isHeader) ?? top;
}

const totals = /^((grand |sub)?totals?|sum|rows?|records?|count|generated|exported|printed|copyright|confidential)\b/i;

/** The text with which the footer begins; undefined when the file ends with a row. */
function footerAmong(rows: readonly CsvRow[], columns: number): string | undefined {
  // A row with too few columns is one of a footer only when it has no delimiter at all.
  const isRow = ({ cells }: CsvRow) => {
    const filled = cells.filter(cell => cell.trim() !== '');
    return cells.length > 1 && !(filled.length < Math.max(3, columns) && totals.test(filled[0]?.trim() ?? ''));
  };
  const begin = rows[rows.findLastIndex(isRow) + 1];
  return begin && columns > 1 ? footerOf(begin.cells) : undefined;
}

async function ends(file: string): Promise<{ start: Buffer; endsWithLine: boolean }> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const start = Buffer.alloc(Math.min(size, looked));
    await handle.read(start, 0, start.length, 0);
    const last = Buffer.alloc(Math.min(size, 2));
    await handle.read(last, 0, last.length, size - last.length);
    return { start, endsWithLine: /[\r\n]/.test(last.toString('latin1')) };
  } finally {
    await handle.close();
  }
}
