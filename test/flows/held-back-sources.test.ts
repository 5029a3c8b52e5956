// A source whose new data look broken is held back alone: its last good data are shown, everything else is published.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { connectors } from '../../connectors/index.ts';
import { sweep } from '../../pipelines/sweep.ts';
import type { SourceRecord } from '../../src/connector/contract.ts';
import type { JobName } from '../../src/jobs/queue.ts';
import { type Application, makeApplication } from '../connectors/simulated/application.ts';
import { driving, type WritableService } from '../support/actions/writable-service.ts';
import { isLong } from '../support/long-tests.ts';
import { createRandom, testSeed } from '../support/random.ts';
import { pagesOf, type Script, sampleRecord } from '../support/scripted-source.ts';
import { sendAs } from '../support/send.ts';
import {
  type Item,
  instanceOf,
  queryRows,
  startService,
  type TestService,
  temporaryFolder,
} from '../support/service/service.ts';
import { copyWorld } from '../support/service/worlds.ts';
import { account, role } from './resources.ts';

let test: TestService;
/** That of a service which does not remove its own. */
let folder: string | undefined;
afterEach(async () => {
  await test.close();
  if (folder !== undefined) fs.rmSync(folder, { recursive: true, force: true });
  folder = undefined;
});

const form = (index: number, alias: string): SourceRecord => ({ ...sampleRecord(account, index), alias });
const some = (count: number, alias: string) => Array.from({ length: count }, (_, index) => form(index, alias));
const reads = (records: readonly SourceRecord[]): Script => ({ Account: pagesOf(records) });
const unreadable: Script = {
  Account: pagesOf(Array.from({ length: 10 }, (_, index) => ({ ...form(index, 'bad'), enabled: 'perhaps' }))),
};

/** Local id → alias of what is served of a source. */
async function served(source: string): Promise<Record<string, string>> {
  const items = await test.everyItem(`/v1/accounts?applicationInstanceId=${instanceOf(test, source)}`);
  return Object.fromEntries(items.map(item => [item.id, item.alias]));
}

const aliases = async (source: string) => [...new Set(Object.values(await served(source)))];
const countOf = async (source: string) => Object.keys(await served(source)).length;
const heldBack = async () => (await test.operator.jobs({})).heldBack.map(held => held.source_id);

const settings = { metrics: true };

/** Both sources are read well once; then `app` loses most of its accounts. @param folder see `startService` */
async function withBrokenApp(folder?: string): Promise<void> {
  test = await startService({
    sources: { app: reads(some(10, 'good')), crm: reads(some(10, 'good')) },
    settings,
    synced: true,
    ...(folder !== undefined && { folder }),
  });
  test.scripts.set('app', reads(some(2, 'broken')));
  test.scripts.set('crm', reads(some(9, 'newer')));
}

/** The same, after another sync of both, so that `app` is held back: a copy of what the first test made that asked for it. */
async function withHeldBackApp(): Promise<void> {
  const sources = { app: reads(some(2, 'broken')), crm: reads(some(9, 'newer')) };
  folder = temporaryFolder();
  await copyWorld({ settings, sources, others: 'app is held back' }, path.join(folder, 'data'), async made => {
    await withBrokenApp(made);
    await test.sync();
    await test.close();
  });
  test = await startService({ sources, settings, folder });
}

