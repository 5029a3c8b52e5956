import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createFailureLimit } from '../../../src/api/access/failure-limit.ts';
import { createRateLimiter, type RateDecision } from '../../../src/api/access/rate-limit.ts';

const requests = fc.array(fc.record({ waitMs: fc.nat({ max: 5000 }), tenant: fc.constantFrom('a', 'b') }), {
  maxLength: 200,
});
const settings = fc.record({ per_minute: fc.integer({ min: 1, max: 60_000 }), burst: fc.integer({ min: 1, max: 50 }) });

it('never allows more than the burst and the refill, and reports the right time to retry', () => {
  fc.assert(
    fc.property(settings, requests, (rate, steps) => {
      let now = 0;
      const consume = (limiter: ReturnType<typeof createRateLimiter>, tenant: string) =>
        limiter.consume(tenant) as RateDecision;
      const limiter = createRateLimiter(
        () => rate,
        () => now,
      );
      const allowedOf: Record<string, number> = { a: 0, b: 0 };
      for (const { waitMs, tenant } of steps) {
        now += waitMs;
        const decision = consume(limiter, tenant);
        if (decision.allowed) allowedOf[tenant]! += 1;
        expect(allowedOf[tenant]).toBeLessThanOrEqual(rate.burst + (now * rate.per_minute) / 60_000 + 1e-6);
        expect(decision.limit).toBe(rate.burst);
        expect(decision.remaining).toBeGreaterThanOrEqual(0);
        expect(decision.remaining).toBeLessThan(rate.burst);
        expect(decision.retryAfterSeconds === 0).toBe(decision.allowed);
        if (!decision.allowed) {
          expect(decision.remaining).toBe(0);
          now += decision.retryAfterSeconds * 1000;
          const retried = consume(limiter, tenant);
          expect(retried.allowed, 'allowed after Retry-After').toBe(true);
          allowedOf[tenant]! += 1;
        }
      }
    }),
  );
});

it('allows `remaining` requests more at once, and is full again after `resetSeconds`', () => {
  fc.assert(
    fc.property(settings, requests, (rate, steps) => {
      let now = 0;
      const limiter = createRateLimiter(
        () => rate,
        () => now,
      );
      for (const { waitMs } of steps) {
        now += waitMs;
        limiter.consume('a');
      }
      const { remaining } = limiter.consume('a') as RateDecision;
      for (let i = 0; i < remaining; i++) expect((limiter.consume('a') as RateDecision).allowed).toBe(true);
      const { allowed, resetSeconds } = limiter.consume('a') as RateDecision;
      expect(allowed).toBe(false);
      now += resetSeconds * 1000 + 1;
      expect((limiter.consume('a') as RateDecision).remaining).toBe(rate.burst - 1);
    }),
  );
});

it('allows the burst at once and then the average', () => {
  let now = 0;
  const limiter = createRateLimiter(
    () => ({ per_minute: 6000, burst: 1000 }),
    () => now,
  );
  const burst = () =>
    Array.from({ length: 2000 }, () => limiter.consume('a') as RateDecision).filter(d => d.allowed).length;
  expect(burst()).toBe(1000);
  now += 1000;
  expect(burst()).toBe(100);
  expect(limiter.consume('a')).toEqual({
    allowed: false,
    limit: 1000,
    remaining: 0,
    resetSeconds: 10,
    retryAfterSeconds: 1,
  });
});

it('never lets more failures through than the window allows', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 20_000 }), { maxLength: 100 }), waits => {
      let now = 0;
      const limit = createFailureLimit({ failures: 3, windowMs: 60_000, now: () => now });
      const through: number[] = [];
      for (const wait of waits) {
        now += wait;
        const seconds = limit.secondsToWait('x');
        expect(limit.fail('x')).toBe(seconds);
        if (seconds === 0) through.push(now);
        expect(limit.secondsToWait('y')).toBe(0);
        expect(through.filter(time => time > now - 60_000).length).toBeLessThanOrEqual(3);
      }
      now += limit.secondsToWait('x') * 1000;
      expect(limit.secondsToWait('x')).toBe(0);
    }),
  );
});
