// Rows from an HTTP API: pagination, lists below other lists, incremental reads, credentials, and answers that are wrong.
import { generateKeyPairSync } from 'node:crypto';
import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import {
  type ApiAnswer,
  type ApiRequest,
  apiCheck,
  apiPages,
  apiRead,
  apiSource,
  scriptedApi,
} from './scripted-api.ts';

const units = Array.from({ length: 7 }, (_, index) => ({ id: `u${index + 1}`, name: `Unit ${index + 1}` }));
const ids = (records: readonly { id: string }[]) => records.map(({ id }) => id);
const allIds = ids(units);

const departments = (request: string, more = '') => `requests: { units: ${request} }
objects: { Department: { request: units, ${more}fields: { id: id, name: name } } }
`;

const slice = (from: number, size = 3) => units.slice(from, from + size);
const number = (text: string | null, fallback: number) => (text === null ? fallback : Number(text));

/** Ways of pagination: the request of the description, the answers of the API, and the requests that it should get. */
const styles: Record<string, [string, (request: ApiRequest, url: string) => ApiAnswer, string[]]> = {
  'all at once': ['{ path: units }', () => ({ body: units }), ['GET units']],
  'the header Link': [
    '{ path: units, query: { per: "3" }, paging: { link: true } }',
    ({ query }) => {
      const page = number(query.get('page'), 0);
      const link = page < 2 ? { link: `</api/units?page=${page + 1}&per=3>; rel="next"` } : {};
      return { body: slice(page * 3), headers: link };
    },
    ['GET units?per=3', 'GET units?page=1&per=3', 'GET units?page=2&per=3'],
  ],
  'an address in the body': [
    '{ path: units, items: value, paging: { next: \'["@odata.nextLink"]\' } }',
    ({ query }, url) => {
      const from = number(query.get('from'), 0);
      return { body: { value: slice(from), ...(from < 6 && { '@odata.nextLink': `${url}/units?from=${from + 3}` }) } };
    },
    ['GET units', 'GET units?from=3', 'GET units?from=6'],
  ],
  'a cursor': [
    '{ path: units, items: data, paging: { cursor: { path: meta.next, parameter: after } } }',
    ({ query }) => {
      const from = number(query.get('after'), 0);
      return { body: { data: slice(from), meta: { next: from < 6 ? `${from + 3}` : '' } } };
    },
    ['GET units', 'GET units?after=3', 'GET units?after=6'],
  ],
  'a cursor in the body': [
    `{ path: graph, body: '{"query":"{units}"}', items: data.units, paging: { cursor: { path: data.end, parameter: variables.after, in: body } } }`,
    ({ body }) => {
      const from = Number(JSON.parse(body).variables?.after ?? 0);
      return { body: { data: { units: slice(from), end: from < 6 ? from + 3 : null } } };
    },
    ['POST graph', 'POST graph', 'POST graph'],
  ],
  'an offset with a total': [
    '{ path: units, items: rows, total: count, paging: { offset: { parameter: offset, size: "3", sizeParameter: limit } } }',
    ({ query }) => ({ body: { count: 7, rows: slice(number(query.get('offset'), 0)) } }),
    ['GET units?offset=0&limit=3', 'GET units?offset=3&limit=3', 'GET units?offset=6&limit=3'],
  ],
  'a page number until a page is empty': [
    '{ path: units, paging: { page: { parameter: page } } }',
    ({ query }) => ({ body: slice((number(query.get('page'), 1) - 1) * 3) }),
    ['GET units?page=1', 'GET units?page=2', 'GET units?page=3', 'GET units?page=4'],
  ],
  'the last id': [
    '{ path: units, paging: { lastId: { path: id, parameter: since, size: "3" } } }',
    ({ query }) => ({ body: slice(units.findIndex(({ id }) => id === query.get('since')) + 1) }),
    ['GET units', 'GET units?since=u3', 'GET units?since=u6'],
  ],
  'the last id in a condition': [
    `{ path: units, paging: { lastId: { path: id, parameter: q, size: "3", template: 'id>"{}"' } } }`,
    ({ query }) => ({ body: slice(units.findIndex(({ id }) => `id>"${id}"` === query.get('q')) + 1) }),
    ['GET units', 'GET units?q=id%3E%22u3%22', 'GET units?q=id%3E%22u6%22'],
  ],
};

