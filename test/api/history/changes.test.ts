// What the service says about changes between versions, over several runs of two sources.
import fs from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceOf } from '../../../src/resources/registry.ts';
import { pagesOf, type Script, sampleRecord } from '../../support/scripted-source.ts';
import { type Item, instanceOf, queryRows, startService, type TestService } from '../../support/service/service.ts';

const record = (type: string, id: string, fields: Record<string, unknown> = {}) => ({
  ...sampleRecord(resourceOf(type)!, 0),
  id,
  ...fields,
});
const account = (id: string, fields: Record<string, unknown> = {}) =>
  record('Account', id, { alias: id, type: 'User', isAdmin: false, ...fields });
const member = (entityId: string, group: string) =>
  record('EntityManagedViaObject', `${entityId}-${group}`, {
    entityId,
    entityType: 'Account',
    managedViaObjectId: group,
    managedViaObjectType: 'UserGroup',
  });
const grant = (group: string, application: string) =>
  record('EntityAssignedAccessToObject', `${group}-${application}`, {
    entityId: group,
    entityType: 'UserGroup',
    assignedObjectId: application,
    assignedObjectType: 'AssignedApplication',
    entitlementSpecification: {
      reason: 'AccessControl',
      reasonSpecificData: { type: 'Grant', enabled: true, permissions: { isPrivileged: true } },
    },
  });
const script = (accounts: readonly object[], memberships: readonly object[] = []): Script => ({
  Account: pagesOf(accounts as never),
  UserGroup: pagesOf(['admins', 'staff'].map(name => record('UserGroup', name, { name }))),
  AssignedApplication: pagesOf([record('AssignedApplication', 'bank', { name: 'bank' })]),
  EntityAssignedAccessToObject: pagesOf([grant('admins', 'bank')]),
  // One membership from the start, so that it is known from the start who is in no group.
  EntityManagedViaObject: pagesOf([member('c', 'staff'), ...memberships] as never),
});
const other: Script = { Account: pagesOf([account('o1'), account('o2', { title: 'first' })] as never) };

let test: TestService;
/** The version after each of the four syncs of the source `app`. */
const points: { readonly version: string; readonly generatedAt: string }[] = [];

/** Sync the source `app`, which then has these accounts and memberships. */
async function synced(...now: Parameters<typeof script>): Promise<void> {
  test.scripts.set('app', script(...now));
  await test.sync(['app'], true);
  points.push((await test.get('/v1/changes')).body.until);
}

beforeAll(async () => {
  test = await startService({ sources: { app: {}, other } });
  await test.sync(['other']);
  await synced([account('a'), account('b'), account('c')]);
  // a changes, b vanishes, d appears.
  await synced([account('a', { title: 'boss' }), account('c'), account('d')]);
  // b comes back with another title, d vanishes, e appears.
  await synced([
    account('a', { title: 'boss', isAdmin: true }),
    account('b', { title: 'new' }),
    account('c'),
    account('e'),
  ]);
  test.scripts.set('other', { Account: pagesOf([account('o1'), account('o2', { title: 'second' })] as never) });
  await test.sync(['other']);
  // a has its former title again.
  await synced(
    [account('a', { isAdmin: true }), account('b', { title: 'new' }), account('c'), account('e')],
    [member('c', 'admins')],
  );
});
afterAll(() => test.close());

const shown = (items: Item[]) =>
  items.map(({ change, objectName, fields }) => {
    const changed = (fields ?? []).filter((pair: Item) => ['title', 'isAdmin'].includes(pair.field));
    return [objectName, change, ...changed.map((pair: Item) => [pair.field, pair.before, pair.after])];
  });
/** @param since a place in `points`, or a value of the parameter */
const accountsSince = async (point: number | string) => {
  const since = typeof point === 'number' ? points[point]!.version : point;
  return shown(await test.everyItem(`/v1/changes?since=${since}&objectType=Account`)).toSorted();
};

