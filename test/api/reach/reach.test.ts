// The lists of effective access and the paths, through the API: what they show, to whom, and what they say to bad input.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scriptOf } from '../../support/access/graph.ts';
import { type Item, startService, type TestService } from '../../support/service/service.ts';
import { dated, graph, other } from './example-graph.ts';

const unknown = '00000000-0000-4000-8000-000000000000';

let test: TestService;
let ids: Map<string, string>;
let instances: string[];
const kinds = ['accounts', 'roles', 'user-groups', 'resource-instances'];
const id = (name: string, source = 'app') => ids.get(`${source} ${name}`)!;
const access = async (name: string, query = '') => test.everyItem(`/v1/accounts/${id(name)}/access${query}`);
const shown = (items: readonly Item[]) =>
  Object.fromEntries(items.map(item => [item.objectName, [item.hops, ...item.permissions].join(' ')]));
const pathsOf = async (account: string, object: string, query = '') =>
  (await test.get(`/v1/accounts/${id(account)}/access/${id(object)}/paths${query}`)).body;

beforeAll(async () => {
  test = await startService({
    sources: { app: scriptOf(graph), 'other-app': scriptOf(other), 'z-dated': scriptOf(dated) },
  });
  await test.sync();
  const runs: Item[] = await test.everyItem('/v1/sync-runs');
  const sourceOf = new Map(runs.map(run => [run.applicationInstanceId, run.sourceId]));
  instances = [...sourceOf.keys()] as string[];
  const lists = await Promise.all(kinds.map(kind => test.everyItem(`/v1/${kind}`)));
  ids = new Map(
    lists.flat().map(item => [`${sourceOf.get(item.objectMetadata.ApplicationInstanceId)} ${item.id}`, item.globalId]),
  );
  instances.sort((left, right) => (sourceOf.get(left) < sourceOf.get(right) ? -1 : 1));
});
afterAll(() => test?.close());

describe('what an account reaches', () => {
  it('goes through groups in groups, roles and folders, each object once with the fewest steps', async () => {
    expect(shown(await access('a-nested'))).toEqual({
      'g-inner': '1 Member',
      'g-outer': '2 Member',
      'g-ring': '3 Member',
      'r-reader': '3 Member',
      'x-site': '4 Read Update',
      'x-folder': '5 Read Update',
      'x-page': '6 Read Update',
    });
  });

  it('adds up the permissions of all ways', async () => {
    expect(shown(await access('a-direct'))).toMatchObject({ 'x-page': '1 Read Update Delete', 'g-self': '1 Member' });
  });

  it('lacks what a denial takes away: everything, or the permissions that it names; conditions do not count', async () => {
    expect(shown(await access('a-denied'))).toEqual({ 'r-reader': '1 Member', 'x-site': '2 Read Update' });
    expect(shown(await access('a-partly'))).toEqual({
      'r-reader': '1 Member',
      'x-site': '2 Read Update',
      'x-folder': '3 Read',
      'x-page': '4 Read',
    });
  });

  it('keeps what was not read, without a name, and leaves out what is not in force', async () => {
    const [group, resource] = (await access('a-lost')).toSorted((left, right) => left.hops - right.hops || 0);
    expect([group.objectName, resource.objectName]).toEqual([undefined, undefined]);
    expect([group.objectType, resource.objectType].sort()).toEqual(['ResourceInstance', 'UserGroup']);
    expect(await access('a-alone')).toEqual([]);
  });

  it('is what it would lose without one membership or grant: what other ways give stays', async () => {
    const relationship = async (source: string, target: string) => {
      const collections = ['entity-managed-via-object', 'entity-assigned-access-to-object'];
      const items = (await Promise.all(collections.map(name => test.everyItem(`/v1/${name}`)))).flat();
      const end = (item: Item) => item.globalManagedViaObjectId ?? item.globalAssignedObjectId;
      return items.find(item => item.globalEntityId === id(source) && end(item) === id(target)).globalId;
    };
    const lost = async (name: string, source: string, target: string) =>
      shown(await access(name, `?onlyThrough=${await relationship(source, target)}&pageSize=2`));
    expect(await lost('a-nested', 'g-inner', 'g-outer')).toEqual({
      'g-outer': '2 Member',
      'g-ring': '3 Member',
      'r-reader': '3 Member',
      'x-site': '4 Read Update',
      'x-folder': '5 Read Update',
      'x-page': '6 Read Update',
    });
    // The ring leads back to a group that the account is in anyway.
    expect(await lost('a-nested', 'g-ring', 'g-outer')).toEqual({});
    expect(await lost('a-nested', 'a-nested', 'g-inner')).toEqual(shown(await access('a-nested')));
    // Its own grant gives to delete the page, and nothing else; its role reads and updates it.
    expect(await lost('a-direct', 'a-direct', 'x-page')).toEqual({ 'x-page': '1 Delete' });
    expect(await lost('a-direct', 'a-direct', 'r-reader')).toEqual({
      'r-reader': '1 Member',
      'x-site': '2 Read Update',
      'x-folder': '3 Read Update',
      'x-page': '1 Read Update',
    });
    expect(await lost('a-partly', 'r-reader', 'x-site')).toEqual({
      'x-site': '2 Read Update',
      'x-folder': '3 Read',
      'x-page': '4 Read',
    });
    // Of another account: nothing is lost.
    expect(await lost('a-denied', 'a-direct', 'x-page')).toEqual({});
    for (const wrong of [unknown, 'x', id('a-direct')])
      expect((await test.get(`/v1/accounts/${id('a-direct')}/access?onlyThrough=${wrong}`)).status, wrong).toBe(400);
  });

  it('is limited to a type or an instance', async () => {
    expect(Object.keys(shown(await access('a-nested', '?objectType=Role')))).toEqual(['r-reader']);
    expect(await access('a-nested', `?applicationInstanceId=${instances[1]}`)).toEqual([]);
    expect(await access('a-nested', `?applicationInstanceId=${instances[0]}`)).toHaveLength(7);
  });

  it('comes in pages, and a token continues only its own list', async () => {
    const whole = await access('a-nested');
    expect(await access('a-nested', '?pageSize=1')).toEqual(whole);
    const { nextPageToken } = (await test.get(`/v1/accounts/${id('a-nested')}/access?pageSize=2`)).body;
    for (const url of [
      `/v1/accounts/${id('a-direct')}/access?pageToken=${nextPageToken}`,
      `/v1/accounts/${id('a-nested')}/access?objectType=Role&pageToken=${nextPageToken}`,
      `/v1/roles/${id('r-reader')}/accounts?pageToken=${nextPageToken}`,
      `/v1/accounts/${id('a-nested')}/access?pageToken=${nextPageToken}x`,
    ])
      expect(await test.get(url)).toMatchObject({ status: 400, body: { details: { reason: 'INVALID_PAGE_TOKEN' } } });
  });
});