describe('a list that is paged by', () => {
  test.each(Object.entries(styles))('%s', async (_, [request, answer, asked]) => {
    const api = await scriptedApi(given => answer(given, api.url));
    const source = apiSource(departments(request), api);
    expect(await apiRead(source, 'Department')).toMatchObject({ records: units, gaps: [], rejected: [] });
    expect(api.asked).toEqual(asked);
    // Reading resumes after each page.
    const pages = await apiPages(source, 'Department');
    for (const [index, { cursor }] of pages.entries()) {
      const rest = await apiPages(source, 'Department', cursor);
      expect(rest.flatMap(({ records }) => records)).toEqual(pages.slice(index + 1).flatMap(({ records }) => records));
    }
  });

  test('pages of many rows, after each of which reading resumes', async () => {
    const rows = Array.from({ length: 2600 }, (_, id) => ({ id: `${id}`, name: 'x' }));
    const api = await scriptedApi(({ query }) => {
      const from = number(query.get('offset'), 0);
      return { body: rows.slice(from, from + 500) };
    });
    const source = apiSource(
      departments('{ path: units, paging: { offset: { parameter: offset, size: "500" } } }'),
      api,
    );
    const pages = await apiPages(source, 'Department');
    expect(pages.map(({ records }) => records.length)).toEqual([1000, 1000, 600]);
    const rest = await apiPages(source, 'Department', pages[0]!.cursor);
    expect(rest.flatMap(({ records }) => ids(records as never))).toEqual(ids(rows.slice(1000)));
  });
});

const members = `
requests:
  groups: { path: groups, paging: { page: { parameter: page, size: "2", sizeParameter: per } } }
  members: { path: "groups/{id}/members", parent: groups, paging: { link: true }, absent: ["410"] }
objects:
  UserGroup: { request: groups, fields: { id: id, name: title } }
relationships:
  EntityManagedViaObject:
    request: members
    fields:
      entityId: login
      entityType: { constant: Account }
      managedViaObjectId: $parent.id
      managedViaObjectType: { constant: UserGroup }
`;

describe('lists below the rows of another list', () => {
  const groups = ['a', 'b/c', 'd e', 'gone', 'f'].map(id => ({ id, title: id.toUpperCase() }));
  const answer = ({ path, query }: ApiRequest): ApiAnswer | undefined => {
    if (path === 'groups') return { body: groups.slice((Number(query.get('page')) - 1) * 2).slice(0, 2) };
    if (path === 'groups/gone/members') return { status: 410 };
    const second = query.has('second');
    const group = decodeURIComponent(/^groups\/([^/]*)\/members$/.exec(path)![1]!);
    return {
      body: [{ login: `${group}${second ? 2 : 1}` }],
      headers: second || group === 'a' ? {} : { link: '<?second=1>; rel="next"' },
    };
  };
  const expected = [
    'a1>UserGroup:a',
    'b/c1>UserGroup:b/c',
    'b/c2>UserGroup:b/c',
    'd e1>UserGroup:d e',
    'd e2>UserGroup:d e',
    'f1>UserGroup:f',
    'f2>UserGroup:f',
  ].map(id => `Account:${id}`);

  test('are read in the order of these rows, whose values never leave their segment of the path', async () => {
    const api = await scriptedApi(answer);
    const { records, gaps } = await apiRead(apiSource(members, api), 'EntityManagedViaObject');
    expect(gaps).toEqual([]);
    expect(ids(records)).toEqual(expected);
    expect(api.asked).toContain('GET groups/b%2Fc/members');
  });

  test('resume after any row', async () => {
    const many = Array.from({ length: 25 }, (_, index) => ({ id: `g${index}`, title: 'x' }));
    const api = await scriptedApi(({ path, query }) => {
      if (path === 'groups') return { body: many.slice((Number(query.get('page')) - 1) * 2).slice(0, 2) };
      return { body: Array.from({ length: 300 }, (_, index) => ({ login: `m${index}` })) };
    });
    const source = apiSource(members, api);
    const pages = await apiPages(source, 'EntityManagedViaObject');
    expect(pages.length).toBeGreaterThan(5);
    const all = pages.flatMap(({ records }) => ids(records as never));
    expect(new Set(all).size).toBe(25 * 300);
    for (const [index, { cursor }] of pages.entries()) {
      const rest = await apiPages(source, 'EntityManagedViaObject', cursor);
      expect(rest.flatMap(({ records }) => ids(records as never))).toEqual(
        pages.slice(index + 1).flatMap(({ records }) => ids(records as never)),
      );
    }
  });

  test.each(['..', '.', ''])('an id %j is not asked for', async id => {
    const api = await scriptedApi(({ path }) =>
      path === 'groups' ? { body: [{ id, title: 'x' }] } : { body: [{ login: 'x' }] },
    );
    const { records, gaps } = await apiRead(apiSource(members, api), 'EntityManagedViaObject');
    expect(records).toEqual([]);
    expect(gaps).toMatchObject([{ missing: 'objects', subject: 'members' }]);
    expect(api.asked.every(asked => asked.startsWith('GET groups?'))).toBe(true);
  });

  test('a list that cannot be read is a gap, and the others are read', async () => {
    const api = await scriptedApi(given => (given.path === 'groups/a/members' ? { status: 403 } : answer(given)));
    const { records, gaps } = await apiRead(apiSource(members, api), 'EntityManagedViaObject');
    expect(ids(records)).toEqual(expected.slice(1));
    expect(gaps).toMatchObject([
      { reason: 'forbidden', missing: 'objects', subject: expect.stringContaining('groups/a/members') },
    ]);
  });
});

