// A result as a table. Only the rows that are seen are in the page; further pages are read as they come near.
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import { Value } from '../../components/text/value.tsx';
import type { Result } from './run.ts';
import styles from './sql.module.css';

const rowHeight = 28;
/** Rows from the end at which the next page is read. */
const nearEnd = 200;

interface ResultsTableProps {
  readonly result: Result;
  readonly isReading: boolean;
  readonly onMore: () => void;
}

export function ResultsTable({ result, isReading, onMore }: ResultsTableProps): ReactNode {
  const { columns, rows, next } = result;
  const frame = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 20,
  });
  const shown = virtual.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (next !== undefined && !isReading && last > rows.length - nearEnd) onMore();
  }, [next, isReading, last, rows.length, onMore]);
  const before = shown[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (shown.at(-1)?.end ?? 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section className={styles.frame} ref={frame} tabIndex={0} aria-label="Rows of the result">
      <table className={styles.table} aria-rowcount={next === undefined ? rows.length + 1 : -1}>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ name, type }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a result may have two columns of the same name
              <th key={index} scope="col" title={type} style={{ minWidth: widthOf(name, type) }}>
                <bdi>{name}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <Space height={before} />}
          {shown.map(({ index }) => (
            <tr key={index} aria-rowindex={index + 2}>
              {rows[index]!.map((value, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name
                <td key={column} className={typeof value === 'number' ? styles.number : undefined}>
                  <Value line>{value}</Value>
                </td>
              ))}
            </tr>
          ))}
          {after > 0 && <Space height={after} />}
        </tbody>
      </table>
    </section>
  );
}

/** In the place of the rows that are not in the page. */
function Space({ height }: { readonly height: number }): ReactNode {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus
    <tr aria-hidden="true">
      <td style={{ height, padding: 0 }} />
    </tr>
  );
}

function widthOf(name: string, type: string): string {
  return `${Math.min(Math.max(name.length + 2, /INT|BOOL|DOUBLE|DECIMAL/.test(type) ? 8 : 14), 32)}ch`;
}