describe('a source that is held back', () => {
  it('is shown with its last good data, and the changes of the others are published', async () => {
    await withBrokenApp();
    const { build, heldBack: held } = await test.sync();
    expect(build).toMatchObject({ status: 'Published' });
    expect(held).toMatchObject([{ source_id: 'app', findings: [{ check: 'objects_gone', source: 'app' }] }]);
    expect([await countOf('app'), await aliases('app')]).toEqual([10, ['good']]);
    expect([await countOf('crm'), await aliases('crm')]).toEqual([9, ['newer']]);
  });

  it('says so in its runs, among the sources, in the ledger, in /readyz and in the metrics', async () => {
    await withHeldBackApp();
    const { body } = await test.get('/v1/sync-runs');
    const run = (source: string) => body.items.find((item: { sourceId: string }) => item.sourceId === source).id;
    const message = expect.stringMatching(/^app: 8 of 10 accounts \(80 %\) are gone/);
    expect(body.items.find((item: { id: string }) => item.id === run('app'))).toMatchObject({
      status: 'HeldBack',
      heldBack: [message],
    });
    expect((await test.get(`/v1/sync-runs/${run('app')}`)).body).toMatchObject({ status: 'HeldBack' });
    const other = (await test.get(`/v1/sync-runs/${run('crm')}`)).body;
    expect(other).toMatchObject({ status: 'Landed' });
    expect(other).not.toHaveProperty('heldBack');

    const sources = await test.operator.sources({});
    expect(sources.map(({ id, heldBack }) => [id, heldBack?.run_id])).toEqual([
      ['app', run('app')],
      ['crm', undefined],
    ]);
    expect(
      await queryRows(
        test,
        `SELECT source_id, status, rows, held_back IS NOT NULL FROM source_completeness WHERE type = 'Account' ORDER BY 1`,
      ),
    ).toEqual([
      ['app', 'Complete', 10, true],
      ['crm', 'Complete', 9, false],
    ]);
    expect(
      await queryRows(test, 'SELECT source_id, is_complete, is_held_back FROM application_instances ORDER BY 1'),
    ).toEqual([
      ['app', false, true],
      ['crm', true, false],
    ]);
    const ready = (await test.app.inject('/readyz')).json();
    expect(ready.heldBack).toEqual([{ tenant: 'main', source: 'app', since: expect.any(String) }]);
    const metrics = (await test.app.inject('/metrics')).body;
    expect(metrics).toContain('rolecall_source_held_back{tenant="main",source="app"} 1');
    expect(metrics).toContain('rolecall_source_held_back{tenant="main",source="crm"} 0');
  });

  it('stays so over builds for other sources, a restart and the sweep, and since the same moment', async () => {
    await withHeldBackApp();
    const [first] = (await test.operator.jobs({})).heldBack;
    await test.sync();
    await sweep(test.service.tenant().context);
    await test.service.close();
    test = await startService({ sources: Object.fromEntries(test.scripts), folder: test.folder });
    test.scripts.set('crm', reads(some(9, 'after the restart')));
    expect((await test.sync(['crm'])).build).toMatchObject({ status: 'Published' });
    expect(await aliases('crm')).toEqual(['after the restart']);
    expect([await countOf('app'), await aliases('app')]).toEqual([10, ['good']]);
    const [now] = (await test.operator.jobs({})).heldBack;
    expect([now!.source_id, now!.since]).toEqual(['app', first!.since]);
  });

  it('is published again by itself once it reads well', async () => {
    await withHeldBackApp();
    test.scripts.set('app', reads(some(10, 'back')));
    expect(await test.sync(['app'])).toMatchObject({ build: { status: 'Published' }, heldBack: [] });
    expect([await countOf('app'), await aliases('app')]).toEqual([10, ['back']]);
    // The run that was held back was never published.
    const { body } = await test.get('/v1/sync-runs');
    const statuses = body.items
      .filter(({ sourceId }: { sourceId: string }) => sourceId === 'app')
      .map(({ status }: { status: string }) => status);
    expect(statuses).toEqual(['Landed', 'HeldBack', 'Landed']);
  });

  it('keeps its last good data under a read that did not see everything', async () => {
    await withHeldBackApp();
    test.scripts.set('app', {
      *Account() {
        yield { records: [form(0, 'seen')] };
        throw new Error('the source broke');
      },
      Role: pagesOf([sampleRecord(role, 0)]),
    });
    expect(await test.sync(['app'])).toMatchObject({ heldBack: [] });
    const now = await served('app');
    expect([Object.keys(now).length, now['Account-0'], now['Account-9']]).toEqual([10, 'seen', 'good']);
  });

  it('at its first read shows nothing, and makes no first version alone', async () => {
    test = await startService({ sources: { app: unreadable, crm: {} } });
    test.scripts.delete('crm');
    const alone = await test.sync();
    expect(alone.build).toMatchObject({ status: 'HeldBack' });
    expect(alone.heldBack).toMatchObject([{ source_id: 'app', findings: [{ check: 'records_rejected' }] }]);
    expect((await test.get('/v1/accounts')).body.nextPageToken).toBeDefined();

    test.scripts.set('crm', reads(some(3, 'good')));
    expect((await test.sync(['crm'])).build).toMatchObject({ status: 'Published', version: 1 });
    expect([await countOf('app'), await countOf('crm')]).toEqual([0, 3]);
    expect(
      await queryRows(test, `SELECT source_id, rejected FROM source_completeness WHERE held_back IS NOT NULL`),
    ).toContainEqual(['app', 10]);
  });
});

