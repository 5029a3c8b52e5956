// Changes and their reverts as the sources show them: nothing of what is served is looked at, so nothing is read or built.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { globalIdOf } from '../../src/warehouse/global-id.ts';
import { type Application, accountName } from '../support/actions/application.ts';
import { type CrmAndHr, startCrmAndHr } from '../support/actions/crm-and-hr.ts';

let { crm, hr, service, ids } = {} as CrmAndHr;
beforeAll(async () => {
  ({ crm, hr, service, ids } = await startCrmAndHr({ work: ['act'] }));
});
afterAll(() => service.test.close());

const person = (index: number) => crm.accounts.get(accountName(index))!;
const stateOf = (application: Application) => structuredClone([...application.accounts]);

describe('an account', () => {
  it('gets the groups back that disabling took when it is enabled, but only once', async () => {
    const id = ids.crm[1]!;
    await service.change('POST', `/v1/accounts/${id}/disable`);
    const { body } = await service.send('POST', `/v1/accounts/${id}/enable?dryRun=true`);
    expect(body.targets[0].beforeDisabling).toEqual({ enabled: true, locked: false, groups: ['staff'] });
    await service.change('POST', `/v1/accounts/${id}/enable`);
    expect(person(1)).toMatchObject({ enabled: true, groups: ['staff'] });
    Object.assign(person(1), { enabled: false, groups: ['ops'] });
    await service.change('POST', `/v1/accounts/${id}/enable`);
    expect(person(1)).toMatchObject({ enabled: true, groups: ['ops'] });
  });

  it('gets them back when it is activated', async () => {
    const before = structuredClone(person(8));
    await service.change('POST', `/v1/accounts/${ids.crm[8]}/disable`);
    await service.change('POST', `/v1/accounts/${ids.crm[8]}/activate`);
    expect(person(8)).toEqual(before);
  });

  it('is activated and locked again by the revert', async () => {
    person(2).locked = true;
    const job = await service.change('POST', `/v1/accounts/${ids.crm[2]}/activate`);
    expect(person(2)).toMatchObject({ enabled: true, locked: false });
    await service.revert(job.id);
    expect(person(2)).toMatchObject({ enabled: true, locked: true });
  });

  it('that stands for several records has a result for each', async () => {
    person(3).also = [accountName(4), 'nobody'];
    const before = stateOf(crm);
    const job = await service.change('POST', `/v1/accounts/${ids.crm[3]}/disable`);
    expect(job).toMatchObject({ status: 'PartiallyCompleted', targets: { total: 3, succeeded: 2, failed: 1 } });
    expect(await service.results(job.id)).toEqual([
      { target: ids.crm[3], status: 'Succeeded' },
      { target: ids.crm[4], status: 'Succeeded' },
      {
        target: globalIdOf('main', service.instance('crm'), 'Account', 'nobody'),
        status: 'Failed',
        failureReason: 'there is no account nobody',
      },
    ]);
    expect(await service.revert(job.id)).toMatchObject({ status: 'Completed', targets: { total: 2, succeeded: 2 } });
    expect(stateOf(crm)).toEqual(before);
    expect(await service.ended(job.id)).toMatchObject({ status: 'Reverted' });
  });
});

it('accounts of several sources are disabled by one job, and reverted by one', async () => {
  const before = [stateOf(crm), stateOf(hr)];
  const selected = [ids.crm[5]!, ids.hr[0]!, ids.crm[6]!];
  const job = await service.change('POST', '/v1/accounts/disable', { ids: selected });
  expect(job).toMatchObject({ status: 'Completed', targets: { total: 3, succeeded: 3, failed: 0 } });
  expect((await service.results(job.id)).map(result => result.target)).toEqual(selected);
  expect(hr.accounts.get(accountName(0))).toMatchObject({ enabled: false });
  await service.revert(job.id);
  expect([stateOf(crm), stateOf(hr)]).toEqual(before);
});

describe('roles and groups', () => {
  it.each([
    ['PUT', 'roles', 'auditor', 'assignees', { roles: ['auditor'] }],
    ['PUT', 'user-groups', 'ops', 'members', { groups: ['ops', 'staff'] }],
    ['DELETE', 'user-groups', 'staff', 'members', { groups: [] }],
  ] as const)(
    '%s /v1/%s/%s changes one membership, and its revert undoes it',
    async (method, collection, name, members, after) => {
      const before = structuredClone(person(7));
      const container = await service.idOf(collection, 'crm', name);
      const job = await service.change(method, `/v1/${collection}/${container}/${members}/${ids.crm[7]}`);
      expect(job.status).toBe('Completed');
      expect(person(7)).toEqual({ ...before, ...after });
      const again = await service.change(method, `/v1/${collection}/${container}/${members}/${ids.crm[7]}`);
      expect(again).toMatchObject({ status: 'Completed', revert: { available: false } });
      await service.revert(job.id);
      expect(person(7)).toEqual(before);
    },
  );

  it('a role that an account holds is taken from it', async () => {
    person(8).roles = ['auditor'];
    const role = await service.idOf('roles', 'crm', 'auditor');
    await service.change('DELETE', `/v1/roles/${role}/assignees/${ids.crm[8]}`);
    expect(person(8).roles).toEqual([]);
  });

  it('a group name that is no Unicode text is refused', async () => {
    const asked = { applicationInstanceId: service.instance('crm'), groupName: '\ud800' };
    expect((await service.send('POST', '/v1/user-groups', asked)).status).toBe(400);
  });

  it('a group that the application refuses fails with its reason', async () => {
    const asked = { applicationInstanceId: service.instance('crm'), groupName: 'forbidden' };
    const job = await service.change('POST', '/v1/user-groups', asked);
    expect((await service.results(job.id))[0]).toEqual({
      target: service.instance('crm'),
      status: 'Failed',
      failureReason: 'the application does not allow this name',
    });
  });
});

describe('a preview', () => {
  it('shows what the source shows and what would change, and changes nothing', async () => {
    const before = stateOf(crm);
    const id = ids.crm[9]!;
    const answer = await service.send('POST', `/v1/accounts/${id}/disable?dryRun=true`);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        operation: 'DisableAccount',
        targets: [
          {
            target: id,
            targetName: accountName(9),
            applicationInstanceId: service.instance('crm'),
            possible: true,
            alreadyDone: false,
            presentState: { enabled: true, locked: false, groups: ['staff'] },
            accessGained: [],
            accessLost: [],
            // The application tells of no access, so its extent is not known.
            presentReach: {},
          },
        ],
      },
    });
    const group = await service.idOf('user-groups', 'crm', 'staff');
    const removal = await service.send('DELETE', `/v1/user-groups/${group}/members/${id}?dryRun=true`);
    expect(removal.body.targets[0]).toMatchObject({
      presentState: { member: true },
      accessLost: [{ objectType: 'UserGroup', objectId: group, objectName: 'staff' }],
    });
    expect(stateOf(crm)).toEqual(before);
  });

  it('says of each target whether it is possible', async () => {
    const gone = ids.crm[10]!;
    crm.accounts.delete(accountName(10));
    const { body } = await service.send('POST', '/v1/accounts/enable?dryRun=true', { ids: [ids.crm[9], gone] });
    expect(body.targets).toMatchObject([
      { target: ids.crm[9], possible: true, alreadyDone: true },
      { target: gone, possible: false, reason: `there is no account ${accountName(10)}` },
    ]);
  });
});
