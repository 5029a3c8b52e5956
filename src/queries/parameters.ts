// Values for a query's placeholders: their names, and the DuckDB types of their JSON values.
import {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  type DuckDBType,
  type DuckDBValue,
  HUGEINT,
  INTEGER,
  LIST,
  listValue,
  SQLNULL,
  VARCHAR,
} from '@duckdb/node-api';
import { didYouMean } from '../nearest.ts';
import { headerLines, headerParameter } from '../warehouse/sql-header.ts';
import type { Statement } from './placeholders.ts';
import { placeAt, type Reason, Refusal, refuse } from './refusal.ts';

/** Name → JSON value; lists are for `in`. */
export type Parameters = Readonly<Record<string, unknown>>;

export interface Bound {
  readonly value: DuckDBValue;
  readonly type: DuckDBType;
}

/** For each parameter whose value is a list: its name in lowercase → the list's length. */
export function listLengths(parameters: Parameters): Map<string, number> {
  const lists = new Map<string, number>();
  for (const [name, value] of Object.entries(parameters)) {
    if (Array.isArray(value)) lists.set(name.toLowerCase(), value.length);
  }
  return lists;
}

/**
 * The values that the first comments of a query give to its placeholders: `-- parameter days: 90  what it means`. By the name in
 * lowercase. EXPLAIN may stand before the comments.
 */
function defaultParameters(text: string): Map<string, unknown> {
  const parameters = headerLines(text.replace(/^explain\s+/i, '')).map(headerParameter);
  return new Map(parameters.filter(found => found !== undefined).map(({ name, value }) => [name.toLowerCase(), value]));
}

/**
 * A typed value for every placeholder. A placeholder without a value has the one that the first comments of the query give. A whole
 * number is an INTEGER, a BIGINT beyond 32 bits, or a HUGEINT beyond 64; any other number is a DOUBLE.
 * @throws Refusal that names the placeholders without a value and the values without a placeholder
 */
export function bindParameters(
  { placeholders, spread }: Statement,
  parameters: Parameters,
  text: string,
): Record<string, Bound> {
  const given = new Map<string, unknown>();
  const reasons: Reason[] = [];
  for (const [name, value] of Object.entries(parameters)) {
    const key = name.toLowerCase();
    if (given.has(key)) {
      reasons.push({
        code: 'UNKNOWN_PARAMETER',
        message: `the parameter ${shown(name)} is given twice; case does not count`,
      });
    } else if (!placeholders.has(key)) {
      const near = didYouMean(name, placeholders.keys());
      const message = `the query has no placeholder :${shown(name)}${near ? `; ${near}` : ''}`;
      reasons.push({ code: 'UNKNOWN_PARAMETER', message });
    }
    given.set(key, value);
  }
  for (const [name, value] of defaultParameters(text)) {
    if (placeholders.has(name) && !given.has(name)) given.set(name, value);
  }
  const missing = [...placeholders].filter(([name]) => !given.has(name));
  for (const [name] of missing) {
    reasons.unshift({
      code: 'MISSING_PARAMETER',
      message: `the placeholder :${shown(name)} has no value in parameters`,
    });
  }
  if (reasons.length > 0) {
    const [first] = missing;
    throw new Refusal({
      reasons: reasons.slice(0, 10),
      ...(first && placeAt(text, first[1])),
      hint:
        first &&
        `give it a value: "parameters": {${JSON.stringify(first[0])}: …}, or --param ${first[0]}=… on the command line`,
    });
  }
  return Object.fromEntries(
    [...placeholders].flatMap(([name, offset]) => {
      const value = given.get(name);
      const names = spread.get(name);
      const bound = names
        ? names.map((part, index) => [part, toScalar((value as unknown[])[index])] as const)
        : [[name, toBound(value)] as const];
      return bound.map(([part, found]): [string, Bound] => {
        if (found) return [part, found];
        const message = `the value of :${shown(name)} must be a string, a number, true, false, null, or a list of one of these kinds`;
        throw refuse('TYPE_ERROR', message, placeAt(text, offset));
      });
    }),
  );
}

function toBound(value: unknown): Bound | undefined {
  if (!Array.isArray(value)) return toScalar(value);
  const items = value.map(toScalar);
  if (!items.every(item => item !== undefined)) return undefined;
  const types = new Set(items.map(item => item.type).filter(type => type !== SQLNULL));
  const numeric = [...types].every(type => [INTEGER, BIGINT, HUGEINT, DOUBLE].some(each => each === type));
  if (types.size > 1 && !numeric) return undefined;
  const element = [DOUBLE, HUGEINT, BIGINT].find(type => types.has(type)) ?? [...types][0] ?? SQLNULL;
  const widen = ({ value: item }: Bound) =>
    item === null || typeof item === 'boolean' ? item : widened(item, element);
  return { value: listValue(items.map(widen)), type: LIST(element) };
}

function widened(item: DuckDBValue, element: DuckDBType): DuckDBValue {
  if (element === DOUBLE) return Number(item);
  return element === BIGINT || element === HUGEINT ? BigInt(item as number | bigint) : item;
}

function toScalar(value: unknown): Bound | undefined {
  if (value === null) return { value, type: SQLNULL };
  if (typeof value === 'string') return { value, type: VARCHAR };
  if (typeof value === 'boolean') return { value, type: BOOLEAN };
  if (typeof value === 'bigint') return toInteger(value);
  if (typeof value !== 'number') return undefined;
  if (!Number.isSafeInteger(value)) return { value, type: DOUBLE };
  return value === (value | 0) ? { value, type: INTEGER } : { value: BigInt(value), type: BIGINT };
}

function toInteger(value: bigint): Bound | undefined {
  if (BigInt.asIntN(64, value) === value) return { value, type: BIGINT };
  return BigInt.asIntN(128, value) === value ? { value, type: HUGEINT } : undefined;
}

function shown(name: string): string {
  return name.length > 60 ? `${name.slice(0, 57)}…` : name;
}
