// How wide columns are: as wide as their first rows need, unless the reader has chosen a width, which this browser keeps.
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';
import { kept } from '../../app/kept.ts';

/** Column → pixels. */
export type Widths = Readonly<Record<string, number>>;

export interface SizedColumn {
  readonly id: string;
  /** Pixels before the rows are there, and for a table without rows. */
  readonly width?: number;
  /** The column tells rows apart: it is the last one to be cut. */
  readonly isKey?: boolean;
  /** Which way the rows are sorted by the column: its header then has an arrow. */
  readonly sorted?: 'ascending' | 'descending' | undefined;
}

const usualWidth = 180;
const narrowest = 56;
/** Columns take no more by themselves; the reader can make them wider. */
const widest = 320;
const widestKey = 640;

const areWidths = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.values(value).every(each => Number.isFinite(each));

/** Tables of two pages can have one name, and other columns. */
const keptWidths = (label: string) => kept<Widths>(`widths.${location.pathname.split('/')[1]}.${label}`, {}, areWidths);

/**
 * The widths of a table's columns.
 * @param label names the table
 * @param isFilled whether rows are in the document
 * @returns `choose` with undefined gives a column the width of its content again; `isWider`: the table scrolls sideways; `lines`: how many
 *   lines the columns that tell rows apart need
 */
export function useColumnWidths(
  table: RefObject<HTMLTableElement | null>,
  label: string,
  columns: readonly SizedColumn[],
  isFilled: boolean,
) {
  const [chosen, setChosen] = useState(() => keptWidths(label).get());
  const { content, heads } = useContentWidths(table, columns, isFilled);
  const choose = useCallback(
    (id: string, width: number | undefined) => {
      const { [id]: _, ...others } = keptWidths(label).get();
      const next = width === undefined ? others : { ...others, [id]: Math.max(narrowest, Math.round(width)) };
      keptWidths(label).set(next);
      setChosen(next);
    },
    [label],
  );
  const room = useRoom(table);
  const fits = columns.map((column, index) => {
    const { id, width = usualWidth, isKey = false, sorted } = column;
    const head = (heads[id] ?? narrowest) + (sorted ? arrow : 0);
    const wanted = chosen[id] ?? Math.max(Math.min(limit(column), content[id] ?? width), head);
    const least = (pixels: number) => (chosen[id] === undefined ? Math.max(head, Math.min(wanted, pixels)) : wanted);
    return {
      wanted,
      least: least(isKey ? leastKey : shortest),
      tightest: least(!isKey ? shortest : index === 0 ? leastFirst : leastOtherKey),
      wrapped: least(index === 0 && isKey ? leastWrappedFirst : leastWrapped),
      isKey,
    };
  });
  const widths = spread(
    fitted(fits, room),
    columns.map(({ id }) => chosen[id] !== undefined),
    room,
  );
  const linesOf = ({ id, isKey }: SizedColumn, index: number) => {
    const needed = Math.ceil(((content[id] ?? 0) - spare) / widths[index]!);
    if (isKey) return needed;
    return widths[index]! < Math.min(shortest, content[id] ?? 0) ? Math.min(needed, mostOtherLines) : 1;
  };
  const least = room > 0 ? Math.max(1, ...columns.map(linesOf)) : 1;
  const lines = useLines(table, { least, most: mostLines }, widths.join());
  const isWider = room > 0 && widths.reduce((sum, width) => sum + width, 0) > room;
  return { widths, choose, isWider, lines };
}

/** Columns that need no more than this many pixels stay whole: a short word that is cut says little, and cutting it gains little. */
const shortest = 112;
/** The same for columns that tell rows apart. */
const leastKey = 260;
/** The same where the table would not fit otherwise. */
const leastFirst = 200;
const leastOtherKey = 128;
/** The same where it would not fit even so, and its texts have two lines. */
const leastWrappedFirst = 140;
const leastWrapped = 88;
/** A table of fewer pixels is on a telephone, or in a narrow place. */
const narrow = 600;

/** The first column stays in sight while the table scrolls, so it leaves this share of the room to the others. */
const shareBeside = { narrow: 0.45, wide: 0.4 } as const;
/** The height of a line of a text that has several (table.module.css). */
export const linePixels = 18;
/** A text that tells rows apart has so many lines before it is cut. */
const mostLines = 8;
/** Other texts ask for so many lines where their columns are narrowest. They use all that a row has. */
const mostOtherLines = 2;

