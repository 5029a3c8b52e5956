import { type ReactNode, useMemo } from 'react';
import { useEntryState } from '../../app/entry-state.ts';
import { isTime } from '../text/value.tsx';
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
}

const mostRowsInSight = 12;

/** A table of rows that the page has. A click on a header sorts, the largest and newest first; another one reverses. Unknown values come last. */
export function DataTable<Row>({ label, columns, rows, keyOf, height = 'fill' }: DataTableProps<Row>): ReactNode {
  const [sort, setSort] = useEntryState<Sort | undefined>(`order of ${label}`, undefined);
  const sortBy = columns.find(({ id }) => id === sort?.id)?.sortBy;
  const sorted = useMemo(() => {
    if (!sortBy || !sort) return rows;
    return rows.toSorted((left, right) => compare(sortBy(left), sortBy(right), sort.factor));
  }, [rows, sortBy, sort]);
  return (
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
  );
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
