// What the service answers as of a version is what it answered while the version was in service: over random versions, by number and
// by time, for lists, gets, facets, searches, changes, counts of risks, effective access, SQL, exports, SCIM, decisions and tools of assistants.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceOf } from '../../../src/resources/registry.ts';
import { expireVersions } from '../../../src/state/versions.ts';
import { protocolClient } from '../../support/assistants/protocol-client.ts';
import { rowsOf } from '../../support/exports.ts';
import { isLong } from '../../support/long-tests.ts';
import { createRandom, testSeed } from '../../support/random.ts';
import { pagesOf, type Script, sampleRecord } from '../../support/scripted-source.ts';
import { type Item, instanceOf, startService, type TestService } from '../../support/service/service.ts';

const seed = testSeed();
const random = createRandom(seed);
const versions = isLong ? 30 : 3;

const record = (type: string, id: string, fields: object) => ({ ...sampleRecord(resourceOf(type)!, 0), id, ...fields });
const numbered = (count: number) => Array.from({ length: count }, (_, index) => index);
const flags = ['isCreate', 'isRead', 'isUpdate', 'isDelete', 'isExecute', 'isShare', 'isPrivileged'];
/** Mostly a grant, sometimes a denial, of random permissions. */
const grant = (group: string, [type, object]: readonly [type: string, id: string]) =>
  record('EntityAssignedAccessToObject', `${group}-${object}`, {
    entityId: group,
    entityType: 'UserGroup',
    assignedObjectId: object,
    assignedObjectType: type,
    entitlementSpecification: {
      reason: 'AccessControl',
      reasonSpecificData: {
        type: random.below(5) === 0 && object !== 'bank' ? 'Denial' : 'Grant',
        enabled: true,
        permissions: { isRead: true, ...Object.fromEntries(flags.map(name => [name, random.below(3) === 0])) },
      },
    },
  });
const member = (id: string, group: string, type = 'Account') =>
  record('EntityManagedViaObject', `${id}-${group}`, {
    entityId: id,
    entityType: type,
    managedViaObjectId: group,
    managedViaObjectType: 'UserGroup',
  });

/** The first account is always there, in the first group, which has the first application; all else may be there or not. */
function randomScript(): Script {
  const some = (index: number) => index === 0 || random.below(10) < 6;
  const accounts = numbered(12).filter(some);
  const ties = <Left, Right>(left: readonly Left[], right: readonly Right[], tie: (l: Left, r: Right) => object) =>
    left.flatMap((l, i) => right.filter((_, j) => (i === 0 && j === 0) || random.below(10) < 4).map(r => tie(l, r)));
  const groups = ['g0', 'g1', 'g2'];
  const resources = numbered(4).map(index => `r${index}`);
  const objects = [
    ['AssignedApplication', 'bank'],
    ['AssignedApplication', 'shop'],
    ...resources.map(id => ['ResourceInstance', id]),
  ];
  return {
    Account: pagesOf(
      accounts.map(index =>
        record('Account', `a${index}`, { alias: `a${index}`, type: 'User', title: random.of(['one', 'two', 'three']) }),
      ) as never,
    ),
    UserGroup: pagesOf(groups.map(name => record('UserGroup', name, { name })) as never),
    AssignedApplication: pagesOf(['bank', 'shop'].map(name => record('AssignedApplication', name, { name })) as never),
    ResourceClass: pagesOf([record('ResourceClass', 'folder', { name: 'folder' })] as never),
    ResourceInstance: pagesOf(
      resources.map((name, index) => {
        const parentId = index > 0 && random.below(2) === 0 ? `r${random.below(index)}` : undefined;
        return record('ResourceInstance', name, { name, resourceClass: 'folder', parentId });
      }) as never,
    ),
    EntityManagedViaObject: pagesOf([
      ...ties(accounts, groups, (index, group) => member(`a${index}`, group)),
      ...(random.below(2) === 0 ? [member('g1', 'g2', 'UserGroup')] : []),
      ...(random.below(2) === 0 ? [member('g2', 'g0', 'UserGroup')] : []),
    ] as never),
    EntityAssignedAccessToObject: pagesOf(ties(groups, objects as [string, string][], grant) as never),
  };
}