interface Fit {
  /** Pixels that the column needs. */
  readonly wanted: number;
  /** Pixels that it keeps. */
  readonly least: number;
  /** Pixels that it keeps where the table would not fit otherwise. */
  readonly tightest: number;
  /** Pixels that it keeps where texts have several lines for the table to fit. */
  readonly wrapped: number;
  readonly isKey: boolean;
}

/**
 * Narrower columns where that makes the table fit: first those that do not tell rows apart, then the others. A table that does not fit
 * either way scrolls sideways, and cuts nothing but a column that would leave no room beside it.
 * @param room pixels; 0 while it is not known
 */
function fitted(columns: readonly Fit[], room: number): number[] {
  if (room === 0) return columns.map(({ wanted }) => wanted);
  const tight = columns.map(column => ({ ...column, least: column.tightest }));
  const wrapped = columns.map(column => ({ ...column, least: column.wrapped }));
  for (const fits of room < narrow ? [columns, tight] : [columns, tight, wrapped]) {
    const least = fits.reduce((sum, column) => sum + column.least, 0);
    if (least <= room) return shrunk(shrunk(fits, false, room), true, room).map(({ wanted }) => wanted);
  }
  const most = Math.floor(room * (1 - shareBeside[room < narrow ? 'narrow' : 'wide']));
  return columns.map(({ wanted, least, isKey }, index) => {
    if (!isKey) return wanted;
    return index === 0 ? Math.min(wanted, most) : Math.max(least, Math.min(wanted, most));
  });
}

/** A column keeps the width that the reader chose where there is more room: the others share what is left. */
function spread(widths: readonly number[], isChosen: readonly boolean[], room: number): readonly number[] {
  const sum = (some: readonly number[]) => some.reduce((total, width) => total + width, 0);
  const left = room - sum(widths);
  const others = sum(widths.filter((_, index) => !isChosen[index]));
  if (left <= 0 || others === 0 || !isChosen.includes(true)) return widths;
  return widths.map((width, index) => (isChosen[index] ? width : width + Math.floor((left * width) / others)));
}

/** Takes what is missing from the columns in proportion to what each can spare. */
function shrunk(columns: readonly Fit[], isKey: boolean, room: number): readonly Fit[] {
  const missing = columns.reduce((sum, { wanted }) => sum + wanted, 0) - room;
  const spareOf = (each: Fit) => (each.isKey === isKey ? each.wanted - each.least : 0);
  const spare = columns.reduce((sum, each) => sum + spareOf(each), 0);
  if (missing <= 0 || spare === 0) return columns;
  const part = Math.min(1, missing / spare);
  return columns.map(each => ({ ...each, wanted: Math.floor(each.wanted - spareOf(each) * part) }));
}

/**
 * How many lines the rows have. Lines end between words, so a text can need more of them than its width says.
 * @param bounds the least by the widths, and the most @param widths in which the texts are laid out
 */
function useLines(
  table: RefObject<HTMLTableElement | null>,
  { least, most }: { readonly least: number; readonly most: number },
  widths: string,
): number {
  const [found, setFound] = useState({ widths: '', lines: 1 });
  const lines = Math.min(most, Math.max(least, found.widths === widths ? found.lines : 1));
  useLayoutEffect(() => {
    if (!table.current || lines === 1 || lines === most) return;
    const texts = [...table.current.querySelectorAll('td[data-key="true"] bdi')];
    const needed = Math.max(1, ...texts.map(text => Math.round(text.scrollHeight / linePixels)));
    if (needed > lines) setFound({ widths, lines: needed });
  });
  return lines;
}

/** The width of what scrolls the table, in pixels; 0 before it is known. */
function useRoom(table: RefObject<HTMLTableElement | null>): number {
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const scroller = table.current?.parentElement;
    if (!scroller) return;
    const look = () => setRoom(scroller.clientWidth);
    const observer = new ResizeObserver(look);
    observer.observe(scroller);
    look();
    return () => observer.disconnect();
  }, [table]);
  return room;
}

/** Measures all columns by the first rows. Later, columns only grow where something would be cut that has to be whole. */
function useContentWidths(
  table: RefObject<HTMLTableElement | null>,
  columns: readonly SizedColumn[],
  isFilled: boolean,
): Measured {
  const key = columns.map(({ id }) => id).join('\n');
  const [measured, setMeasured] = useState<Measured & { readonly key: string }>({ key: '', ...nothing });
  useLayoutEffect(() => {
    if (!table.current || !isFilled) return;
    if (measured.key !== key) setMeasured({ key, ...naturalWidths(table.current, columns) });
    else {
      const grown = grownWidths(table.current, columns, measured);
      if (grown) setMeasured({ key, ...grown });
    }
  });
  return measured.key === key ? measured : nothing;
}

