// Changes from the request to the source and back to the served data, and their reverts.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Application, accountName, holding } from '../support/actions/application.ts';
import { type CrmAndHr, startCrmAndHr } from '../support/actions/crm-and-hr.ts';
import { accepted } from '../support/actions/writable-service.ts';
import type { Item } from '../support/service/service.ts';
import { until } from '../support/until.ts';

let { crm, hr, service, ids } = {} as CrmAndHr;
beforeAll(async () => {
  ({ crm, hr, service, ids } = await startCrmAndHr());
});
beforeEach(() => {
  crm.before = () => {};
  crm.after = () => {};
});
afterAll(() => service.test.close());

const person = (index: number) => crm.accounts.get(accountName(index))!;
const stateOf = (application: Application) => structuredClone([...application.accounts]);

describe('an account', () => {
  it('is disabled, shown as disabled, and reverted to exactly what it was', async () => {
    const id = ids.crm[0]!;
    const before = stateOf(crm);
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
    expect(person(0)).toMatchObject({ enabled: false, groups: [] });
    expect(await service.results(job.id)).toEqual([{ target: id, status: 'Succeeded' }]);
    const [changed] = await service.test.everyItem(`/v1/action-jobs/${job.id}/changes`);
    expect(changed).toMatchObject({ target: id, before: { enabled: true }, after: { enabled: false } });
    expect(await service.shown(`/v1/accounts/${id}`, job.id)).toMatchObject({ enabled: false });
    expect((await service.ended(job.id)).dataSync).toEqual({ status: 'Completed' });

    const revert = await service.revert(job.id);
    expect(revert).toMatchObject({
      type: 'Revert',
      status: 'Completed',
      reverts: job.id,
      revert: { available: false },
    });
    expect(stateOf(crm)).toEqual(before);
    const { body: reverted } = await service.send('GET', `/v1/action-jobs/${job.id}`);
    expect(reverted).toMatchObject({ status: 'Reverted', revertedBy: revert.id, revert: { available: false } });
    expect(await service.shown(`/v1/accounts/${id}`, revert.id)).toMatchObject({ enabled: true });
  });
});

describe('in the list of changes', () => {
  it('a change that a job made names the job and who asked for it, and others do not', async () => {
    const { test } = service;
    await test.sync();
    // What the jobs before have changed must not be read back later.
    const dataSync = async () => (await test.everyItem('/v1/action-jobs')).map(({ dataSync }) => dataSync?.status);
    await expect.poll(dataSync).not.toContain('InProgress');
    const before = (await service.send('GET', '/v1/changes')).body.until.version;
    const [mine, theirs] = [ids.hr[1]!, ids.hr[2]!];
    const disabled = await service.change('POST', `/v1/accounts/${mine}/disable`);
    hr.accounts.get(accountName(2))!.enabled = false;
    await service.shown(`/v1/accounts/${mine}`, disabled.id);
    await test.sync();
    const jobOf = async (id: string) => {
      const listed = await test.everyItem(`/v1/changes?since=${before}&order=newest&objectType=Account`);
      return listed.filter(({ objectId }) => objectId === id).map(({ actionJob }) => actionJob);
    };
    const { id, requestedBy, requestedByName } = disabled as Item;
    expect(await jobOf(mine)).toEqual([{ id, requestedBy, requestedByName }]);
    expect(await jobOf(theirs)).toEqual([undefined]);
    // An account that is new since then was not made by the job that disabled it.
    hr.accounts.set('new', structuredClone(hr.accounts.get(accountName(0))!));
    await test.sync();
    const newest = (await test.everyItem('/v1/accounts')).find(({ alias }) => alias === 'new')!['globalId'];
    const other = await service.change('POST', `/v1/accounts/${newest}/disable`);
    await service.shown(`/v1/accounts/${newest}`, other.id);
    expect(await jobOf(newest)).toEqual([undefined]);
    await service.revert(other.id);
    hr.accounts.delete('new');
    await test.sync();
    // Who does not see the job sees the change only.
    const limited = await test.token({ scopes: ['read'], instances: [service.instance('crm')] });
    expect(await test.everyItem(`/v1/changes?since=${before}`, limited)).toEqual([]);
    // After the version that showed it first, the job is behind no change.
    expect(
      await test.everyItem(`/v1/changes?since=${(await service.send('GET', '/v1/changes')).body.until.version}`),
    ).toEqual([]);
  });
});

