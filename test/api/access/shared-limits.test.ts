// The same tests for limits in one process and for limits shared through Redis, with real clocks.
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFailureLimit, type FailureLimit } from '../../../src/api/access/failure-limit.ts';
import { createRateLimiter, type RateLimiter } from '../../../src/api/access/rate-limit.ts';
import { createSharedFailureLimit, createSharedRateLimiter } from '../../../src/api/access/shared-limits.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { connectRedis, untilReady } from '../../../src/redis/connection.ts';
import type { BucketSize } from '../../../src/redis/token-bucket.ts';
import { addClient } from '../../../src/state/clients/clients.ts';
import { embeddedEngine } from '../../support/servers/engines.ts';
import { type RedisServer, redisMissing, startRedis } from '../../support/servers/redis.ts';
import { startAccessServer } from '../../support/service/access-server.ts';
import { patienceMs, until } from '../../support/until.ts';

interface Limits {
  rate(settingsOf: (tenant: string) => BucketSize): RateLimiter;
  failures(): FailureLimit;
}

/** The bucket does not refill while a test runs. */
const slow: BucketSize = { per_minute: 1, burst: 5 };
const unique = () => crypto.randomUUID();

function contract(start: () => Limits): void {
  let limits: Limits;
  beforeEach(() => {
    limits = start();
  });

  it('allows the burst, then reports when to retry', async () => {
    const [limiter, tenant] = [limits.rate(() => slow), unique()];
    for (let left = 4; left >= 0; left -= 1) {
      const decision = await limiter.consume(tenant);
      expect(decision).toMatchObject({ allowed: true, limit: 5, remaining: left, retryAfterSeconds: 0 });
      expect(decision.resetSeconds).toBeGreaterThan((4 - left) * 60);
      expect(decision.resetSeconds).toBeLessThanOrEqual((5 - left) * 60);
    }
    const refused = await limiter.consume(tenant);
    expect(refused).toMatchObject({ allowed: false, limit: 5, remaining: 0 });
    expect(refused.retryAfterSeconds).toBeGreaterThan(0);
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(60);
  });

  it('gives each tenant its own limit', async () => {
    const [small, large] = [unique(), unique()];
    const limiter = limits.rate(tenant => ({ per_minute: 1, burst: tenant === small ? 2 : 7 }));
    const allowed = async (tenant: string) => {
      const decisions = await Promise.all(Array.from({ length: 10 }, () => limiter.consume(tenant)));
      return decisions.filter(decision => decision.allowed).length;
    };
    expect([await allowed(small), await allowed(large)]).toEqual([2, 7]);
  });

  it('never allows more than the burst and the refill, and no less than the burst', async () => {
    const settings = fc.record({
      per_minute: fc.integer({ min: 1, max: 120_000 }),
      burst: fc.integer({ min: 1, max: 20 }),
    });
    const rounds = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(settings, rounds, async (rate, requests) => {
        const [limiter, tenant] = [limits.rate(() => rate), unique()];
        const begun = performance.now();
        let [allowed, asked] = [0, 0];
        for (const count of requests) {
          const decisions = await Promise.all(Array.from({ length: count }, () => limiter.consume(tenant)));
          allowed += decisions.filter(decision => decision.allowed).length;
          asked += count;
        }
        const refill = ((performance.now() - begun) * rate.per_minute) / 60_000;
        // The two clocks may differ by a thousandth.
        expect(allowed).toBeLessThanOrEqual(rate.burst + refill * 1.001);
        expect(allowed).toBeGreaterThanOrEqual(Math.min(asked, rate.burst));
      }),
      { numRuns: 50 },
    );
  });

  it('allows again after Retry-After', async () => {
    const [limiter, tenant] = [limits.rate(() => ({ per_minute: 120, burst: 1 })), unique()];
    const consume = () => limiter.consume(tenant);
    const refused = await until(consume, decision => !decision.allowed);
    expect(refused.retryAfterSeconds).toBe(1);
    await until(consume, decision => decision.allowed);
  });

  it('allows ten failures, even parallel ones, and does not affect other parties', async () => {
    const [limit, party] = [limits.failures(), `${unique()} 2001:db8::1`];
    expect(await limit.secondsToWait(party)).toBe(0);
    const waits = await Promise.all(Array.from({ length: 25 }, () => limit.fail(party)));
    expect(waits.filter(wait => wait === 0)).toHaveLength(10);
    for (const wait of [await limit.secondsToWait(party), ...waits.filter(each => each > 0)]) {
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(60);
    }
    expect(await limit.fail(unique())).toBe(0);
  });
}

describe('limits of one process', () => contract(() => ({ rate: createRateLimiter, failures: createFailureLimit })));