describe('a request', () => {
  const groups = [
    { id: 'a', kind: 'team', people: [7, 8] },
    { id: 'b c', kind: 'team', people: [8] },
    { id: 'd', kind: 'other', people: [9] },
  ];
  const description = `requests:
  groups: { path: groups, where: { kind: team } }
  members: { path: members, query: { group: "{id}", text: "{{x}}" }, parent: groups, items: "members{}" }
  people: { path: "people/{value.person}", parent: members, single: true, once: true }
objects:
  Account:
    request: people
    distinct: true
    fields: { id: id, alias: login, type: { constant: User } }
  PermissionSet:
    request: people
    split: { column: "rights{}" }
    where: { $item.value: "true" }
    distinct: true
    fields: { id: $item.key, name: $item.key }
relationships:
  EntityManagedViaObject:
    request: members
    fields: { entityId: value.person, entityType: { constant: Account }, managedViaObjectId: $parent.id, managedViaObjectType: { constant: UserGroup } }
`;
  const answer = ({ path, query }: ApiRequest): ApiAnswer => {
    if (path === 'groups') return { body: groups };
    const group = groups.find(({ id }) => id === query.get('group'));
    if (group) return { body: { members: Object.fromEntries(group.people.map(person => [`m${person}`, { person }])) } };
    const id = Number(path.replace('people/', ''));
    return { body: { id, login: `u${id}`, rights: { read: true, write: id > 7, admin: false } } };
  };

  test('fills its parameters, takes the members of an object as rows, and asks for one row once', async () => {
    const api = await scriptedApi(answer);
    const { records, gaps } = await apiRead(apiSource(description, api), 'Account');
    expect(gaps).toEqual([]);
    expect(records).toMatchObject([{ id: '7', alias: 'u7' }, { id: '8' }]);
    expect(api.asked.toSorted()).toEqual([
      'GET groups',
      'GET members?group=a&text=%7Bx%7D',
      'GET members?group=b+c&text=%7Bx%7D',
      'GET people/7',
      'GET people/8',
    ]);
    expect(ids((await apiRead(apiSource(description, api), 'PermissionSet')).records)).toEqual(['read', 'write']);
    const { records: edges } = await apiRead(apiSource(description, api), 'EntityManagedViaObject');
    expect(ids(edges)).toEqual(['7>UserGroup:a', '8>UserGroup:a', '8>UserGroup:b c'].map(id => `Account:${id}`));
  });

  test('that is refused makes incomplete only what the ids of its entry begin with', async () => {
    const keys =
      '    - { request: keys, fields: { id: { template: "key:{id}" }, alias: id, type: { constant: Token } } }\n';
    const people = '{ request: people, distinct: true, fields: { id: id, alias: login, type: { constant: User } } }';
    const two = description
      .replace('  people:', '  keys: { path: keys }\n  people:')
      .replace(/ {2}Account:\n(?: {4}.*\n){3}/, `  Account:\n    - ${people}\n${keys}`);
    const api = await scriptedApi(request => (request.path === 'keys' ? { status: 403 } : answer(request)));
    const { records, gaps } = await apiRead(apiSource(two, api), 'Account');
    expect(ids(records)).toEqual(['7', '8']);
    expect(gaps).toMatchObject([{ reason: 'forbidden', within: { field: 'id', startsWith: ['key:'] } }]);
  });

  test('whose `where` fits nothing that the rows have is incomplete, and so is a list where one row should be', async () => {
    const api = await scriptedApi(request => (request.path === 'people/7' ? { body: [] } : answer(request)));
    const misspelt = await apiRead(apiSource(description.replace('kind: team', 'knd: team'), api), 'Account');
    expect(misspelt.gaps).toMatchObject([
      {
        subject: 'requests.groups.where',
        message: expect.stringContaining('`knd` matches nothing'),
        missing: 'objects',
      },
    ]);
    const { gaps } = await apiRead(apiSource(description, api), 'Account');
    expect(gaps).toMatchObject([
      { message: expect.stringContaining('is a list, and not one object'), missing: 'objects' },
    ]);
  });
});

