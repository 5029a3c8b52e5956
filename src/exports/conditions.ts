// Turns filters and sorts into SQL over a context's columns. Names come from the context; values are bound parameters.

import { isDateAlone, isoTimestamp, spanMs } from '../iso-time.ts';
import { identifier } from '../warehouse/duckdb.ts';
import type { ExportColumn, ExportContext } from './context-file.ts';
import type { Filter, FilterType, FilterValue } from './filters.ts';
import type { Sort } from './sorts.ts';

export interface FilterConditions {
  /** A boolean expression. */
  readonly sql: string;
  /** Placeholder → value. */
  readonly values: Readonly<Record<string, FilterValue>>;
}

const comparisons: Readonly<Partial<Record<FilterType, string>>> = { gt: '>', gte: '>=', lt: '<' };

/** Field → SQL of its list, for fields that have several values; undefined for others. */
export type ListOf = (field: string) => string | undefined;

/** A cell of an export has the elements of a list as one text. */
export const listsOfCells =
  (columns: readonly ExportColumn[]): ListOf =>
  field =>
    columns.some(({ name, isList }) => isList && name === field)
      ? `string_split(${identifier(field)}, '; ')`
      : undefined;

/**
 * All filters must hold. An absent value satisfies `isNull` and the negations (`ne`, `notIn`, `notContains`), and nothing else:
 * each negation is the exact opposite of the operator that it negates. A list satisfies an operator when one of its elements does.
 * @param filters filters that `checkFilters` accepted
 * @param asOf the time from which `last` counts back
 */
export function conditionsOf(filters: readonly Filter[], asOf: Date, listOf: ListOf): FilterConditions {
  const values: Record<string, FilterValue> = {};
  const parts = filters.map((filter, index) => {
    const bind = (value: FilterValue) => {
      const name = `f${index}_${Object.keys(values).length}`;
      values[name] = value;
      return `$${name}`;
    };
    const list = listOf(filter.field);
    const operand = operandOf(identifier(filter.field), filter);
    return `(${list ? conditionOfList(list, filter, asOf, bind) : conditionOf(operand, filter, asOf, bind)})`;
  });
  return { sql: parts.join(' AND ') || 'true', values };
}

/** Negation → the operator that it negates. */
const negated: Readonly<Partial<Record<FilterType, FilterType>>> = { ne: 'eq', notIn: 'in', notContains: 'contains' };

function conditionOfList(list: string, filter: Filter, asOf: Date, bind: (value: FilterValue) => string): string {
  if (filter.filterType === 'isNull') return `${list} IS NULL`;
  if (filter.filterType === 'isNotNull') return `${list} IS NOT NULL`;
  const filterType = negated[filter.filterType] ?? filter.filterType;
  const condition = conditionOf(operandOf('element', filter), { ...filter, filterType }, asOf, bind);
  const holds = `coalesce(len(list_filter(${list}, lambda element: ${condition})) > 0, false)`;
  return filterType === filter.filterType ? holds : `NOT ${holds}`;
}

function conditionOf(
  column: string,
  { dataType, filterType, values = [] }: Filter,
  asOf: Date,
  bind: (value: FilterValue) => string,
): string {
  const value = (given: FilterValue) =>
    dataType === 'timestamp' ? timestamp(bind(isoTimestamp(given as string)!)) : bind(given);
  /** A date without a time includes its whole day, up to the next midnight. */
  const upperBound = (given: FilterValue) =>
    dataType === 'timestamp' && isDateAlone(given as string)
      ? `< ${value(given)} + INTERVAL 1 DAY`
      : `<= ${value(given)}`;
  switch (filterType) {
    case 'isNull':
      return `${column} IS NULL`;
    case 'isNotNull':
      return `${column} IS NOT NULL`;
    case 'ne':
      return `${column} IS DISTINCT FROM ${value(values[0]!)}`;
    case 'eq':
      return `${column} = ${value(values[0]!)}`;
    case 'in':
      return `${column} IN (${values.map(value).join(', ')})`;
    case 'notIn':
      return `(${column} IN (${values.map(value).join(', ')})) IS NOT TRUE`;
    case 'contains':
      return `contains(${column}, ${value(values[0]!)})`;
    case 'notContains':
      return `contains(${column}, ${value(values[0]!)}) IS NOT TRUE`;
    case 'matches':
      return `regexp_matches(${column}, ${value(values[0]!)})`;
    case 'between':
      return `${column} >= ${value(values[0]!)} AND ${column} ${upperBound(values[1]!)}`;
    case 'lte':
      return `${column} ${upperBound(values[0]!)}`;
    case 'last': {
      const from = new Date(asOf.getTime() - spanMs(values[0] as string)!);
      return `${column} BETWEEN ${timestamp(bind(sqlText(from)))} AND ${timestamp(bind(sqlText(asOf)))}`;
    }
    default:
      return `${column} ${comparisons[filterType]!} ${value(values[0]!)}`;
  }
}

/** Text, enumerations and ids are compared in the text form that is exported. */
function operandOf(column: string, { dataType }: Filter): string {
  return dataType === 'string' || dataType === 'enum' ? `${column}::VARCHAR` : column;
}

const timestamp = (text: string) => `CAST(${text} AS TIMESTAMP)`;
const sqlText = (date: Date) => isoTimestamp(date.toISOString())!;

/**
 * The query for the rows of a context, in a deterministic order.
 * @param isInOrder whether the rows of a type come in the order of its list
 */
export function rowsOf(
  context: ExportContext,
  conditions: FilterConditions,
  sorts: readonly Sort[],
  isInOrder: (type: string) => boolean,
): string {
  const rows = `SELECT * FROM (${context.sql}\n) AS rows WHERE ${conditions.sql}`;
  // DuckDB keeps the order of a table's rows (preserve_insertion_order). Sorting takes as long as writing, and no row could be
  // written before it is finished.
  if (context.inOrderOf !== undefined && isInOrder(context.inOrderOf) && sorts.length === 0) return rows;
  const sorted = sorts.map(({ field }) => field);
  const order = [
    ...sorts.map(({ field, sortType }) => `${identifier(field)} ${sortType === 'asc' ? 'ASC' : 'DESC'} NULLS LAST`),
    ...context.key.filter(column => !sorted.includes(column)).map(column => `${identifier(column)} ASC NULLS LAST`),
  ];
  return `${rows} ORDER BY ${order.join(', ')}`;
}