interface Measured {
  /** What the first rows and the header need in one line. */
  readonly content: Widths;
  /** What the header, words about states and times need, which are not shortened. */
  readonly heads: Widths;
}

const nothing: Measured = { content: {}, heads: {} };
/** A pixel more than contents need, so that rounding cuts nothing. A column that lacks only this pixel is whole. */
const spare = 1;
/** The padding of a cell. */
const aroundCell = 18;
/** The arrow of the order, behind the text of the header. */
const arrow = 14;
/** The padding at the end of a cell (table.module.css). */
const cellPadding = 8;

/** What is not shortened. */
const unbroken = ':is([data-tag], [data-unbroken], time)';

const limit = ({ isKey = false }: SizedColumn) => (isKey ? widestKey : widest);

function naturalWidths(table: HTMLTableElement, columns: readonly SizedColumn[]): Measured {
  table.dataset['measuring'] = 'true';
  // The width of the present columns would be shared out among the measured ones.
  const { minWidth } = table.style;
  table.style.minWidth = '0';
  const heads = [...table.querySelectorAll('thead th')];
  const widths = columns.map((column, index) => {
    const natural = Math.ceil(heads[index]?.getBoundingClientRect().width ?? 0) + spare;
    return [column.id, Math.max(narrowest, natural)] as const;
  });
  const texts = columns.map((column, index) => {
    const range = document.createRange();
    const text = heads[index]?.firstChild;
    if (text) range.selectNode(text);
    const head = Math.ceil(range.getBoundingClientRect().width) + aroundCell;
    const whole = [...table.querySelectorAll<HTMLElement>(`tbody td:nth-child(${index + 1}) ${unbroken}`)];
    return [column.id, Math.max(head, ...whole.map(each => each.offsetWidth + aroundCell))] as const;
  });
  delete table.dataset['measuring'];
  table.style.minWidth = minWidth;
  return { content: Object.fromEntries(widths), heads: Object.fromEntries(texts) };
}

/**
 * Wider columns, because a text that tells rows apart, a time or a word about a state came later and is cut.
 * @returns undefined when none has to be wider
 */
function grownWidths(
  table: HTMLTableElement,
  columns: readonly SizedColumn[],
  measured: Measured,
): Measured | undefined {
  const [content, heads] = [{ ...measured.content }, { ...measured.heads }];
  let isGrown = false;
  const grow = (widths: Record<string, number>, id: string, width: number) => {
    if (width <= (widths[id] ?? 0)) return;
    widths[id] = width;
    isGrown = true;
  };
  for (const [index, column] of columns.entries()) {
    for (const cell of table.querySelectorAll<HTMLElement>(`tbody td:nth-child(${index + 1})`)) {
      const [text, word] = [column.isKey ? cutText(cell) : 0, cutWord(cell)];
      if (text <= 0 && word <= 0) continue;
      const width = Math.ceil(cell.getBoundingClientRect().width + Math.max(text, word));
      grow(content, column.id, width);
      if (word > 0) grow(heads, column.id, Math.min(limit(column), width));
    }
  }
  return isGrown ? { content, heads } : undefined;
}

/** Pixels that a text lacks to be in one line. */
const cutText = (cell: HTMLElement): number =>
  Math.max(0, ...[...cell.querySelectorAll('bdi')].map(text => pixelsOf(text) - text.clientWidth));

/** The width of a text in one line, also where it has several. Of a line that is cut, Chromium gives the whole and the part in sight. */
function pixelsOf(text: HTMLElement): number {
  const range = document.createRange();
  range.selectNodeContents(text);
  const lines = Map.groupBy(range.getClientRects(), ({ top }) => Math.round(top));
  const extents = [...lines.values()].map(
    parts => Math.max(...parts.map(({ right }) => right)) - Math.min(...parts.map(({ left }) => left)),
  );
  return Math.max(text.scrollWidth, Math.floor(extents.reduce((sum, width) => sum + width, 0)));
}

/** Pixels of a time or a word about a state that are not seen. */
function cutWord(cell: HTMLElement): number {
  const words = [...cell.querySelectorAll(unbroken)];
  if (words.length === 0) return 0;
  const end = cell.getBoundingClientRect().right - cellPadding;
  // Half a pixel is rounding.
  return Math.max(0, ...words.map(word => word.getBoundingClientRect().right - end - 0.5));
}
