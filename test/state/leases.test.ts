// Leases: held by one process at a time, taken over when they expire, and useless to a process that lost them.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { landedFilesOf } from '../../src/state/landed-chains.ts';
import {
  type Lease,
  LeaseLost,
  releaseAllLeases,
  releaseLease,
  renewLease,
  underLease,
} from '../../src/state/leases.ts';
import { endRead, type LandedBatch, readsOf, saveBatch, startRead } from '../../src/state/reads.ts';
import { endRun, findRun, leaseRun, requestRun, retryRun } from '../../src/state/runs.ts';
import { registerSources } from '../../src/state/sources.ts';
import {
  failBuild,
  findBuild,
  leaseBuild,
  publishVersion,
  readableVersions,
  requestBuild,
} from '../../src/state/versions.ts';
import { leasableJobs } from '../../src/state/waiting-jobs.ts';
import { describeEngines, type Engine } from '../support/servers/engines.ts';

const tenant = 'main';
const anyNumber = () => undefined;
const leaseMs = 15_000;
const batch: LandedBatch = {
  part: 1,
  rows: 10,
  rejected: 1,
  filled: { alias: 2 },
  gaps: [{ reason: 'failed', subject: 'GET /users', message: '500', missing: 'objects' }],
  cursor: '10',
  changesOnly: false,
  file: { name: '000001-1.parquet', bytes: 4711, sha256: 'ab' },
};

