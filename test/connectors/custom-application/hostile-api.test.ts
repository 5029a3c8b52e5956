// An API that answers wrongly, and descriptions of requests that cannot be: each has a place, a reason and a remedy, and nothing counts
// as deleted.
import { describe, expect, test } from 'vitest';
import { type ApiAnswer, type ApiRequest, apiCheck, apiRead, apiSource, scriptedApi } from './scripted-api.ts';

const units = Array.from({ length: 6 }, (_, index) => ({ id: `u${index + 1}`, name: `Unit ${index + 1}` }));

const departments = (request: string, fields = '{ id: id, name: name }') => `requests: { units: ${request} }
objects: { Department: { request: units, fields: ${fields} } }
`;

interface Case {
  readonly request: string;
  readonly answer: (request: ApiRequest) => ApiAnswer | undefined;
  /** Ids of the records that come nevertheless. */
  readonly comes?: readonly string[];
  readonly says: RegExp;
}

const firstThree = ['u1', 'u2', 'u3'];

const cases: Record<string, Case> = {
  'an object where the list should be': {
    request: '{ path: units }',
    answer: () => ({ body: { data: { units } } }),
    says: /the answer is an object and not a list; its lists are `data\.units`; set `items` of the request `units`/,
  },
  'items that name nothing': {
    request: '{ path: units, items: data.unit }',
    answer: () => ({ body: { data: { units } } }),
    says: /the answer has nothing at `data\.unit`; its lists are `data\.units`/,
  },
  'an empty answer': {
    request: '{ path: units }',
    answer: () => ({ body: '' }),
    says: /the answer is a undefined|the answer is empty|is nothing/,
  },
  'no JSON': { request: '{ path: units }', answer: () => ({ body: '{"a": ' }), says: /the answer is not JSON/ },
  'a sign-in page': {
    request: '{ path: units }',
    answer: () => ({ body: '<!doctype html><title>Sign in</title>', headers: { 'content-type': 'text/html' } }),
    says: /an HTML page \("Sign in"\) instead of JSON/,
  },
  'no such list': {
    request: '{ path: units }',
    answer: () => undefined,
    says: /404: no such list; check `path` of the request `units`/,
  },
  'no right': {
    request: '{ path: units }',
    answer: () => ({ status: 403, body: { error: 'scope' } }),
    says: /403: scope; grant/,
  },
  'a page that repeats because the parameter is ignored': {
    request: '{ path: units, paging: { offset: { parameter: skip } } }',
    answer: () => ({ body: units.slice(0, 3) }),
    comes: firstThree,
    says: /brought a page that came before.*compare `paging`/,
  },
  'an object where the address of the next page should be': {
    request: '{ path: units, items: rows, paging: { next: links.next } }',
    answer: () => ({ body: { rows: units.slice(0, 3), links: { next: { href: '/api/units?page=2' } } } }),
    comes: firstThree,
    says: /has no text at `links\.next` of its `paging`, so the list may have more rows/,
  },
  'a full page whose last row lacks the id that asks for the next one': {
    request: '{ path: units, paging: { lastId: { path: made, parameter: since, size: "3" } } }',
    answer: () => ({ body: units.slice(0, 3) }),
    comes: firstThree,
    says: /has nothing at `made` of its last row, so the list may have more rows/,
  },
  'fewer rows than its header states': {
    request: '{ path: units, total: { header: X-Total-Count } }',
    answer: () => ({ body: units.slice(0, 3), headers: { 'x-total-count': '5' } }),
    comes: firstThree,
    says: /states a total of 5 rows, and 3 came/,
  },
  'a cursor that leads back': {
    request: '{ path: units, items: rows, paging: { cursor: { path: next, parameter: after } } }',
    answer: ({ query }) => ({ body: { rows: query.has('after') ? units.slice(3) : units.slice(0, 3), next: 'c1' } }),
    comes: units.map(({ id }) => id),
    says: /names a page as the next one that was read before/,
  },
  'a total that is larger than what comes': {
    request: '{ path: units, items: rows, total: count }',
    answer: () => ({ body: { rows: units.slice(0, 3), count: 250 } }),
    comes: firstThree,
    says: /states a total of 250 rows, and 3 came; compare `paging` and `total`/,
  },
  'a next page on another host': {
    request: '{ path: units, items: rows, paging: { next: next } }',
    answer: () => ({ body: { rows: units.slice(0, 3), next: 'http://127.0.0.2:1/api/units?page=2' } }),
    comes: firstThree,
    says: /is on another host than http:\/\/127\.0\.0\.1/,
  },
  'a next page that is a file': {
    request: '{ path: units, items: rows, paging: { next: next } }',
    answer: () => ({ body: { rows: units.slice(0, 3), next: 'file:///api/units' } }),
    comes: firstThree,
    says: /is on another host/,
  },
  'a next page that is no address': {
    request: '{ path: units, items: rows, paging: { next: next } }',
    answer: () => ({ body: { rows: units.slice(0, 3), next: 'http://[units' } }),
    comes: firstThree,
    says: /is not requested: it is no address/,
  },
  'a next page that is no address, in the header': {
    request: '{ path: units, paging: { link: true } }',
    answer: () => ({ body: units.slice(0, 3), headers: { link: '<http://[units>; rel="next"' } }),
    comes: firstThree,
    says: /is not requested: it is no address/,
  },
  'a second page that fails': {
    request: '{ path: units, paging: { page: { parameter: page } } }',
    answer: ({ query }) =>
      query.get('page') === '1' ? { body: units.slice(0, 3) } : { status: 500, body: { message: 'oops' } },
    comes: firstThree,
    says: /500: oops/,
  },
};

