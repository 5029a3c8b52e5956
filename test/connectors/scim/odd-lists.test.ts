// Lists in other letters, totals as text, and answers that are no lists: these are never taken for an empty success.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScriptedHttp } from '../../support/servers/scripted-http.ts';
import { numbered, readScim, scriptScim, startScripted } from './scripted-scim.ts';

let server: ScriptedHttp;
beforeAll(async () => {
  server = await startScripted();
});
afterAll(() => server.close());

const users = numbered(7);

async function accounts(body: unknown) {
  scriptScim(server, {
    Users: ({ query }) => ({
      body: Number(query.get('startIndex')) > 1 ? { Resources: [] } : body,
    }),
  });
  const { records, gaps } = await readScim(server, 'Account');
  return { count: records.length, gaps };
}

describe('a list', () => {
  it.each<[string, object]>([
    ['in small letters', { totalresults: 7, resources: users }],
    ['in capitals', { TOTALRESULTS: 7, RESOURCES: users }],
    ['with its total as text', { totalResults: ' 7 ', resources: users }],
    ['with a total that is no number', { totalResults: 'many', Resources: users }],
  ])('%s is read', async (_what, body) => expect(await accounts(body)).toEqual({ count: 7, gaps: [] }));

  it.each<[string, object, number]>([
    ['as text', { totalResults: '7', Resources: users.slice(0, 6) }, 6],
    ['in other letters', { TotalResults: 7, Resources: users.slice(0, 6) }, 6],
    ['with no object', { totalResults: '7', Resources: [] }, 0],
  ])('that gives fewer than its total %s has a gap', async (_what, body, count) => {
    const message = expect.stringContaining(`after ${count} objects, and totalResults says 7`);
    expect(await accounts(body)).toMatchObject({ count, gaps: [{ reason: 'failed', missing: 'objects', message }] });
  });

  it.each([{ totalResults: 0 }, { totalResults: '0', Resources: null }, { totalResults: 0, Resources: [] }])(
    '%j is empty',
    async body => expect(await accounts(body)).toEqual({ count: 0, gaps: [] }),
  );
});

describe('an answer that is no list is a gap:', () => {
  it.each<[unknown, string]>([
    [{}, 'it has no Resources, but nothing'],
    [{ totalResults: 7 }, 'it has no Resources, but "totalResults"'],
    [{ users }, 'it has no Resources, but "users"'],
    [{ status: 'ok', data: [] }, 'it has no Resources, but "status", "data"'],
    [{ Errors: [{ code: 500 }] }, 'it has no Resources, but "Errors"'],
    [{ totalResults: 7, Resources: { 0: users[0] } }, 'Resources: is an object instead of a list'],
    [users, 'it is a list instead of an object'],
    ['text', 'it is a string instead of an object'],
    [null, 'it is null instead of an object'],
    [
      { SCHEMAS: ['URN:ietf:params:scim:api:messages:2.0:ERROR'], Detail: 'no tenant', status: 500 },
      'the body is an error: 500 no tenant',
    ],
  ])('%j', async (body, message) => {
    // As text, because the scripted server sends texts as they are.
    scriptScim(server, {
      Users: () => ({ body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      other: ({ path }) => (path === '/ServiceProviderConfig' ? { body: {} } : { status: 404 }),
    });
    const { records, gaps } = await readScim(server, 'Account');
    expect(records).toEqual([]);
    expect(gaps).toMatchObject([{ reason: 'failed', missing: 'objects', message: expect.stringContaining(message) }]);
  });
});
