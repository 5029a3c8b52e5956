// A table of any length: only the rows in sight are in the document. All rows have one height, so a row's place follows from its number.
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import styles from './table.module.css';

export interface Column<Row> {
  readonly id: string;
  readonly header: ReactNode;
  /** What the header means, on hover. */
  readonly about?: string | undefined;
  /** Pixels; default 180. The columns share the width of the table in proportion to it. */
  readonly width?: number;
  readonly align?: 'start' | 'end';
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
const usualWidth = 180;
/** Header, borders, and room for a horizontal scroll bar. When more rows follow, a part of the next one is visible. */
const headPixels = rowPixels + 18;
/** Columns shrink to this part of their width before the table scrolls sideways. */
const narrowest = 0.8;
const overscan = 12;

export function VirtualTable<Row>(props: VirtualTableProps<Row>): ReactNode {
  const { label, columns, count, total = count, rowAt, keyOf, onRange, startAt = 0, rowsInSight } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const reachable = Math.min(count, mostRowsInTable());
  const virtualizer = useVirtualizer({
    count: reachable,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPixels,
    overscan,
    initialOffset: startAt * rowPixels,
  });
  const shown = virtualizer.getVirtualItems();
  const first = shown[0]?.index ?? 0;
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => onRange?.(first, last), [onRange, first, last]);
  const fullWidth = columns.reduce((sum, { width = usualWidth }) => sum + width, 0);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-index]');
    if (step === undefined || !row) return;
    event.preventDefault();
    focusRow(Math.max(0, Math.min(reachable - 1, Number(row.dataset['index']) + step)));
  };
  const focusRow = (index: number) => {
    virtualizer.scrollToIndex(index);
    requestAnimationFrame(() => {
      scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"] :is(a, button)`)?.focus();
    });
  };
  return (
    // The region scrolls by keys, so it takes the focus.
    <section
      ref={scroller}
      className={styles.scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
      tabIndex={0}
      aria-label={label}
      data-height={rowsInSight === undefined ? 'fill' : 'rows'}
      style={rowsInSight === undefined ? {} : { maxHeight: rowsInSight * rowPixels + headPixels }}
    >
      <table
        className={styles.table}
        aria-label={label}
        aria-rowcount={total === undefined ? -1 : total + 1}
        onKeyDown={onKeyDown}
        style={{ minWidth: fullWidth * narrowest }}
      >
        <colgroup>
          {columns.map(({ id, width = usualWidth }) => (
            <col key={id} style={{ width: `${(width / fullWidth) * 100}%` }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(column => (
              <HeaderCell key={column.id} column={column} />
            ))}
          </tr>
        </thead>
        <tbody style={room(shown[0]?.start ?? 0, virtualizer.getTotalSize() - (shown.at(-1)?.end ?? 0))}>
          {shown.map(({ index }) => {
            const row = rowAt(index);
            return (
              <tr
                key={row === undefined ? index : keyOf(row)}
                aria-rowindex={index + 2}
                data-index={index}
                data-awaited={row === undefined}
              >
                {columns.map(({ id, cell, align = 'start' }) => (
                  <td key={id} data-align={align}>
                    {row === undefined ? '…' : cell(row)}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

let most: number | undefined;

/** The most rows that fit into a table. Browsers limit the height of an element: Chromium's limit is 33,554,431 pixels. */
export function mostRowsInTable(): number {
  most ??= Math.floor((tallest() - headPixels) / rowPixels);
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

function HeaderCell<Row>({ column }: { readonly column: Column<Row> }): ReactNode {
  const { header, about, align = 'start', sorted, onSort } = column;
  return (
    <th scope="col" aria-sort={sorted ?? 'none'} data-align={align} title={about}>
      {onSort ? (
        <button type="button" className={styles.sort} onClick={onSort}>
          {header}
          <span aria-hidden="true">{sorted === 'ascending' ? ' ↑' : sorted === 'descending' ? ' ↓' : ''}</span>
        </button>
      ) : (
        header
      )}
    </th>
  );
}