describe('who reaches an object', () => {
  it.each([
    [
      'roles',
      'r-reader',
      { 'a-nested': '3 Member', 'a-direct': '1 Member', 'a-denied': '1 Member', 'a-partly': '1 Member' },
    ],
    ['user-groups', 'g-ring', { 'a-nested': '3 Member' }],
    ['user-groups', 'g-self', { 'a-direct': '1 Member' }],
    [
      'resource-instances',
      'x-page',
      { 'a-nested': '6 Read Update', 'a-direct': '1 Read Update Delete', 'a-partly': '4 Read' },
    ],
    ['resource-instances', 'x-other', {}],
  ])('of %s: %s', async (kind, name, expected) => {
    const items = await test.everyItem(`/v1/${kind}/${id(name)}/accounts?pageSize=2`);
    const found = Object.fromEntries(items.map(item => [item.alias, [item.hops, ...item.permissions].join(' ')]));
    expect(found).toEqual(expected);
  });
});

describe('since when access exists', () => {
  const oldId = () => id('a-old', 'z-dated');
  const ages = (items: readonly Item[], name: string) =>
    Object.fromEntries(items.map(item => [item[name], [item.since.at, item.since.knownBy].join(' ')]));

  it('is said when it is asked for: since the newest step of a path, and of several paths, of the oldest', async () => {
    expect((await test.everyItem(`/v1/accounts/${oldId()}/access`)).some(item => item.since)).toBe(false);
    const [first] = await test.everyItem(`/v1/accounts/${oldId()}/access?include=since&objectType=UserGroup`);
    // The source gives no dates of memberships, and they were there when it was first read.
    expect(first.since.knownBy).toBe('Read');
    const reached = await test.everyItem(`/v1/accounts/${oldId()}/access?include=since&pageSize=1`);
    expect(ages(reached, 'objectName')).toEqual({
      'g-team': `${first.since.at} Read`,
      'g-all': `${first.since.at} Read`,
      // Its grant is older than its memberships are known to be.
      'x-site': `${first.since.at} Read`,
      // The other path, through the site, may be older than its own grant: a membership without a date may be of any time.
      'x-page': '2025-07-01T08:30:00.000Z Read',
    });
    test.scripts.set('z-dated', scriptOf({ ...dated, memberships: [...dated.memberships, ['a-new', 'g-all']] }));
    await test.sync(['z-dated'], true);
    const [change] = await test.everyItem('/v1/changes?objectType=EntityManagedViaObject&order=newest');
    const appeared = new Date(change.changedAt).toISOString();
    const reaching = await test.everyItem(
      `/v1/resource-instances/${id('x-page', 'z-dated')}/accounts?include=since&pageSize=1`,
    );
    expect(ages(reaching, 'alias')).toEqual({
      'a-old': '2025-07-01T08:30:00.000Z Read',
      'a-new': `${appeared} History`,
    });
    for (const { accountId, since } of reaching) {
      const url = `/v1/accounts/${accountId}/access/${id('x-page', 'z-dated')}/paths`;
      expect((await test.get(url)).body.since).toEqual(since);
    }
  });

  it('is the date of the source, where every step has one', async () => {
    const groups = await test.get(`/v1/user-groups/${id('g-all', 'z-dated')}/access/${id('x-page', 'z-dated')}/paths`);
    expect(groups.body.since).toEqual({ at: '2024-03-05T10:00:00.000Z', knownBy: 'Source' });
    const none = await pathsOf('a-alone', 'x-page');
    expect('since' in none).toBe(false);
  });
});

