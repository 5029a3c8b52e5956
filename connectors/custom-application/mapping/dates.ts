// Parses the timestamps of sources. Patterns use the letters of Unicode TR 35 (`dd/MM/yyyy HH:mm`). This is own code because
// Luxon does not read `Z` as an offset. date-fns accepts fewer digits for `dd` and `yyyy`, so a wrong pattern would give wrong
// dates instead of an error.

export class DateFormatError extends Error {}

/** Parses one text. Throws {@link DateFormatError}, which says what was expected. */
export type DateParser = (text: string) => Date;

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

type Part =
  | 'year'
  | 'month'
  | 'monthName'
  | 'day'
  | 'weekday'
  | 'utc'
  | 'hour'
  | 'minute'
  | 'second'
  | 'fraction'
  | 'half'
  | 'offset';

const letters: Record<string, readonly [Part, string]> = {
  yyyy: ['year', '\\d{4}'],
  MMMM: ['monthName', '[A-Za-z]{3,9}'],
  MMM: ['monthName', '[A-Za-z]{3}'],
  MM: ['month', '\\d{2}'],
  M: ['month', '\\d{1,2}'],
  EEEE: ['weekday', '[A-Za-z]{6,9}'],
  EEE: ['weekday', '[A-Za-z]{3}'],
  dd: ['day', '\\d{2}'],
  d: ['day', '\\d{1,2}'],
  HH: ['hour', '\\d{2}'],
  H: ['hour', '\\d{1,2}'],
  hh: ['hour', '\\d{2}'],
  h: ['hour', '\\d{1,2}'],
  mm: ['minute', '\\d{2}'],
  ss: ['second', '\\d{2}'],
  S: ['fraction', '\\d{1,9}'],
  SSS: ['fraction', '\\d{3}'],
  SSSSSS: ['fraction', '\\d{6}'],
  a: ['half', '[AaPp][Mm]'],
  XXX: ['offset', 'Z|[+-]\\d{2}:?\\d{2}'],
  z: ['utc', 'UTC|GMT|Z'],
};

/** Everything that a pattern may be made of, besides other characters and quoted text. */
export const dateTokens = Object.keys(letters);

const iso =
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:[T ](?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?(?<offset>Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/**
 * A parser for `iso` (ISO 8601 date or date-time), `epoch-seconds`, `epoch-millis`, or a pattern.
 * `zone` (IANA name, `UTC` or `+01:00`) applies to times without an offset. A date without a time is that day, whatever the zone: its
 * midnight in UTC, as dates of other systems are.
 * Throws {@link DateFormatError} when the format or the zone itself is wrong.
 */
export function dateParser(format = 'iso', zone = 'UTC'): DateParser {
  if (format === 'epoch-seconds') return text => fromEpoch(text, 1000, format);
  if (format === 'epoch-millis') return text => fromEpoch(text, 1, format);
  const offsetOf = zoneOffset(zone);
  const expected = format === 'iso' ? 'an ISO 8601 date or date-time' : `a date written as ${format}`;
  const pattern = format === 'iso' ? iso : compilePattern(format);
  return text => {
    // Most exports use the format of JavaScript's toISOString; Date reads it several times faster than the pattern.
    const plain = format === 'iso' && text.length === 24 ? new Date(text) : undefined;
    if (plain && !Number.isNaN(plain.getTime()) && plain.toISOString() === text) return plain;
    const parts = pattern.exec(text)?.groups;
    const wall = parts && wallClock(parts);
    if (!wall) throw new DateFormatError(`is not ${expected}`);
    if (parts.utc || parts.hour === undefined) return wall;
    if (parts.offset) return new Date(wall.getTime() - minutesOf(parts.offset) * 60_000);
    return toUtc(wall, offsetOf);
  };
}

function fromEpoch(text: string, unitMs: number, format: string): Date {
  const date = new Date(Number(text) * unitMs);
  const year = date.getUTCFullYear();
  if (!/^-?\d+(\.\d+)?$/.test(text) || !(year >= 1900 && year <= 9999)) {
    throw new DateFormatError(`is not a time as ${format} between the years 1900 and 9999`);
  }
  return date;
}

function compilePattern(format: string): RegExp {
  const seen = new Set<Part>();
  const source = format.replace(/'([^']*)'|([A-Za-z])\2*|[^A-Za-z']+/g, (token, quoted?: string, letter?: string) => {
    if (quoted !== undefined) return RegExp.escape(quoted);
    if (letter === undefined) return RegExp.escape(token);
    const known = letters[token];
    if (!known)
      throw new DateFormatError(
        `\`${token}\` is no part of a date format; known: ${dateTokens.join(' ')}, or the whole formats iso, epoch-seconds, epoch-millis`,
      );
    if (seen.has(known[0])) throw new DateFormatError(`\`${format}\` holds the ${known[0]} twice`);
    seen.add(known[0]);
    return `(?<${known[0]}>${known[1]})`;
  });
  if (!seen.has('year') || !(seen.has('month') || seen.has('monthName')) || !seen.has('day')) {
    throw new DateFormatError(`\`${format}\` does not hold year, month and day; for example dd/MM/yyyy`);
  }
  return new RegExp(`^${source}$`);
}

