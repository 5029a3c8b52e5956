import { type ReactNode, useMemo } from 'react';
import { useEntryState } from '../../app/entry-state.ts';
import { formatCount } from '../text/number.tsx';
import { isTime } from '../text/value.tsx';
import styles from './table.module.css';
import { TableCsv } from './table-csv.tsx';
import { type Column, VirtualTable } from './virtual-table.tsx';

export interface DataColumn<Row> extends Omit<Column<Row>, 'sorted' | 'onSort'> {
  /** What rows are sorted by; without it, the column does not sort. */
  readonly sortBy?: (row: Row) => string | number | boolean | null | undefined;
  /** The value in a CSV file; default: `sortBy`. */
  readonly csv?: (row: Row) => unknown;
}

interface DataTableProps<Row> {
  /** What the table lists, read aloud: "Leavers". */
  readonly label: string;
  readonly columns: readonly DataColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** `rows`: as high as its rows, up to twelve. `fill`: as high as the surrounding element, which must have a height. */
  readonly height?: 'rows' | 'fill';
  /** There are more rows than these. */
  readonly hasMore?: boolean;
  /** How many rows there are, in words; default: "3 rows". */
  readonly count?: ReactNode;
  /** The order of the rows before a column sorts them, in words: "grouped by source". */
  readonly order?: string;
  /** Columns that only the CSV file has, at its end. */
  readonly savedColumns?: readonly DataColumn<Row>[];
  /** Every row of the list for the CSV file; default: `rows`. */
  readonly pages?: () => AsyncIterable<readonly Row[]>;
}

const mostRowsInSight = 12;

/**
 * A table of rows that the page has, below how many they are and a button that saves them as CSV. A click on a header sorts, the largest and
 * newest first; another one reverses. Unknown values come last.
 */
export function DataTable<Row>(props: DataTableProps<Row>): ReactNode {
  const { label, columns, rows, keyOf, height = 'fill', hasMore = false, savedColumns = [], order } = props;
  const [sort, setSort] = useEntryState<Sort | undefined>(`order of ${label}`, undefined);
  const sortBy = columns.find(({ id }) => id === sort?.id)?.sortBy;
  const sorted = useMemo(() => inOrder(rows, sortBy, sort), [rows, sortBy, sort]);
  async function* saved() {
    if (!props.pages) yield sorted;
    else if (!sort) yield* props.pages();
    else {
      const whole: Row[] = [];
      for await (const page of props.pages()) whole.push(...page);
      yield inOrder(whole, sortBy, sort);
    }
  }
  const counted = `${formatCount(rows.length)} ${rows.length === 1 ? 'row' : 'rows'}`;
  return (
    <>
      <div className={styles.head}>
        <p>
          {props.count ?? `${counted}${hasMore ? ' are shown; there are more' : ''}`}
          {order !== undefined && !sortBy && `, ${order}`}
        </p>
        <TableCsv label={label} columns={[...columns, ...savedColumns]} pages={saved} />
      </div>
      <VirtualTable
        label={label}
        count={sorted.length}
        rowAt={index => sorted[index]}
        keyOf={keyOf}
        {...(height === 'rows' && { rowsInSight: Math.min(rows.length, mostRowsInSight) })}
        columns={columns.map(column => ({
          ...column,
          sorted: sort?.id !== column.id ? undefined : sort.factor === 1 ? 'ascending' : 'descending',
          onSort: column.sortBy && (() => setSort(nextSort(column.id, sort, firstFactor(rows, column.sortBy!)))),
        }))}
      />
    </>
  );
}

function inOrder<Row>(rows: readonly Row[], sortBy: DataColumn<Row>['sortBy'], sort: Sort | undefined): readonly Row[] {
  if (!sortBy || !sort) return rows;
  return rows.toSorted((left, right) => compare(sortBy(left), sortBy(right), sort.factor));
}

interface Sort {
  readonly id: string;
  readonly factor: 1 | -1;
}

/** The other way when the column is sorted already. */
function nextSort(id: string, sort: Sort | undefined, first: 1 | -1): Sort {
  if (sort?.id !== id) return { id, factor: first };
  return { id, factor: sort.factor === 1 ? -1 : 1 };
}

/** Numbers and times begin with the largest and the newest, texts with the first of the alphabet. */
function firstFactor<Row>(rows: readonly Row[], sortBy: (row: Row) => Sortable): 1 | -1 {
  const known = rows.map(sortBy).find(value => value !== null && value !== undefined);
  return typeof known === 'number' || isTime(known) ? -1 : 1;
}

type Sortable = string | number | boolean | null | undefined;

function compare(left: Sortable, right: Sortable, factor: 1 | -1): number {
  const isLeftKnown = left !== null && left !== undefined;
  const isRightKnown = right !== null && right !== undefined;
  if (!isLeftKnown || !isRightKnown) return Number(isRightKnown) - Number(isLeftKnown);
  if (typeof left === 'string' && typeof right === 'string') return factor * left.localeCompare(right);
  return factor * (Number(left) - Number(right));
}
