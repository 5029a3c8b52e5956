// Jobs that were open in a backup are not continued after a restore: their changes may have been made, and undone, since.
import { expect, it } from 'vitest';
import { migrate } from '../../../src/database/migrate.ts';
import { createActionJob, findActionJob, openActionJobs } from '../../../src/state/actions/jobs.ts';
import { createRecordWrites } from '../../../src/state/actions/record-writes.ts';
import { openRecords, saveRecords, unexpandedTargets } from '../../../src/state/actions/records.ts';
import { listResults } from '../../../src/state/actions/results.ts';
import { leaseActionJob } from '../../../src/state/actions/work.ts';
import { afterRestore } from '../../../src/state/after-restore.ts';
import { describeEngines } from '../../support/servers/engines.ts';

describeEngines('a restore', start => {
  it('ends jobs that were open', async () => {
    const engine = await start();
    const database = await engine.open();
    await migrate(database);
    const owner = { tenant: 'main', clientId: 'c', principalId: 'c' };
    const id = '00000000-0000-4000-8000-000000000000';
    const target = { sourceId: 's', applicationInstanceId: id, objectId: id, local: { accountId: 'a' } };
    const job = await createActionJob(database, owner, 'DisableAccount', [target]);
    const waiting = await createActionJob(database, owner, 'DisableAccount', [target], { approval: 'many' });
    const leased = await leaseActionJob(database, 'main', job, 15_000);
    if (typeof leased === 'string') throw new Error(leased);
    const [submitted] = await unexpandedTargets(database, job);
    await saveRecords(database, leased.lease, 'DisableAccount', [
      { submitted: submitted!, records: [{ objectId: id, local: target.local }] },
    ]);
    const writes = createRecordWrites(database, leased.lease, leased.record, { inStep: false });
    const [record] = await openRecords(database, leased.record, 's');
    await writes.begin(record!);
    await writes.saveBefore(record!, { enabled: true });
    await database.transaction(transaction => afterRestore(transaction, '2026-01-01T00:00:00Z', false));
    expect(await openActionJobs(database, 'main')).toEqual([]);
    for (const ended of [job, waiting]) {
      expect(await findActionJob(database, 'main', ended)).toMatchObject({ status: 'Failed' });
    }
    const { results } = await listResults(database, job, 10, [-1, -1]);
    expect(results).toMatchObject([
      { status: 'Failed', failure_reason: expect.stringMatching(/restored from a backup/) },
    ]);
    expect(await leaseActionJob(database, 'main', job, 15_000)).toBe('over');
    await engine.stop();
  });
});
