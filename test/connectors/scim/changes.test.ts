// Reads of changes only: from the real server, which filters by the time of change, and from services that only say so.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scim } from '../../../connectors/scim/index.ts';
import type { Page } from '../../../src/connector/contract.ts';
import { type ScimServer, startScimServer } from '../../support/scim/scim.ts';
import type { ScriptedHttp } from '../../support/servers/scripted-http.ts';
import { listAnswer, scriptScim, startScripted, user } from './scripted-scim.ts';

interface Changes {
  readonly aliases: readonly unknown[];
  readonly removed: readonly string[];
  readonly changesOnly: readonly (boolean | undefined)[];
  readonly next: readonly (string | undefined)[];
  readonly gaps: readonly unknown[];
  readonly cursors: readonly string[];
}

/** Read accounts since a time. @param landed ids that were landed before; undefined: nothing is known about them */
async function changes(
  source: { url: string; token?: string },
  { since, landed, cursor }: { since?: string; landed?: readonly string[]; cursor?: string },
): Promise<Changes> {
  const authentication = source.token === undefined ? {} : { bearer_token: source.token };
  const settings = scim.settings.parse({ url: source.url, authentication, page_size: 3 });
  const client = await scim.open(settings, {
    sourceId: 'scim',
    applicationInstanceId: 'test',
    baseFolder: '/',
    signal: new AbortController().signal,
    http: { retriesAtOnce: true },
    ...(landed && { landedBefore: async () => new Map(landed.map(id => [id, id])) }),
  });
  const pages: Page[] = [];
  try {
    const read = scim.reads(client).find(({ lands }) => lands === 'Account')!;
    for await (const page of read.pages(client, cursor, since)) pages.push(page);
  } finally {
    await scim.close!(client);
  }
  return {
    aliases: pages.flatMap(({ records }) => records.map(({ alias }) => alias)).toSorted(),
    removed: pages.flatMap(({ removed = [] }) => removed).toSorted(),
    changesOnly: [...new Set(pages.map(page => page.changesOnly))],
    next: [...new Set(pages.map(page => page.next))],
    gaps: pages.flatMap(({ gaps = [] }) => gaps),
    cursors: pages.flatMap(page => page.cursor ?? []),
  };
}

describe('a server that filters by the time of change', () => {
  let server: ScimServer;
  const ids: string[] = [];
  beforeAll(async () => {
    server = await startScimServer();
    for (let index = 0; index < 10; index += 1)
      ids.push((await server.create('Users', { userName: `u${index}`, active: true })).id);
  });
  afterAll(() => server.kill());

  it('is read in full at first, and says where the next read starts', async () => {
    const first = await changes(server, {});
    expect(first).toMatchObject({ changesOnly: [undefined], removed: [], gaps: [] });
    expect(first.aliases).toHaveLength(10);
    expect(first.next).toHaveLength(1);
    const beforeMs = Date.now() - Date.parse(first.next[0]!);
    expect(beforeMs).toBeGreaterThan(4 * 60_000);
    expect(beforeMs).toBeLessThan(10 * 60_000);
  });

  it('gives changed and new users, and the others by the time of their absence', async () => {
    await new Promise(resolve => setTimeout(resolve, 5));
    const since = new Date().toISOString();
    const landed = [...ids];
    await server.ask(`Users/${ids[1]}`, 'DELETE');
    for (const index of [2, 3, 4, 5]) {
      const { meta: _, ...former } = await server.ask(`Users/${ids[index]}`);
      await server.ask(`Users/${ids[index]}`, 'PUT', { ...former, userName: `changed${index}` });
    }
    await server.create('Users', { userName: 'new' });
    const found = await changes(server, { since, landed });
    expect(found).toMatchObject({
      aliases: ['changed2', 'changed3', 'changed4', 'changed5', 'new'],
      removed: [ids[1]],
      changesOnly: [true],
      gaps: [],
    });
    expect(found.next).toHaveLength(1);
    // An interrupted read of changes goes on with changes, and the next read starts where this one has started.
    const resumed = await changes(server, { landed, cursor: found.cursors[0]! });
    expect(resumed.changesOnly).toEqual([true]);
    expect(resumed.next).toEqual(found.next);
    expect(resumed.removed).toEqual([ids[1]]);
    expect(resumed.aliases).toEqual(expect.arrayContaining(['new']));
  });

  it('also gives users that came back with an old time of change', async () => {
    const since = new Date(Date.now() + 60_000).toISOString();
    const { Resources } = await server.ask('Users?startIndex=1&count=100');
    const [back, ...others] = Resources.map(({ id }: { id: string }) => id);
    const found = await changes(server, { since, landed: others });
    expect(found).toMatchObject({ aliases: [Resources[0].userName], removed: [], changesOnly: [true] });
    expect(back).toBe(Resources[0].id);
  });

  it('is read in full when it is not known what was landed', async () =>
    expect((await changes(server, { since: new Date().toISOString() })).changesOnly).toEqual([undefined]));
});

describe('a service is read in full that', () => {
  let server: ScriptedHttp;
  beforeAll(async () => {
    server = await startScripted();
  });
  afterAll(() => server.close());
  const users = [user('1'), user('2')];
  const since = '2026-01-01T00:00:00.000Z';
  const empty = { body: { totalResults: 0, Resources: [] } };

  it.each<[string, Parameters<typeof scriptScim>[1]]>([
    ['ignores filters', { Users: users }],
    ['refuses filters', { Users: asked => (asked.query.has('filter') ? { status: 400 } : listAnswer(users, asked)) }],
    ['keeps no time of change', { Users: asked => (asked.query.has('filter') ? empty : listAnswer(users, asked)) }],
    [
      'says that it has no filters',
      {
        Users: users,
        other: ({ path }) =>
          path === '/ServiceProviderConfig' ? { body: { filter: { supported: false } } } : { status: 404 },
      },
    ],
  ])('%s', async (_what, endpoints) => {
    scriptScim(server, endpoints);
    expect(await changes(server, { since, landed: ['1', '2', '3'] })).toMatchObject({
      aliases: ['name-1', 'name-2'],
      changesOnly: [undefined],
      removed: [],
    });
  });

  it('calls nothing deleted when its ids cannot all be read', async () => {
    scriptScim(server, {
      Users: asked => {
        if (asked.query.has('attributes'))
          return Number(asked.query.get('startIndex')) > 1
            ? { status: 500 }
            : { body: { totalResults: 5, Resources: users } };
        const isPast = asked.query.get('filter')?.includes('1970');
        return asked.query.has('filter') && !isPast ? empty : listAnswer(users, asked);
      },
    });
    const found = await changes(server, { since, landed: ['1', '2', '3'] });
    expect(found).toMatchObject({ removed: [], changesOnly: [true], gaps: [{ missing: 'objects', reason: 'failed' }] });
  });
});