it('through what access exists is said when it is asked for, of a shortest path', async () => {
  const through = (items: readonly Item[], name: string) =>
    Object.fromEntries(
      items.map(item => [
        item[name],
        [...item.through.objects.map(({ objectName }: Item) => objectName), item.through.isOnlyPath].join(' '),
      ]),
    );
  expect(await access('a-nested')).toEqual((await access('a-nested', '?include=through')).map(withoutThrough));
  expect(through(await access('a-nested', '?include=since,through&pageSize=2'), 'objectName')).toEqual({
    'g-inner': 'true',
    'g-outer': 'g-inner true',
    'g-ring': 'g-inner g-outer true',
    'r-reader': 'g-inner g-outer true',
    'x-site': 'g-inner g-outer r-reader true',
    'x-folder': 'g-inner g-outer r-reader x-site true',
    'x-page': 'g-inner g-outer r-reader x-site x-folder true',
  });
  const reaching = await test.everyItem(`/v1/resource-instances/${id('x-page')}/accounts?include=through`);
  expect(through(reaching, 'alias')).toEqual({
    'a-nested': 'g-inner g-outer r-reader x-site x-folder true',
    // Its own grant is the shortest path, and its role gives another.
    'a-direct': 'false',
    'a-partly': 'r-reader x-site x-folder true',
  });
  expect(reaching.some(item => item.since)).toBe(false);
  // What was not read has no name.
  for (const { through: way } of await access('a-lost', '?include=through'))
    expect(way.objects.every(({ objectName }: Item) => objectName === undefined)).toBe(true);
  expect((await test.get(`/v1/accounts/${id('a-nested')}/access?include=since,paths`)).status).toBe(400);
});

const withoutThrough = ({ through: _through, ...item }: Item): Item => item;

