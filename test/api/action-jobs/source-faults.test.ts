// Faults of a source: it is away, asks to wait, loses answers, does half, or shows too much. The result is true in the end.
import { describe, expect, it } from 'vitest';
import { ChangeRefused } from '../../../src/connector/actions.ts';
import { SourceUnavailable } from '../../../src/connector/transient.ts';
import { failing } from '../../support/actions/application.ts';
import { withFreshAccounts } from '../../support/actions/fresh-accounts.ts';
import { accepted } from '../../support/actions/writable-service.ts';

const context = withFreshAccounts(40);
const { fresh, nameOf, person, disable } = context;

describe('a source', () => {
  it('that asks to wait is waited for, and the change is made once', async () => {
    const [id] = fresh() as [string];
    context.crm.before = failing('disable', 5, 20);
    expect(await context.service.change('POST', `/v1/accounts/${id}/disable`)).toMatchObject({ status: 'Completed' });
    expect(context.crm.changes).toHaveLength(1);
  });

  it('whose answer is lost is read before anything is tried again', async () => {
    const [id] = fresh() as [string];
    context.crm.after = failing('disable', 1, 20);
    const job = await context.service.change('POST', `/v1/accounts/${id}/disable`);
    expect(job).toMatchObject({ status: 'Completed', revert: { available: true } });
    expect(context.crm.changes).toHaveLength(1);
    await context.service.revert(job.id);
    expect(person(id)).toMatchObject({ enabled: true, groups: ['staff'] });
  });

  it('that is away is tried three times, and the result tells the truth', async () => {
    const [id] = fresh() as [string];
    context.crm.before = failing('disable', 3);
    const job = await context.service.change('POST', `/v1/accounts/${id}/disable`);
    expect(job).toMatchObject({ status: 'Failed', revert: { available: false } });
    expect((await context.service.results(job.id))[0].failureReason).toBe(
      'the source did not answer 3 times: the application is away; whether the change was made is not known',
    );
  });

  it('that is away for all clients at once has one fault, and is not given up for it', async () => {
    // For three clients: two rounds of three faults, and the third fault of one account.
    context.crm.before = failing('disable', 7);
    const job = await context.service.ended(accepted(await disable(...fresh(12))));
    expect(job).toMatchObject({ status: 'PartiallyCompleted', targets: { total: 12, succeeded: 11, failed: 1 } });
  });

  it('that allows one client gets all changes from it', async () => {
    // A run that a former job has requested would open a client too.
    await context.service.test.sync();
    let opened = 0;
    context.crm.before = call => {
      if (call.name !== 'open') return;
      opened += 1;
      if (opened > 1) throw new SourceUnavailable('too many connections');
    };
    const job = await context.service.ended(accepted(await disable(...fresh(12))));
    expect(job).toMatchObject({ status: 'Completed', targets: { total: 12, succeeded: 12 } });
    expect(opened).toBeGreaterThan(1);
  });

  it('that says yes and does nothing, or does half, fails the target with what it shows', async () => {
    const [first, second] = fresh(2) as [string, string];
    context.crm.after = call => {
      if (call.name === 'disable') person(call.account === nameOf(first) ? first : second).enabled = true;
    };
    const job = await context.service.ended(accepted(await disable(first, second)));
    expect(job.status).toBe('Failed');
    expect((await context.service.results(job.id))[0].failureReason).toBe(
      'the source reported success, but does not show the change; the source shows a part of the change: groups is [] (it was ["staff"])',
    );
  });

  it('that shows more than can be kept for an undo is not changed', async () => {
    const [id] = fresh() as [string];
    person(id).groups = Array.from({ length: 100_000 }, (_, index) => `group ${index}`);
    const job = await context.service.change('POST', `/v1/accounts/${id}/disable`);
    expect((await context.service.results(job.id))[0].failureReason).toMatch(/more than can be kept for an undo/);
    expect(context.crm.changes).toEqual([]);
    person(id).groups = [];
  });

  it('that refuses the password fails the job at once with the reason', async () => {
    const [id] = fresh() as [string];
    context.crm.before = call => {
      if (call.name === 'open') throw new ChangeRefused('wrong password; set another one');
    };
    const job = await context.service.change('POST', `/v1/accounts/${id}/disable`);
    expect((await context.service.results(job.id))[0].failureReason).toContain('wrong password; set another one');
  });
});
