// How long a source asks to wait, in all forms in which sources say so.
import { describe, expect, it } from 'vitest';
import { requestLimit, retryAfterOf } from '../../../src/connector/http/waits.ts';

const now = Date.parse('2026-11-22T10:00:00Z');

describe('Retry-After', () => {
  it.each([
    [{ 'retry-after': '120' }, 120_000],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': '1.5' }, 1500],
    [{ 'retry-after': 'Sun, 22 Nov 2026 10:00:30 GMT' }, 30_000],
    [{ 'retry-after': 'Sun, 22 Nov 2026 09:00:00 GMT' }, 0],
    // The clock of the source is an hour ahead; it asks for a minute.
    [{ 'retry-after': 'Sun, 22 Nov 2026 11:01:00 GMT', date: 'Sun, 22 Nov 2026 11:00:00 GMT' }, 60_000],
    [{ 'retry-after': 'soon' }, undefined],
    [{}, undefined],
  ])('%j', (headers, ms) => expect(retryAfterOf(headers as Record<string, string>, now)).toBe(ms));
});

describe('a limit', () => {
  const seconds = now / 1000 + 30;
  it.each([
    [
      { 'x-ratelimit-remaining': '5', 'x-ratelimit-reset': String(seconds) },
      { remaining: 5, resetMs: 30_000 },
    ],
    [
      { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': String(seconds) },
      { remaining: 0, resetMs: 30_000 },
    ],
    [
      { 'x-ratelimit-remaining': '5', 'x-ratelimit-reset': String(now + 7000) },
      { remaining: 5, resetMs: 7000 },
    ],
    [
      { 'ratelimit-remaining': '9', 'ratelimit-reset': '12' },
      { remaining: 9, resetMs: 12_000 },
    ],
    [
      { 'x-ratelimit-remaining': '9', 'x-ratelimit-reset': 'Sun, 22 Nov 2026 10:00:30 GMT' },
      { remaining: 9, resetMs: 30_000 },
    ],
    [{ ratelimit: 'limit=100, remaining=50, reset=5' }, { remaining: 50, allowed: 100, resetMs: 5000 }],
    [{ ratelimit: '"default";r=50;t=30' }, { remaining: 50, resetMs: 30_000 }],
    [{ ratelimit: '"minute";r=50;t=30, "day";r=2;t=9000' }, { remaining: 2, resetMs: 9_000_000 }],
    [{ 'x-ratelimit-remaining': '5' }, undefined],
    [{ 'x-ratelimit-remaining': '-1', 'x-ratelimit-reset': '5' }, undefined],
    [{ 'x-ratelimit-remaining': '5', 'x-ratelimit-reset': '' }, undefined],
    [{ ratelimit: 'nonsense' }, undefined],
    [{}, undefined],
  ])('%j', (headers, limit) => expect(requestLimit(headers as Record<string, string>, now)).toEqual(limit));

  it.each([
    ['600', 600],
    ['100, 100;w=60', 100],
    ['many', undefined],
  ])('of %s requests in all is %s', (text, allowed) => {
    const headers = { 'ratelimit-limit': text, 'ratelimit-remaining': '5', 'ratelimit-reset': '10' };
    expect(requestLimit(headers, now)?.allowed).toBe(allowed);
  });

  it('is counted by the clock of the source', () =>
    expect(
      requestLimit(
        {
          'x-ratelimit-remaining': '0',
          'x-ratelimit-reset': String(seconds + 3600),
          date: 'Sun, 22 Nov 2026 11:00:00 GMT',
        },
        now,
      ),
    ).toEqual({ remaining: 0, resetMs: 30_000 }));
});
