// Services that page oddly: everything that they give is read, and what they hold back is a gap, so that nothing is deleted.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Asked, ScriptedHttp } from '../../support/servers/scripted-http.ts';
import { listAnswer, numbered, readScim, scriptScim, startScripted } from './scripted-scim.ts';

let server: ScriptedHttp;
beforeAll(async () => {
  server = await startScripted();
});
afterAll(() => server.close());

const users = numbered(23);
const ids = users.map(({ id }) => id);

/** Read accounts with pages of ten. */
async function accounts(answer: (asked: Asked, count: number) => ReturnType<typeof listAnswer>) {
  scriptScim(server, { Users: answer });
  const { records, gaps } = await readScim(server, 'Account', { page_size: 10 });
  return { ids: records.map(({ id }) => id), gaps };
}

const body = (page: readonly unknown[], totalResults?: number) => ({ body: { Resources: page, totalResults } });
const from = ({ query }: Asked) => Number(query.get('startIndex')) - 1;

describe('everything is read from a service that', () => {
  it.each<[string, (asked: Asked) => ReturnType<typeof listAnswer>]>([
    ['pages as it should', asked => listAnswer(users, asked)],
    ['gives fewer than asked for', asked => listAnswer(users, asked, 4)],
    ['states the size of the page as the total', asked => body(users.slice(from(asked), from(asked) + 4), 4)],
    ['states no total', asked => body(users.slice(from(asked), from(asked) + 10))],
    ['refuses an index beyond the end', asked => (from(asked) >= 23 ? { status: 400 } : listAnswer(users, asked))],
    [
      'begins again beyond the end',
      asked => (from(asked) >= 23 ? body(users.slice(0, 10), 23) : listAnswer(users, asked)),
    ],
    ['ignores startIndex and count', () => body(users, 23)],
    [
      'leaves Resources out when nothing is found',
      asked => (from(asked) >= 23 ? { body: { totalResults: 23 } } : listAnswer(users, asked)),
    ],
  ])('%s', async (_what, answer) => expect(await accounts(answer)).toEqual({ ids, gaps: [] }));
});

describe('objects are missing from a service that', () => {
  const gap = (subject: string, message: string) => ({ reason: 'failed', subject, message, missing: 'objects' });

  it('ignores startIndex and gives a part', async () =>
    expect(await accounts(() => body(users.slice(0, 10), 23))).toEqual({
      ids: ids.slice(0, 10),
      gaps: [
        gap('GET Users from 11', 'the service gives a former page again after 10 objects, and totalResults says 23'),
      ],
    }));

  it('promises more than it gives', async () =>
    expect(await accounts(asked => body(users.slice(from(asked), from(asked) + 10), 500))).toEqual({
      ids,
      gaps: [gap('GET Users from 24', 'the list ends after 23 objects, and totalResults says 500')],
    }));

  it('loses objects during the list', async () =>
    expect(
      await accounts(asked => listAnswer(from(asked) === 0 ? users : users.filter(({ id }) => id !== 'u3'), asked)),
    ).toEqual({
      ids: ids.filter(id => id !== 'u11'),
      gaps: [
        gap(
          'GET Users from 23',
          'the list ends after 22 objects; there were 23 at first, so objects were deleted meanwhile, and others may have been passed over',
        ),
      ],
    }));

  it('fails at one page', async () => {
    const { ids: read, gaps } = await accounts(asked =>
      from(asked) === 10 ? { status: 500, body: { detail: 'index is broken' } } : listAnswer(users, asked),
    );
    expect(read).toEqual(ids.slice(0, 10));
    expect(gaps).toEqual([gap(`GET ${server.url}/Users?startIndex=11&count=10`, '500: index is broken')]);
  });
});

describe('a page that is too large', () => {
  it('is asked for again with fewer objects', async () => {
    const padding = 'x'.repeat(9 * 1024 * 1024);
    scriptScim(server, {
      Users: asked => {
        const answer = listAnswer(numbered(9), asked) as { body: { Resources: { id: string }[] } };
        return { body: { ...answer.body, Resources: answer.body.Resources.map(user => ({ ...user, padding })) } };
      },
    });
    const { records, gaps } = await readScim(server, 'Account', { page_size: 10 });
    expect(records.map(({ id }) => id)).toEqual(numbered(9).map(({ id }) => id));
    expect(gaps).toEqual([]);
    expect(server.asked.map(({ query }) => query.get('count')).filter(Boolean)).toEqual(
      expect.arrayContaining(['10', '3']),
    );
  });
});
