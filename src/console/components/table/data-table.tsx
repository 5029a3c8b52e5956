import { type ReactNode, useMemo, useState } from 'react';
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

/** A table of rows that the page has. A click on a header sorts; another one reverses. Unknown values come last. */
export function DataTable<Row>({ label, columns, rows, keyOf, height = 'fill' }: DataTableProps<Row>): ReactNode {
  const [sort, setSort] = useState<{ readonly id: string; readonly factor: 1 | -1 } | undefined>();
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
        onSort: column.sortBy && (() => setSort(reversed(column.id, sort))),
      }))}
    />
  );
}

function reversed(id: string, sort: { readonly id: string; readonly factor: 1 | -1 } | undefined) {
  return { id, factor: sort?.id === id && sort.factor === 1 ? -1 : 1 } as const;
}

type Sortable = string | number | boolean | null | undefined;

function compare(left: Sortable, right: Sortable, factor: 1 | -1): number {
  const isLeftKnown = left !== null && left !== undefined;
  const isRightKnown = right !== null && right !== undefined;
  if (!isLeftKnown || !isRightKnown) return Number(isRightKnown) - Number(isLeftKnown);
  if (typeof left === 'string' && typeof right === 'string') return factor * left.localeCompare(right);
  return factor * (Number(left) - Number(right));
}
