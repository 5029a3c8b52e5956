// The same rows in any order, from any engine, have the same digest.
import { createHash } from 'node:crypto';

export interface RowsDigest {
  readonly rows: number;
  /** The sum of the hashes of the rows. */
  readonly sum: bigint;
}

/**
 * @param columns those that count
 * @param isWithoutNullLists some engines have no list or struct that is NULL: an empty one counts as NULL
 */
export function digestOf(
  rows: readonly Readonly<Record<string, unknown>>[],
  columns: readonly string[],
  isWithoutNullLists = false,
): RowsDigest {
  const hash = (row: Readonly<Record<string, unknown>>) => {
    const values = columns.map(column => plain(row[column], isWithoutNullLists));
    return createHash('sha256').update(JSON.stringify(values)).digest().readBigUInt64BE(0);
  };
  const sum = rows.reduce((total, row) => total + hash(row), 0n);
  return { rows: rows.length, sum: sum % 2n ** 64n };
}

/** A value as JSON has it, with members in one order. */
function plain(value: unknown, isWithoutNullLists: boolean): unknown {
  const inner = (one: unknown) => plain(one, isWithoutNullLists);
  if (value === undefined || value === null) return null;
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'string') return plainText(value, inner);
  // A UUID that the reader leaves as bytes.
  if (value instanceof Uint8Array) return uuidOf(Buffer.from(value).toString('hex'));
  if (Array.isArray(value)) return isWithoutNullLists && value.length === 0 ? null : value.map(inner);
  if (typeof value !== 'object') return value;
  const members = Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => [name, inner(member)] as const);
  const isEmpty = members.every(([, member]) => member === null);
  return isWithoutNullLists && isEmpty ? null : Object.fromEntries(members);
}

const uuidOf = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Columns of JSON are texts for some readers and values for others. Times are written with a space, or as ISO 8601. */
function plainText(text: string, inner: (value: unknown) => unknown): unknown {
  const time = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d:\d\d)(?:\.(\d{3})\d*)?Z?)?$/.exec(text);
  if (time) return `${time[1]}T${time[2] ?? '00:00:00'}.${time[3] ?? '000'}Z`;
  if (!/^(?:[[{"]|-?\d+(?:\.\d+)?$|(?:true|false|null)$)/.test(text)) return text;
  try {
    return inner(JSON.parse(text));
  } catch {
    return text;
  }
}