/** The local date and time, held in the UTC fields of a Date; undefined for a day or time that does not exist. */
function wallClock(parts: Record<string, string | undefined>): Date | undefined {
  const year = Number(parts.year);
  const month = parts.monthName ? monthNumber(parts.monthName) : Number(parts.month);
  const day = Number(parts.day);
  let hour = Number(parts.hour ?? 0);
  if (parts.half) {
    if (hour < 1 || hour > 12) return undefined;
    hour = (hour % 12) + (parts.half.toLowerCase() === 'pm' ? 12 : 0);
  }
  const minute = Number(parts.minute ?? 0);
  const second = Math.min(Number(parts.second ?? 0), 60);
  const millisecond = Number((parts.fraction ?? '').slice(0, 3).padEnd(3, '0'));
  const date = new Date(Date.UTC(2000, month - 1, day, hour, minute, Math.min(second, 59), millisecond));
  // Date.UTC takes the years 0 to 99 for those of the twentieth century.
  date.setUTCFullYear(year, month - 1, day);
  const exists = year >= 1 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60;
  return exists && Number(parts.second ?? 0) <= 60 ? date : undefined;
}

/** A full English name, or its first three letters; 0 for another text. */
function monthNumber(name: string): number {
  const written = name.toLowerCase();
  return months.findIndex(month => written === month || (written.length === 3 && month.startsWith(written))) + 1;
}

/** `+01:00`, `-0530`, `+02` or `Z` in minutes east of UTC. */
function minutesOf(offset: string): number {
  if (/^z$/i.test(offset)) return 0;
  const sign = offset.startsWith('-') ? -1 : 1;
  return sign * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3).replace(':', '') || 0));
}

type ZoneOffset = (utc: Date) => number;

function zoneOffset(zone: string): ZoneOffset {
  if (/^(utc|z)$/i.test(zone)) return () => 0;
  if (/^[+-]\d{2}:?\d{2}$/.test(zone)) return () => minutesOf(zone);
  let clock: Intl.DateTimeFormat;
  try {
    clock = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'medium',
      hourCycle: 'h23',
    });
  } catch {
    throw new DateFormatError(`\`${zone}\` is no time zone; for example UTC, Europe/Amsterdam or +01:00`);
  }
  return utc => {
    const part = Object.fromEntries(clock.formatToParts(utc).map(({ type, value }) => [type, Number(value)]));
    const wall = Date.UTC(part.year!, part.month! - 1, part.day!, part.hour!, part.minute!, part.second!);
    return Math.round((wall - Math.floor(utc.getTime() / 1000) * 1000) / 60_000);
  };
}

const dayMs = 86_400_000;

/**
 * The moment of a local time. Where the clocks were set back, a local time that occurs twice is the first of the two; where they were set
 * forward, one that was skipped is moved forward by the skipped amount.
 */
function toUtc(wall: Date, offsetOf: ZoneOffset): Date {
  const at = (offset: number) => new Date(wall.getTime() - offset * 60_000);
  const [before, after] = [-dayMs, dayMs].map(ms => offsetOf(new Date(wall.getTime() + ms))) as [number, number];
  const moments = [at(before), at(after)].filter((moment, index) => offsetOf(moment) === [before, after][index]);
  return moments.toSorted((one, other) => one.getTime() - other.getTime())[0] ?? at(before);
}
