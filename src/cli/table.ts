// Tables as text: columns that fit the terminal, one value a line, Markdown.
import stringWidth from 'string-width';
import { cellText } from '../text/printable.ts';

export interface TableColumn {
  readonly heading: string;
  /** Align to the right, for numbers. */
  readonly right?: boolean;
  /** Not wrapped while the essential columns have room, even when its texts have several words, because people type them into other commands. */
  readonly whole?: boolean;
  /** Default: `usual`. */
  readonly rank?: ColumnRank | undefined;
}

/** An essential column tells rows apart or says what is wrong, and is never left out. A main column is left out after the usual ones. */
export type ColumnRank = 'essential' | 'main' | 'usual';

export interface FittedTable {
  readonly heading: string;
  /** For each row its lines, joined by line breaks. */
  readonly rows: readonly string[];
  /** Headings of the columns for which there is no room. */
  readonly leftOut: readonly string[];
  /** Whether ids are shortened to what is unique in the table. */
  readonly shortensIds: boolean;
}

type Rows = readonly (readonly unknown[])[];
type Texts = readonly (readonly string[])[];

const gap = '  ';
/** Texts of several words wrap in this width or more. */
const usualTextWidth = 24;
/** The same where there is no room for all columns, and the width at which words of essential columns break. */
const leastTextWidth = 16;
/** Short texts wrap in this width or more where words would break otherwise. */
const leastWordsWidth = 10;
const mostLinesOfCell = 4;

/**
 * Rows of cells under headings. When there is no room for all columns, times are shortened to minutes first. Then texts of several words
 * wrap, ids are shortened, and at last columns are left out: empty ones first, then those with the same text in all rows, then the
 * last ones. A usual column is also left out where texts of essential ones would become narrow beside it. Single words break only in essential
 * columns that are wider than the terminal together, the longest words first.
 * @param terminalWidth columns of the terminal, 0 when they are not known
 */
export function fitTable(columns: readonly TableColumn[], rows: Rows, terminalWidth = 0): FittedTable {
  const width = terminalWidth > 0 ? terminalWidth : Number.POSITIVE_INFINITY;
  const headings = columns.map(({ heading }) => cellText(heading));
  const exact = rows.map(row => columns.map((_column, index) => cellText(row[index])));
  const inMinutes = withShortTimes(exact);
  const withIds = withShortIds(inMinutes);
  const measured = (texts: Texts, textWidth: number) =>
    columns.map((column, index) => measure(column, headings[index]!, textsOf(texts, index), textWidth));
  const forms: readonly (readonly [Texts, number])[] = [
    [exact, Number.POSITIVE_INFINITY],
    [inMinutes, usualTextWidth],
    [withIds, usualTextWidth],
    [withIds, leastTextWidth],
  ];
  const isWideEnough = (form: readonly [Texts, number]) =>
    sum(measured(...form).map(({ least }) => least)) <= room(width, columns.length);
  const form = forms.find(isWideEnough) ?? forms.at(-1)!;
  const [texts] = form;
  const sizes = measured(...form);
  const shown = chosenColumns(columns, texts, sizes, width);
  const widths = widened(
    shown.map(index => sizes[index]!),
    room(width, shown.length),
  );
  const printed = (cells: readonly string[]) =>
    rowText(
      shown.map((index, at) => ({ text: cells[index]!, width: widths[at]!, right: columns[index]!.right ?? false })),
    );
  return {
    heading: printed(headings),
    rows: texts.map(printed),
    leftOut: headings.filter((_heading, index) => !shown.includes(index)),
    shortensIds:
      texts === withIds && shown.some(index => texts.some((row, at) => row[index] !== inMinutes[at]![index])),
  };
}

/** The lines of a table. @param painted may add colours to the lines of a row */
export function tableText({ heading, rows }: FittedTable, painted = (row: string, _index: number) => row): string {
  return [heading, ...rows.map(painted)].map(line => `${line}\n`).join('');
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const room = (width: number, columns: number) => width - gap.length * (columns - 1);
const textsOf = (texts: Texts, index: number) => texts.map(row => row[index]!);
const empty = '–';

/** Columns whose texts all have a form, by their number. */
function columnsOf(texts: Texts, form: RegExp): number[] {
  return (texts[0] ?? []).flatMap((_text, index) => {
    const filled = textsOf(texts, index).filter(text => text !== empty);
    return filled.length > 0 && filled.every(text => form.test(text)) ? [index] : [];
  });
}

function replaced(texts: Texts, columns: readonly number[], replace: (text: string) => string): Texts {
  return texts.map(row => row.map((text, index) => (columns.includes(index) ? replace(text) : text)));
}

const isoTime = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:\d\d(\.\d+)?)?Z$/;

function withShortTimes(texts: Texts): Texts {
  return replaced(texts, columnsOf(texts, isoTime), text => text.replace(isoTime, '$1 $2Z'));
}

const uuidForm = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const leastIdLength = 8;

/** Ids by as many first characters as are unique among all ids of the table. */
function withShortIds(texts: Texts): Texts {
  const columns = columnsOf(texts, uuidForm);
  const ids = new Set(columns.flatMap(index => textsOf(texts, index).filter(text => text !== empty)));
  let length = leastIdLength;
  while (new Set([...ids].map(id => id.slice(0, length))).size < ids.size) length += 1;
  return replaced(texts, columns, text => text.slice(0, length));
}

interface Measured {
  /** Width of the widest cell. */
  readonly full: number;
  /** The least width at which the column is shown. */
  readonly least: number;
  /** The least width at which its words are whole. */
  readonly words: number;
}

/** Commands take the aliases of accounts. Some have blanks: `release script (tok-1003)`. */
const isAlias = (heading: string) => /(^|_)alias$/i.test(heading);

