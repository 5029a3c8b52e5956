// The states of jobs: cancel and revert at each moment, idempotency keys, jobs on one account, and what the audit log says of them.
import { describe, expect, it } from 'vitest';
import { holding } from '../../support/actions/application.ts';
import { withFreshAccounts } from '../../support/actions/fresh-accounts.ts';
import { accepted } from '../../support/actions/writable-service.ts';
import { sendAs } from '../../support/send.ts';
import { until } from '../../support/until.ts';

const context = withFreshAccounts(30);
const { fresh, nameOf, person, disable } = context;
const cancel = (jobId: string) => context.service.send('POST', `/v1/action-jobs/${jobId}/cancel`);
const revert = (jobId: string) => context.service.send('POST', `/v1/action-jobs/${jobId}/revert`);
const statusOf = async (jobId: string) => (await context.service.send('GET', `/v1/action-jobs/${jobId}`)).body.status;

describe('cancel', () => {
  it('of a queued job ends it, and nothing is changed', async () => {
    const held = holding('open');
    context.crm.before = held.hook;
    const [first, second] = fresh(2) as [string, string];
    const job = accepted(await disable(first, second));
    await until(held.met, met => met > 0);
    // Its records are not known yet, so their list has a next page.
    expect((await context.service.send('GET', `/v1/action-jobs/${job}`)).body).toMatchObject({
      status: 'Queued',
      targets: { total: 0 },
    });
    expect((await context.service.send('GET', `/v1/action-jobs/${job}/results`)).body).toEqual({
      items: [],
      nextPageToken: expect.any(String),
    });
    expect((await cancel(job)).status).toBe(202);
    held.release();
    expect(await context.service.ended(job)).toMatchObject({
      status: 'Cancelled',
      targets: { total: 2, succeeded: 0, failed: 0 },
    });
    expect(await context.service.results(job)).toEqual([
      { target: first, status: 'Cancelled' },
      { target: second, status: 'Cancelled' },
    ]);
    expect(context.crm.changes).toEqual([]);
    expect(await cancel(job)).toMatchObject({ status: 409, body: { code: 'JOB_NOT_CANCELLABLE' } });
    expect(await revert(job)).toMatchObject({ status: 409, body: { code: 'JOB_NOT_REVERTIBLE' } });
  });

  it('of a running job lets the record in hand finish', async () => {
    const held = holding('disable');
    context.crm.before = held.hook;
    const [first, second] = fresh(2) as [string, string];
    const job = accepted(await disable(first, second));
    await until(held.met, met => met > 0);
    expect(await statusOf(job)).toBe('Running');
    expect(await revert(job)).toMatchObject({ status: 409, body: { code: 'JOB_NOT_REVERTIBLE' } });
    expect((await cancel(job)).status).toBe(202);
    held.release();
    expect(await context.service.ended(job)).toMatchObject({
      status: 'Cancelled',
      targets: { total: 2, succeeded: 1, failed: 0 },
    });
    expect([person(first).enabled, person(second).enabled]).toEqual([false, true]);
    expect(await context.service.shown(`/v1/accounts/${first}`, job)).toMatchObject({ enabled: false });
  });

  it('of an ended job is refused', async () => {
    const job = await context.service.change('POST', `/v1/accounts/${fresh()[0]}/disable`);
    expect(await cancel(job.id)).toMatchObject({ status: 409, body: { code: 'JOB_NOT_CANCELLABLE' } });
  });
});