describeEngines('a lease', start => {
  let engine: Engine;
  let database: Database;
  beforeAll(async () => {
    engine = await start();
  });
  afterAll(() => engine.stop());
  beforeEach(async () => {
    database = await engine.open();
    await migrate(database);
    const sources = ['one', 'two'].map(sourceId => ({
      sourceId,
      connector: 'scripted',
      applicationInstanceId: randomUUID(),
    }));
    await registerSources(database, tenant, sources);
  });

  const runOf = async (source: string) => (await requestRun(database, tenant, source, 'operator')).run_id;
  /** Acquires the lease; fails when it is not available. */
  const leased = async (runId: string): Promise<Lease> => {
    const had = await leaseRun(database, runId, leaseMs, anyNumber);
    if (typeof had === 'string') throw new Error(`the lease is ${had}`);
    return had.lease;
  };
  const expire = () => database.execute(`update sync_runs set lease_until = now() - interval '1 second'`);

  it('is held by one process, and by the next one when it has expired or was released', async () => {
    const runId = await runOf('one');
    const first = await leased(runId);
    expect(await leaseRun(database, runId, leaseMs, anyNumber)).toBe('later');
    expect(await renewLease(database, first)).toBe(true);
    await expire();
    const second = await leased(runId);
    expect(second.attempt).toBe(first.attempt + 1);
    expect([await renewLease(database, first), await renewLease(database, second)]).toEqual([false, true]);
    expect((await findRun(database, runId))!.failures, 'one ran out').toBe(1);
    // A process that lost the lease cannot release it.
    await releaseLease(database, first, { failed: false });
    expect(await leaseRun(database, runId, leaseMs, anyNumber)).toBe('later');
    await releaseLease(database, second, { failed: false });
    await leased(runId);
    expect((await findRun(database, runId))!.failures, 'one was given back').toBe(1);
  });

  it('can be taken over at once when its owner died and the clock was set back', async () => {
    const runId = await runOf('one');
    const first = await leased(runId);
    await database.execute(`update sync_runs set lease_until = now() + interval '1 hour'`);
    expect(await leasableJobs(database, tenant)).toEqual([{ name: 'extract', id: runId }]);
    const second = await leased(runId);
    expect([await renewLease(database, first), await renewLease(database, second)]).toEqual([false, true]);
  });

  it('counts a failure when its work did not finish', async () => {
    const runId = await runOf('one');
    await releaseLease(database, await leased(runId), { failed: true });
    await leased(runId);
    expect((await findRun(database, runId))!.failures).toBe(1);
  });

  it('allows writes of what a read has landed, but not after it was lost', async () => {
    const runId = await runOf('one');
    const lost = await leased(runId);
    await startRead(database, lost, 'Account', { settingsDigest: 'one' });
    await saveBatch(database, lost, 'Account', batch);
    const saved = await readsOf(database, runId);
    expect(saved).toMatchObject([
      { type: 'Account', status: 'Running', parts: 1, rows: 10, rejected: 1, cursor: '10' },
    ]);
    expect(saved[0]).toMatchObject({ filled: batch.filled, gaps: batch.gaps });
    expect(await landedFilesOf(database, runId, 'Account')).toEqual([batch.file]);

    await expire();
    const held = await leased(runId);
    const late = [
      () => startRead(database, lost, 'Account', { settingsDigest: 'one' }),
      () => saveBatch(database, lost, 'Account', { ...batch, part: 2 }),
      () => endRead(database, lost, 'Account', { status: 'Complete' }),
      () => retryRun(database, lost, 'broke', 10),
      () => underLease(database, lost, transaction => endRun(transaction, runId, 'Landed')),
    ];
    for (const write of late) await expect(write()).rejects.toBeInstanceOf(LeaseLost);
    expect(await readsOf(database, runId)).toEqual(saved);
    expect(await landedFilesOf(database, runId, 'Account')).toHaveLength(1);

    const second = { ...batch, part: 2, cursor: null, file: undefined };
    await saveBatch(database, held, 'Account', second);
    await endRead(database, held, 'Account', { status: 'Complete', duplicates: 3 });
    expect(await readsOf(database, runId)).toMatchObject([{ status: 'Complete', parts: 2, rows: 20, duplicates: 3 }]);
    expect(await landedFilesOf(database, runId, 'Account')).toEqual([batch.file]);
    await startRead(database, held, 'Account', { settingsDigest: 'one' });
    expect(await readsOf(database, runId)).toMatchObject([{ status: 'Running', parts: 0, rows: 0, cursor: null }]);
    expect(await landedFilesOf(database, runId, 'Account')).toEqual([]);
  });

  it('resets the failures after progress that the next attempt can use, and after no other progress', async () => {
    const runId = await runOf('one');
    const failures = async () => (await findRun(database, runId))!.failures;
    await retryRun(database, await leased(runId), 'broke', 0);
    const lease = await leased(runId);
    await startRead(database, lease, 'Account', { settingsDigest: 'one' });
    await saveBatch(database, lease, 'Account', { ...batch, cursor: null });
    expect(await failures()).toBe(1);
    await saveBatch(database, lease, 'Account', { ...batch, part: 2 });
    expect(await failures()).toBe(0);
  });

  it('is not available before the time of a retry, nor above the limit of a connector', async () => {
    const [one, two] = [await runOf('one'), await runOf('two')];
    await retryRun(database, await leased(one), 'busy', 3_600_000);
    expect(await leaseRun(database, one, leaseMs, anyNumber)).toBe('later');
    expect((await leasableJobs(database, tenant)).map(job => job.id)).toEqual([two]);
    await database.execute('update sync_runs set retry_at = now()');
    await leased(two);
    expect(await leaseRun(database, one, leaseMs, () => 1)).toBe('later');
    expect(await leaseRun(database, one, leaseMs, () => 2)).toMatchObject({
      record: { run_id: one, status: 'Running' },
    });
  });

  it('is over when its run has ended', async () => {
    const runId = await runOf('one');
    const lease = await leased(runId);
    await underLease(database, lease, transaction => endRun(transaction, runId, 'Landed'));
    expect(await leaseRun(database, runId, leaseMs, anyNumber)).toBe('over');
    expect(await leaseRun(database, randomUUID(), leaseMs, anyNumber)).toBe('over');
    await expect(saveBatch(database, lease, 'Account', batch)).rejects.toBeInstanceOf(LeaseLost);
    expect(await leasableJobs(database, tenant)).toEqual([]);
  });

  it('of a build exists once per tenant, and publishes once', async () => {
    const first = await requestBuild(database, tenant);
    const had = await leaseBuild(database, first.build_id, leaseMs);
    const waiting = await requestBuild(database, tenant);
    expect(waiting.build_id).not.toBe(first.build_id);
    expect(await leaseBuild(database, waiting.build_id, leaseMs)).toBe('later');
    const other = await requestBuild(database, 'other');
    expect(await leaseBuild(database, other.build_id, leaseMs)).toMatchObject({ record: { status: 'Running' } });

    await database.execute(`update builds set lease_until = now() - interval '1 second'`);
    const again = await leaseBuild(database, first.build_id, leaseMs);
    if (typeof had === 'string' || typeof again === 'string') throw new Error('not leased');
    const made = { tenant, version: 1, folder: '00000001-a-1', findings: [], judgements: [], found: [] };
    await expect(publishVersion(database, had.lease, made)).rejects.toBeInstanceOf(LeaseLost);
    await expect(failBuild(database, had.lease, 'broke')).rejects.toBeInstanceOf(LeaseLost);
    expect(await readableVersions(database, tenant)).toEqual([]);
    await publishVersion(database, again.lease, { ...made, folder: '00000001-a-2' });
    await expect(publishVersion(database, again.lease, { ...made, version: 2 })).rejects.toBeInstanceOf(LeaseLost);
    expect(await readableVersions(database, tenant)).toMatchObject([{ version: 1, folder: '00000001-a-2' }]);
    expect(await findBuild(database, first.build_id)).toMatchObject({ status: 'Published', failures: 1 });
    expect(await leaseBuild(database, waiting.build_id, leaseMs)).toMatchObject({ record: { status: 'Running' } });
  });

  it('of every process is released when the only process of a deployment starts', async () => {
    const runId = await runOf('one');
    await leased(runId);
    await releaseAllLeases(database);
    await leased(runId);
    expect((await findRun(database, runId))!.failures).toBe(1);
  });
});
