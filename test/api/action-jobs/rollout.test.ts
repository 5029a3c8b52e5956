// Guarded jobs: the service keeps to the rollout of a job, says why it stopped, and undoes what it changed, in whole or in part.
import { describe, expect, it } from 'vitest';
import { ChangeRefused } from '../../../src/connector/actions.ts';
import { allowanceNow } from '../../../src/state/actions/rollout.ts';
import type { Call } from '../../support/actions/application.ts';
import { withFreshAccounts } from '../../support/actions/fresh-accounts.ts';
import { accepted } from '../../support/actions/writable-service.ts';
import { until } from '../../support/until.ts';

const context = withFreshAccounts(60);
const { fresh, nameOf, person } = context;

const guarded = (ids: readonly string[], rollout: object, purpose?: string) =>
  context.service.send('POST', '/v1/accounts/disable', { ids, rollout, ...(purpose !== undefined && { purpose }) });
const refusing = (ids: readonly string[]) => (call: Call) => {
  const names = ids.map(nameOf);
  if (call.name === 'disable' && names.includes(call.account!)) throw new ChangeRefused('is protected');
};
const resultsOf = async (job: string) => {
  const results = await context.service.results(job);
  return results.map(({ status, failureReason }) => (failureReason ? `${status}: ${failureReason}` : status));
};

/** A job once it waits. */
const waiting = (job: string) =>
  until(
    async () => (await context.service.send('GET', `/v1/action-jobs/${job}`)).body,
    body => body.waitsUntil !== undefined,
  );

