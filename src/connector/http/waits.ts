// How long a source asks its callers to wait, read from the headers of its answers.
import type { RequestLimit } from '../contract.ts';

export type AnswerHeaders = Readonly<Record<string, string>>;

/** Retry-After (RFC 9110, section 10.2.3) in milliseconds: a number of seconds, or a date; undefined when it is neither. */
export function retryAfterOf(headers: AnswerHeaders, now = Date.now()): number | undefined {
  const value = headers['retry-after']?.trim();
  if (value === undefined) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - clockOf(headers, now));
}

/**
 * The request limit that an answer states: RateLimit (draft-ietf-httpapi-ratelimit-headers, its present and its former forms),
 * X-RateLimit-* as GitHub sends it, X-Rate-Limit-* as Okta does. The tightest one counts when there are several.
 */
export function requestLimit(headers: AnswerHeaders, now = Date.now()): RequestLimit | undefined {
  const limits = [...structuredLimits(headers.ratelimit ?? ''), ...separateLimits(headers, now)];
  return limits.toSorted((one, other) => one.remaining - other.remaining)[0];
}

/** `"default";r=50;t=30`, and the former form `limit=100, remaining=50, reset=30`. */
function structuredLimits(value: string): RequestLimit[] {
  const former = /\bremaining=(\d+)/.exec(value);
  const reset = /\breset=(\d+)/.exec(value);
  const allowed = countOf(/\blimit=(\d+)/.exec(value)?.[1]);
  if (former && reset) return [{ remaining: Number(former[1]), allowed, resetMs: Number(reset[1]) * 1000 }];
  return value.split(',').flatMap(item => {
    const [remaining, seconds] = [/;\s*r=(\d+)/.exec(item), /;\s*t=(\d+)/.exec(item)];
    return remaining && seconds ? [{ remaining: Number(remaining[1]), resetMs: Number(seconds[1]) * 1000 }] : [];
  });
}

function separateLimits(headers: AnswerHeaders, now: number): RequestLimit[] {
  return ['ratelimit-', 'x-ratelimit-', 'x-rate-limit-'].flatMap(prefix => {
    const [remaining, reset] = [headers[`${prefix}remaining`], headers[`${prefix}reset`]];
    const resetMs = reset === undefined ? undefined : untilReset(reset, clockOf(headers, now));
    if (!/^\d+$/.test(remaining ?? '') || resetMs === undefined) return [];
    return [{ remaining: Number(remaining), allowed: countOf(headers[`${prefix}limit`]), resetMs }];
  });
}

/** The number that a text begins with; `RateLimit-Limit` may name several windows behind it (`100, 100;w=60`). */
const countOf = (text: string | undefined) => {
  const digits = /^\s*(\d+)/.exec(text ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
};

/** Sources write a time in seconds or milliseconds since 1970, a date, or a number of seconds. The size of the number tells which. */
function untilReset(text: string, now: number): number | undefined {
  const number = Number(text);
  if (text.trim() === '') return undefined;
  if (Number.isNaN(number)) {
    const date = Date.parse(text);
    return Number.isNaN(date) ? undefined : Math.max(0, date - now);
  }
  if (number >= 1e12) return Math.max(0, number - now);
  if (number >= 1e9) return Math.max(0, number * 1000 - now);
  return Math.max(0, number * 1000);
}

/** The source’s own clock, which its dates refer to; this machine’s may differ. */
function clockOf(headers: AnswerHeaders, now: number): number {
  const date = Date.parse(headers.date ?? '');
  return Number.isNaN(date) ? now : date;
}