describe('the paths', () => {
  it('name each step, with the relationship behind it', async () => {
    const { paths, permissions, isComplete, denials } = await pathsOf('a-nested', 'x-folder');
    expect({ permissions, isComplete, denials }).toEqual({
      permissions: ['Read', 'Update'],
      isComplete: true,
      denials: [],
    });
    const [path] = paths;
    expect(path.steps.map((step: Item) => [step.kind, step.from.objectName, step.to.objectName].join(' '))).toEqual([
      'Membership a-nested g-inner',
      'Membership g-inner g-outer',
      'Membership g-outer r-reader',
      'Grant r-reader x-site',
      'Containment x-site x-folder',
    ]);
    for (const step of path.steps.slice(0, 4)) {
      const collection = step.kind === 'Grant' ? 'entity-assigned-access-to-object' : 'entity-managed-via-object';
      expect((await test.get(`/v1/${collection}/${step.id}`)).status).toBe(200);
    }
  });

  it('begin at a group or role, too', async () => {
    const from = async (collection: string, name: string) =>
      (await test.get(`/v1/${collection}/${id(name)}/access/${id('x-folder')}/paths`)).body;
    const { paths, criticalSteps, permissions } = await from('user-groups', 'g-inner');
    const ofAccount = await pathsOf('a-nested', 'x-folder');
    expect(permissions).toEqual(ofAccount.permissions);
    expect(paths[0].steps).toEqual(ofAccount.paths[0].steps.slice(1));
    expect(criticalSteps).toEqual(ofAccount.criticalSteps.slice(1));
    expect((await from('roles', 'r-reader')).paths.map((path: Item) => path.hops)).toEqual([2]);
    expect((await from('user-groups', 'g-self')).paths).toEqual([]);
  });

  it('are listed with what is missing: denials, and what has no access', async () => {
    const denied = await pathsOf('a-denied', 'x-page');
    expect(denied).toMatchObject({ permissions: [], paths: [], criticalSteps: [] });
    expect(denied.denials).toMatchObject([{ from: { objectName: 'a-denied' }, to: { objectName: 'x-folder' } }]);
    expect((await pathsOf('a-alone', 'x-page')).paths).toEqual([]);
  });

  it('are limited, which is said', async () => {
    expect((await pathsOf('a-direct', 'x-page')).paths.map((path: Item) => path.hops)).toEqual([1, 4]);
    const one = await pathsOf('a-direct', 'x-page', '?limit=1');
    expect([one.paths.length, one.isComplete]).toEqual([1, false]);
  });

  it('name the steps whose removal ends the access: the source loses one, and the access is gone', async () => {
    const { criticalSteps } = await pathsOf('a-nested', 'x-page');
    const named = (steps: readonly Item[]) => steps.map(step => `${step.from.objectName} ${step.to.objectName}`);
    expect(named(criticalSteps)).toEqual([
      'a-nested g-inner',
      'g-inner g-outer',
      'g-outer r-reader',
      'r-reader x-site',
    ]);
    expect((await pathsOf('a-direct', 'x-page')).criticalSteps).toEqual([]);
    const memberships = graph.memberships.filter(([member]) => member !== 'g-inner');
    test.scripts.set('app', scriptOf({ ...graph, memberships }));
    await test.sync(['app'], true);
    expect(shown(await access('a-nested'))).toEqual({ 'g-inner': '1 Member' });
    expect((await pathsOf('a-nested', 'x-page')).permissions).toEqual([]);
    test.scripts.set('app', scriptOf(graph));
    await test.sync(['app'], true);
    expect(await access('a-nested')).toHaveLength(7);
  });
});

describe('the graph', () => {
  const graphOf = async (name: string, query = '') => {
    const { body } = await test.get(`/v1/access-graph/${id(name)}${query}`);
    const steps = body.steps.map(({ from, kind, to }: Item) =>
      [body.nodes[from].objectName, kind, body.nodes[to].objectName].join(' '),
    );
    return { ...body, drawn: steps.sort() };
  };

  it('is followed from an account for as many steps as asked for, and knows what leads on', async () => {
    const { drawn, nodes, isComplete } = await graphOf('a-nested');
    expect(drawn).toEqual(['a-nested Membership g-inner', 'g-inner Membership g-outer']);
    expect(nodes.map(({ layer, stepCount }: Item) => [layer, stepCount])).toEqual([
      [0, 1],
      [1, 1],
      [2, 2],
    ]);
    expect(isComplete).toBe(false);
    const whole = await graphOf('a-nested', '?depth=10');
    expect(whole.isComplete).toBe(true);
    const layers = whole.nodes.slice(1).map((node: Item) => [node.objectName, node.layer]);
    const hops = (await access('a-nested')).map(item => [item.objectName, item.hops]);
    expect(layers.sort()).toEqual(hops.sort());
  });

  it('is followed back from an object to the accounts, with what a denial takes away', async () => {
    const { drawn, steps, nodes } = await graphOf('x-page', '?direction=ReachedBy&depth=4');
    expect(drawn).toEqual([
      'a-denied Denial x-folder',
      'a-denied Membership r-reader',
      'a-direct Grant x-page',
      'a-direct Membership r-reader',
      'a-partly Denial x-folder',
      'a-partly Membership r-reader',
      'g-outer Membership r-reader',
      'r-reader Grant x-site',
      'x-folder Containment x-page',
      'x-site Containment x-folder',
    ]);
    const grant = steps.find(({ from, to }: Item) =>
      [from, to].every(at => /r-reader|x-site/.test(nodes[at].objectName)),
    );
    expect(grant.permissions).toEqual(['Read', 'Update']);
  });

  it('lists a part of what leads on, containers first, and says how much there is', async () => {
    const { drawn, nodes } = await graphOf('r-reader', '?direction=ReachedBy&as=Holder&depth=1&perNode=2');
    expect(drawn[1]).toBe('g-outer Membership r-reader');
    expect([drawn.length, nodes[0].stepCount]).toEqual([2, 4]);
  });
});