function measure({ whole }: TableColumn, heading: string, cells: readonly string[], textWidth: number): Measured {
  const full = widest([heading, ...cells]);
  if (whole || isAlias(heading)) return { full, least: full, words: full };
  const isText = (cell: string) =>
    !/^\d{4}-\d\d-\d\d \d\d:\d\dZ$/.test(cell) && (/\S\s\S/.test(cell) || /^[[{]/.test(cell));
  const unwrapped = widest([...cells.filter(cell => !isText(cell)), ...heading.split(/\s+/)]);
  const words = Math.max(unwrapped, widest(cells.flatMap(cell => cell.split(' '))));
  return { full, least: Math.max(unwrapped, Math.min(full, textWidth)), words };
}

const widest = (texts: readonly string[]) => texts.reduce((width, text) => Math.max(width, stringWidth(text)), 0);

/** The columns for which there is room, by their number, in the order of the table. At least one. */
function chosenColumns(
  columns: readonly TableColumn[],
  texts: Texts,
  sizes: readonly Measured[],
  width: number,
): number[] {
  const importance = (index: number) => {
    const { rank = 'usual' } = columns[index]!;
    const distinct = new Set(textsOf(texts, index));
    if (rank === 'essential') return 0;
    if (distinct.size === 1 && distinct.has(empty)) return 4;
    if (rank === 'main') return 1;
    return distinct.size > 1 || texts.length <= 1 ? 2 : 3;
  };
  const order = columns.map((_column, index) => index).sort((a, b) => importance(a) - importance(b) || a - b);
  const chosen: number[] = [];
  let used = 0;
  // What texts of essential columns take before a usual column is shown beside them.
  let wider = 0;
  const tight = (index: number) => tightLeast(sizes[index]!);
  for (const index of order) {
    const { full, least } = sizes[index]!;
    const needed = least + (chosen.length > 0 ? gap.length : 0);
    const available = importance(index) > 1 ? width - wider : width;
    // Short texts get more lines for a main column, as for essential ones.
    const isTight = importance(index) === 1 && sum([...chosen, index].map(tight)) <= room(width, chosen.length + 1);
    if (chosen.length > 0 && importance(index) > 0 && used + needed > available && !isTight) continue;
    chosen.push(index);
    used += needed;
    if (importance(index) === 0) wider += Math.max(0, Math.min(full, usualTextWidth) - least);
  }
  return chosen.sort((a, b) => a - b);
}

/** The widths of columns: each its least width, and the room that is left to those that wrap, in equal parts. */
function widened(columns: readonly Measured[], available: number): number[] {
  const sizes = sum(columns.map(({ least }) => least)) > available ? tightened(columns, available) : columns;
  let limit = Math.max(...sizes.map(({ full }) => full), 0);
  const widths = () => sizes.map(({ full, least }) => Math.max(least, Math.min(full, limit)));
  while (sum(widths()) > available && limit > 0) limit -= 1;
  if (sum(widths()) <= available) return widths();
  return sizes.map(({ full }) => Math.max(1, Math.min(full, Math.floor(available / sizes.length))));
}

/** The least width where a short text gets more lines. */
const tightLeast = ({ full, least, words }: Measured): number =>
  Math.min(least, Math.max(words, leastWordsWidth, Math.ceil(full / (mostLinesOfCell - 1))));

/**
 * Narrower columns where those that may not be left out are too wide together: short texts get more lines, then the longest words
 * break.
 */
function tightened(columns: readonly Measured[], available: number): readonly Measured[] {
  const sizes = columns.map(size => ({ ...size, least: tightLeast(size) }));
  let limit = Math.max(...sizes.map(({ least }) => least));
  const leasts = () => sizes.map(({ least }) => Math.min(least, limit));
  while (sum(leasts()) > available && limit > leastTextWidth) limit -= 1;
  return sizes.map((size, index) => ({ ...size, least: leasts()[index]! }));
}

interface Cell {
  readonly text: string;
  readonly width: number;
  readonly right: boolean;
}

function rowText(cells: readonly Cell[]): string {
  const wrappedCells = cells.map(({ text, width }) => wrapped(text, width));
  const height = Math.max(1, ...wrappedCells.map(lines => lines.length));
  const line = (at: number) =>
    cells.map(({ width, right }, index) => padded(wrappedCells[index]![at] ?? '', width, right)).join(gap);
  return Array.from({ length: height }, (_line, at) => line(at).trimEnd()).join('\n');
}

/** A text in lines of at most a width, at blanks where it has them. What is after the most lines is cut. */
function wrapped(text: string, width: number): string[] {
  if (stringWidth(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  const end = () => {
    lines.push(line);
    line = '';
  };
  for (const word of text.split(' ')) {
    const next = line === '' ? word : `${line} ${word}`;
    if (stringWidth(next) <= width) {
      line = next;
      continue;
    }
    if (line !== '') end();
    for (const { segment } of graphemes.segment(word)) {
      if (line !== '' && stringWidth(line + segment) > width) end();
      line += stringWidth(segment) <= width ? segment : '…';
    }
  }
  if (line !== '') end();
  if (lines.length <= mostLinesOfCell) return lines;
  return [...lines.slice(0, mostLinesOfCell - 1), cutToWidth(lines.slice(mostLinesOfCell - 1).join(' '), width)];
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

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

function padded(text: string, width: number, right = false): string {
  const space = ' '.repeat(Math.max(0, width - stringWidth(text)));
  return right ? space + text : text + space;
}

/** A text of at most a width; what is cut is replaced by an ellipsis. */
export function cutToWidth(text: string, width: number): string {
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
