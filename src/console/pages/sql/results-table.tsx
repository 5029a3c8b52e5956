// A result as a table. Further pages are read as their rows come near.
import { type ReactNode, useCallback, useMemo } from 'react';
import { type Column, VirtualTable } from '../../components/table/virtual-table.tsx';
import { Value } from '../../components/text/value.tsx';
import type { Result } from './run.ts';

/** Rows from the end at which the next page is read. */
const nearEnd = 200;
const mostRowsInSight = 14;
const characterPixels = 9;

interface ResultsTableProps {
  readonly result: Result;
  readonly isReading: boolean;
  readonly onMore: () => void;
}

interface NumberedRow {
  readonly number: number;
  readonly values: readonly unknown[];
}

export function ResultsTable({ result, isReading, onMore }: ResultsTableProps): ReactNode {
  const { rows, next } = result;
  const columns = useMemo(() => columnsOf(result.columns), [result.columns]);
  const onRange = useCallback(
    (_first: number, last: number) => {
      if (next !== undefined && !isReading && last > rows.length - nearEnd) onMore();
    },
    [next, isReading, rows.length, onMore],
  );
  return (
    <VirtualTable
      label="Rows of the result"
      columns={columns}
      count={rows.length}
      total={next === undefined ? rows.length : undefined}
      rowAt={number => ({ number, values: rows[number]! })}
      keyOf={({ number }) => String(number)}
      onRange={onRange}
      rowsInSight={Math.min(rows.length, mostRowsInSight)}
    />
  );
}

/** A result may have two columns of the same name. */
function columnsOf(columns: Result['columns']): Column<NumberedRow>[] {
  return columns.map(({ name, type }, index) => {
    const isNumber = /INT|DOUBLE|FLOAT|DECIMAL/.test(type) && !type.endsWith('[]');
    const least = isNumber || type === 'BOOLEAN' ? 8 : 18;
    return {
      id: `${index} ${name}`,
      header: <bdi>{name}</bdi>,
      about: type,
      width: Math.min(Math.max(name.length + 3, least), 32) * characterPixels,
      align: isNumber ? 'end' : 'start',
      cell: ({ values }) => <Value line>{values[index]}</Value>,
    };
  });
}
