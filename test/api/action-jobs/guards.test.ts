// Guards of the configuration: what they stop is told with their name, and a stopped change reaches no source.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvalReason } from '../../../src/api/changes/guards.ts';
import { instanceIdOf } from '../../../src/config/config-file.ts';
import { type Application, accountName, createApplication } from '../../support/actions/application.ts';
import { accepted, startWritable, type WritableService } from '../../support/actions/writable-service.ts';
import { createVisitor } from '../../support/browser/visitor.ts';
import { type Send, sendAs } from '../../support/send.ts';
import type { Item } from '../../support/service/service.ts';
import { until } from '../../support/until.ts';

let crm: Application;
let hr: Application;
let service: WritableService;
let second: Send;
let ids: string[];
const changes = {
  approval_above: 2,
  per_hour: 21,
  forbidden: [
    { name: 'break-glass', where: `alias LIKE '%-0000' -- kept for emergencies` },
    { name: 'board', where: `list_contains(manager_emails, 'board@example.com')` },
    // Only the source hr has accounts on which this fails.
    {
      name: 'broken',
      where: `CASE WHEN application_instance_id = '${instanceIdOf('main', 'hr')}' THEN alias::INTEGER = 1 ELSE false END`,
    },
  ],
};

beforeAll(async () => {
  crm = createApplication({ accounts: 20 });
  hr = createApplication({ accounts: 2 });
  service = await startWritable({ crm, hr }, { settings: { changes } });
  second = sendAs(service.test, await service.test.token());
  const items = await service.test.everyItem(`/v1/accounts?applicationInstanceId=${service.instance('crm')}`);
  ids = items.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(item => item.globalId);
});
afterAll(() => service.test.close());

const disable = (selected: readonly string[]) => service.send('POST', '/v1/accounts/disable', { ids: selected });
const approve = (send: Send, job: string) => send('POST', `/v1/action-jobs/${job}/approve`);

const { ask, changing, signIn } = createVisitor(() => service.test);

describe('a forbidden account', () => {
  it('is not changed, alone or among others, and the refusal names the guard', async () => {
    const refusal = {
      status: 409,
      body: { code: 'GUARD_REFUSED', details: { guard: 'break-glass', targets: [ids[0]] } },
    };
    expect(await service.send('POST', `/v1/accounts/${ids[0]}/disable`)).toMatchObject(refusal);
    expect(await disable([ids[1]!, ids[0]!])).toMatchObject(refusal);
    const group = await service.idOf('user-groups', 'crm', 'ops');
    expect(await service.send('PUT', `/v1/user-groups/${group}/members/${ids[0]}`)).toMatchObject(refusal);
    expect(crm.changes).toEqual([]);
  });

  it('is shown as such in a preview', async () => {
    const { body } = await service.send('POST', '/v1/accounts/disable?dryRun=true', { ids: ids.slice(0, 3) });
    expect(body.approval).toBe('3 targets; more than 2 need a second person (approval_above)');
    expect(body.targets).toMatchObject([
      { possible: false, reason: 'guard break-glass does not allow changes of this account' },
      { possible: true },
      { possible: true },
    ]);
  });
});