describe('a job with a rollout', () => {
  it('stops when one of the first fails, and leaves the others as they were', async () => {
    const ids = fresh(8);
    context.crm.before = refusing([ids[1]!]);
    const job = await context.service.ended(
      accepted(await guarded(ids, { first: 3, stopAtFailedPercent: 30 }, 'leavers')),
    );
    const reason = '1 of 3 failed; the job stops when 30 % or more have failed';
    expect(job).toMatchObject({
      ...{ status: 'PartiallyCompleted', purpose: 'leavers', stopped: reason, acceptedVersion: expect.any(Number) },
      ...{ rollout: { first: 3, stopAtFailedPercent: 30 }, targets: { total: 8, succeeded: 2, failed: 1 } },
      revert: { available: true },
    });
    expect(context.crm.changes).toHaveLength(2);
    expect((await resultsOf(job.id)).toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => `Cancelled: not changed, because the job was stopped: ${reason}`),
      'Failed: is protected',
      'Succeeded',
      'Succeeded',
    ]);
    for (const id of ids.slice(3)) expect(person(id).enabled).toBe(true);
  });

  it('goes on after its first targets while fewer fail than the share', async () => {
    const ids = fresh(8);
    context.crm.before = refusing([ids[1]!]);
    const job = await context.service.ended(accepted(await guarded(ids, { first: 4, stopAtFailedPercent: 30 })));
    expect(job).toMatchObject({ status: 'PartiallyCompleted', targets: { succeeded: 7, failed: 1 } });
    expect(job.stopped).toBeUndefined();
  });

  it('begins nothing after its window, and nothing before it', async () => {
    const late = await context.service.ended(accepted(await guarded(fresh(2), { notAfter: '2020-01-01T00:00:00Z' })));
    expect(late).toMatchObject({ status: 'Failed', stopped: 'its window ended at 2020-01-01T00:00:00Z' });
    const early = accepted(await guarded(fresh(2), { notBefore: '2999-01-01T00:00:00Z' }));
    const wait = { waitsUntil: '2999-01-01T00:00:00.000Z', waitsFor: 'its window begins then' };
    expect(await waiting(early)).toMatchObject({ status: 'Running', completedAt: null, ...wait });
    await context.service.send('POST', `/v1/action-jobs/${early}/cancel`);
    expect(await context.service.ended(early)).toMatchObject({ status: 'Cancelled' });
    expect(context.crm.changes).toEqual([]);
  });

  it('goes on by itself when its window begins', async () => {
    const notBefore = new Date(Date.now() + 1500);
    let begun = 0;
    context.crm.before = call => {
      if (call.name === 'disable') begun ||= Date.now();
    };
    const job = accepted(await guarded(fresh(2), { first: 1, notBefore: notBefore.toISOString() }));
    expect(await context.service.ended(job)).toMatchObject({ status: 'Completed', targets: { succeeded: 2 } });
    expect(begun).toBeGreaterThanOrEqual(notBefore.getTime());
  });

  it('keeps to its budget', async () => {
    const job = accepted(await guarded(fresh(5), { perHour: 2 }));
    expect(await waiting(job)).toMatchObject({ status: 'Running', targets: { total: 5, succeeded: 2 } });
    expect(context.crm.changes).toHaveLength(2);
    await context.service.send('POST', `/v1/action-jobs/${job}/stop`);
    const stopped = await context.service.ended(job);
    expect(stopped).toMatchObject({
      ...{ status: 'PartiallyCompleted', stopped: 'test asked for it' },
      revert: { available: true },
    });
    expect(await context.service.send('POST', `/v1/action-jobs/${job}/stop`)).toMatchObject({
      body: { code: 'JOB_NOT_CANCELLABLE' },
    });
    expect(await context.service.revert(job)).toMatchObject({ status: 'Completed', targets: { succeeded: 2 } });
  });

  it('says when its budget is free again, and whether its window ends before', async () => {
    const { database } = context.service.test.service;
    const reason = 'its budget of 2 an hour is used up';
    const tooLate = `${reason}; its window ends before that, so the rest will not be done`;
    for (const [minutes, waitsFor] of [
      [60, reason],
      [20, tooLate],
    ] as const) {
      const notAfter = new Date(Date.now() + minutes * 60_000).toISOString();
      const job = accepted(await guarded(fresh(3), { perHour: 2, notAfter }));
      expect(await waiting(job)).toMatchObject({ targets: { succeeded: 2 } });
      const ended = await database.query<{ ended_at: Date }>(
        `update action_job_records set ended_at = now() - (30 - 15 * (target % 2)) * interval '1 minute'
         where job_id = $1 and ended_at is not null returning ended_at`,
        [job],
      );
      expect(ended).toHaveLength(2);
      const oldest = Math.min(...ended.map(row => row.ended_at.getTime()));
      const { waitsUntil, ...waits } = await waiting(job);
      expect([Date.parse(waitsUntil), waits.waitsFor]).toEqual([oldest + 3_600_000, waitsFor]);
      await context.service.send('POST', `/v1/action-jobs/${job}/cancel`);
    }
  });

  it('is undone for some targets, and then for the rest', async () => {
    const ids = fresh(3);
    const job = accepted(await guarded(ids, { first: 1 }));
    await context.service.ended(job);
    const revert = (body?: object) => context.service.send('POST', `/v1/action-jobs/${job}/revert`, body);
    const other = fresh()[0]!;
    expect(await revert({ targets: [ids[0], other] })).toMatchObject({
      status: 400,
      body: { details: { targets: [other] } },
    });
    const one = await context.service.ended(accepted(await revert({ targets: [ids[1]!.toUpperCase()] })));
    expect(one.about.targets).toEqual([ids[1]]);
    const jobsOf = async (id: string) =>
      (await context.service.send('GET', `/v1/action-jobs?targetId=${id}`)).body.items;
    expect(await jobsOf(ids[1]!)).toMatchObject([{ id: one.id }, { id: job }]);
    expect(await jobsOf(ids[0]!)).toMatchObject([{ id: job }]);
    expect(ids.map(id => person(id).enabled)).toEqual([false, true, false]);
    const shown = async () => (await context.service.send('GET', `/v1/action-jobs/${job}`)).body;
    expect(await shown()).toMatchObject({ status: 'PartiallyReverted', revert: { available: true } });
    expect((await revert({ targets: [ids[1]] })).status).toBe(400);
    const rest = await context.service.ended(accepted(await revert()));
    expect(rest.about.targets.toSorted()).toEqual([ids[0], ids[2]].toSorted());
    expect(ids.map(id => person(id).enabled)).toEqual([true, true, true]);
    expect(await shown()).toMatchObject({ status: 'Reverted', revert: { available: false } });
  });

  it.each([
    [{ first: 0 }, 'rollout.first'],
    [{ stopAtFailedPercent: 101 }, 'rollout.stopAtFailedPercent'],
    [{ notBefore: 'tomorrow' }, 'rollout.notBefore'],
    [{ notBefore: '2030-01-02T00:00:00Z', notAfter: '2030-01-01T00:00:00Z' }, 'rollout'],
    [{ perHour: 1.5 }, 'rollout.perHour'],
    [{ frist: 3 }, 'rollout.frist'],
  ])('%j is refused with its place', async (rollout, path) => {
    expect(await guarded(fresh(), rollout)).toMatchObject({ status: 400, body: { details: { problems: [{ path }] } } });
  });

  it.each(['', 'a\0b', 'a\ud800b', 'x'.repeat(1001)])('a purpose %j is refused', async purpose => {
    const problems = [{ path: 'purpose' }];
    expect(await guarded(fresh(), {}, purpose)).toMatchObject({ status: 400, body: { details: { problems } } });
  });
});

