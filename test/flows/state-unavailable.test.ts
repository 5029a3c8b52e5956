// The API while its PostgreSQL server is unavailable: requests that need no state are answered, all others say when to retry.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { revokeClient } from '../../src/state/clients/clients.ts';
import { exportRecords } from '../support/export-records.ts';
import { type Send, sendAs } from '../support/send.ts';
import { type PostgresServer, postgresMissing, startPostgres } from '../support/servers/postgres.ts';
import { type Answer, startService, type TestService } from '../support/service/service.ts';

/** Cached lookups are used up to this age; older ones are looked up again. */
const freshMs = 5000;
/** Some requests wait 0.3 s for a server that does not answer; an attempt to connect to it takes 2.5 s. */
const waitMs = 1000;

describe.skipIf(postgresMissing)('the API without its state database', () => {
  let server: PostgresServer;
  let test: TestService;
  let send: Send;
  let advancedMs = 0;
  beforeAll(async () => {
    server = await startPostgres();
    const now = Date.now;
    Date.now = () => now() + advancedMs;
    test = await startService({
      sources: { app: exportRecords() },
      settings: { database_url: await server.createDatabase() },
    });
    await test.sync();
    send = sendAs(test, await test.token());
    return () => {
      Date.now = now;
    };
  });
  beforeEach(async () => {
    expect((await send('GET', '/v1/accounts')).status).toBe(200);
  });
  afterAll(async () => {
    await test.close();
    await server.stop();
  });

  function expectUnavailable({ status, headers, body }: Answer): void {
    expect([status, body.code], JSON.stringify(body)).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(body.message).toContain('does not answer');
    expect(body.message).not.toMatch(/ECONN|SELECT|insert/i);
  }

  async function expectReadsOnly(): Promise<void> {
    advancedMs += freshMs + 1;
    expect(await send('GET', '/v1/accounts')).toMatchObject({ status: 200 });
    const tookMs: number[] = [];
    const { body } = await send('GET', '/v1/accounts?pageSize=1');
    for (let round = 0; round < 20; round += 1) {
      // Cached lookups grow older while the database does not answer, and no request waits for it.
      advancedMs += 7000;
      const begun = performance.now();
      expect((await send('GET', '/v1/accounts')).status).toBe(200);
      tookMs.push(performance.now() - begun);
      expect((await send('GET', `/v1/accounts/${body.items[0].globalId}`)).status).toBe(200);
    }
    // The median, because other work of the machine may delay some requests.
    expect(tookMs.toSorted((a, b) => a - b)[10]).toBeLessThan(waitMs);
  }

  it('serves reads while the database is shut down, refuses writes, and recovers afterwards', async () => {
    await server.halt();
    await expectReadsOnly();
    const query = { name: 'while unavailable', query_string: 'select 1' };
    expectUnavailable(await send('POST', '/v1/query/saved-queries', query));
    expectUnavailable(await send('POST', '/v1/downloads', { context: 'accessInventoryAccounts' }));
    expectUnavailable(await send('GET', '/v1/query/saved-queries'));
    expectUnavailable(await send('GET', `/v1/downloads/${crypto.randomUUID()}`));
    await server.resume();
    expect((await send('POST', '/v1/query/saved-queries', query)).status).toBe(201);
    expect((await send('POST', '/v1/downloads', { context: 'accessInventoryAccounts' })).status).toBe(201);
  });

  it('answers quickly when the server does not answer at all', async () => {
    await server.freeze();
    await expectReadsOnly();
    server.thaw();
    expect((await send('GET', '/v1/query/saved-queries')).status).toBe(200);
  });

  it('issues no tokens, in the words of RFC 6749', async () => {
    const ask = (id: string) =>
      test.app.inject({
        method: 'POST',
        url: '/oauth2/token',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: `grant_type=client_credentials&client_id=${id}&client_secret=x`,
      });
    await server.halt();
    // With the signing keys in the cache, and after they have expired from it.
    for (const minutes of [0, 20]) {
      advancedMs += minutes * 60_000;
      const refused = await ask(crypto.randomUUID());
      expect(refused.statusCode).toBe(503);
      expect(refused.json()).toEqual({ error: 'temporarily_unavailable', error_description: expect.any(String) });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(refused.headers['cache-control']).toBe('no-store');
    }
    await server.resume();
    expect((await ask(crypto.randomUUID())).statusCode).toBe(401);
  });

  it('refuses clients that it has not checked before, and checked clients after a quarter of an hour', async () => {
    const unknown = sendAs(test, await test.token());
    await server.halt();
    const refused = await unknown('GET', '/v1/accounts');
    expect([refused.status, refused.body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    advancedMs += 14 * 60_000;
    expect((await send('GET', '/v1/accounts')).status).toBe(200);
    advancedMs += 2 * 60_000;
    expect((await send('GET', '/v1/accounts')).status).toBe(503);
    await server.resume();
    expect((await unknown('GET', '/v1/accounts')).status).toBe(200);
  });

  it('keeps revoked clients out once it is back', async () => {
    const revoked = sendAs(test, await test.token());
    expect((await revoked('GET', '/v1/accounts')).status).toBe(200);
    const { rows } = { rows: await test.operator.listClients({}) };
    const client = rows.at(-1)!;
    await server.halt();
    advancedMs += freshMs + 1;
    expect((await revoked('GET', '/v1/accounts')).status).toBe(200);
    await server.resume();
    await revokeClient(test.service.database, client.client_id, 'test');
    advancedMs += freshMs + 1;
    await expect.poll(async () => (await revoked('GET', '/v1/accounts')).status).toBe(401);
    expect((await send('GET', '/v1/accounts')).status).toBe(200);
  });
});
