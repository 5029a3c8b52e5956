// A result as a table. Further pages are read as their rows come near.
import { Link } from '@tanstack/react-router';
import { type ReactNode, useCallback, useMemo } from 'react';
import { type Column, VirtualTable } from '../../components/table/virtual-table.tsx';
import { Text } from '../../components/text/text.tsx';
import { Value } from '../../components/text/value.tsx';
import { ObjectLink } from '../../objects/object-link.tsx';
import { knownType } from '../../objects/object-types.ts';
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

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Names of columns with global ids → the type of the object. */
const typesByColumn: readonly (readonly [RegExp, string])[] = [
  [/(^|_)(account|owner|actor)_id$/, 'Account'],
  [/(^|_)person_id$/, 'Person'],
  [/(^|_)(user_)?group_id$/, 'UserGroup'],
  [/(^|_)role_id$/, 'Role'],
  [/(^|_)resource_instance_id$/, 'ResourceInstance'],
  [/(^|_)employee_id$/, 'Employee'],
];

/** Which type of object the ids of a column name: said by the column beside it (`object_type`, `object_id`), or by its name. */
function idTypes(columns: Result['columns']) {
  const beside = columns.map(({ name }) => {
    const noun = /^(.*)_id$/.exec(name)?.[1];
    return noun === undefined ? -1 : columns.findIndex(each => each.name === `${noun}_type`);
  });
  return (index: number, values: readonly unknown[]): string | undefined => {
    const said = beside[index]! >= 0 ? values[beside[index]!] : undefined;
    if (typeof said === 'string') return said;
    return typesByColumn.find(([pattern]) => pattern.test(columns[index]!.name))?.[1];
  };
}

/** A value; a global id opens its object, or the search where the type is not known. */
function Cell({ value, type }: { readonly value: unknown; readonly type: string | undefined }): ReactNode {
  if (typeof value !== 'string' || !uuid.test(value)) return <Value line>{value}</Value>;
  if (type !== undefined && knownType(type)) return <ObjectLink type={type} id={value} />;
  return (
    <Link to="/search" search={{ q: value }}>
      <Text line>{value}</Text>
    </Link>
  );
}

/** A result may have two columns of the same name. */
function columnsOf(columns: Result['columns']): Column<NumberedRow>[] {
  const typeOf = idTypes(columns);
  return columns.map(({ name, type }, index) => {
    const isNumber = /INT|DOUBLE|FLOAT|DECIMAL/.test(type) && !type.endsWith('[]');
    const least = isNumber || type === 'BOOLEAN' ? 8 : 18;
    return {
      id: `${index} ${name}`,
      header: <bdi>{name}</bdi>,
      about: type,
      width: Math.min(Math.max(name.length + 3, least), 32) * characterPixels,
      align: isNumber ? 'end' : 'start',
      cell: ({ values }) => <Cell value={values[index]} type={typeOf(index, values)} />,
    };
  });
}