it('takes a role and a membership from many accounts in one job', async () => {
  const ids = fresh(2);
  const names = ids.map(nameOf);
  for (const name of names)
    Object.assign(context.crm.accounts.get(name)!, { groups: ['ops', 'staff'], roles: ['auditor'] });
  const role = await context.service.idOf('roles', 'crm', 'auditor');
  const group = await context.service.idOf('user-groups', 'crm', 'ops');
  const preview = await context.service.send('POST', `/v1/roles/${role}/assignees/remove?dryRun=true`, { ids });
  expect(preview.body.targets).toMatchObject(ids.map(target => ({ target, possible: true, alreadyDone: false })));
  await context.service.change('POST', `/v1/roles/${role}/assignees/remove`, { ids, rollout: { first: 1 } });
  const job = await context.service.change('POST', `/v1/user-groups/${group}/members/remove`, { ids });
  expect(job).toMatchObject({ operation: 'RemoveGroupMember', status: 'Completed', targets: { succeeded: 2 } });
  for (const id of ids) expect(person(id)).toMatchObject({ groups: ['staff'], roles: [] });
  await context.service.revert(job.id);
  for (const id of ids) expect(person(id)).toMatchObject({ groups: ['ops', 'staff'], roles: [] });
});

it.each([
  // rollout, records that ended, failed, ended within the hour → what it may do next
  [{ first: 3 }, 0, 0, 0, { begin: 3 }],
  [{ first: 3 }, 2, 0, 2, { begin: 1 }],
  [{ first: 3 }, 3, 0, 3, { begin: 20 }],
  [{ first: 30 }, 30, 0, 30, { begin: 30 }],
  [{ first: 3, stopAtFailedPercent: 0 }, 2, 1, 2, { begin: 1 }],
  [{ first: 3, stopAtFailedPercent: 0 }, 3, 1, 3, { stop: '1 of 3 failed; the job stops at the first failure' }],
  [{ stopAtFailedPercent: 0 }, 5, 0, 5, { begin: 20 }],
  [{ stopAtFailedPercent: 100 }, 5, 4, 5, { begin: 20 }],
  [{ perHour: 5, first: 3 }, 3, 0, 3, { begin: 2 }],
  [{ perHour: 5 }, 7, 0, 5, { waitMs: 7000 }],
  [{ notBefore: '1970-01-01T00:00:05Z' }, 0, 0, 0, { waitMs: 4000 }],
  [{ notAfter: '1970-01-01T00:00:01Z' }, 0, 0, 0, { stop: 'its window ended at 1970-01-01T00:00:01Z' }],
])('with %j, after %i records of which %i failed', (rollout, ended, failed, hour, allowance) => {
  const counts = { ended, failed, ended_last_hour: hour, budget_in_ms: 7000 };
  expect(allowanceNow(rollout, counts, 1000)).toEqual(allowance);
});