describe('accepting losses', () => {
  it('is for the named sources only', async () => {
    await withBrokenApp();
    test.scripts.set('crm', reads(some(1, 'broken')));
    expect((await test.sync()).heldBack.map(held => held.source_id)).toEqual(['app', 'crm']);
    const accepted = await test.sync(['app'], true);
    expect(accepted.build).toMatchObject({ status: 'Published' });
    expect(accepted.heldBack.map(held => held.source_id)).toEqual(['crm']);
    expect([await countOf('app'), await countOf('crm')]).toEqual([2, 10]);
  });

  it('holds for what was read until then, also when the source does not answer now', async () => {
    await withHeldBackApp();
    test.scripts.delete('app');
    expect((await test.sync(['app'], true)).build).toMatchObject({ status: 'Published' });
    expect([await countOf('app'), await heldBack()]).toEqual([2, []]);
    const { body } = await test.get('/v1/sync-runs');
    expect(body.items.map(({ status }: { status: string }) => status)).not.toContain('HeldBack');
    // Later builds do not ask again.
    expect((await test.sync(['crm'])).heldBack).toEqual([]);
  });

  it('of records that were rejected holds until the source is read again', async () => {
    test = await startService({ sources: { app: unreadable, crm: reads(some(3, 'good')) } });
    expect((await test.sync([], true)).build).toMatchObject({ status: 'Published' });
    expect(await test.sync(['crm'])).toMatchObject({ build: { status: 'Published' }, heldBack: [] });
    expect((await test.sync(['app'])).heldBack).toMatchObject([{ source_id: 'app' }]);
  });
});

describe('what a former release left', () => {
  it('holds the whole version back while the last good data of a source are not known', async () => {
    await withBrokenApp();
    await test.service.database.execute('update sources set accepted_position = null');
    // One after the other: a build for `crm` alone would find the last good data of `app` and accept them.
    expect((await test.sync(['app'])).build).toMatchObject({ status: 'HeldBack', findings: [{ source: 'app' }] });
    const { build, heldBack: held } = await test.sync(['crm']);
    expect(build).toMatchObject({ status: 'HeldBack', findings: [{ source: 'app' }] });
    expect(held.map(({ source_id }) => source_id)).toEqual(['app']);
    expect([await aliases('app'), await aliases('crm')]).toEqual([['good'], ['good']]);
    expect((await test.sync(['app'], true)).build).toMatchObject({ status: 'Published' });
    expect([await countOf('app'), await aliases('crm')]).toEqual([2, ['newer']]);
  });
});

describe('any sequence of reads of two sources', () => {
  const seed = testSeed();
  const names = ['app', 'crm'] as const;
  const rounds = isLong ? 60 : 2;

  it(`ends in what the rules say (seed ${seed})`, { timeout: Math.max(rounds, 5) * 60_000 }, async () => {
    const random = createRandom(seed);
    test = await startService({ sources: { app: {}, crm: {} } });
    /** Local id → alias: what is served, and what the newest run knows. */
    const shown = { app: new Map<string, string>(), crm: new Map<string, string>() };
    const newest = { app: new Map<string, string>(), crm: new Map<string, string>() };
    const held = new Set<string>();
    for (let round = 0; round < rounds; round += 1) {
      const asked = random.of([['app'], ['crm'], ['app', 'crm']] as const);
      const accept = random.below(4) === 0;
      for (const name of asked) {
        const breaks = random.below(3) === 0;
        const records = some(random.of([3, 7, 9, 10]), `round ${round}`);
        test.scripts.set(name, {
          *Account() {
            yield { records };
            if (breaks) throw new Error('the source broke');
          },
          Role: pagesOf([]),
        });
        // A read that broke drops nothing of what was known before; while the source is held back, that is its last good data.
        const known = held.has(name) ? shown[name] : newest[name];
        const former = breaks ? known : [];
        newest[name] = new Map([...former, ...records.map(({ id, alias }) => [id, alias as string] as const)]);
        const gone = shown[name].size - newest[name].size;
        if (!accept && gone * 100 > shown[name].size * 30) held.add(name);
        else {
          held.delete(name);
          shown[name] = newest[name];
        }
      }
      await test.sync(asked, accept);
      const about = JSON.stringify({ round, asked, accept });
      for (const name of names) expect(await served(name), about).toEqual(Object.fromEntries(shown[name]));
      expect(await heldBack(), about).toEqual([...held].toSorted());
    }
  });
});

