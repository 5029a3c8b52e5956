// How wide columns are: as wide as their first rows need, unless the reader has chosen a width, which this browser keeps.
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';
import { kept } from '../../app/kept.ts';

/** Column → pixels. */
export type Widths = Readonly<Record<string, number>>;

export interface SizedColumn {
  readonly id: string;
  /** Pixels before the rows are there, and for a table without rows. */
  readonly width?: number;
  /** The column tells rows apart: it is not cut. */
  readonly isKey?: boolean;
}

const usualWidth = 180;
const narrowest = 56;
/** Columns take no more by themselves; the reader can make them wider. */
const widest = 320;
const widestKey = 640;

const areWidths = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.values(value).every(each => Number.isFinite(each));

const keptWidths = (label: string) => kept<Widths>(`widths.${label}`, {}, areWidths);

/**
 * The widths of a table's columns.
 * @param label names the table
 * @param isFilled whether rows are in the document
 * @returns `choose` with undefined gives a column the width of its content again
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
  const wanted = columns.map(({ id, width = usualWidth }) => chosen[id] ?? content[id] ?? width);
  const room = useRoom(table);
  const widths = fitted(
    wanted,
    columns.map(({ id, isKey = false }) => isKey || chosen[id] !== undefined),
    columns.map(({ id }) => heads[id] ?? narrowest),
    room,
  );
  return { widths, choose };
}

/** Columns shrink to this part of what they need before the table scrolls sideways. */
const leastPart = 0.7;
/** Columns that need no more than this many pixels stay whole: a short word that is cut says little, and cutting it gains little. */
const shortest = 120;

/**
 * Narrower columns where the table has no room for all of them.
 * @param areFirm which columns stay as they are
 * @param least what the headers need
 * @param room pixels
 */
function fitted(
  wanted: readonly number[],
  areFirm: readonly boolean[],
  least: readonly number[],
  room: number,
): number[] {
  const sum = (isFirm: boolean) =>
    wanted.filter((_, index) => areFirm[index] === isFirm).reduce((all, width) => all + width, 0);
  const part = Math.max(leastPart, Math.min(1, (room - sum(true)) / sum(false)));
  return wanted.map((width, index) =>
    areFirm[index] || room === 0 ? width : Math.max(least[index]!, Math.min(width, shortest), Math.floor(width * part)),
  );
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
      const wider = cutColumns(table.current, columns, measured.content);
      if (Object.keys(wider).length > 0)
        setMeasured({ key, content: { ...measured.content, ...wider }, heads: { ...measured.heads, ...wider } });
    }
  });
  return measured.key === key ? measured : nothing;
}

interface Measured {
  /** What the first rows and the header need. */
  readonly content: Widths;
  /** What the header, words about states and times need, which are not shortened. */
  readonly heads: Widths;
}

const nothing: Measured = { content: {}, heads: {} };
/** The padding of a cell, and room for the arrow of the order. */
const aroundHead = 30;
const aroundCell = 18;
/** The padding at the end of a cell (table.module.css). */
const cellPadding = 8;

const limit = ({ isKey = false }: SizedColumn) => (isKey ? widestKey : widest);

function naturalWidths(table: HTMLTableElement, columns: readonly SizedColumn[]): Measured {
  table.dataset['measuring'] = 'true';
  const heads = [...table.querySelectorAll('thead th')];
  const widths = columns.map((column, index) => {
    const natural = Math.ceil(heads[index]?.getBoundingClientRect().width ?? 0) + 1;
    return [column.id, Math.max(narrowest, Math.min(limit(column), natural))] as const;
  });
  const texts = columns.map((column, index) => {
    const range = document.createRange();
    const text = heads[index]?.firstChild;
    if (text) range.selectNode(text);
    const head = Math.ceil(range.getBoundingClientRect().width) + aroundHead;
    const whole = [...table.querySelectorAll<HTMLElement>(`tbody td:nth-child(${index + 1}) :is([data-tag], time)`)];
    return [column.id, Math.max(head, ...whole.map(each => each.offsetWidth + aroundCell))] as const;
  });
  delete table.dataset['measuring'];
  return { content: Object.fromEntries(widths), heads: Object.fromEntries(texts) };
}

/** The columns that have to be wider, because a text that tells rows apart, a time or a word about a state came later and is cut. */
function cutColumns(table: HTMLTableElement, columns: readonly SizedColumn[], widths: Widths): Widths {
  const wider: Record<string, number> = {};
  for (const [index, column] of columns.entries()) {
    for (const cell of table.querySelectorAll<HTMLElement>(`tbody td:nth-child(${index + 1})`)) {
      const missing = Math.ceil(Math.max(column.isKey ? cutText(cell) : 0, cutWord(cell)));
      const known = wider[column.id] ?? widths[column.id] ?? 0;
      const width = Math.min(limit(column), (widths[column.id] ?? 0) + missing);
      if (missing > 0 && width > known) wider[column.id] = width;
    }
  }
  return wider;
}

/** Pixels of a text that are not seen. */
const cutText = (cell: HTMLElement): number =>
  Math.max(0, ...[...cell.querySelectorAll('bdi')].map(text => text.scrollWidth - text.clientWidth));

/** Pixels of a time or a word about a state that are not seen. */
function cutWord(cell: HTMLElement): number {
  const words = [...cell.querySelectorAll(':is([data-tag], time)')];
  if (words.length === 0) return 0;
  const end = cell.getBoundingClientRect().right - cellPadding;
  // Half a pixel is rounding.
  return Math.max(0, ...words.map(word => word.getBoundingClientRect().right - end - 0.5));
}
