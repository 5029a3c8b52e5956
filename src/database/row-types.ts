// Converts column values to JavaScript values. Both engines use this table, so that rows do not depend on the driver.

type Parse = (text: string) => unknown;

/** PostgreSQL type oid → parser of its text form. Other types stay text (for arrays see database.ts). */
export const rowTypeParsers: Readonly<Record<number, Parse>> = {
  16: text => text === 't' || text === 'true',
  17: parseBytea,
  20: parseInt8,
  21: Number,
  23: Number,
  114: text => JSON.parse(text),
  700: Number,
  701: Number,
  1082: text => text,
  1114: text => text,
  1184: parseTimestamp,
  1700: text => text,
  3802: text => JSON.parse(text),
};

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('An int8 beyond 2^53 cannot be read; cast it to text');
  return value;
}

/** Parses PostgreSQL's `2026-11-21 12:00:00.123456+00`. Microseconds are truncated to the milliseconds of a Date. */
function parseTimestamp(text: string): Date {
  const match = /^(\d{4,6}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?([+-]\d\d)(?::?(\d\d))?$/.exec(text);
  const [, date, time, fraction = '', hours, minutes = '00'] = match ?? [];
  const value = new Date(`${date}T${time}.${fraction.padEnd(3, '0').slice(0, 3)}${hours}:${minutes}`);
  if (!match || Number.isNaN(value.getTime()))
    throw new RangeError('A timestamptz outside the years 0 to 9999 cannot be read');
  return value;
}

function parseBytea(text: string): Buffer {
  if (!text.startsWith('\\x')) throw new RangeError('A bytea is not in hex form; bytea_output must be hex');
  return Buffer.from(text.slice(2), 'hex');
}
