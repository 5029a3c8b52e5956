// Points in time as directories write them. All functions return milliseconds since 1970, or undefined for what is no such time.

/** Generalized Time (RFC 4517, section 3.3.13): `20261122093135Z`, `20261122093135.123456Z`, `202611220931+0100`. */
export function generalizedTimeMs(text: string): number | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(?:(\d\d)(\d\d)?)?(?:[.,](\d+))?(Z|[+-]\d\d(?:\d\d)?)$/.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, fraction, zone] = match;
  const date = `${year}-${month}-${day}`;
  const offset = zone === 'Z' ? 'Z' : `${zone!.slice(0, 3)}:${zone!.slice(3) || '00'}`;
  // A leap second is the second before it: ECMAScript has none.
  const whole = `${hour}:${minute ?? '00'}:${second === '60' ? '59' : (second ?? '00')}`;
  const ms = Date.parse(`${date}T${whole}${offset}`);
  const day0 = Date.parse(`${date}T00:00:00Z`);
  // Date.parse turns 30 February into 2 March.
  if (Number.isNaN(ms) || Number.isNaN(day0) || new Date(day0).toISOString().slice(0, 10) !== date) return undefined;
  const unitMs = second !== undefined ? 1000 : minute !== undefined ? 60_000 : 3_600_000;
  return ms + (fraction === undefined ? 0 : Math.floor(Number(`0.${fraction}`) * unitMs));
}

/** 100-nanosecond intervals between 1601 and 1970. */
const epochOffset = 116_444_736_000_000_000n;
/** The two values by which Active Directory says "never" (MS-ADTS, accountExpires). */
const never = new Set(['0', '9223372036854775807']);

/** Large-integer time of Active Directory: 100-nanosecond intervals since 1601. Undefined also for "never". */
export function fileTimeMs(text: string): number | undefined {
  if (!/^\d{1,19}$/.test(text) || never.has(text)) return undefined;
  return Number((BigInt(text) - epochOffset) / 10_000n);
}

/** Days since 1970, as shadow accounts have them (RFC 2307; shadow(5)). Negative: never. */
export function shadowDayMs(text: string): number | undefined {
  if (!/^\d{1,7}$/.test(text)) return undefined;
  return Number(text) * 86_400_000;
}

/** Seconds since 1970. 0 and the largest numbers of 32 and 64 bits stand for "never". */
export function unixTimeMs(text: string): number | undefined {
  const isNever = ['0', '2147483647', '9223372036854775807'].includes(text);
  return isNever || !/^\d{1,11}$/.test(text) ? undefined : Number(text) * 1000;
}

/** ISO 8601 in UTC. Undefined for times outside the years 1 to 9999, which the interface cannot hold. */
export function isoTime(ms: number | undefined): string | undefined {
  if (ms === undefined || !(ms >= -62_135_596_800_000 && ms <= 253_402_300_799_999)) return undefined;
  return new Date(ms).toISOString();
}
