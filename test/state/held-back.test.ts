// What state records about sources that are held back, and how it reads the state of former releases.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { migrate, migrationsFolder } from '../../src/database/migrate.ts';
import { damagedSources, recordDamage } from '../../src/state/damaged-reads.ts';
import type { Finding } from '../../src/state/findings.ts';
import { acceptedPositions, heldBackSources, knownBefore, recordJudgements } from '../../src/state/held-back.ts';
import { startingPoint } from '../../src/state/incremental-reads.ts';
import { landedChains, newestPositions } from '../../src/state/landed-chains.ts';
import type { Lease } from '../../src/state/leases.ts';
import { endRead, readsOf, type StartingPoint, startRead } from '../../src/state/reads.ts';
import { endRun, leaseRun, requestRun } from '../../src/state/runs.ts';
import { registerSources } from '../../src/state/sources.ts';
import { describeEngines, type Engine } from '../support/servers/engines.ts';

const tenant = 'main';
const finding: Finding = { check: 'objects_gone', severity: 'stop', message: 'gone', count: 1, source: 'one' };

describeEngines('held-back sources', start => {
  let engine: Engine;
  let database: Database;
  beforeAll(async () => {
    engine = await start();
  });
  afterAll(() => engine.stop());
  beforeEach(async () => {
    database = await engine.open();
  });

  async function prepare(): Promise<void> {
    await migrate(database);
    const sources = ['one', 'two'].map(sourceId => ({
      sourceId,
      connector: 'scripted',
      applicationInstanceId: randomUUID(),
    }));
    await registerSources(database, tenant, sources);
  }

  /** A run that has read accounts. */
  async function landed(source: string, end: Parameters<typeof endRead>[3], changes?: StartingPoint): Promise<string> {
    const run = await requestRun(database, tenant, source, 'operator');
    const { lease } = (await leaseRun(database, run.run_id, 15_000, () => undefined)) as { lease: Lease };
    await startRead(database, lease, 'Account', { settingsDigest: 'one', changes });
    await endRead(database, lease, 'Account', end);
    await endRun(database, run.run_id, 'Landed');
    return run.run_id;
  }

  async function judge(source: string, findings: readonly Finding[]): Promise<void> {
    const chains = await landedChains(database, tenant, { until: 'newest', sources: [source] });
    await recordJudgements(database, tenant, [
      { sourceId: source, runs: chains.flatMap(({ runs }) => runs), findings },
    ]);
  }

  const runsOf = async (chains: ReturnType<typeof landedChains>) =>
    (await chains).flatMap(({ runs }) => runs.map(run => run.runId));
  const known = async () => (await knownBefore(database, tenant, 'one', 'Account'))?.runs.map(({ runId }) => runId);
  const complete = { status: 'Complete', kept: 0 } as const;

  it('are served from the accepted runs until newer runs are accepted', async () => {
    await prepare();
    const good = await landed('one', complete);
    await judge('one', []);
    const broken = await landed('one', complete);
    expect(await known()).toEqual([broken]);
    await judge('one', [finding]);
    expect(await heldBackSources(database, tenant)).toMatchObject([
      { source_id: 'one', run_id: broken, findings: [finding] },
    ]);
    const accepted = (sources = ['one']) => runsOf(landedChains(database, tenant, { until: 'accepted', sources }));
    expect(await accepted()).toEqual([good]);
    expect(await known()).toEqual([good]);

    const since = (await heldBackSources(database, tenant))[0]!.since;
    const worse = await landed('one', complete);
    await judge('one', [finding]);
    expect(await heldBackSources(database, tenant)).toMatchObject([{ run_id: worse, since }]);
    await judge('one', []);
    expect(await heldBackSources(database, tenant)).toEqual([]);
    expect(await accepted()).toEqual([worse]);
    // Nothing was recorded about another source.
    expect(await accepted(['two'])).toEqual([]);
    expect((await acceptedPositions(database, tenant)).get('two')).toBe(0);
  });

  it('consist of the newest read that holds everything, and the reads after it', async () => {
    await prepare();
    const partial = { status: 'Partial' } as const;
    await landed('one', complete);
    const whole = await landed('one', { ...partial, kept: 7 });
    const laidOver = await landed('one', partial);
    const chains = landedChains(database, tenant, { until: 'newest' });
    expect(await runsOf(chains)).toEqual([whole, laidOver]);
    expect([...newestPositions(await chains)]).toEqual([['one', (await chains)[0]!.runs[1]!.position]]);
  });

  it('consist of the runs that the newest read is laid over, without those between', async () => {
    await prepare();
    const file = { name: 'removed', bytes: 5, sha256: 'none' };
    const positionOf = async (runId: string) => (await positions()).get(runId)!;
    const positions = async () => {
      const chains = await landedChains(database, tenant, { until: 'newest', sources: ['one'] });
      return new Map(chains.flatMap(({ runs }) => runs.map(run => [run.runId, run.position])));
    };
    const whole = await landed('one', complete);
    const first = await positionOf(whole);
    const over = await landed('one', { ...complete, unchanged: 3, laidOver: [first] });
    const second = await positionOf(over);
    await judge('one', []);
    const broken = await landed('one', complete);
    await judge('one', [finding]);
    const parts = [{ part: 1, holds: 'removed' as const, file }];
    const newest = await landed('one', { ...complete, unchanged: 2, laidOver: [first, second], parts });
    const [chain] = await landedChains(database, tenant, { until: 'newest', sources: ['one'] });
    expect(chain!.runs.map(({ runId, removed, files }) => [runId, removed, files])).toEqual([
      [whole, [], []],
      [over, [], []],
      [newest, [file], []],
    ]);
    expect(chain!.runs.at(-1)!.read).toMatchObject({ changes_only: true, laid_over: [first, second] });
    expect(await known()).toEqual([whole, over]);
    expect(await runsOf(landedChains(database, tenant, { until: await positionOf(newest) }))).not.toContain(broken);
    // A run below is damaged: nothing before it counts, and no changes can be laid over it.
    await recordDamage(database, tenant, { sourceId: 'one', runId: over, type: 'Account' });
    expect(await runsOf(landedChains(database, tenant, { until: 'newest' }))).toEqual([newest]);
    expect(await damagedSources(database, tenant)).toEqual(['one']);
    expect((await acceptedPositions(database, tenant)).get('one')).toBeNull();
  });

  it('are read from where the last accepted complete read ended, after a later read was accepted', async () => {
    await prepare();
    const start = () => {
      const choice = { tenant, sourceId: 'one', type: 'Account', settingsDigest: 'one', fullReadEveryMs: 3_600_000 };
      return startingPoint(database, choice);
    };
    await landed('one', { ...complete, next: 'first' });
    await judge('one', []);
    await landed('one', { ...complete, next: 'held back' });
    expect((await start())!.since).toBe('held back');
    await judge('one', [finding]);
    const first = (await start())!;
    expect(first.since).toBe('first');
    const laidOver = { unchanged: 1, laidOver: [first.basePosition] };
    // It may lack some of the changes since the first one.
    await landed('one', { status: 'Partial', kept: 0, ...laidOver }, first);
    await judge('one', []);
    expect((await start())!.since).toBe('first');
    await landed('one', { ...complete, ...laidOver, next: 'third' }, first);
    await judge('one', []);
    expect((await start())!.since).toBe('third');
  });

  it('of former releases are accepted when their last version was made from everything', async () => {
    await migrate(database, migrationsFolder, '0007_claims.sql');
    const ids = { published: randomUUID(), waiting: randomUUID(), fresh: randomUUID() };
    await database.execute(`
      insert into sources (tenant, source_id, connector, application_instance_id)
        select name, 'one', 'scripted', gen_random_uuid() from unnest(array['published', 'held', 'fresh']) as name;
      insert into sync_runs (run_id, tenant, source_id, status, cause, ended_at)
        values ('${ids.published}', 'published', 'one', 'Landed', 'start', now()),
          ('${ids.waiting}', 'held', 'one', 'Landed', 'start', now());
      insert into sync_reads (run_id, type, status, rows, rejected) values
        ('${ids.published}', 'Account', 'Complete', 10, 0), ('${ids.published}', 'Role', 'Complete', 10, 2),
        ('${ids.published}', 'UserGroup', 'Partial', 10, 0);
      insert into builds (build_id, tenant, status, queued_at) values
        (gen_random_uuid(), 'published', 'HeldBack', now() - interval '1 hour'),
        (gen_random_uuid(), 'published', 'Published', now()),
        (gen_random_uuid(), 'held', 'Published', now() - interval '1 hour'),
        (gen_random_uuid(), 'held', 'HeldBack', now());`);
    await migrate(database);
    const position = (await landedChains(database, 'published', { until: 'newest' }))[0]!.runs[0]!.position;
    const accepted = async (name: string) => (await acceptedPositions(database, name)).get('one');
    expect([await accepted('published'), await accepted('held'), await accepted('fresh')]).toEqual([position, null, 0]);
    expect((await readsOf(database, ids.published)).map(({ type, status, kept }) => [type, status, kept])).toEqual([
      ['Account', 'Complete', 0],
      ['Role', 'Partial', 0],
      ['UserGroup', 'Partial', null],
    ]);
  });
});
