// Dates, instants and spans as people write them.

const instant = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?(Z|[+-]\d\d:?\d\d)?)?$/i;

/**
 * Convert an ISO 8601 date or instant to `2026-11-21 13:45:00.123456` in UTC. Without an offset it is taken as UTC; a date means
 * its midnight. Undefined for anything else, and for dates that do not exist.
 */
export function isoTimestamp(text: string): string | undefined {
  const match = instant.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = match;
  const date = `${year}-${month}-${day}`;
  const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
  const ms = Date.parse(`${date}T${hour}:${minute}:${second}${offset}`);
  // Date.parse turns 30 February into 2 March.
  const day0 = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(ms) || Number.isNaN(day0) || new Date(day0).toISOString().slice(0, 10) !== date) return undefined;
  const utc = new Date(ms).toISOString();
  if (!/^\d{4}-/.test(utc)) return undefined;
  return `${utc.slice(0, 19).replace('T', ' ')}.${fraction.padEnd(6, '0')}`;
}

/** `7d`, `24h` → milliseconds; undefined for anything else. */
export function spanMs(text: string): number | undefined {
  const match = /^(\d{1,5})([dh])$/.exec(text);
  if (!match) return undefined;
  return Number(match[1]) * (match[2] === 'd' ? 86_400_000 : 3_600_000);
}

/** True for `2026-11-21`, a date that names no time of the day. */
export function isDateAlone(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text);
}

/** PostgreSQL has no year 0, and ISO 8601 requires a sign for years of five digits. */
const earliestMs = Date.parse('0001-01-01T00:00:00.000Z');
const latestMs = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * The first moment of an ISO 8601 date or time, and the moment after its end, both within the years 1 to 9999; undefined for
 * anything else.
 */
export function momentsOf(text: string): { readonly first: Date; readonly behind: Date } | undefined {
  const timestamp = isoTimestamp(text);
  if (timestamp === undefined) return undefined;
  const ms = Date.parse(`${timestamp.slice(0, 23).replace(' ', 'T')}Z`);
  const date = (moment: number) => new Date(Math.min(Math.max(moment, earliestMs), latestMs));
  return { first: date(ms), behind: date(ms + (isDateAlone(text) ? 86_400_000 : 1)) };
}

/** The end that an ISO 8601 date or time names: the time itself, or the midnight after the day; undefined for anything else. */
export function lastMomentOf(text: string): Date | undefined {
  const moments = momentsOf(text);
  return isDateAlone(text) ? moments?.behind : moments?.first;
}

/** A time for readers, to the minute: `2026-11-21 13:45 UTC`. */
export const utcMinute = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