describe('a source of which action jobs took much away', () => {
  const people = Array.from({ length: 20 }, (_, index) => `person-${String(index).padStart(2, '0')}`);
  let application: Application;
  let changing: WritableService;
  afterEach(() => application.remove());

  /** An application with 20 accounts, the first of which are in its only group, and its service. */
  async function withMembers(members: number): Promise<void> {
    application = makeApplication({
      application: { id: 'desk', name: 'Desk' },
      groups: [{ id: 'staff', name: 'Staff' }],
      accounts: people.map((id, index) => ({ id, alias: id, groups: index < members ? ['staff'] : [] })),
    });
    await open(['act', 'extract', 'build']);
    await test.sync();
  }

  /** @param inFolder with the state of a service that was closed */
  async function open(work: readonly JobName[], inFolder?: string): Promise<void> {
    const place = Object.entries(application.settings).map(([name, file]) => [
      name,
      path.join(application.folder, file),
    ]);
    test = await startService({
      ...{ work, connectors },
      ...(inFolder !== undefined && { folder: inFolder }),
      settings: {
        sources: [{ id: 'desk', connector: 'simulated', settings: Object.fromEntries(place), writes: true }],
      },
    });
    changing = driving(test, sendAs(test, await test.token()));
  }

  /** Let other jobs run. */
  async function reopen(work: readonly JobName[]): Promise<void> {
    await test.service.close();
    await open(work, test.folder);
  }

  const memberships = async () => (await test.everyItem('/v1/entity-managed-via-object')).length;
  const idsOf = async (indexes: readonly [number, number]) => {
    const items = await test.everyItem('/v1/accounts');
    return people.slice(...indexes).map(id => items.find(item => item.id === id)!.globalId);
  };
  /** Remove accounts from the group by a job. */
  async function removeByJob(indexes: readonly [number, number]): Promise<Item> {
    const group = await changing.idOf('user-groups', 'desk', 'staff');
    return changing.change('POST', `/v1/user-groups/${group}/members/remove`, { ids: await idsOf(indexes) });
  }
  /** Take all access of accounts away behind the back of the service. */
  const removeByHand = (from: number, to: number) =>
    application.change(
      `DELETE FROM membership WHERE member_id IN (${people
        .slice(from, to)
        .map(id => `'${id}'`)
        .join(', ')})`,
    );
  /** The objects of a collection once the data show all these jobs. A sync that is asked for joins one that began before a job. */
  const shownAfter = async (collection: string, jobs: readonly Item[]): Promise<Item[]> =>
    (await changing.shown(`/v1/${collection}`, jobs.at(-1)!.id))['items'];
  const findings = async () =>
    (await test.sync()).heldBack.map(({ findings }) => findings.map(({ message }) => message));

  it('is not held back for that, but for what is gone besides', async () => {
    await withMembers(20);
    expect(await removeByJob([0, 8])).toMatchObject({ status: 'Completed', targets: { succeeded: 8 } });
    expect(await findings()).toEqual([]);
    expect(await memberships()).toBe(12);
    removeByHand(8, 16);
    expect(await findings()).toEqual([
      ['desk: 8 of 12 memberships (67 %) are gone, more than the 30 % that hold_back.gone_percent allows'],
    ]);
    expect(await memberships()).toBe(12);
  });

  it('is held back for what is gone besides in the same read', async () => {
    await withMembers(20);
    removeByHand(8, 16);
    expect(await removeByJob([0, 8])).toMatchObject({ status: 'Completed' });
    expect(await findings()).toEqual([
      [
        'desk: 8 of 12 memberships (67 %) are gone, besides 8 that action jobs took away, more than the 30 % that hold_back.gone_percent allows',
      ],
    ]);
    expect(await memberships()).toBe(20);
  });

  it('is not held back for memberships that went with accounts that were disabled', async () => {
    await withMembers(20);
    await changing.change('POST', '/v1/accounts/disable', { ids: await idsOf([0, 8]) });
    expect(await findings()).toEqual([]);
    expect(await memberships()).toBe(12);
  });

  it('is not held back for what an undo took away', async () => {
    await withMembers(12);
    const group = await changing.idOf('user-groups', 'desk', 'staff');
    const jobs: Item[] = [];
    for (const account of await idsOf([12, 20]))
      jobs.push(await changing.change('PUT', `/v1/user-groups/${group}/members/${account}`));
    expect(await shownAfter('entity-managed-via-object', jobs)).toHaveLength(20);
    const undos: Item[] = [];
    for (const { id } of jobs) undos.push(await changing.revert(id));
    expect(await shownAfter('entity-managed-via-object', undos)).toHaveLength(12);
    expect(await findings()).toEqual([]);
  });

  it('is held back when what a job took was given back before it was gone', async () => {
    await withMembers(20);
    folder = test.folder;
    // Nothing is read between the job and its undo.
    await reopen(['act']);
    const job = await removeByJob([0, 8]);
    await changing.revert(job['id']);
    removeByHand(0, 8);
    await reopen(['act', 'extract', 'build']);
    expect(await findings()).toEqual([[expect.stringMatching(/^desk: 8 of 20 memberships/)]]);
  });

  it('is not held back when an undo deleted groups', async () => {
    await withMembers(20);
    const jobs: Item[] = [];
    for (const groupName of ['one', 'two', 'three'])
      jobs.push(
        await changing.change('POST', '/v1/user-groups', {
          applicationInstanceId: changing.instance('desk'),
          groupName,
        }),
      );
    expect(await shownAfter('user-groups', jobs)).toHaveLength(4);
    const undos: Item[] = [];
    for (const { id } of jobs) undos.push(await changing.revert(id));
    expect(await shownAfter('user-groups', undos)).toHaveLength(1);
    expect(await findings()).toEqual([]);
  });
});