describe('an API that gives', () => {
  test.each(Object.entries(cases))('%s', async (_, { request, answer, comes = [], says }) => {
    const api = await scriptedApi(answer);
    const source = apiSource(departments(request), api);
    const { records, gaps } = await apiRead(source, 'Department');
    expect(records.map(({ id }) => id)).toEqual(comes);
    expect(gaps).toMatchObject([
      { missing: 'objects', subject: expect.stringContaining('units'), message: expect.stringMatching(says) },
    ]);
    const { problems } = await apiCheck(source);
    expect(problems).toMatchObject([{ severity: 'error', place: gaps[0]!.subject, message: gaps[0]!.message }]);
  });

  test('more rows than the total, and an empty list: both are complete', async () => {
    const request = '{ path: units, items: rows, total: count }';
    const more = await scriptedApi(() => ({ body: { rows: units, count: 2 } }));
    expect(await apiRead(apiSource(departments(request), more), 'Department')).toMatchObject({
      gaps: [],
      records: units,
    });
    const none = await scriptedApi(() => ({ body: { rows: [], count: 0 } }));
    expect(await apiRead(apiSource(departments(request), none), 'Department')).toMatchObject({ gaps: [], records: [] });
  });

  test('texts of 10 MB, values of mixed types, rows that are no objects: only these rows are rejected', async () => {
    const rows = [
      units[0],
      { id: 'u2', name: 'x'.repeat(10 * 1024 * 1024) },
      { id: 'u3', name: { en: 'C' } },
      'u4',
      null,
      units[5],
    ];
    const api = await scriptedApi(() => ({ body: rows }));
    const { records, rejected, gaps } = await apiRead(apiSource(departments('{ path: units }'), api), 'Department');
    expect(records.map(({ id }) => id)).toEqual(['u1', 'u6']);
    expect(rejected.map(({ place }) => place.replace(/^.*\/api/, ''))).toEqual([
      '/units [1]',
      '/units [2]',
      '/units [3]',
      '/units [4]',
    ]);
    expect(gaps).toEqual([]);
  });

  test('a list of texts, with `$row`', async () => {
    const api = await scriptedApi(() => ({ body: ['core', 'web'] }));
    const fields = '{ id: $row, name: { template: "Unit {$row}" } }';
    const { records } = await apiRead(apiSource(departments('{ path: units }', fields), api), 'Department');
    expect(records).toEqual([
      { id: 'core', name: 'Unit core' },
      { id: 'web', name: 'Unit web' },
    ]);
  });

  test('an outage: the read is tried again later', async () => {
    const api = await scriptedApi(() => ({ status: 503 }));
    await expect(apiRead(apiSource(departments('{ path: units }'), api), 'Department')).rejects.toMatchObject({
      name: 'SourceUnavailable',
    });
  });
});

