// The states of jobs: cancel and revert at each moment, faults of the source, idempotency keys.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ChangeRefused } from '../../../src/connector/actions.ts';
import {
  type Application,
  accountName,
  createApplication,
  failing,
  holding,
} from '../../support/actions/application.ts';
import { accepted, startWritable, type WritableService } from '../../support/actions/writable-service.ts';
import { until } from '../../support/until.ts';

let crm: Application;
let service: WritableService;
const ids: string[] = [];
beforeAll(async () => {
  crm = createApplication({ accounts: 40 });
  service = await startWritable({ crm });
  const items = await service.test.everyItem('/v1/accounts');
  ids.push(...items.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(item => item.globalId));
});
beforeEach(() => {
  crm.before = () => {};
  crm.after = () => {};
  crm.changes.length = 0;
});
afterAll(() => service.test.close());

let used = 0;
/** The next accounts that no test has used. */
function fresh(count = 1): string[] {
  used += count;
  return ids.slice(used - count, used);
}
const nameOf = (id: string) => accountName(ids.indexOf(id));
const person = (id: string) => crm.accounts.get(nameOf(id))!;
const disable = (...selected: string[]) => service.send('POST', '/v1/accounts/disable', { ids: selected });
const cancel = (jobId: string) => service.send('POST', `/v1/action-jobs/${jobId}/cancel`);
const revert = (jobId: string) => service.send('POST', `/v1/action-jobs/${jobId}/revert`);
const statusOf = async (jobId: string) => (await service.send('GET', `/v1/action-jobs/${jobId}`)).body.status;

describe('cancel', () => {
  it('of a queued job ends it, and nothing is changed', async () => {
    const held = holding('open');
    crm.before = held.hook;
    const [first, second] = fresh(2) as [string, string];
    const job = accepted(await disable(first, second));
    await until(held.met, met => met > 0);
    expect((await cancel(job)).status).toBe(202);
    held.release();
    expect(await service.ended(job)).toMatchObject({
      status: 'Cancelled',
      targets: { total: 2, succeeded: 0, failed: 0 },
    });
    expect(await service.results(job)).toEqual([
      { target: first, status: 'Cancelled' },
      { target: second, status: 'Cancelled' },
    ]);
    expect(crm.changes).toEqual([]);
    expect(await cancel(job)).toMatchObject({ status: 409, body: { code: 'JOB_NOT_CANCELLABLE' } });
    expect(await revert(job)).toMatchObject({ status: 409, body: { code: 'JOB_NOT_REVERTIBLE' } });
  });

  it('of a running job lets the record in hand finish', async () => {
    const held = holding('disable');
    crm.before = held.hook;
    const [first, second] = fresh(2) as [string, string];
    const job = accepted(await disable(first, second));
    await until(held.met, met => met > 0);
    expect(await statusOf(job)).toBe('Running');
    expect(await revert(job)).toMatchObject({ status: 409, body: { code: 'JOB_NOT_REVERTIBLE' } });
    expect((await cancel(job)).status).toBe(202);
    held.release();
    expect(await service.ended(job)).toMatchObject({
      status: 'Cancelled',
      targets: { total: 2, succeeded: 1, failed: 0 },
    });
    expect([person(first).enabled, person(second).enabled]).toEqual([false, true]);
    expect(await service.shown(`/v1/accounts/${first}`, job)).toMatchObject({ enabled: false });
  });

  it('of an ended job is refused', async () => {
    const job = await service.change('POST', `/v1/accounts/${fresh()[0]}/disable`);
    expect(await cancel(job.id)).toMatchObject({ status: 409, body: { code: 'JOB_NOT_CANCELLABLE' } });
  });
});

