// Changes from the request to the source and back to the served data, and their reverts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Application, accountName, createApplication } from '../support/actions/application.ts';
import { startWritable, type WritableService } from '../support/actions/writable-service.ts';

let crm: Application;
let service: WritableService;
beforeAll(async () => {
  crm = createApplication({ accounts: 20 });
  service = await startWritable({ crm });
});
afterAll(() => service.test.close());

const account = (index: number) => service.idOf('accounts', 'crm', accountName(index));

describe('an account', () => {
  it('is disabled, shown as disabled, and reverted to exactly what it was', async () => {
    const id = await account(0);
    const before = structuredClone(crm.accounts.get(accountName(0)));
    const job = await service.change('POST', `/v1/accounts/${id}/disable`);
    expect(job).toMatchObject({
      type: 'Change',
      operation: 'DisableAccount',
      status: 'Completed',
      targets: { total: 1, succeeded: 1, failed: 0 },
      revert: { available: true },
      revertedBy: null,
      reverts: null,
    });
    expect(crm.accounts.get(accountName(0))).toMatchObject({ enabled: false, groups: [] });
    expect(await service.results(job.id)).toEqual([{ target: id, status: 'Succeeded' }]);
    expect(await service.shown(`/v1/accounts/${id}`, job.id)).toMatchObject({ enabled: false });
    expect((await service.ended(job.id)).dataSync).toEqual({ status: 'Completed' });

    const revert = await service.revert(job.id);
    expect(revert).toMatchObject({
      type: 'Revert',
      status: 'Completed',
      reverts: job.id,
      revert: { available: false },
    });
    expect(crm.accounts.get(accountName(0))).toEqual(before);
    const { body: reverted } = await service.send('GET', `/v1/action-jobs/${job.id}`);
    expect(reverted).toMatchObject({ status: 'Reverted', revertedBy: revert.id, revert: { available: false } });
    expect(await service.shown(`/v1/accounts/${id}`, revert.id)).toMatchObject({ enabled: true });
  });
});