describe('instances', () => {
  it('never mix, although they use the same local ids', async () => {
    const items: Item[] = await test.everyItem(`/v1/accounts/${id('a-alone', 'other-app')}/access`);
    expect(new Set(items.map(item => item.applicationInstanceId))).toEqual(new Set([instances[1]]));
    expect(items.map(item => item.objectName).sort()).toEqual(['r-reader', 'x-folder', 'x-page', 'x-site']);
    const foreign = await test.get(`/v1/accounts/${id('a-nested')}/access/${id('x-site', 'other-app')}/paths`);
    expect(foreign.body).toMatchObject({ paths: [], permissions: [] });
  });

  it('are hidden from a client that may not see them', async () => {
    const token = await test.token({ instances: [instances[1]!] });
    expect(await test.everyItem(`/v1/accounts/${id('a-alone', 'other-app')}/access`, token)).toHaveLength(4);
    for (const url of [
      `/v1/accounts/${id('a-nested')}/access`,
      `/v1/accounts/${id('a-nested')}/access/${id('x-page')}/paths`,
      `/v1/accounts/${id('a-alone', 'other-app')}/access/${id('x-page')}/paths`,
      `/v1/roles/${id('r-reader')}/accounts`,
      `/v1/access-graph/${id('r-reader')}`,
    ])
      expect((await test.get(url, token)).status, url).toBe(404);
    const url = `/v1/accounts/${id('a-alone', 'other-app')}/access?applicationInstanceId=${instances[0]}`;
    expect((await test.get(url, token)).status).toBe(403);
  });
});

it.each([
  [404, () => `/v1/accounts/${unknown}/access`],
  [404, () => `/v1/accounts/${unknown}/access/${id('x-page')}/paths`],
  [404, () => `/v1/accounts/${id('a-nested')}/access/${unknown}/paths`],
  [404, () => `/v1/accounts/${id('r-reader')}/access`],
  [404, () => `/v1/roles/${id('g-inner')}/accounts`],
  [404, () => `/v1/assigned-applications/${unknown}/accounts`],
  [404, () => `/v1/integrated-applications/${unknown}/accounts`],
  [404, () => `/v1/access-graph/${unknown}`],
  [400, () => '/v1/accounts/nonsense/access'],
  [400, () => '/v1/access-graph/nonsense'],
  [400, () => `/v1/access-graph/${id('r-reader')}?depth=11`],
  [400, () => `/v1/access-graph/${id('r-reader')}?direction=Up`],
  [400, () => `/v1/access-graph/${id('r-reader')}?limit=1`],
  [400, () => `/v1/accounts/${id('a-nested')}/access?objectType=Thing`],
  [400, () => `/v1/accounts/${id('a-nested')}/access?hops=1`],
  [400, () => `/v1/accounts/${id('a-nested')}/access?pageSize=201`],
  [400, () => `/v1/roles/${id('r-reader')}/accounts?objectType=Role`],
  [400, () => `/v1/roles/${id('r-reader')}/accounts?include=until`],
  [400, () => `/v1/accounts/${id('a-nested')}/access?include=`],
  [400, () => `/v1/accounts/${id('a-nested')}/access/nonsense/paths`],
  [400, () => `/v1/accounts/${id('a-nested')}/access/${id('x-page')}/paths?limit=101`],
  [400, () => `/v1/accounts/${id('a-nested')}/access/${id('x-page')}/paths?limit=1&limit=2`],
  [400, () => `/v1/accounts/${id('a-nested')}/access/${id('x-page')}/paths?pageSize=1`],
])('answers %i to bad input', async (status, url) => {
  expect((await test.get(url())).status, url()).toBe(status);
});

it('says in the ledger what relationships name that was not read', async () => {
  const runs: Item[] = await test.everyItem('/v1/sync-runs');
  const { body } = await test.get(`/v1/sync-runs/${runs.find(run => run.sourceId === 'app').id}`);
  const messages = body.reads.flatMap((read: Item) => read.gaps.map((gap: Item) => gap.message));
  expect(messages.sort()).toEqual([
    '1 access assignments are to objects that were not read',
    '1 memberships are in groups, roles or permission sets that were not read',
  ]);
});
