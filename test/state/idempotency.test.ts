import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import { expireIdempotencyKeys, type IdempotentRequest, writeOnce } from '../../src/state/idempotency.ts';
import { describeEngines, type Engine } from '../support/servers/engines.ts';
import { until } from '../support/until.ts';

interface Item {
  readonly id: string;
}

describeEngines('idempotency keys', start => {
  let engine: Engine;
  let database: Database;
  /** Another process of the deployment; the embedded engine has one. */
  let other: Database;
  beforeAll(async () => {
    engine = await start();
    if (engine.server) {
      const url = await engine.server.createDatabase();
      [database, other] = await Promise.all([openDatabase({ url }), openDatabase({ url })]);
    } else {
      database = await engine.open();
      other = database;
    }
    await migrate(database);
    await database.execute('CREATE TABLE item (id text PRIMARY KEY)');
  });
  afterAll(async () => {
    if (engine.server) await Promise.all([database.close(), other.close()]);
    await engine.stop();
  });

  const request = (change: Partial<IdempotentRequest> = {}): IdempotentRequest => ({
    tenant: 'acme',
    clientId: 'client',
    principalId: 'client',
    key: crypto.randomUUID(),
    fingerprint: 'POST /v1/items digest',
    ...change,
  });

  function send(at: Database, sent: IdempotentRequest | undefined, make?: () => Promise<void>): Promise<Item> {
    return writeOnce<Item>(at, sent, {
      async make(transaction) {
        await make?.();
        const [made] = await transaction.query<Item>('INSERT INTO item VALUES ($1) RETURNING id', [
          crypto.randomUUID(),
        ]);
        return made!;
      },
      idOf: item => item.id,
      find: async (transaction, id) => (await transaction.query<Item>('SELECT id FROM item WHERE id = $1', [id]))[0]!,
    });
  }

  const items = async () => (await database.query('SELECT id FROM item')).length;
  const keys = async () => (await database.query('SELECT key FROM idempotency_keys')).length;

  it('writes once for a key, and each time without one', async () => {
    const before = await items();
    const sent = request();
    const first = await send(database, sent);
    expect(await send(other, sent)).toEqual(first);
    expect(await items()).toBe(before + 1);
    await send(database, undefined);
    await send(database, undefined);
    expect(await items()).toBe(before + 3);
  });

  it('refuses a key that was used for another request, and writes nothing', async () => {
    const sent = request();
    await send(database, sent);
    const before = await items();
    const reused = send(other, { ...sent, fingerprint: 'POST /v1/items other' });
    await expect(reused).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED', status: 409 });
    expect(await items()).toBe(before);
  });

  it('keeps the keys of tenants, clients and users apart', async () => {
    const sent = request();
    const made = await Promise.all([
      send(database, sent),
      send(other, { ...sent, tenant: 'other' }),
      send(database, { ...sent, clientId: 'other' }),
      send(other, { ...sent, principalId: 'other' }),
    ]);
    expect(new Set(made.map(item => item.id)).size).toBe(4);
  });

  it('writes once for many concurrent requests, and gives all of them the result', async () => {
    const before = await items();
    const sent = request();
    const made = await Promise.all(Array.from({ length: 16 }, (_, index) => send(index % 2 ? database : other, sent)));
    expect(new Set(made.map(item => item.id)).size).toBe(1);
    expect(await items()).toBe(before + 1);
  });

  it('leaves no key of a write that failed, so a request that waited for it writes', async () => {
    const [before, keysBefore] = [await items(), await keys()];
    const sent = request();
    const begun = Promise.withResolvers<void>();
    const failing = send(database, sent, async () => {
      begun.resolve();
      if (engine.server) await untilWaiting();
      throw new Error('changed my mind');
    });
    const failed = expect(failing).rejects.toThrow('changed my mind');
    await begun.promise;
    await Promise.all([failed, send(other, sent)]);
    expect([await items(), await keys()]).toEqual([before + 1, keysBefore + 1]);
  });

  it('ignores a key after a day, even before expired keys are removed', async () => {
    const [sent, swept, young] = [request(), request(), request()];
    const first = await send(database, sent);
    await send(database, swept);
    await database.query(`UPDATE idempotency_keys SET created_at = now() - interval '25 hours'`);
    const kept = await send(database, young);
    const again = await send(other, { ...sent, fingerprint: 'POST /v1/items other' });
    expect(again).not.toEqual(first);
    expect(await expireIdempotencyKeys(database)).toBeGreaterThan(0);
    expect(await send(database, young)).toEqual(kept);
    expect(await keys()).toBe(2);
  });

  async function untilWaiting(): Promise<void> {
    await until(
      () => other.query(`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'`),
      waiting => waiting.length > 0,
    );
  }
});
