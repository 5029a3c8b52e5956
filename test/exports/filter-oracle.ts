// The grammar of filters and sorts in JavaScript, over the objects of the API.
import type { Item } from '../support/service/service.ts';

export type Value = string | number | boolean;
export interface Filter {
  readonly dataType?: string;
  readonly field: string;
  readonly filterType: string;
  readonly values?: readonly Value[];
}

/** Whether an object satisfies a filter. @param asOf the time from which `last` counts back, in milliseconds */
export function holds(filter: Filter, item: Item, asOf: number): boolean {
  const { dataType, field, filterType, values = [] } = filter;
  if (Array.isArray(item[field]) && !['isNull', 'isNotNull'].includes(filterType))
    return holdsInList(filter, item, asOf);
  const instant = (value: unknown) => Date.parse(String(value));
  const present = item[field] !== undefined;
  const value = dataType === 'timestamp' && present ? instant(item[field]) : item[field];
  // A date alone as an upper bound stands for the last instant of its day.
  const upper = (bound: Value) => instant(bound) + (/^[\d-]{10}$/.test(String(bound)) ? 86_400_000 - 1 : 0);
  const last = dataType === 'timestamp' && filterType !== 'last' ? upper(values.at(-1)!) : values.at(-1)!;
  const given = dataType === 'timestamp' && filterType !== 'last' ? values.map(instant) : values;
  const first = given[0] as never;
  switch (filterType) {
    case 'isNull':
      return !present;
    case 'isNotNull':
      return present;
    case 'ne':
      return value !== first;
    case 'notIn':
      return !(given as unknown[]).includes(value);
    case 'notContains':
      return !present || !value.includes(first);
  }
  if (!present) return false;
  switch (filterType) {
    case 'eq':
      return value === first;
    case 'in':
      return (given as unknown[]).includes(value);
    case 'contains':
      return value.includes(first);
    case 'matches':
      return new RegExp(String(first), 'u').test(value);
    case 'gt':
      return value > first;
    case 'gte':
      return value >= first;
    case 'lt':
      return value < first;
    case 'lte':
      return value <= last;
    case 'between':
      return value >= first && value <= last;
    case 'last': {
      const [, count, unit] = /^(\d+)([dh])$/.exec(String(first))!;
      return value <= asOf && value >= asOf - Number(count) * (unit === 'd' ? 86_400_000 : 3_600_000);
    }
  }
  throw new Error(filterType);
}

/** Absent values last, text by its bytes in UTF-8. */
export function compare(a: Item, b: Item, { field, sortType }: { field: string; sortType: string }): number {
  const [left, right] = [a[field], b[field]];
  if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
  const order =
    typeof left === 'string' ? Buffer.compare(Buffer.from(left), Buffer.from(right)) : Number(left) - Number(right);
  return sortType === 'asc' ? order : -order;
}

const negated: Readonly<Record<string, string>> = { ne: 'eq', notIn: 'in', notContains: 'contains' };

/** A list satisfies an operator when one of its elements does, and a negation when none satisfies what it negates. */
function holdsInList(filter: Filter, item: Item, asOf: number): boolean {
  const { field, filterType } = filter;
  const positive = negated[filterType] ?? filterType;
  const isAny = item[field].some((element: Value) =>
    holds({ ...filter, filterType: positive }, { [field]: element }, asOf),
  );
  return positive === filterType ? isAny : !isAny;
}