describe('revert', () => {
  it('happens once, and never of a revert', async () => {
    const job = await service.change('POST', `/v1/accounts/${fresh()[0]}/disable`);
    const undo = await service.revert(job.id);
    expect(await revert(job.id)).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_REVERTED', details: { revertedBy: undo.id } },
    });
    expect(await revert(undo.id)).toMatchObject({ status: 409, body: { code: 'JOB_NOT_REVERTIBLE' } });
  });

  it('of ten requests at once, makes one job', async () => {
    const job = await service.change('POST', `/v1/accounts/${fresh()[0]}/disable`);
    const answers = await Promise.all(Array.from({ length: 10 }, () => revert(job.id)));
    expect(answers.filter(answer => answer.status === 202)).toHaveLength(1);
    expect(answers.filter(answer => answer.body.code === 'ALREADY_REVERTED')).toHaveLength(9);
    await service.ended(answers.find(answer => answer.status === 202)!.body.jobId);
  });

  it('of a job that changed nothing, or that failed, is refused', async () => {
    const [first, second] = fresh(2) as [string, string];
    await service.change('POST', `/v1/accounts/${first}/disable`);
    const again = await service.change('POST', `/v1/accounts/${first}/disable`);
    expect(again).toMatchObject({
      status: 'Completed',
      dataSync: { status: 'Completed' },
      revert: { available: false },
    });
    expect(await revert(again.id)).toMatchObject({ status: 409, body: { code: 'JOB_NOT_REVERTIBLE' } });
    crm.accounts.delete(nameOf(second));
    const gone = await service.change('POST', `/v1/accounts/${second}/disable`);
    expect(gone).toMatchObject({ status: 'Failed', targets: { total: 1, succeeded: 0, failed: 1 } });
    expect(await service.results(gone.id)).toEqual([
      { target: second, status: 'Failed', failureReason: `there is no account ${nameOf(second)}` },
    ]);
    expect(await revert(gone.id)).toMatchObject({ status: 409, body: { code: 'JOB_NOT_REVERTIBLE' } });
  });

  it('is refused when the time for it is over', async () => {
    const job = await service.change('POST', `/v1/accounts/${fresh()[0]}/disable`);
    await service.test.service.database.query(
      `update action_jobs set ended_at = ended_at - interval '7 days' where job_id = $1`,
      [job.id],
    );
    expect(await revert(job.id)).toMatchObject({ status: 409, body: { code: 'REVERT_WINDOW_CLOSED' } });
  });

  it('leaves alone what somebody else has changed since, and says what differs', async () => {
    const [first, second] = fresh(2) as [string, string];
    const job = await service.ended(accepted(await disable(first, second)));
    person(second).groups = ['ops'];
    const undo = await service.revert(job.id);
    expect(undo).toMatchObject({ status: 'PartiallyCompleted', targets: { total: 2, succeeded: 1, failed: 1 } });
    expect(await service.results(undo.id)).toEqual([
      { target: first, status: 'Succeeded' },
      {
        target: second,
        status: 'Failed',
        failureReason: 'somebody else has changed it since: groups is ["ops"] (the job left [])',
      },
    ]);
    expect(person(second)).toMatchObject({ enabled: false, groups: ['ops'] });
    expect(await statusOf(job.id)).toBe('PartiallyReverted');
  });

  it('that could undo nothing may be tried again', async () => {
    const [id] = fresh() as [string];
    const job = await service.change('POST', `/v1/accounts/${id}/disable`);
    person(id).groups = ['ops'];
    expect(await service.revert(job.id)).toMatchObject({ status: 'Failed' });
    expect(await service.ended(job.id)).toMatchObject({
      status: 'Completed',
      revertedBy: null,
      revert: { available: true },
    });
    person(id).groups = [];
    expect(await service.revert(job.id)).toMatchObject({ status: 'Completed' });
  });
});

