// Tables as text: columns that fit the terminal, one value a line, Markdown.
import stringWidth from 'string-width';
import { cellText } from './printable.ts';

export interface TableColumn {
  readonly heading: string;
  /** Align to the right, for numbers. */
  readonly right?: boolean;
  /** Never cut, even when its texts have several words, because people type them into other commands. */
  readonly whole?: boolean;
}

export interface FittedTable {
  readonly text: string;
  /** Headings of the columns for which there is no room. */
  readonly leftOut: readonly string[];
}

type Rows = readonly (readonly unknown[])[];

const gap = '  ';
/** Texts of several words may be cut to this width. Narrower columns, and single words such as ids, addresses and times, are never cut. */
const leastTextWidth = 24;

/**
 * Rows of cells under headings. When there is no room for all columns, texts of several words are cut first. Then columns are left
 * out, the last ones first: a column is shown readable or not at all.
 * @param terminalWidth columns of the terminal, 0 when they are not known. Even ids and addresses are cut in a first column that is
 *   wider than the terminal
 */
export function fitTable(columns: readonly TableColumn[], rows: Rows, terminalWidth = 0): FittedTable {
  const width = terminalWidth > 0 ? terminalWidth : Number.POSITIVE_INFINITY;
  const texts = rows.map(row => columns.map((_column, index) => cellText(row[index])));
  const headings = columns.map(({ heading }) => cellText(heading));
  const measured = columns.map(({ whole }, index) => {
    const cells = texts.map(row => row[index]!);
    return measure(headings[index]!, cells, whole === true || isAlias(headings[index]!));
  });
  const shown: number[] = [];
  let used = 0;
  for (const [index, { least }] of measured.entries()) {
    const needed = least + (shown.length > 0 ? gap.length : 0);
    if (shown.length > 0 && used + needed > width) continue;
    shown.push(index);
    used += needed;
  }
  const widths = widened(
    shown.map(index => measured[index]!),
    width - gap.length * (shown.length - 1),
  );
  const line = (cells: readonly string[]) =>
    shown
      .map((index, at) => padded(cut(cells[index]!, widths[at]!), widths[at]!, columns[index]!.right))
      .join(gap)
      .trimEnd();
  const leftOut = headings.filter((_heading, index) => !shown.includes(index));
  return { text: [headings, ...texts].map(cells => `${line(cells)}\n`).join(''), leftOut };
}

interface Measured {
  /** Width of the widest cell. */
  readonly full: number;
  /** The least width at which the column is shown. */
  readonly least: number;
}

/** Commands take the aliases of accounts. Some have blanks: `release script (tok-1003)`. */
const isAlias = (heading: string) => /(^|_)alias$/i.test(heading);

function measure(heading: string, cells: readonly string[], whole: boolean): Measured {
  const full = widest([heading, ...cells]);
  if (whole) return { full, least: full };
  const isText = (cell: string) => /\S\s\S/.test(cell) || /^[[{]/.test(cell);
  const uncut = widest([heading, ...cells.filter(cell => !isText(cell))]);
  return { full, least: Math.max(uncut, Math.min(full, leastTextWidth)) };
}

const widest = (texts: readonly string[]) => texts.reduce((width, text) => Math.max(width, stringWidth(text)), 0);

/** The widths of columns: each its least width, and the room that is left to those that are cut, in equal parts. */
function widened(columns: readonly Measured[], available: number): number[] {
  let limit = Math.max(...columns.map(({ full }) => full), 0);
  const widths = () => columns.map(({ full, least }) => Math.max(least, Math.min(full, limit)));
  const sum = () => widths().reduce((total, width) => total + width, 0);
  while (sum() > available && limit > leastTextWidth) limit -= 1;
  if (columns.length === 1) return [Math.min(columns[0]!.full, Math.max(available, 1))];
  return widths();
}

/** One value a line, and a heading for each row, as psql shows it after `\x`. */
export function expandedRows(columns: readonly TableColumn[], rows: Rows): string {
  const headings = columns.map(({ heading }) => cellText(heading));
  const widest = Math.max(0, ...headings.map(heading => stringWidth(heading)));
  return rows
    .map((row, index) => {
      const values = headings.map((heading, at) => `${padded(heading, widest)}${gap}${cellText(row[at])}\n`);
      return `– row ${index + 1} –\n${values.join('')}`;
    })
    .join('\n');
}

/** A table in GitHub's Markdown (https://github.github.com/gfm/#tables-extension-). */
export function markdownTable(columns: readonly TableColumn[], rows: Rows): string {
  const cell = (value: unknown) => cellText(value).replaceAll(/[\\|<>`*[\]]|(?<!\w)_|_(?!\w)/g, found => `\\${found}`);
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  return [
    line(columns.map(({ heading }) => cell(heading))),
    line(columns.map(({ right }) => (right ? '---:' : '---'))),
    ...rows.map(row => line(columns.map((_column, index) => cell(row[index] ?? '')))),
  ].join('');
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