describe('groups', () => {
  it('a group is made with exactly its name, and shown under the id of the result', async () => {
    const names = ['plain', '*)(uid=*', '"; drop role x; --', '../../etc/passwd', '-rf', ' é\u{1F600}\n'];
    const jobs: { id: string; groupName: string }[] = [];
    for (const groupName of names) {
      const asked = { applicationInstanceId: service.instance('crm'), groupName };
      jobs.push({ ...(await service.change('POST', '/v1/user-groups', asked)), groupName });
    }
    expect([...crm.groups]).toEqual(expect.arrayContaining(names));
    for (const { id, groupName } of jobs) {
      const [{ target }] = await service.results(id);
      expect(await service.shown(`/v1/user-groups/${target}`, jobs.at(-1)!.id)).toMatchObject({ name: groupName });
      await service.revert(id);
    }
    expect([...crm.groups]).toEqual(['staff', 'ops']);
  });
});

describe('data sync', () => {
  it('does not count a run that began before the change', async () => {
    const id = ids.crm[9]!;
    const read = holding('list');
    crm.after = read.hook;
    const syncing = service.test.sync(['crm']);
    await until(read.met, met => met > 0);
    const job = await service.change('POST', `/v1/accounts/${id}/disable`);
    expect(job.dataSync.status).toBe('InProgress');
    read.release();
    await syncing;
    expect(await service.shown(`/v1/accounts/${id}`, job.id)).toMatchObject({ enabled: false });
    const { body } = await service.send('GET', '/v1/sync-runs?pageSize=1');
    expect(body.items[0].cause).toBe('change');
  });

  it('is Failed when the run failed, and Completed once a later run has succeeded', async () => {
    const id = ids.crm[9]!;
    crm.before = call => {
      if (call.name === 'list') throw new Error('the list is broken');
    };
    const job = await service.change('POST', `/v1/accounts/${id}/enable`);
    await until(
      async () => (await service.ended(job.id)).dataSync.status,
      status => status === 'Failed',
    );
    expect(await service.send('GET', `/v1/accounts/${id}?waitForJob=${job.id}`)).toMatchObject({
      status: 409,
      body: { code: 'JOB_NOT_VISIBLE', details: { dataSync: 'Failed' } },
    });
    crm.before = () => {};
    await service.test.sync(['crm']);
    expect(await service.shown(`/v1/accounts/${id}`, job.id)).toMatchObject({ enabled: true });
  });

  it('is waited for as long as the client says', async () => {
    const held = holding('disable');
    crm.before = held.hook;
    const job = accepted(await service.send('POST', `/v1/accounts/${ids.crm[11]}/disable`));
    const wait = (query: string, seconds: string) =>
      service.send('GET', `/v1/accounts?waitForJob=${query}`, undefined, { prefer: `respond-async, wait=${seconds}` });
    expect(await wait(job, '0')).toMatchObject({
      status: 409,
      body: { code: 'JOB_NOT_VISIBLE', details: { dataSync: 'Pending' } },
    });
    expect(await wait(job, 'long')).toMatchObject({ status: 400, body: { details: { parameter: 'Prefer' } } });
    expect(await wait(`${job}&pageToken=x`, '0')).toMatchObject({ status: 400 });
    const waiting = wait(job, '60');
    held.release();
    expect((await waiting).body.items.find((item: { id: string }) => item.id === accountName(11)).enabled).toBe(false);
  });
});
