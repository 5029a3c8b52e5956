// A thousand accounts in one job: each is changed once, and undone exactly.
import { expect, it } from 'vitest';
import { createApplication } from '../../support/actions/application.ts';
import { startWritable } from '../../support/actions/writable-service.ts';

it('a job of a thousand accounts changes each once, and its revert brings back each', async () => {
  const crm = createApplication({ accounts: 1_000 });
  const service = await startWritable({ crm });
  try {
    const before = structuredClone([...crm.accounts]);
    const ids = (await service.test.everyItem('/v1/accounts?pageSize=200')).map(account => account.globalId);
    expect(ids).toHaveLength(1_000);
    const job = await service.change('POST', '/v1/accounts/disable', { ids });
    expect(job).toMatchObject({ status: 'Completed', targets: { total: 1_000, succeeded: 1_000, failed: 0 } });
    expect(new Set(crm.changes.map(({ account }) => account)).size).toBe(1_000);
    expect(crm.changes).toHaveLength(1_000);
    expect(await service.results(job.id)).toHaveLength(1_000);
    expect(await service.revert(job.id)).toMatchObject({ status: 'Completed' });
    expect([...crm.accounts]).toEqual(before);
    expect(crm.changes).toHaveLength(2_000);
    // One more than a request may name.
    const refused = await service.send('POST', '/v1/accounts/disable', { ids: [...ids, ids[0]] });
    expect(refused.status).toBe(400);
  } finally {
    await service.test.close();
  }
});
