// A table of any length: only the rows in sight are in the document. All rows have one height, so a row's place follows from its number.
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { type FieldPath, useFieldAbout } from '../../api/fields.ts';
import { linePixels, useColumnWidths } from './column-widths.ts';
import styles from './table.module.css';
import { openPlace } from './table-places.ts';

export interface Column<Row> {
  readonly id: string;
  readonly header: ReactNode;
  /** What the header means, on hover. */
  readonly about?: string | undefined;
  /** What the column shows of the interface: the tooltip has the names of these fields and what they mean. */
  readonly fields?: readonly FieldPath[] | undefined;
  /** Pixels until the width of the content is known; default 180. */
  readonly width?: number;
  readonly align?: 'start' | 'end';
  /** The column tells rows apart: it is the last one to be cut. As the first column, it stays in sight while the table scrolls sideways. */
  readonly isKey?: boolean;
  /** Which way the rows are sorted by this column. */
  readonly sorted?: 'ascending' | 'descending' | undefined;
  /** Sorts by this column; without it, the header is no button. */
  readonly onSort?: (() => void) | undefined;
  readonly cell: (row: Row) => ReactNode;
}

interface VirtualTableProps<Row> {
  /** What the table lists, read aloud: "Accounts". */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** Rows that can be scrolled to. */
  readonly count: number;
  /** How many rows there are in all; default: `count`. Undefined when that is not known yet. */
  readonly total?: number | undefined;
  /** Undefined while the row is awaited. */
  readonly rowAt: (index: number) => Row | undefined;
  readonly keyOf: (row: Row) => string;
  /** The rows in sight, whenever they change. */
  readonly onRange?: (first: number, last: number) => void;
  /** The row that is in sight at first. */
  readonly startAt?: number;
  /** Height of the table in rows; default: the height of its container. */
  readonly rowsInSight?: number;
}

const rowPixels = 30;
/** Header and borders. */
const headPixels = rowPixels + 2;
/** A horizontal scroll bar. When more rows follow, a part of the next one is visible. */
const belowPixels = 16;
const overscan = 12;