describe('a key', () => {
  it('makes one job of ten requests at once, and changes once', async () => {
    const [id] = fresh() as [string];
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        service.send('POST', `/v1/accounts/${id}/disable`, undefined, { 'idempotency-key': 'ten' }),
      ),
    );
    expect(answers.map(answer => answer.status)).toEqual(Array(10).fill(202));
    expect(new Set(answers.map(answer => answer.body.jobId)).size).toBe(1);
    await service.ended(answers[0]!.body.jobId);
    expect(crm.changes).toHaveLength(1);
  });

  it('gets its job also when the object is gone', async () => {
    const [id] = fresh() as [string];
    const key = { 'idempotency-key': 'gone' };
    const first = await service.send('POST', `/v1/accounts/${id}/disable`, undefined, key);
    await service.ended(first.body.jobId);
    crm.accounts.delete(nameOf(id));
    // The first may join a run that has read the accounts already.
    await service.test.sync();
    await service.test.sync();
    expect((await service.send('GET', `/v1/accounts/${id}`)).status).toBe(404);
    expect((await service.send('POST', `/v1/accounts/${id}/disable`, undefined, key)).body).toEqual(first.body);
  });
});

describe('a source', () => {
  it('that asks to wait is waited for, and the change is made once', async () => {
    const [id] = fresh() as [string];
    crm.before = failing('disable', 5, 20);
    expect(await service.change('POST', `/v1/accounts/${id}/disable`)).toMatchObject({ status: 'Completed' });
    expect(crm.changes).toHaveLength(1);
  });

  it('whose answer is lost is read before anything is tried again', async () => {
    const [id] = fresh() as [string];
    crm.after = failing('disable', 1, 20);
    const job = await service.change('POST', `/v1/accounts/${id}/disable`);
    expect(job).toMatchObject({ status: 'Completed', revert: { available: true } });
    expect(crm.changes).toHaveLength(1);
    await service.revert(job.id);
    expect(person(id)).toMatchObject({ enabled: true, groups: ['staff'] });
  });

  it('that is away is tried three times, and the result tells the truth', async () => {
    const [id] = fresh() as [string];
    crm.before = failing('disable', 3);
    const job = await service.change('POST', `/v1/accounts/${id}/disable`);
    expect(job).toMatchObject({ status: 'Failed', revert: { available: false } });
    expect((await service.results(job.id))[0].failureReason).toBe(
      'the source did not answer 3 times: the application is away; whether the change was made is not known',
    );
  }, 30_000);

  it('that says yes and does nothing, or does half, fails the target with what it shows', async () => {
    const [first, second] = fresh(2) as [string, string];
    crm.after = call => {
      if (call.name === 'disable') person(call.account === nameOf(first) ? first : second).enabled = true;
    };
    const job = await service.ended(accepted(await disable(first, second)));
    expect(job.status).toBe('Failed');
    expect((await service.results(job.id))[0].failureReason).toBe(
      'the source reported success, but does not show the change; the source shows a part of the change: groups is [] (it was ["staff"])',
    );
  });

  it('that shows more than can be kept for a revert is not changed', async () => {
    const [id] = fresh() as [string];
    person(id).groups = Array.from({ length: 100_000 }, (_, index) => `group ${index}`);
    const job = await service.change('POST', `/v1/accounts/${id}/disable`);
    expect((await service.results(job.id))[0].failureReason).toMatch(/more than can be kept for a revert/);
    expect(crm.changes).toEqual([]);
    person(id).groups = [];
  });

  it('that refuses the password fails the job at once with the reason', async () => {
    const [id] = fresh() as [string];
    crm.before = call => {
      if (call.name === 'open') throw new ChangeRefused('wrong password; set another one');
    };
    const job = await service.change('POST', `/v1/accounts/${id}/disable`);
    expect((await service.results(job.id))[0].failureReason).toContain('wrong password; set another one');
  });
});

describe('two jobs at once on one account', () => {
  it('follow each other', async () => {
    const [id] = fresh() as [string];
    const held = holding('disable');
    crm.before = held.hook;
    const first = accepted(await service.send('POST', `/v1/accounts/${id}/disable`));
    await until(held.met, met => met > 0);
    const second = accepted(await service.send('POST', `/v1/accounts/${id}/enable`));
    held.release();
    expect(await service.ended(first)).toMatchObject({ status: 'Completed' });
    expect(await service.ended(second)).toMatchObject({ status: 'Completed' });
    expect(person(id)).toMatchObject({ enabled: true, groups: ['staff'] });
  });
});