describe.skipIf(redisMissing)('shared limits', () => {
  let server: RedisServer;
  const outages: string[] = [];
  const connections: ReturnType<typeof connectRedis>[] = [];
  const onOutage = (error: Error) => outages.push(error.message);
  beforeAll(async () => {
    server = await startRedis();
    for (let process = 0; process < 2; process += 1) {
      const connection = connectRedis(server.url, { onError: () => {} });
      connections.push(connection);
      expect(await untilReady(connection, patienceMs)).toBe(true);
    }
  });
  afterAll(async () => {
    for (const connection of connections) connection.disconnect();
    await server.stop();
  });

  /** Their Redis may take as long as a busy machine makes it take, unless the test is about that. */
  const limitsOf = (process: number, answerMs: number | undefined = patienceMs): Limits => ({
    rate: settingsOf => createSharedRateLimiter(connections[process]!, settingsOf, { onOutage, answerMs }),
    failures: () => createSharedFailureLimit(connections[process]!, { onOutage, answerMs }),
  });

  describe('in one process', () => contract(() => limitsOf(0)));

  describe('in two processes', () => {
    /** Alternates between the two processes. */
    function inTurn<Limit>(make: (process: number) => Limit): () => Limit {
      const both = [make(0), make(1)];
      let turn = 0;
      return () => both[turn++ % 2]!;
    }
    contract(() => ({
      rate(settingsOf) {
        const next = inTurn(process => limitsOf(process).rate(settingsOf));
        return { consume: tenant => next().consume(tenant) };
      },
      failures() {
        const next = inTurn(process => limitsOf(process).failures());
        return { secondsToWait: party => next().secondsToWait(party), fail: party => next().fail(party) };
      },
    }));
  });

  it('hold at the token endpoints of two servers together', async () => {
    const engine = await embeddedEngine();
    const database = await engine.open();
    await migrate(database);
    const added = await addClient(database, { tenant: 'main', name: 'x', scopes: ['read'], createdBy: 'test' });
    const start = (process: number) => startAccessServer(database, { failures: limitsOf(process).failures() });
    const servers = await Promise.all([start(0), start(1)]);
    try {
      const form = { grant_type: 'client_credentials', client_id: added.client.client_id, client_secret: 'wrong' };
      const answers = await Promise.all(
        Array.from({ length: 13 }, (_, index) => servers[index % 2]!.requestToken(form)),
      );
      expect(answers.map(answer => answer.status).sort()).toEqual([...Array(10).fill(401), 429, 429, 429]);
      for (const server of servers) {
        const right = await server.requestToken({ ...form, client_secret: added.clientSecret });
        expect([right.status, Number(right.headers.get('retry-after')) > 0]).toEqual([429, true]);
      }
    } finally {
      await Promise.all(servers.map(server => server.close()));
      await engine.stop();
    }
  });

  it('leave no keys behind when a bucket is full again', async () => {
    const tenant = unique();
    await limitsOf(0)
      .rate(() => ({ per_minute: 6, burst: 10 }))
      .consume(tenant);
    const key = `rolecall:rate:${tenant}`;
    const left = await connections[0]!.pttl(key);
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(11_000);
    await limitsOf(0).failures().fail(tenant);
    expect(await connections[0]!.pttl(`rolecall:failures:${tenant}`)).toBeGreaterThan(0);
    expect(outages).toEqual([]);
  });

  it('work after Redis has lost all data and scripts', async () => {
    const limiter = limitsOf(0).rate(() => slow);
    await limiter.consume('a');
    await connections[1]!.script('FLUSH');
    await connections[1]!.flushall();
    expect(await limiter.consume('a')).toMatchObject({ allowed: true, remaining: 4 });
    expect(outages).toEqual([]);
  });

  it('are counted by each process alone while Redis is unavailable, which is reported once', async () => {
    const [limiter, tenant] = [limitsOf(0).rate(() => slow), unique()];
    for (let request = 0; request < 3; request += 1) await limiter.consume(tenant);
    await server.kill9();
    const decisions = [];
    for (let request = 0; request < 7; request += 1) decisions.push((await limiter.consume(tenant)).allowed);
    expect(decisions).toEqual([true, true, true, true, true, false, false]);
    expect(outages).toHaveLength(1);
    await server.restartEmpty();
    expect(await untilReady(connections[0]!, patienceMs)).toBe(true);
    await expect.poll(async () => (await limiter.consume(tenant)).remaining).toBe(4);
    await server.kill9();
    await limiter.consume(tenant);
    expect(outages).toHaveLength(2);
    outages.length = 0;
    await server.restartEmpty();
    expect(await untilReady(connections[0]!, patienceMs)).toBe(true);
    expect(await untilReady(connections[1]!, patienceMs)).toBe(true);
  });

  it('wait shortly for a Redis that does not answer, with only the first request of each second', async () => {
    const [limiter, tenant] = [limitsOf(0, 250).rate(() => slow), unique()];
    await connections[1]!.config('RESETSTAT');
    await connections[1]!.client('PAUSE', 10 * patienceMs, 'WRITE');
    const begun = performance.now();
    for (let request = 0; request < 10; request += 1) {
      expect(await limiter.consume(tenant)).toMatchObject({ allowed: request < 5 });
    }
    const seconds = Math.floor((performance.now() - begun) / 1000);
    expect(outages).toEqual(['no answer within 250 ms']);
    // Only requests that were sent to Redis waited for it. Redis counts a command when it executes it.
    await connections[1]!.client('UNPAUSE');
    await connections[0]!.ping();
    const asked = Number(/cmdstat_evalsha:calls=(\d+)/.exec(await connections[1]!.info('commandstats'))![1]);
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThanOrEqual(1 + seconds);
  });
});