describe('revert', () => {
  it('happens once, and never of a revert', async () => {
    const job = await context.service.change('POST', `/v1/accounts/${fresh()[0]}/disable`);
    const undo = await context.service.revert(job.id);
    expect(await revert(job.id)).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_REVERTED', details: { revertedBy: undo.id } },
    });
    expect(await revert(undo.id)).toMatchObject({ status: 409, body: { code: 'JOB_NOT_REVERTIBLE' } });
  });

  it('of ten requests at once, makes one job', async () => {
    const job = await context.service.change('POST', `/v1/accounts/${fresh()[0]}/disable`);
    const answers = await Promise.all(Array.from({ length: 10 }, () => revert(job.id)));
    expect(answers.filter(answer => answer.status === 202)).toHaveLength(1);
    expect(answers.filter(answer => answer.body.code === 'ALREADY_REVERTED')).toHaveLength(9);
    await context.service.ended(answers.find(answer => answer.status === 202)!.body.jobId);
  });

  it('of a job that changed nothing, or that failed, is refused', async () => {
    const [first, second] = fresh(2) as [string, string];
    await context.service.change('POST', `/v1/accounts/${first}/disable`);
    const again = await context.service.change('POST', `/v1/accounts/${first}/disable`);
    expect(again).toMatchObject({
      status: 'Completed',
      dataSync: { status: 'Completed' },
      revert: { available: false },
    });
    expect(await revert(again.id)).toMatchObject({ status: 409, body: { code: 'JOB_NOT_REVERTIBLE' } });
    context.crm.accounts.delete(nameOf(second));
    const gone = await context.service.change('POST', `/v1/accounts/${second}/disable`);
    expect(gone).toMatchObject({ status: 'Failed', targets: { total: 1, succeeded: 0, failed: 1 } });
    expect(await context.service.results(gone.id)).toEqual([
      { target: second, status: 'Failed', failureReason: `there is no account ${nameOf(second)}` },
    ]);
    expect(await revert(gone.id)).toMatchObject({ status: 409, body: { code: 'JOB_NOT_REVERTIBLE' } });
  });

  it('is refused when the time for it is over', async () => {
    const job = await context.service.change('POST', `/v1/accounts/${fresh()[0]}/disable`);
    await context.service.test.service.database.query(
      `update action_jobs set ended_at = ended_at - interval '7 days' where job_id = $1`,
      [job.id],
    );
    expect(await revert(job.id)).toMatchObject({ status: 409, body: { code: 'REVERT_WINDOW_CLOSED' } });
  });

  it('leaves alone what somebody else has changed since, and says what differs', async () => {
    const [first, second] = fresh(2) as [string, string];
    const job = await context.service.ended(accepted(await disable(first, second)));
    person(second).groups = ['ops'];
    const undo = await context.service.revert(job.id);
    expect(undo).toMatchObject({ status: 'PartiallyCompleted', targets: { total: 2, succeeded: 1, failed: 1 } });
    expect(await context.service.results(undo.id)).toEqual([
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

  it('of a part is followed by one of what is left', async () => {
    const [first, second] = fresh(2) as [string, string];
    const before = [structuredClone(person(first)), structuredClone(person(second))];
    const job = await context.service.ended(accepted(await disable(first, second)));
    person(second).groups = ['ops'];
    const part = await context.service.revert(job.id);
    expect(part).toMatchObject({ status: 'PartiallyCompleted' });
    /** Target → the job that has undone it. */
    const undoneBy = async () =>
      Object.fromEntries((await context.service.results(job.id)).map(each => [each.target, each.undoneBy]));
    expect(await undoneBy()).toEqual({ [first]: part.id, [second]: undefined });
    const nothing = await context.service.revert(job.id);
    expect(nothing).toMatchObject({ status: 'Failed', targets: { total: 1, succeeded: 0, failed: 1 } });
    expect(await context.service.ended(job.id)).toMatchObject({
      status: 'PartiallyReverted',
      revertedBy: part.id,
      revert: { available: true },
    });
    person(second).groups = [];
    const rest = await context.service.revert(job.id);
    expect(rest).toMatchObject({ status: 'Completed', targets: { total: 1, succeeded: 1 } });
    expect(await context.service.results(rest.id)).toEqual([{ target: second, status: 'Succeeded' }]);
    expect(await undoneBy()).toEqual({ [first]: part.id, [second]: rest.id });
    expect(await context.service.ended(job.id)).toMatchObject({
      status: 'Reverted',
      revertedBy: rest.id,
      revert: { available: false },
    });
    expect([person(first), person(second)]).toEqual(before);
    expect(await revert(job.id)).toMatchObject({ status: 409, body: { code: 'ALREADY_REVERTED' } });
  });

  it('that could undo nothing may be tried again', async () => {
    const [id] = fresh() as [string];
    const job = await context.service.change('POST', `/v1/accounts/${id}/disable`);
    person(id).groups = ['ops'];
    expect(await context.service.revert(job.id)).toMatchObject({ status: 'Failed' });
    expect(await context.service.ended(job.id)).toMatchObject({
      status: 'Completed',
      revertedBy: null,
      revert: { available: true },
    });
    person(id).groups = [];
    expect(await context.service.revert(job.id)).toMatchObject({ status: 'Completed' });
  });
});

describe('a key', () => {
  it('makes one job of ten requests at once, and changes once', async () => {
    const [id] = fresh() as [string];
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        context.service.send('POST', `/v1/accounts/${id}/disable`, undefined, { 'idempotency-key': 'ten' }),
      ),
    );
    expect(answers.map(answer => answer.status)).toEqual(Array(10).fill(202));
    expect(new Set(answers.map(answer => answer.body.jobId)).size).toBe(1);
    await context.service.ended(answers[0]!.body.jobId);
    expect(context.crm.changes).toHaveLength(1);
  });

  it('gets its job also when the object is gone', async () => {
    const [id] = fresh() as [string];
    const key = { 'idempotency-key': 'gone' };
    const first = await context.service.send('POST', `/v1/accounts/${id}/disable`, undefined, key);
    await context.service.ended(first.body.jobId);
    context.crm.accounts.delete(nameOf(id));
    // The first may join a run that has read the accounts already.
    await context.service.test.sync();
    await context.service.test.sync();
    expect((await context.service.send('GET', `/v1/accounts/${id}`)).status).toBe(404);
    expect((await context.service.send('POST', `/v1/accounts/${id}/disable`, undefined, key)).body).toEqual(first.body);
  });
});

