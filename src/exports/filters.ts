// The grammar of the filters of exports and lists: checks filters against a context. conditions.ts turns them into SQL.

import { isoTimestamp, spanMs } from '../iso-time.ts';
import { knownHint } from '../nearest.ts';
import type { DataType, ExportColumn } from './context-file.ts';

export interface Filter {
  readonly dataType: DataType;
  readonly field: string;
  readonly filterType: FilterType;
  readonly values?: readonly FilterValue[] | undefined;
}

export type FilterValue = string | number | boolean;

/** What can be filtered: a context of exports, or a list. */
export interface Filterable {
  readonly name: string;
  readonly columns: readonly ExportColumn[];
}

/** A problem in the request for an export or a list: its place, and what would be right. */
export interface ExportProblem {
  /** Path from the root of the body: `params.filterBy[0].field`. In a list, from the parameter: `filter[0].field`. */
  readonly path: string;
  readonly message: string;
}

/** Data type → operators. */
export const filterTypes = {
  string: ['eq', 'ne', 'in', 'notIn', 'contains', 'notContains', 'matches', 'isNull', 'isNotNull'],
  number: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'between', 'in', 'notIn', 'isNull', 'isNotNull'],
  boolean: ['eq', 'ne', 'isNull', 'isNotNull'],
  timestamp: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'between', 'last', 'isNull', 'isNotNull'],
  enum: ['eq', 'ne', 'in', 'notIn', 'isNull', 'isNotNull'],
} as const satisfies Record<DataType, readonly string[]>;
export type FilterType = (typeof filterTypes)[DataType][number];

/** All operators of all types. */
export const filterNames: readonly FilterType[] = [...new Set(Object.values(filterTypes).flat())];

/** The most filters of one export. */
export const mostFilters = 100;
/** The most values of one filter. */
export const mostValues = 1000;
/** The most characters of a regular expression. */
export const longestPattern = 1000;

/** Operator → the least and the most values that it takes. */
const counts: Readonly<Partial<Record<FilterType, readonly [number, number]>>> = {
  between: [2, 2],
  in: [1, mostValues],
  notIn: [1, mostValues],
  isNull: [0, 0],
  isNotNull: [0, 0],
};

/** The problems of filters; empty when they are valid. @param place where the filters are in the request */
export function checkFilters(
  context: Filterable,
  filters: readonly Filter[],
  place = 'params.filterBy',
): ExportProblem[] {
  if (filters.length > mostFilters) {
    return [{ path: place, message: `has ${filters.length} filters; at most ${mostFilters} are possible` }];
  }
  return filters.flatMap((filter, index) => {
    const path = `${place}[${index}]`;
    const column = context.columns.find(({ name }) => name === filter.field);
    if (!column) return [{ path: `${path}.field`, message: unknownField(context, filter.field) }];
    const { dataType } = column;
    if (filter.dataType !== dataType) {
      return [{ path: `${path}.dataType`, message: `${column.name} is of type ${dataType}, not ${filter.dataType}` }];
    }
    const possible: readonly string[] = filterTypes[dataType];
    if (!possible.includes(filter.filterType)) {
      const message = `${filter.filterType} is not possible for a ${dataType} (${column.name}); possible are ${possible.join(', ')}`;
      return [{ path: `${path}.filterType`, message }];
    }
    return checkValues(column, filter).map(problem => ({ ...problem, path: `${path}.${problem.path}` }));
  });
}

export function unknownField(context: Filterable, field: string): string {
  const names = context.columns.map(({ name }) => name);
  const shown = JSON.stringify(field.length > 60 ? `${field.slice(0, 59)}…` : field);
  return `${context.name} has no field ${shown}; ${knownHint(field, names)}`;
}

function checkValues(column: ExportColumn, { filterType, values = [] }: Filter): ExportProblem[] {
  const [fewest, most] = counts[filterType] ?? [1, 1];
  if (values.length < fewest || values.length > most) {
    const wanted = fewest === most ? `${most || 'no'} value${most === 1 ? '' : 's'}` : `${fewest} to ${most} values`;
    return [{ path: 'values', message: `${filterType} takes ${wanted}, not ${values.length}` }];
  }
  return values.flatMap((value, index) => {
    const message = wrongValue(column, filterType, value);
    return message === undefined ? [] : [{ path: `values[${index}]`, message }];
  });
}

/** The problem of a value of an operator; undefined when it is valid. */
function wrongValue(
  { dataType, values }: ExportColumn,
  filterType: FilterType,
  value: FilterValue,
): string | undefined {
  const shown = JSON.stringify(value).slice(0, 60);
  if (filterType === 'last') {
    return typeof value === 'string' && spanMs(value) !== undefined
      ? undefined
      : `${shown} is not a span of time such as 7d or 24h: a number of 1 to 5 digits with d or h`;
  }
  switch (dataType) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : `${shown} is not true or false`;
    case 'number':
      return typeof value === 'number' ? undefined : `${shown} is not a number`;
    case 'timestamp':
      return typeof value === 'string' && isoTimestamp(value) !== undefined
        ? undefined
        : `${shown} is not a date or an instant in ISO 8601, such as 2026-11-21 or 2026-11-21T13:45:00Z`;
    case 'enum': {
      if (values!.includes(value as string)) return undefined;
      return `${shown} is not known; ${knownHint(String(value), values!)}`;
    }
    case 'string':
      if (typeof value !== 'string') return `${shown} is not a string`;
      return filterType === 'matches' && value.length > longestPattern
        ? `the expression has ${value.length} characters; at most ${longestPattern} are possible`
        : undefined;
  }
}