describe('a job with many targets', () => {
  it.each([
    [0, 1, '1 target; every change needs a second person (approval_above)'],
    [2, 3, '3 targets; more than 2 need a second person (approval_above)'],
    [2, 2, undefined],
  ])('above %i, says why %i targets wait', (approvalAbove, targets, reason) => {
    expect(approvalReason({ approvalAbove }, targets)).toBe(reason);
  });

  it('waits for another client or person to approve it, and says who asked and who approved', async () => {
    const job = accepted(await disable(ids.slice(1, 4)));
    const { body } = await service.send('GET', `/v1/action-jobs/${job}`);
    expect(body).toMatchObject({
      status: 'Queued',
      approval: { reason: '3 targets; more than 2 need a second person (approval_above)' },
    });
    expect(await approve(service.send, job)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(crm.changes).toEqual([]);
    const eve = await changing(await signIn('administrator', { name: '<b>Eve</b>' }));
    expect((await ask('POST', `/v1/action-jobs/${job}/approve`, eve)).status).toBe(202);
    const ended = await service.ended(job);
    expect(ended).toMatchObject({
      ...{ status: 'Completed', requestedByName: 'test' },
      approval: { approvedBy: 'link#<b>Eve</b>', approvedByName: '<b>Eve</b>' },
    });
    const { items } = (await service.send('GET', '/v1/clients')).body;
    expect(items.map(({ clientId }: Item) => clientId)).toContain(ended.requestedBy);
    expect(crm.changes).toHaveLength(3);
    expect(await approve(second, job)).toMatchObject({ status: 409, body: { code: 'JOB_NOT_APPROVABLE' } });
    // A revert of some waits for nobody, and one of all that is left does not either where that is few.
    const few = accepted(await service.send('POST', `/v1/action-jobs/${job}/revert`, { targets: ids.slice(1, 2) }));
    expect(await service.ended(few)).toMatchObject({ status: 'Completed' });
    expect((await service.send('GET', `/v1/action-jobs/${few}`)).body.approval).toBeUndefined();
    expect((await service.send('GET', `/v1/action-jobs/${few}/targets`)).body).toEqual({
      items: [{ target: ids[1] }],
      total: 1,
    });
    expect(await service.revert(job)).toMatchObject({ status: 'Completed' });
  });

  it('is undone by a job that waits for an approval, too', async () => {
    const reason = '3 targets; more than 2 need a second person (approval_above)';
    const job = accepted(await disable(ids.slice(1, 4)));
    expect((await approve(second, job)).status).toBe(202);
    expect(await service.ended(job)).toMatchObject({ status: 'Completed' });
    const changed = crm.changes.length;
    const revert = async () => accepted(await service.send('POST', `/v1/action-jobs/${job}/revert`));
    const given = await revert();
    const read = async (id: string) => (await service.send('GET', `/v1/action-jobs/${id}`)).body;
    expect(await read(given)).toMatchObject({ type: 'Revert', status: 'Queued', approval: { reason } });
    // Who asked for the undo does not approve it; while it waits, there is no second one.
    expect(await approve(service.send, given)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(await service.send('POST', `/v1/action-jobs/${job}/revert`)).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_REVERTED' },
    });
    // Cancelled, it leaves the job as it was.
    expect((await service.send('POST', `/v1/action-jobs/${given}/cancel`)).status).toBe(202);
    expect(await service.ended(given)).toMatchObject({ status: 'Cancelled' });
    expect(await read(job)).toMatchObject({ status: 'Completed', revert: { available: true } });
    expect(crm.changes).toHaveLength(changed);
    const asked = await revert();
    expect((await approve(second, asked)).status).toBe(202);
    expect(await service.ended(asked)).toMatchObject({ status: 'Completed', approval: { reason } });
    expect(await read(job)).toMatchObject({ status: 'Reverted', revertedBy: asked });
    expect(crm.changes).toHaveLength(changed + 3);
    const { items } = (await service.send('GET', '/v1/audit-events?action=actionJob.revert')).body;
    expect(items).toContainEqual(
      expect.objectContaining({ target: asked, details: expect.objectContaining({ waitsForApproval: reason }) }),
    );
  });

  it('is not approved when a guard forbids one of its accounts since then', async () => {
    const job = accepted(await disable(ids.slice(4, 7)));
    crm.accounts.get(accountName(5))!.manager = 'board@example.com';
    // A sync may be given a run of the revert before, which began earlier.
    await until(
      async () => {
        await service.test.sync(['crm']);
        return (await service.send('GET', `/v1/accounts/${ids[5]}`)).body;
      },
      ({ managerEmails }) => managerEmails !== undefined,
    );
    expect(await approve(second, job)).toMatchObject({
      status: 409,
      body: { code: 'GUARD_REFUSED', details: { guard: 'board', targets: [ids[5]] } },
    });
    expect((await service.send('GET', `/v1/action-jobs/${job}`)).body).toMatchObject({ status: 'Queued' });
    expect((await service.send('POST', `/v1/action-jobs/${job}/cancel`)).status).toBe(202);
  });

  it('is cancelled when nobody approves it in time', async () => {
    const job = accepted(await disable(ids.slice(1, 4)));
    const read = async () => (await service.send('GET', `/v1/action-jobs/${job}`)).body;
    const { startedAt, approval } = await read();
    expect(Date.parse(approval.until) - Date.parse(startedAt)).toBe(14 * 86_400_000);
    const until = '2026-01-01T00:00:00.000Z';
    const { database } = service.test.service;
    await database.query(`update action_jobs set approval_until = $2 where job_id = $1`, [job, until]);
    const changed = crm.changes.length;
    expect(await approve(second, job)).toMatchObject({
      status: 409,
      body: { code: 'JOB_NOT_APPROVABLE', message: `nobody approved the job until ${until}` },
    });
    await service.test.service.tenant().context.addJob('sweep', 'main');
    expect(await service.ended(job)).toMatchObject({ status: 'Cancelled', approval: { until } });
    const { items } = (await service.send('GET', `/v1/action-jobs/${job}/results`)).body;
    expect(items).toHaveLength(3);
    for (const { status, failureReason } of items) {
      expect(status).toBe('Cancelled');
      expect(failureReason).toBe(`not changed, because nobody approved the job until ${until}`);
    }
    expect(crm.changes).toHaveLength(changed);
  });

  it('can be cancelled while it waits', async () => {
    const job = accepted(await disable([ids[4]!, ids[6]!, ids[7]!]));
    expect((await service.send('POST', `/v1/action-jobs/${job}/cancel`)).status).toBe(202);
    expect(await service.ended(job)).toMatchObject({ status: 'Cancelled' });
    expect(await approve(second, job)).toMatchObject({ status: 409, body: { code: 'JOB_NOT_APPROVABLE' } });
  });
});

it('a source gets no more targets in an hour than it may, also from requests at once', async () => {
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, turn) => disable([ids[8 + turn * 2]!, ids[9 + turn * 2]!])),
  );
  // Fifteen targets were accepted before.
  expect(answers.map(answer => answer.status).toSorted()).toEqual([202, 202, 202, 409, 409]);
  expect(answers.find(answer => answer.status === 409)!.body).toMatchObject({
    code: 'GUARD_REFUSED',
    details: { guard: 'per_hour', allowed: 21, accepted: 21, asked: 2 },
  });
});

it('a condition that cannot be evaluated stops the change', async () => {
  const id = await service.idOf('accounts', 'hr', accountName(1));
  expect(await service.send('POST', `/v1/accounts/${id}/disable`)).toMatchObject({
    status: 409,
    body: { code: 'GUARD_REFUSED', details: { guard: 'broken' } },
  });
  expect(hr.changes).toEqual([]);
});
