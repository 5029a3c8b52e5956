// Values of Parquet as values of JSON, without rounding: 64-bit integers keep their digits, times are texts of ISO 8601.
import type { SchemaTree } from 'hyparquet';
import { ExactNumber, parseExactly } from '../../../../src/connector/exact-json.ts';

const iso = (milliseconds: number) => new Date(milliseconds).toISOString();

/** A fraction that has more digits than those of a Date. */
function isoOf(value: bigint, perSecond: bigint): string {
  const digits = String(perSecond).length - 1;
  const fraction = ((value % perSecond) + perSecond) % perSecond;
  const seconds = (value - fraction) / perSecond;
  return iso(Number(seconds) * 1000).replace('.000Z', `.${String(fraction).padStart(digits, '0')}Z`);
}

/** What the library makes of values with a logical type. */
export const parquetParsers = {
  timestampFromMilliseconds: (value: bigint) => isoOf(value, 1000n),
  timestampFromMicroseconds: (value: bigint) => isoOf(value, 1_000_000n),
  timestampFromNanoseconds: (value: bigint) => isoOf(value, 1_000_000_000n),
  dateFromDays: (days: number) => iso(days * 86_400_000).slice(0, 10),
  stringFromBytes: (bytes: Uint8Array | undefined) => bytes && textOfBytes(bytes),
  jsonFromBytes: (bytes: Uint8Array | undefined) => bytes && parseExactly(new TextDecoder().decode(bytes)),
} as never;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Bytes that are no UTF-8 stay bytes: a field of text refuses them. */
function textOfBytes(bytes: Uint8Array): string | Uint8Array {
  try {
    return utf8.decode(bytes);
  } catch {
    return bytes;
  }
}

/** A value of JSON. */
export function jsonValue(value: unknown): unknown {
  if (typeof value === 'bigint') {
    return Number.isSafeInteger(Number(value)) ? Number(value) : new ExactNumber(String(value));
  }
  if (Array.isArray(value)) return value.map(jsonValue);
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array || value instanceof ExactNumber)
    return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, jsonValue(member)]));
}

/** Takes the `Z` off the times of columns whose times are in no zone, so that `zone` of the mapping counts. */
export function withoutZone(schema: SchemaTree): (row: Record<string, unknown>) => void {
  const local = schema.children
    .filter(({ element: { logical_type: type } }) => type?.type === 'TIMESTAMP' && !type.isAdjustedToUTC)
    .map(({ element }) => element.name);
  return row => {
    for (const name of local) {
      const value = row[name];
      if (typeof value === 'string') row[name] = value.replace(/Z$/, '');
    }
  };
}