export function VirtualTable<Row>(props: VirtualTableProps<Row>): ReactNode {
  const { label, columns, count, total = count, rowAt, keyOf, onRange, startAt = 0, rowsInSight } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const [rowHeight, setRowHeight] = useState(rowPixels);
  const reachable = Math.min(count, Math.floor((mostRowsInTable() * rowPixels) / rowHeight));
  const rows = rowsInSight ?? reachable;
  const [place] = useState(() => openPlace(label));
  const virtualizer = useVirtualizer({
    count: reachable,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan,
    initialOffset: startAt > 0 ? startAt * rowPixels : place.top,
  });
  const shown = virtualizer.getVirtualItems();
  const first = shown[0]?.index ?? 0;
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => onRange?.(first, last), [onRange, first, last]);
  const isFilled = shown.length > 0 && rowAt(first) !== undefined;
  const { widths, choose, isWider, lines } = useColumnWidths(table, label, columns, isFilled);
  const neededHeight = rowPixels + (lines - 1) * linePixels;
  if (neededHeight !== rowHeight) setRowHeight(neededHeight);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer keeps the former heights
  useLayoutEffect(() => virtualizer.measure(), [rowHeight, virtualizer]);
  useRestoredFocus(scroller, place.row);
  const onKeyDown = rowKeys(scroller, reachable, index => virtualizer.scrollToIndex(index));
  return (
    // It scrolls by keys, so it takes the focus. It is no landmark: the panel around it often has the same name.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      role="group"
      ref={scroller}
      className={styles.scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
      tabIndex={0}
      aria-label={label}
      data-height={rowsInSight === undefined ? 'fill' : 'rows'}
      // No taller than its rows, also where it may fill the page.
      style={{ maxHeight: rows * rowHeight + headPixels + (isWider || rows < reachable ? belowPixels : 0) }}
      onScroll={({ currentTarget }) => place.noteTop(currentTarget.scrollTop)}
      onFocus={({ target }) => place.noteRow(rowOf(target))}
    >
      <table
        ref={table}
        className={styles.table}
        aria-label={label}
        aria-rowcount={total === undefined ? -1 : total + 1}
        data-keyed={columns[0]?.isKey}
        data-wrapped={lines > 1}
        onKeyDown={onKeyDown}
        style={tableStyle(widths, rowHeight, lines)}
      >
        <colgroup>
          {columns.map(({ id }, index) => (
            <col key={id} style={{ '--width': `${widths[index]}px` } as CSSProperties} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(column => (
              <HeaderCell key={column.id} column={column} onWidth={choose} />
            ))}
          </tr>
        </thead>
        <tbody style={room(shown[0]?.start ?? 0, virtualizer.getTotalSize() - (shown.at(-1)?.end ?? 0))}>
          {shown.map(({ index }) => (
            <TableRow key={keyAt(index, rowAt, keyOf)} index={index} row={rowAt(index)} columns={columns} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const tableStyle = (widths: readonly number[], rowHeight: number, lines: number) =>
  ({
    minWidth: widths.reduce((sum, width) => sum + width, 0),
    '--row': `${rowHeight}px`,
    '--lines': lines,
  }) as CSSProperties;

function keyAt<Row>(index: number, rowAt: (index: number) => Row | undefined, keyOf: (row: Row) => string) {
  const row = rowAt(index);
  return row === undefined ? index : keyOf(row);
}

interface TableRowProps<Row> {
  readonly index: number;
  /** Undefined while it is awaited. */
  readonly row: Row | undefined;
  readonly columns: readonly Column<Row>[];
}

function TableRow<Row>({ index, row, columns }: TableRowProps<Row>): ReactNode {
  return (
    <tr aria-rowindex={index + 2} data-index={index} data-awaited={row === undefined}>
      {columns.map(({ id, cell, align = 'start', isKey = false }) => (
        <td key={id} data-align={align} data-key={isKey}>
          {row === undefined ? '…' : cell(row)}
        </td>
      ))}
    </tr>
  );
}

/** The arrow keys go from row to row. */
function rowKeys(scroller: RefObject<HTMLElement | null>, rows: number, scrollTo: (index: number) => void) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const row = rowOf(event.target);
    if (step === undefined || row === undefined) return;
    event.preventDefault();
    const index = Math.max(0, Math.min(rows - 1, row + step));
    scrollTo(index);
    // At once where the row is in the document, so that the next key begins there.
    if (!focusRow(scroller.current, index)) requestAnimationFrame(() => focusRow(scroller.current, index));
  };
}

/** The number of the row that an element is in. */
function rowOf(target: EventTarget): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return row ? Number(row.dataset['index']) : undefined;
}

/** Gives the focus back to the row that a reader opened before going back, once it is in the document and nothing else has the focus. */
function useRestoredFocus(scroller: RefObject<HTMLElement | null>, row: number | undefined): void {
  const isDone = useRef(row === undefined);
  useEffect(() => {
    if (isDone.current) return;
    if (document.activeElement !== document.body) isDone.current = true;
    else isDone.current = focusRow(scroller.current, row, { preventScroll: true });
  });
}

/** @returns whether the row is there */
function focusRow(scroller: HTMLElement | null, row: number | undefined, options?: FocusOptions): boolean {
  if (row === undefined) return false;
  const control = scroller?.querySelector<HTMLElement>(`[data-index="${row}"] :is(a, button)`);
  control?.focus(options);
  return control != null;
}

let most: number | undefined;

/** The most rows that fit into a table. Browsers limit the height of an element: Chromium's limit is 33,554,431 pixels. */
export function mostRowsInTable(): number {
  most ??= Math.floor((tallest() - headPixels - belowPixels) / rowPixels);
  return most;
}

/** The greatest height that the browser gives an element. */
function tallest(): number {
  const probe = document.createElement('div');
  probe.style.cssText = 'position: absolute; visibility: hidden; height: 1e9px';
  document.body.append(probe);
  const { height } = probe.getBoundingClientRect();
  probe.remove();
  return height;
}

/** Room for the rows that are not in sight, before and after those that are. */
function room(before: number, after: number): CSSProperties {
  return { '--before': `${before}px`, '--after': `${Math.max(0, after)}px` } as CSSProperties;
}

interface HeaderCellProps<Row> {
  readonly column: Column<Row>;
  readonly onWidth: (id: string, width: number | undefined) => void;
}

const keyStepPixels = 20;

function HeaderCell<Row>({ column, onWidth }: HeaderCellProps<Row>): ReactNode {
  const { id, header, about, fields = [], align = 'start', sorted, onSort } = column;
  const title = [about, useFieldAbout(fields)].filter(Boolean).join('\n') || undefined;
  const onKeyDown = ({ altKey, key, currentTarget }: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: keyStepPixels, ArrowLeft: -keyStepPixels }[key];
    if (altKey && step !== undefined) onWidth(id, currentTarget.parentElement!.getBoundingClientRect().width + step);
  };
  return (
    <th scope="col" aria-sort={sorted ?? 'none'} data-align={align} title={title}>
      {onSort ? (
        <button type="button" className={styles.sort} onClick={onSort} onKeyDown={onKeyDown}>
          {header}
          <span aria-hidden="true">{sorted === 'ascending' ? ' ↑' : sorted === 'descending' ? ' ↓' : ''}</span>
        </button>
      ) : (
        header
      )}
      {/* By keys: Alt and an arrow, on the button of the header. */}
      <span
        className={styles.handle}
        aria-hidden="true"
        onDoubleClick={() => onWidth(id, undefined)}
        onPointerDown={event => drag(event, next => onWidth(id, next))}
      />
    </th>
  );
}

/** Follow the pointer from a header's edge until it is released. */
function drag(event: PointerEvent<HTMLElement>, onWidth: (width: number) => void): void {
  const { currentTarget: handle, pointerId, clientX } = event;
  const before = handle.parentElement!.getBoundingClientRect().width;
  handle.setPointerCapture(pointerId);
  const move = (moved: globalThis.PointerEvent) => onWidth(before + moved.clientX - clientX);
  const stop = () => {
    handle.removeEventListener('pointermove', move);
    handle.removeEventListener('lostpointercapture', stop);
  };
  handle.addEventListener('pointermove', move);
  handle.addEventListener('lostpointercapture', stop);
}