describe('changes since a version', () => {
  it('are what appeared, vanished and changed', async () => {
    expect(await accountsSince(2)).toEqual([
      ['a', 'Changed', ['title', 'boss', undefined]],
      ['c', 'Changed'],
      ['o2', 'Changed', ['title', 'first', 'second']],
    ]);
    const [change] = await test.everyItem(`/v1/changes?since=${points[2]!.version}&objectType=EntityManagedViaObject`);
    const relations = await test.everyItem('/v1/entity-managed-via-object');
    const relation = relations.find(({ id }) => id === 'c-admins');
    expect(change).toEqual({
      change: 'Appeared',
      objectType: 'EntityManagedViaObject',
      objectId: relation.globalId,
      objectName: 'c-admins',
      applicationInstanceId: instanceOf(test, 'app'),
      version: points[3]!.version,
      changedAt: points[3]!.generatedAt,
    });
  });

  it('count together over several versions', async () => {
    expect(await accountsSince(1)).toEqual([
      ['a', 'Changed', ['isAdmin', false, true], ['title', 'boss', undefined]],
      ['b', 'Appeared'],
      ['c', 'Changed'],
      ['d', 'Vanished', ['isAdmin', false, undefined]],
      ['e', 'Appeared'],
      ['o2', 'Changed', ['title', 'first', 'second']],
    ]);
    // The title of a is what it was, d appeared and vanished, b vanished and came back.
    expect(await accountsSince(0)).toEqual([
      ['a', 'Changed', ['isAdmin', false, true]],
      ['b', 'Changed', ['title', undefined, 'new']],
      ['c', 'Changed'],
      ['e', 'Appeared'],
      ['o2', 'Changed', ['title', 'first', 'second']],
    ]);
    expect(await accountsSince(3)).toEqual([]);
  });

  it('can be limited to one kind', async () => {
    const since = points[1]!.version;
    const whole = await test.everyItem(`/v1/changes?since=${since}`);
    for (const kind of ['Appeared', 'Changed', 'Vanished']) {
      const ofKind = await test.everyItem(`/v1/changes?since=${since}&change=${kind}&pageSize=2`);
      expect(ofKind, kind).toEqual(whole.filter(({ change }) => change === kind));
      expect(ofKind.length, kind).toBeGreaterThan(0);
    }
  });

  it('are the same since the time at which the version was in service', async () => {
    for (const [index, { generatedAt }] of points.entries())
      expect(await accountsSince(generatedAt), generatedAt).toEqual(await accountsSince(index));
    const later = new Date(Date.parse(points[1]!.generatedAt) + 1).toISOString();
    const { body } = await test.get(`/v1/changes?since=${later}`);
    expect(body).toMatchObject({ since: points[1], until: points[3] });
    expect((await test.get('/v1/changes?since=2999-01-01')).body.items).toEqual([]);
  });

  it('since times and versions that are not known are refused with the oldest possible value', async () => {
    const { since: oldest } = (await test.get('/v1/changes')).body;
    const details = { parameter: 'since', oldestVersion: '1', oldestTime: oldest.generatedAt };
    for (const since of ['0', '2020-01-01', new Date(Date.parse(oldest.generatedAt) - 1).toISOString()]) {
      const { status, body } = await test.get(`/v1/changes?since=${since}`);
      expect([status, body.details], since).toEqual([400, details]);
    }
    for (const since of [
      '2&until=1',
      '1&until=7',
      '1&until=monday',
      '7',
      'monday',
      '2026-02-30',
      '',
      '1&since=2',
      '1&objectType=Acount',
      '1&change=Gone',
      '1&order=oldest',
    ]) {
      const { status, body } = await test.get(`/v1/changes?since=${since}`);
      expect([status, body.code], since).toEqual([400, 'BAD_REQUEST']);
    }
  });

  it('are paged, and stay those of the version of the first page', async () => {
    const whole = await test.everyItem('/v1/changes?since=1');
    expect(await test.everyItem('/v1/changes?since=1&pageSize=1')).toEqual(whole);
    expect(whole.length).toBeGreaterThan(5);
    const [first] = (await test.get('/v1/changes?since=1&pageSize=1')).body.items;
    expect(first).toEqual(whole[0]);
    const { nextPageToken } = (await test.get('/v1/changes?since=1&pageSize=1')).body;
    expect((await test.get(`/v1/changes?since=2&pageSize=1&pageToken=${nextPageToken}`)).status).toBe(400);
  });

  it('begin with what changed last when that is asked for, page by page', async () => {
    const whole = await test.everyItem('/v1/changes?since=1');
    const newest = await test.everyItem('/v1/changes?since=1&order=newest&pageSize=1');
    const key = ({ objectType, objectId }: Item) => `${objectType}/${objectId}`;
    const expected = whole.toSorted((a, b) => Number(b.version) - Number(a.version) || (key(a) < key(b) ? -1 : 1));
    expect(newest).toEqual(expected);
    expect(newest).not.toEqual(whole);
    const changed = await test.everyItem('/v1/changes?since=1&order=newest&change=Changed&pageSize=2');
    expect(changed).toEqual(expected.filter(({ change }) => change === 'Changed'));
  });

  it('of a hidden application instance are hidden', async () => {
    const [app, hidden] = [instanceOf(test, 'app'), instanceOf(test, 'other')];
    const limited = await test.token({ instances: [hidden] });
    const items = await test.everyItem('/v1/changes?since=1', limited);
    expect(shown(items)).toEqual([['o2', 'Changed', ['title', 'first', 'second']]]);
    expect(await test.everyItem(`/v1/changes?since=1&applicationInstanceId=${hidden}`)).toEqual(items);
    expect((await test.get(`/v1/changes?applicationInstanceId=${app}`, limited)).status).toBe(403);
  });
});

it('SQL tells who gained admin', async () => {
  const response = await test.app.inject({
    method: 'POST',
    url: '/v1/query/execute',
    headers: { authorization: `Bearer ${await test.token()}` },
    payload: {
      query_string: fs.readFileSync('sql/queries/who_gained_admin.sql', 'utf8'),
      parameters: { since: points[2]!.generatedAt },
    },
  });
  const { rows } = response.json();
  expect(rows.map((row: unknown[]) => [row[1], row[4], row[5]])).toEqual([
    ['c', 'membership', ['bank']],
    ['a', 'flag', null],
  ]);
  expect(
    await queryRows(test, `SELECT change, count(*) FROM changes WHERE object_type = 'Account' GROUP BY 1 ORDER BY 1`),
  ).toEqual([
    ['Appeared', 6],
    ['Changed', 5],
    ['Vanished', 2],
  ]);
});