let test: TestService;
let ids: { account: string; group: string; application: string };
/** What was answered while each version was in service, and when it was published. */
const served: { readonly version: number; readonly published: Date; readonly answers: readonly unknown[] }[] = [];

let sentToken: string | undefined;

async function send(payload: object, url: string, headers = {}): Promise<{ status: number; body: string }> {
  sentToken ??= await test.token();
  const authorization = `Bearer ${sentToken}`;
  const response = await test.app.inject({ method: 'POST', url, payload, headers: { authorization, ...headers } });
  return { status: response.statusCode, body: response.body };
}

/**
 * Ask one after the other. Requests that come at once are answered by several processes, which open the version each: that would take
 * most of the time of this test.
 */
async function answersTo<Request, Answer>(
  requests: readonly Request[],
  ask: (request: Request) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const request of requests) answers.push(await ask(request));
  return answers;
}

/** Answers from one version. @param asOf undefined: the version in service */
async function answersOf(asOf: string | undefined): Promise<unknown[]> {
  const given = asOf === undefined ? '' : `&asOf=${encodeURIComponent(asOf)}`;
  const { account, group, application } = ids;
  const lists = await answersTo(
    [
      '/v1/accounts?pageSize=5',
      '/v1/accounts?pageSize=5&sort=-title&fields=globalId,title',
      '/v1/entity-managed-via-object?pageSize=200',
      '/v1/changes?pageSize=100',
      `/v1/accounts/${account}/access?pageSize=1`,
      `/v1/user-groups/${group}/accounts?pageSize=2`,
      `/v1/assigned-applications/${application}/accounts?pageSize=2`,
    ],
    url => test.everyItem(`${url}${given}`),
  );
  const items = await answersTo(
    [
      `/v1/accounts/${account}?`,
      `/v1/accounts/facets?field=title`,
      '/v1/search?q=a&limit=100',
      '/v1/risk-counts?',
      `/v1/accounts/${account}/access/${application}/paths?limit=50`,
      `/v1/access-graph/${account}?depth=3`,
    ],
    async url => {
      const { status, body } = await test.get(`${url}${given}`);
      return { status, body };
    },
  );
  const sql = 'SELECT alias, title FROM accounts ORDER BY ALL';
  const queried = await send({ query_string: sql, ...(asOf !== undefined && { as_of: asOf }) }, '/v1/query/execute');
  const { elapsed_ms: _, ...result } = JSON.parse(queried.body);
  const exported = await send(
    { context: 'accessInventoryAccounts', ...(asOf !== undefined && { asOf }) },
    '/v1/downloads',
    {
      accept: 'text/csv',
    },
  );
  expect(exported.status, exported.body).toBe(200);
  return [...lists, ...items, result, exported.body, ...(await protocolAnswers(asOf))];
}

/** The same of SCIM, decisions and the tools of assistants. */
async function protocolAnswers(asOf: string | undefined): Promise<unknown[]> {
  const given = asOf === undefined ? '' : `asOf=${encodeURIComponent(asOf)}`;
  const { account, group, application } = ids;
  const scim = [
    '/scim/v2/Users?count=200&',
    '/scim/v2/Groups?cursor=&count=200&',
    `/scim/v2/Groups/${group}?`,
    `/scim/v2/Users/${account}?`,
  ];
  const subject = { type: 'account', id: account };
  const resource = { type: 'assigned-application', id: application };
  const action = { name: 'read' };
  const decisions: [string, object][] = [
    ['evaluation', { subject, action, resource }],
    ['evaluations', { subject, resource, evaluations: [{ action }, { action: { name: 'delete' } }] }],
    ['search/action', { subject, resource }],
    ['search/subject', { subject: { type: 'account' }, action, resource, page: { limit: 100 } }],
    ['search/resource', { subject, action, resource: { type: 'assigned-application' }, page: { limit: 100 } }],
  ];
  const tools: [string, object][] = [
    ['search', { text: 'a1' }],
    ['get', { id: account }],
    ['who_can_reach', { id: application, pageSize: 5, paths: 1 }],
    ['what_can_reach', { id: account, pageSize: 5, paths: 1 }],
    ['blast_radius', { id: account }],
    ['risks', {}],
    ['query', { sql: 'SELECT alias, title FROM accounts ORDER BY ALL' }],
  ];
  const assistant = await protocolClient(test.app, test.service.access.baseUrl, await test.token());
  return [
    ...(await answersTo(scim, async url => (await test.get(`${url}${given}`)).body)),
    ...(await answersTo(decisions, ([path, body]) => send(body, `/access/v1/${path}?${given}`))),
    ...(await answersTo(tools, async ([name, args]) => {
      const { isError, answer, text } = await assistant.call(name, { ...args, ...(asOf !== undefined && { asOf }) });
      expect(isError, text).toBe(false);
      return { version: answer.version, data: answer.data };
    })),
  ];
}