describe('an incremental read', () => {
  const description = departments(
    '{ path: units, since: { parameter: changed, overlap: "60" } }',
    'where: { deleted: { not: "true" } }, ',
  );
  const date = 'Sun, 01 Nov 2026 10:00:00 GMT';
  const everything = [
    { ...units[0], deleted: false },
    { ...units[1], deleted: false },
  ];

  test('asks for what changed since the last one, and takes rows that `where` leaves out for deleted', async () => {
    const api = await scriptedApi(({ query }) => ({
      headers: { date },
      body: query.has('changed')
        ? [
            { id: 'u1', name: 'Renamed', deleted: false },
            { id: 'u2', deleted: true },
          ]
        : everything,
    }));
    const source = apiSource(description, api);
    const full = await apiRead(source, 'Department');
    expect(full).toMatchObject({ changesOnly: false, records: [units[0], units[1]], removed: [] });
    const changes = await apiRead(source, 'Department', full.next);
    expect(changes).toMatchObject({ changesOnly: true, records: [{ id: 'u1', name: 'Renamed' }], removed: ['u2'] });
    expect(api.asked).toEqual(['GET units', 'GET units?changed=2026-11-01T09%3A59%3A00.000Z']);
    const changed = apiSource(description.replace('name: name', 'name: id'), api);
    expect(await apiRead(changed, 'Department', full.next)).toMatchObject({ changesOnly: false });
  });

  test('is none where rows have several records, or the API does not say the time', async () => {
    const split = `requests: { units: { path: units, since: { parameter: changed } } }
objects: { UserGroup: { request: units, split: { column: tags }, fields: { id: $item, name: $item } } }
`;
    const api = await scriptedApi(() => ({ headers: { date }, body: [{ tags: ['a', 'b'] }] }));
    expect(await apiRead(apiSource(split, api), 'UserGroup')).toMatchObject({
      next: undefined,
      records: [{ id: 'a' }, { id: 'b' }],
    });
    const silent = await scriptedApi(() => ({ headers: { date: '' }, body: everything }));
    expect(await apiRead(apiSource(description, silent), 'Department')).toMatchObject({ next: undefined });
  });
});

test('entries that read the same list ask whether it has changed', async () => {
  let unchanged = 0;
  const api = await scriptedApi(({ headers }) => {
    if (headers['if-none-match'] !== '"v1"') return { headers: { etag: '"v1"' }, body: units };
    unchanged += 1;
    return { status: 304, headers: { etag: '"v1"' } };
  });
  const both = `requests: { units: { path: units } }
objects:
  Department: { request: units, fields: { id: id, name: name } }
  UserGroup: { request: units, fields: { id: id, name: name } }
`;
  const { problems, blocks } = await apiCheck(apiSource(both, api));
  expect(problems).toEqual([]);
  expect(blocks.map(({ from, mapped }) => [from, mapped])).toEqual([
    ['application', 1],
    ['units (1 request)', 7],
    ['units (1 request)', 7],
  ]);
  expect(unchanged).toBe(1);
});

test('lookups, and lists below the rows of a list, ask for it once', async () => {
  const entry = (value: string) =>
    `{ lookup: { request: teams, key: id, column: team, value: ${value}, required: false } }`;
  const description = `requests: { teams: { path: teams }, members: { path: "teams/{id}/members", parent: teams } }
objects:
  Account:
    - request: members
      fields: { id: id, alias: id, type: { constant: User }, department: ${entry('name')}, title: ${entry('lead')} }
    - request: members
      fields: { id: { template: "key:{id}" }, alias: id, type: { constant: Token } }
`;
  const api = await scriptedApi(({ path }) =>
    path === 'teams' ? { body: [{ id: 't', name: 'Core', lead: 'Ada' }] } : { body: [{ id: 'm', team: 't' }] },
  );
  const { records } = await apiRead(apiSource(description, api), 'Account');
  expect(records).toMatchObject([{ id: 'm', department: 'Core', title: 'Ada' }, { id: 'key:m' }]);
  expect(api.asked).toEqual(['GET teams', 'GET teams/t/members', 'GET teams/t/members']);
});

test('a path into the parent that matches nothing: the columns of the parent are named', async () => {
  const description = `requests: { teams: { path: teams }, members: { path: "teams/{id}/members", parent: teams } }
objects:
  Account: { request: members, fields: { id: id, alias: id, type: { constant: User }, department: $parent.nam } }
`;
  const api = await scriptedApi(({ path }) => ({
    body: path === 'teams' ? [{ id: 't', name: 'Core' }] : [{ id: 'm' }],
  }));
  expect((await apiCheck(apiSource(description, api))).problems).toMatchObject([
    {
      message: expect.stringContaining('`$parent.nam` matches nothing'),
      fix: expect.stringContaining('`$parent.name`'),
    },
  ]);
});