describe('two jobs at once on one account', () => {
  it('follow each other', async () => {
    const [id] = fresh() as [string];
    const held = holding('disable');
    context.crm.before = held.hook;
    const first = accepted(await context.service.send('POST', `/v1/accounts/${id}/disable`));
    await until(held.met, met => met > 0);
    const second = accepted(await context.service.send('POST', `/v1/accounts/${id}/enable`));
    held.release();
    expect(await context.service.ended(first)).toMatchObject({ status: 'Completed' });
    expect(await context.service.ended(second)).toMatchObject({ status: 'Completed' });
    expect(person(id)).toMatchObject({ enabled: true, groups: ['staff'] });
  });
});

it('each change and each revert is in the audit log with what was before and after', async () => {
  const [id] = fresh() as [string];
  const auditor = sendAs(context.service.test, await context.service.test.token({ scopes: ['admin'] }));
  const job = await context.service.change('POST', `/v1/accounts/${id}/disable`);
  const revert = await context.service.revert(job.id);
  const { items } = (await auditor('GET', '/v1/audit-events?pageSize=200')).body;
  const about = (id: string) =>
    items
      .filter(
        (event: { target?: string; details: { job?: string } }) => event.target === id || event.details.job === id,
      )
      .map(({ action, outcome, details }: { action: string; outcome: string; details: object }) => ({
        action,
        outcome,
        details,
      }))
      .reverse();
  const [enabled, disabled] = [
    '{"enabled":true,"locked":false,"groups":["staff"]}',
    '{"enabled":false,"locked":false,"groups":[]}',
  ];
  expect(about(job.id)).toMatchObject([
    { action: 'actionJob.create', outcome: 'done', details: { operation: 'DisableAccount', target: id } },
    { action: 'object.change', outcome: 'done', details: { before: enabled, after: disabled } },
    { action: 'actionJob.end', outcome: 'done', details: { status: 'Completed' } },
  ]);
  expect(about(revert.id)).toMatchObject([
    { action: 'actionJob.revert', details: { reverts: job.id } },
    { action: 'object.revert', outcome: 'done', details: { before: disabled, after: enabled } },
    { action: 'actionJob.end', details: { type: 'Revert', status: 'Completed' } },
  ]);
});
