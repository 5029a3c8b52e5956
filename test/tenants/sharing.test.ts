// How tenants share a deployment: they take turns, each has limits of its own, and removing one does not affect the others.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { scriptedConnector } from '../support/scripted-source.ts';
import { startService, type TestService, temporaryFolder } from '../support/service/service.ts';
import { until } from '../support/until.ts';
import { deployments, recordsOf, sourceOf, tokenOf } from './two-tenants.ts';

describe.each(deployments)('tenants ($name; skipped: $skipped)', ({ start, skipped }) => {
  if (skipped) return it.skip(skipped, () => {});
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  async function startWith(
    tenants: Record<string, unknown>,
    more: { folder?: string; settings?: Record<string, unknown> } = {},
  ): Promise<TestService> {
    const test = await startService({
      sources: {},
      ...(more.folder !== undefined && { folder: more.folder }),
      settings: { ...more.settings, tenants },
    });
    closing.push(() => test.close());
    return test;
  }

  async function startEngine() {
    const engine = await start();
    closing.push(() => engine.stop());
    return engine.settings;
  }

  it('with one source do not wait behind one with twelve', async () => {
    const settings = await startEngine();
    const many = Array.from({ length: 12 }, (_, index) => sourceOf('held', `source-${index}`));
    const test = await startWith(
      { large: { sources: many }, small: { sources: [sourceOf('quick')] } },
      { settings: { ...settings, workers: { extract: 1 } } },
    );
    let letGo = () => {};
    const held = new Promise<void>(resolve => {
      letGo = resolve;
    });
    test.scripts.set('held', {
      async *Account() {
        await held;
        yield { records: [] };
      },
    });
    test.scripts.set('quick', { Account: () => [{ records: [] }] });
    const large = test.service.tenant('large');
    const small = test.service.tenant('small');
    for (const { id } of many) await large.requestSync(id, 'operator');
    const { run_id } = await small.requestSync('app', 'operator');
    letGo();
    await until(
      () => test.service.database.query(`select 1 from sync_runs where ended_at is null`),
      open => open.length === 0,
    );
    const order = await test.service.database.query<{ run_id: string }>(
      'select run_id from sync_runs order by started_at',
    );
    expect(order).toHaveLength(13);
    // One run of the large tenant is running already, and another may have been taken just before.
    expect(order.findIndex(run => run.run_id === run_id)).toBeLessThanOrEqual(3);
  });

  it('have rate limits of their own', async () => {
    const settings = await startEngine();
    const test = await startWith(
      {
        small: { rate_limit: { per_minute: 1, burst: 3 }, sources: [] },
        large: { rate_limit: { per_minute: 1, burst: 30 }, sources: [] },
      },
      { settings },
    );
    const [small, large] = [await tokenOf(test, 'small'), await tokenOf(test, 'large')];
    /** How many requests are answered before one is refused. A slow machine gets one more for each minute that they take. */
    const answeredOf = async (token: string, most: number) => {
      for (let answered = 0; answered < most; answered += 1) {
        const { status, headers } = await test.get('/v1/accounts', token);
        expect(headers['ratelimit-limit']).toBe(token === small ? '3' : '30');
        if (status === 429) return answered;
      }
      return most;
    };
    const first = await answeredOf(small, 20);
    expect(first).toBeGreaterThanOrEqual(3);
    expect(first).toBeLessThan(20);
    expect(await answeredOf(large, 20)).toBe(20);
    expect(await answeredOf(small, 20)).toBeLessThan(20);
  });

  it('that are removed from the configuration keep their data, and their jobs are dropped', async () => {
    const settings = await startEngine();
    const folder = temporaryFolder();
    closing.push(() => fs.rmSync(folder, { recursive: true, force: true }));
    const both = { kept: { sources: [sourceOf('kept')] }, gone: { sources: [sourceOf('gone')] } };
    const scripts = new Map(['kept', 'gone'].map(name => [name, recordsOf(name)]));
    const startFor = (tenants: Record<string, unknown>) =>
      startService({
        sources: {},
        folder,
        connectors: [scriptedConnector(scripts)],
        settings: { ...settings, tenants },
      });
    const before = await startFor(both);
    for (const name of ['kept', 'gone']) {
      const { build } = await before.operator.sync({ tenant: name, sources: [], acceptLoss: false }, () => {});
      expect(build?.status).toBe('Published');
    }
    const token = await tokenOf(before, 'gone');
    let reached = () => {};
    const reading = new Promise<void>(resolve => {
      reached = resolve;
    });
    scripts.set('gone', {
      async *Account(_cursor, signal) {
        reached();
        await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
        yield { records: [] };
      },
    });
    const { run_id } = await before.service.tenant('gone').requestSync('app', 'operator');
    await reading;
    // Its jobs return to the queue at once, where no tenant takes them.
    await before.service.queue.close(0);
    await before.service.close();

    const after = await startFor({ kept: both.kept });
    const { build } = await after.operator.sync({ sources: [], acceptLoss: false }, () => {});
    expect(build).toMatchObject({ status: 'Published', version: 2 });
    const depths = await until(
      () => after.service.queue.depths(),
      all => all.extract.waiting + all.extract.active + all.extract.delayed === 0,
    );
    expect(depths.extract.failed).toBe(0);
    const refused = await after.get('/v1/accounts', token);
    expect([refused.status, refused.body.items]).toEqual([403, undefined]);
    expect(fs.readdirSync(path.join(folder, 'data/tenants/gone/versions'))).toHaveLength(1);
    await after.close();

    scripts.set('gone', recordsOf('gone'));
    const again = await startFor(both);
    closing.push(() => again.close());
    expect((await again.get('/v1/accounts?pageSize=1', await tokenOf(again, 'gone'))).body.items).toHaveLength(1);
    const [run] = await until(
      () =>
        again.service.database.query<{ status: string; ended_at: Date | null }>(
          'select status, ended_at from sync_runs where run_id = $1',
          [run_id],
        ),
      ([found]) => found?.ended_at != null,
      40_000,
    );
    expect(run!.status).toBe('Landed');
  });
});