beforeAll(async () => {
  test = await startService({
    sources: { app: randomScript(), other: { Account: pagesOf([record('Account', 'o', { alias: 'o' })] as never) } },
    settings: { hold_back: { gone_percent: 100 }, versions: { keep: '7d' } },
  });
});
// A hook for each version: the time limit is for one, however many there are.
for (const index of numbered(versions)) beforeAll(() => publishVersion(index));

async function publishVersion(index: number): Promise<void> {
  if (index > 0) test.scripts.set('app', randomScript());
  await test.sync(index === 0 ? [] : ['app'], true);
  const find = async (collection: string, id: string) =>
    (await test.everyItem(`/v1/${collection}`)).find((item: Item) => item.id === id).globalId;
  ids ??= {
    account: await find('accounts', 'a0'),
    group: await find('user-groups', 'g0'),
    application: await find('assigned-applications', 'bank'),
  };
  const { version, published_at: published } = test.service.tenant().catalogue.kept()[0]!;
  served.push({ version, published, answers: await answersOf(undefined) });
}

afterAll(() => test.close());

describe(`as of a version (seed ${seed})`, () => {
  it.each(numbered(versions).toReversed())('the answers of version %i of all are those of its time', async index => {
    const { version, answers } = served[index]!;
    expect(await answersOf(String(version))).toEqual(answers);
  });

  it('the versions differ', () => {
    expect(new Set(served.map(({ answers }) => JSON.stringify(answers))).size).toBe(versions);
  });

  it('a time means the version that was published last before or at it', async () => {
    const list = (at: number) => test.everyItem(`/v1/accounts?pageSize=5&asOf=${new Date(at).toISOString()}`);
    for (const [index, { published, answers }] of served.entries()) {
      expect(await list(published.getTime()), `at ${published.toISOString()}`).toEqual(answers[0]);
      const previous = served[index - 1];
      if (previous) expect(await list(published.getTime() - 1)).toEqual(previous.answers[0]);
    }
    if (isLong) expect(await answersOf(served[1]!.published.toISOString())).toEqual(served[1]!.answers);
  });

  it('many versions can be read at once', async () => {
    const asked = [...served, ...served.toReversed(), ...served];
    const found = await Promise.all(
      asked.map(({ version }) => test.everyItem(`/v1/accounts?pageSize=5&asOf=${version}`)),
    );
    expect(found).toEqual(asked.map(({ answers }) => answers[0]));
  });

  it('what was gained and lost between two versions is what differs in the effective access', async () => {
    const names = { create: 1, read: 2, update: 4, delete: 8, execute: 16, share: 32, access: 128 };
    const bits = Object.entries(names).map(([name, bit]) => `can_${name}::INTEGER * ${bit}`);
    const query_string = `SELECT account_id || ' ' || object_id,
      ${bits.join(' + ')} + is_privileged::INTEGER * 64 + is_member::INTEGER * 256 FROM effective_access`;
    const accessAt = async (version: number) => {
      const { body } = await send({ query_string, as_of: String(version), page_size: 10_000 }, '/v1/query/execute');
      return new Map<string, number>(JSON.parse(body).rows);
    };
    const permissions = ['Create', 'Read', 'Update', 'Delete', 'Execute', 'Share', 'Privileged', 'Other', 'Member'];
    const named = (mask: number) => permissions.filter((_, bit) => mask & (1 << bit)).join('; ');
    const access = await Promise.all(served.map(({ version }) => accessAt(version)));
    const kinds = new Set<string>();
    for (const [early, was] of access.entries()) {
      for (const late of new Set([early + 1, versions - 1])) {
        const is = access[late];
        if (!is) continue;
        const expected = [...new Set([...was.keys(), ...is.keys()])].flatMap(key => {
          const [before, after] = [was.get(key) ?? 0, is.get(key) ?? 0];
          const kind = before === 0 ? 'Gained' : after === 0 ? 'Lost' : 'Changed';
          return before === after ? [] : [[key, kind, named(after & ~before), named(before & ~after)].join(',')];
        });
        const since = String(served[early]!.version);
        const asOf = String(served[late]!.version);
        const payload = { context: 'accessChanges', since, asOf };
        const { body } = await send(payload, '/v1/downloads', { accept: 'text/csv' });
        const rows = rowsOf(Buffer.from(body)).map(row => {
          kinds.add(row['change']!);
          return [`${row['accountId']} ${row['objectId']}`, row['change'], row['gained'], row['lost']].join(',');
        });
        expect(rows.toSorted(), `${since} to ${asOf}`).toEqual(expected.toSorted());
      }
    }
    expect(kinds.size).toBe(3);
  });

  it('compares only what a client may see, and refuses versions in the wrong order', async () => {
    const since = String(served[0]!.version);
    const compare = async (token: string, payload: object) => {
      const headers = { authorization: `Bearer ${token}`, accept: 'text/csv' };
      const all = { context: 'accessChanges', ...payload };
      const { statusCode, body } = await test.app.inject({
        method: 'POST',
        url: '/v1/downloads',
        payload: all,
        headers,
      });
      return statusCode === 200 ? rowsOf(Buffer.from(body)) : [statusCode, JSON.parse(body).details.parameter];
    };
    const everything = await test.token();
    expect((await compare(everything, { since })).length).toBeGreaterThan(0);
    expect(await compare(await test.token({ instances: [instanceOf(test, 'other')] }), { since })).toEqual([]);
    expect(await compare(everything, { since: '2', asOf: '1' })).toEqual([400, 'since']);
    expect(await compare(everything, { context: 'identities', since })).toEqual([400, 'since']);
  });

  it('says which version it is', async () => {
    const { version } = served[1]!;
    for (const url of [
      'accounts?',
      `accounts/${ids.account}?`,
      `accounts/${ids.account}/access?`,
      'search?q=a&',
      'changes?',
    ]) {
      const { headers } = await test.get(`/v1/${url}asOf=${version}`);
      expect(headers['warehouse-version'], url).toBe(String(version));
    }
  });

  it('an assistant is told that an answer is not of the version in service', async () => {
    const assistant = await protocolClient(test.app, test.service.access.baseUrl, await test.token());
    const { answer } = await assistant.call('search', { text: 'a0', asOf: String(served[0]!.version) });
    const newest = served.at(-1)!.version;
    const sentence = `The answer is of version ${served[0]!.version}; version ${newest} is in service. What is said of sources is their state now.`;
    expect(answer.unknown).toContain(sentence);
    expect((await assistant.call('search', { text: 'a0' })).answer.unknown).not.toContain(sentence);
  });

  it('the pages of a search of decisions are of the version that the first one named', async () => {
    const asked = {
      subject: { type: 'account' },
      action: { name: 'read' },
      resource: { type: 'assigned-application', id: ids.application },
    };
    const search = async (page: object, asOf: string) => {
      const { status, body } = await send({ ...asked, page }, `/access/v1/search/subject${asOf}`);
      return { status, ...JSON.parse(body) };
    };
    const firsts = await Promise.all(served.map(({ version }) => search({ limit: 1 }, `?asOf=${version}`)));
    const { page, context } = firsts.find(first => first.page.next_token !== '');
    const second = { limit: 1, token: page.next_token };
    expect(await search(second, `?asOf=${context.version}`)).toMatchObject({ status: 200, context });
    expect(await search(second, '')).toMatchObject({ status: 400 });
  });

  it('a page token belongs to the version that the first page named', async () => {
    const first = await test.get('/v1/accounts?pageSize=1&asOf=1');
    const { nextPageToken } = first.body;
    for (const other of ['', '&asOf=2']) {
      const { status, body } = await test.get(`/v1/accounts?pageSize=1&pageToken=${nextPageToken}${other}`);
      expect([status, body.details.reason], other).toEqual([400, 'INVALID_PAGE_TOKEN']);
    }
  });

  it('a client sees no more of it than of the version in service', async () => {
    const token = await test.token({ instances: [instanceOf(test, 'other')] });
    for (const { version } of served) {
      expect((await test.everyItem(`/v1/accounts?asOf=${version}`, token)).map(({ alias }) => alias)).toEqual(['o']);
      expect((await test.get(`/v1/accounts/${ids.account}?asOf=${version}`, token)).status).toBe(404);
    }
  });

  it.each([
    ['yesterday', /neither the number of a version nor a date/],
    ['', /neither the number of a version nor a date/],
    ['2999-01-01', /in the future/],
    ['999', /there is no version 999 yet/],
    ['-1', /neither the number/],
  ])('%j is refused', async (asOf, message) => {
    const urls = ['accounts', `accounts/${ids.account}`, `accounts/${ids.account}/access`, 'changes', 'risk-counts'];
    const scim = ['/scim/v2/Users?', `/scim/v2/Groups/${ids.group}?`];
    for (const url of [...urls.map(name => `/v1/${name}?`), '/v1/search?q=a&', ...scim]) {
      const { status, body } = await test.get(`${url}asOf=${asOf}`);
      expect([status, body.code, body.details.parameter], url).toEqual([400, 'BAD_REQUEST', 'asOf']);
      expect(body.message).toMatch(message);
    }
    const ends = { subject: { type: 'account', id: 'a0' }, resource: { type: 'assigned-application', id: 'bank' } };
    const decided = await send(ends, `/access/v1/search/action?asOf=${asOf}`);
    expect([decided.status, JSON.parse(decided.body).details.parameter]).toEqual([400, 'asOf']);
  });

  it('refuses to wait for a job', async () => {
    const job = '00000000-0000-4000-8000-000000000000';
    for (const path of ['', `/${ids.account}`]) {
      const { status, body } = await test.get(`/v1/accounts${path}?asOf=1&waitForJob=${job}`);
      expect([status, body.details.parameter]).toEqual([400, 'waitForJob']);
    }
  });

  it('once a version is gone, it says which ones are kept', async () => {
    const { database } = test.service;
    const { catalogue } = test.service.tenant();
    await expireVersions(database, catalogue.tenant, 0);
    await catalogue.refresh();
    const newest = { version: String(served.at(-1)!.version), publishedAt: expect.stringMatching(/Z$/) };
    const gone = { code: 'VERSION_GONE', details: { parameter: 'asOf', oldest: newest, newest } };
    for (const asOf of [String(served[0]!.version), served[0]!.published.toISOString(), '2001-01-01', '0']) {
      for (const url of ['accounts?', 'search?q=a&', 'changes?', 'risk-counts?']) {
        const { status, body } = await test.get(`/v1/${url}asOf=${asOf}`);
        expect(status, asOf).toBe(410);
        expect(body, asOf).toMatchObject(gone);
      }
    }
    for (const url of ['Users?', `Users/${ids.account}?`])
      expect((await test.get(`/scim/v2/${url}asOf=1`)).body).toMatchObject({ status: '410', ...gone });
    const assistant = await protocolClient(test.app, test.service.access.baseUrl, await test.token());
    const refused = await assistant.call('search', { text: 'a1', asOf: '1' });
    expect([refused.isError, refused.text.split('\n')[0]]).toEqual([true, 'search was refused: VERSION_GONE.']);
    const sql = await send({ query_string: 'SELECT 1', as_of: '1' }, '/v1/query/execute');
    expect([sql.status, JSON.parse(sql.body).details.parameter]).toEqual([410, 'as_of']);
    const { version, answers } = served.at(-1)!;
    expect(await test.everyItem(`/v1/accounts?pageSize=5&asOf=${version}`)).toEqual(answers[0]);
    if (isLong) expect(await answersOf(String(version))).toEqual(answers);
  });
});
