// A list of any length as a table. What is scrolled away is dropped, so it may have any number of rows.
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { onReturn } from '../../api/reachability.ts';
import { createStore, useStore } from '../../api/store.ts';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { ErrorPanel } from '../../components/feedback/error-panel.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { type Column, mostRowsInTable, VirtualTable } from '../../components/table/virtual-table.tsx';
import { formatCount } from '../../components/text/number.tsx';
import { createPagedRows, type FetchPage, type PagedRows } from './paged-rows.ts';
import styles from './paged-table.module.css';

interface PagedTableProps<Row> {
  /** What is listed, read aloud: "Accounts". */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  /** Identifies the list: another text begins another list. */
  readonly list: string;
  readonly fetchPage: FetchPage<Row>;
  /** Whether `fetchPage` can pass over rows: any row can then be scrolled to at once. Default: false. */
  readonly canSkip?: boolean;
  /** Shown instead of a list without rows: what that means, and what to do next. */
  readonly empty: { readonly title: string; readonly next?: ReactNode };
  /** `rows`: as high as its rows, up to twelve. `fill`: as high as the surrounding element. */
  readonly height?: 'rows' | 'fill';
}

const nothing = createStore({ count: 0, isWhole: false, total: undefined, error: undefined, resumesAt: undefined });
const mostRowsInSight = 12;

export function PagedTable<Row>(props: PagedTableProps<Row>): ReactNode {
  const { label, columns, keyOf, empty, height = 'fill' } = props;
  const rows = useRows(props);
  const { count, isWhole, total, error, resumesAt } = useStore(rows?.state ?? nothing);
  const onRange = useCallback((first: number, last: number) => rows?.want(first, last), [rows]);
  const failure = error !== undefined && (
    <ErrorPanel error={error} what={`${label} could not be read`} onRetry={() => rows?.retry()} />
  );
  const isAwaited = !isWhole && count <= (resumesAt ?? 0);
  if (rows === undefined || isAwaited || count === 0) {
    if (failure) return failure;
    if (!isWhole) {
      return (
        <Loading>
          {resumesAt === undefined ? label.toLowerCase() : 'the newest version of the list, up to the same row'}
        </Loading>
      );
    }
    return <EmptyState title={empty.title}>{empty.next}</EmptyState>;
  }
  return (
    <div className={styles.list}>
      <VirtualTable
        label={label}
        columns={columns}
        count={count}
        total={total}
        rowAt={index => rows.row(index)}
        keyOf={keyOf}
        onRange={onRange}
        startAt={resumesAt ?? 0}
        {...(height === 'rows' && { rowsInSight: Math.min(count, mostRowsInSight) })}
      />
      {/* Below, so that the rows do not move. */}
      {failure}
      {resumesAt !== undefined && (
        <p role="status" className={styles.notice}>
          A newer version has replaced the one that this list was read from. The list was begun again at the same row.
        </p>
      )}
      <p className={styles.count}>
        {isWhole ? rowCount(count) : `${rowCount(count)} so far; scroll for more`}
        {!isWhole && total !== undefined && ` of ${formatCount(total)}`}
        {count > mostRowsInTable() &&
          `; ${rowCount(mostRowsInTable())} fit into the table: filter or sort to see others`}
      </p>
    </div>
  );
}

const rowCount = (count: number) => `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`;

/** The rows. They are fetched again when another list is asked for. */
function useRows<Row>({ list, fetchPage, canSkip = false }: PagedTableProps<Row>) {
  const [rows, setRows] = useState<PagedRows<Row>>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same list is not asked for again
  useEffect(() => {
    const paged = createPagedRows<Row>(fetchPage, canSkip);
    setRows(paged);
    const stopFollowing = onReturn(() => paged.retry());
    return () => {
      stopFollowing();
      paged.stop();
    };
  }, [list]);
  return rows;
}