describe('a description with', () => {
  const users = '{ path: users }';
  test.each<[string, string, RegExp]>([
    [
      'a path that leaves the base address',
      '{ path: ../admin }',
      /:2:28: `\.\.\/admin` leaves the base address; write a path relative/,
    ],
    ['an encoded one', '{ path: "%2e%2e/admin" }', /leaves the base address/],
    ['a path from the root', '{ path: /v1/users }', /leaves the base address/],
    ['another host', '{ path: "https://evil.example/users" }', /leaves the base address/],
    ['another host without scheme', '{ path: //evil.example/users }', /leaves the base address/],
    ['another host with backslashes', '{ path: "\\\\\\\\evil.example/users" }', /leaves the base address/],
    [
      'a placeholder without a parent',
      '{ path: "users/{id}" }',
      /`\{id\}` needs a row to take it from; name the request/,
    ],
    ['a single brace', `${users}, b: { path: "x/{id", parent: units }`, /there is a single brace/],
    ['a parent that is not there', '{ path: users, parent: groups }', /there is no request `groups`/],
    [
      'a request that is its own parent',
      `{ path: "u/{id}", parent: b }, b: { path: "b/{id}", parent: units }`,
      /its own parent: units → b → units/,
    ],
    ['an unknown key', '{ path: users, pagination: { link: true } }', /unknown key `pagination`; .*`paging`/],
    [
      'an unknown way of paging',
      '{ path: users, paging: { links: true } }',
      /expected one of link, next, cursor, offset, page, lastId/,
    ],
    [
      'a single brace in a parameter',
      `${users}, b: { path: x, query: { g: "{id" }, parent: units }`,
      /there is a single brace in `g: \{id`/,
    ],
    [
      'a placeholder that is no path',
      `${users}, b: { path: x, query: { g: "{a..b}" }, parent: units }`,
      /`a\.\.b` is no path/,
    ],
    ['pages of one row', '{ path: me, single: true, paging: { link: true } }', /one row has no pages and no total/],
    ['`once` without a parent', '{ path: users, once: true }', /only a request with a parent is sent several times/],
    [
      'an entry whose rows may come again',
      `{ path: "u/{id}", parent: b, once: true }, b: { path: b }`,
      /reads `units`, whose rows may come again .*add `distinct: true`/,
    ],
    ['a body that is no JSON', "{ path: users, body: '{query' }", /is not JSON; write it as a text of JSON/],
    ['a GET with a body', `{ path: users, method: GET, body: '{}' }`, /a GET has no body/],
    ['a method that changes something', '{ path: users, method: DELETE }', /method/],
    ['a path into the answer that is none', '{ path: users, items: "data..users" }', /`data\.\.users` is no path/],
    [
      'an unknown request',
      `${users} }\nrelationships: { EntityManagedViaObject: { request: unit, fields: { entityId: a, entityType: b, managedViaObjectId: c, managedViaObjectType: d } }`,
      /there is no request `unit`; nearest: `units`/,
    ],
    [
      'rows from two places',
      `${users} }\nrelationships: { EntityManagedViaObject: { request: units, file: a.csv, fields: { entityId: a, entityType: b, managedViaObjectId: c, managedViaObjectType: d } }`,
      /one of file, request/,
    ],
  ])('%s', async (_, request, says) => {
    const api = await scriptedApi(() => ({ body: [] }));
    const { problems } = await apiCheck(apiSource(departments(request), api));
    expect(problems.map(({ place, message, fix }) => `${place}: ${message}; ${fix}`).join('\n')).toMatch(says);
    expect(api.asked).toEqual([]);
  });

  test('requests, and a source without an address', async () => {
    const source = apiSource(departments(users), { url: 'http://127.0.0.1:1/api' });
    const { http: _http, ...settings } = source.settings as { http: unknown };
    expect((await apiCheck({ settings })).problems).toMatchObject([
      {
        place: 'settings.http',
        message: 'is missing, and the description has requests',
        fix: expect.stringContaining('http: {'),
      },
    ]);
  });
});