describe('credentials', () => {
  const secret = 's3cret-value';
  const settingsOf = (given: object) => ('headers' in given ? given : { authentication: given });
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const withToken =
    (path: string, body: object, headers = {}) =>
    (request: ApiRequest) =>
      request.path === path ? { body, headers } : undefined;

  test.each<
    [string, (url: string) => object, (request: ApiRequest) => boolean, (request: ApiRequest) => ApiAnswer | undefined]
  >([
    [
      'a bearer token',
      () => ({ bearer_token: secret }),
      ({ headers }) => headers.authorization === `Bearer ${secret}`,
      () => undefined,
    ],
    [
      'user and password',
      () => ({ username: 'u', password: secret }),
      ({ headers }) => headers.authorization === `Basic ${btoa(`u:${secret}`)}`,
      () => undefined,
    ],
    [
      'a key in a header',
      () => ({ api_key: { value: secret, header: 'X-Api-Key', prefix: 'Token ' } }),
      ({ headers }) => headers['x-api-key'] === `Token ${secret}`,
      () => undefined,
    ],
    [
      'a key in the address',
      () => ({ api_key: { value: secret, parameter: 'key' } }),
      ({ query }) => query.get('key') === secret,
      () => undefined,
    ],
    [
      'a header of the settings',
      () => ({ headers: { authorization: `Bearer ${secret}` } }),
      ({ headers }) => headers.authorization === `Bearer ${secret}`,
      () => undefined,
    ],
    [
      'client credentials',
      url => ({ oauth: { token_url: `${url}/token`, client_id: 'c', client_secret: secret } }),
      ({ headers }) => headers.authorization === 'Bearer t0ken-value',
      withToken('token', { access_token: 't0ken-value', token_type: 'Bearer' }),
    ],
    [
      'a signed assertion',
      url => ({ jwt_bearer: { token_url: `${url}/token`, client_id: 'robot', private_key: pem, scope: 'read' } }),
      ({ headers }) => headers.authorization === 'Bearer t0ken-value',
      request => {
        if (request.path !== 'token') return undefined;
        const claims = decodeJwt(new URLSearchParams(request.body).get('assertion')!);
        return claims.iss === 'robot' && claims.scope === 'read'
          ? { body: { access_token: 't0ken-value' } }
          : { status: 400 };
      },
    ],
    [
      'a session with a token',
      () => ({
        session: {
          path: 'login',
          body: { user: 'u', password: secret },
          member: 'data.token',
          header: 'X-Session',
          prefix: '',
        },
      }),
      ({ headers }) => headers['x-session'] === 't0ken-value',
      request =>
        request.path === 'login' && JSON.parse(request.body).password === secret
          ? { body: { data: { token: 't0ken-value' } } }
          : undefined,
    ],
    [
      'a session with a cookie',
      () => ({ session: { path: 'login', body: { password: secret }, cookie: 'SID' } }),
      ({ headers }) => headers.cookie === 'SID=t0ken-value',
      withToken('login', {}, { 'set-cookie': 'SID=t0ken-value; HttpOnly; Path=/' }),
    ],
  ])('%s', async (_, authentication, isAuthorised, signIn) => {
    const api = await scriptedApi(request => {
      const signedIn = signIn(request);
      if (signedIn) return signedIn;
      return isAuthorised(request) ? { body: units } : { status: 401 };
    });
    const source = apiSource(departments('{ path: units }'), api, settingsOf(authentication(api.url)));
    expect(ids((await apiRead(source, 'Department')).records)).toEqual(allIds);
    // A source that says in an error what was sent to it must not make secrets appear in the ledger.
    const echo = await scriptedApi(given => {
      const message = `not allowed: ${JSON.stringify(given.headers)} ${given.query}`;
      return signIn(given) ?? { status: 401, body: { message } };
    });
    const refused = apiSource(departments('{ path: units }'), echo, settingsOf(authentication(echo.url)));
    const { gaps } = await apiRead(refused, 'Department');
    expect(gaps).toMatchObject([
      { reason: 'forbidden', message: expect.stringMatching(/^401: not allowed: .*\[secret\]/) },
    ]);
    expect(JSON.stringify(gaps)).not.toMatch(/s3cret-value|t0ken-value|czNjcmV0|OnMzY3JldC/);
  });
});
