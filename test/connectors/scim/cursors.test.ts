// Services that page by cursor (RFC 9865): all objects are read, and a list that never ends is a gap.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Asked, Scripted, ScriptedHttp } from '../../support/servers/scripted-http.ts';
import { type Endpoints, numbered, readScim, scriptScim, startScripted } from './scripted-scim.ts';

let server: ScriptedHttp;
beforeAll(async () => {
  server = await startScripted();
});
afterAll(() => server.close());

const users = numbered(8);
const ids = users.map(({ id }) => id);
const Groups = [{ id: 'g', displayName: 'All', members: ids.map(value => ({ value, type: 'User' })) }];

/** Pages of three by cursor, as the RFC has them; an index is refused or ignored. */
const byCursor =
  (refusesIndex: boolean, name = 'nextCursor', extra: object = {}) =>
  ({ query }: Asked): Scripted => {
    if (refusesIndex && query.has('startIndex')) return { status: 400, body: { detail: 'pages by cursor only' } };
    const start = Number((query.get('cursor') || 'after:0').slice(6));
    const next = start + 3 < users.length ? { [name]: `after:${start + 3}` } : {};
    return { body: { totalResults: users.length, ...next, Resources: users.slice(start, start + 3), ...extra } };
  };

const config =
  (pagination: object): Endpoints['other'] =>
  ({ path }) =>
    path === '/ServiceProviderConfig' ? { body: { pagination } } : { status: 404 };

async function accounts(Users: Endpoints['Users'], other?: Endpoints['other']) {
  scriptScim(server, { Users: Users!, Groups, ...(other && { other }) });
  const { records, gaps } = await readScim(server, 'Account', { page_size: 3 });
  return { ids: records.map(({ id }) => id), gaps };
}

describe('all objects are read from a service that', () => {
  it.each<[string, Endpoints['Users'], Endpoints['other']]>([
    ['says so and refuses an index', byCursor(true), config({ cursor: true, index: false })],
    [
      'says so as its default',
      byCursor(true),
      config({ cursor: true, index: true, defaultPaginationMethod: 'cursor' }),
    ],
    ['says so as text in other letters', byCursor(true), config({ Cursor: 'True', INDEX: 'False' })],
    ['ignores an index', byCursor(false), config({ cursor: true, index: false })],
    ['does not describe itself', byCursor(false), undefined],
    [
      'writes the cursor in other letters, and no total',
      byCursor(false, 'NextCursor', { totalResults: undefined }),
      undefined,
    ],
    [
      'says so and takes an index only',
      asked =>
        asked.query.has('cursor')
          ? { status: 400 }
          : {
              body: {
                totalResults: 8,
                Resources: users.slice(
                  Number(asked.query.get('startIndex')) - 1,
                  Number(asked.query.get('startIndex')) + 2,
                ),
              },
            },
      config({ cursor: true, index: false }),
    ],
    [
      'gives an empty page in between',
      ({ query }) => {
        const at = query.get('cursor') ?? '';
        const page = at === '' ? users.slice(0, 3) : at === 'b' ? [] : users.slice(3);
        const nextCursor = at === '' ? 'b' : at === 'b' ? 'c' : null;
        return { body: { totalResults: 8, Resources: page, nextCursor } };
      },
      undefined,
    ],
  ])('%s', async (_what, Users, other) => expect(await accounts(Users, other)).toEqual({ ids, gaps: [] }));
});

describe('a list that never ends is a gap:', () => {
  const next = ({ query }: Asked) => Number(query.get('cursor') || 0) + 1;
  it.each<[string, (asked: Asked) => object, string]>([
    ['one cursor', () => ({ Resources: users.slice(0, 3), nextCursor: 'x' }), 'same cursor again'],
    [
      'one cursor, new objects',
      asked => ({ Resources: [{ ...users[0], id: `n${server.asked.indexOf(asked)}` }], nextCursor: 'x' }),
      'same cursor again',
    ],
    ['empty pages', asked => ({ Resources: [], nextCursor: String(next(asked)) }), 'pages without objects'],
    [
      'pages in a circle',
      asked => {
        const page = next(asked);
        const start = page === 1 ? 0 : 3 + (page % 2);
        return { Resources: users.slice(start, start + 1), nextCursor: String(page) };
      },
      'former page again',
    ],
  ])('%s', async (_what, body, message) => {
    const { gaps } = await accounts(asked => ({ body: body(asked) }));
    expect(gaps).toMatchObject([{ reason: 'failed', missing: 'objects', message: expect.stringContaining(message) }]);
  });

  it('an expired cursor in the middle', async () => {
    const { ids: read, gaps } = await accounts(asked =>
      asked.query.get('cursor') === 'after:3' ? { status: 400, body: { detail: 'expired' } } : byCursor(false)(asked),
    );
    expect(read).toEqual(ids.slice(0, 3));
    expect(gaps).toMatchObject([{ reason: 'failed', missing: 'objects', message: '400: expired' }]);
  });
});
