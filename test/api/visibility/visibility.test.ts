// No answer of the service shows a limited client a value that only application instances have which it may not see.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectors } from '../../../connectors/index.ts';
import { exportContext, exportContextNames } from '../../../src/exports/contexts.ts';
import { listFields } from '../../../src/lookups/list-fields.ts';
import { collections } from '../../../src/resources/registry.ts';
import { exportsAs } from '../../support/exports.ts';
import { isLong } from '../../support/long-tests.ts';
import { type Send, sendAs } from '../../support/send.ts';
import {
  type Item,
  instanceOf,
  startService,
  type TestService,
  temporaryFolder,
} from '../../support/service/service.ts';
import { listening } from '../events/event-stream.ts';
import { everyObject, type ForeignValues, foreignValues, type Limits } from './foreign-values.ts';
import { changeAccounts, type Walk, workRoads } from './work-roads.ts';

const examples = path.join(import.meta.dirname, '../../../examples');
const names = ['cloud', 'crm', 'directory', 'forge', 'hr', 'idp', 'ledger', 'vault', 'wiki'];
/** Which sources each client sees, and whether it was granted person data. */
const clients: Readonly<Record<string, { readonly sources: readonly string[]; readonly personData: boolean }>> = {
  'an application': { sources: ['help-desk'], personData: false },
  'the identity provider': { sources: ['idp'], personData: false },
  ...(isLong && {
    'applications with machines and keys': { sources: ['cloud', 'forge', 'crm'], personData: false },
    'the source of employees': { sources: ['hr'], personData: false },
  }),
  'applications, with person data': { sources: ['help-desk', 'crm', 'cloud'], personData: true },
};

/**
 * In the short form of the tests, the part of some requests that one client makes: with the other clients it makes all of them. Turn the
 * parts so that the same field of another list is asked by another client.
 */
function partOf<T>(all: readonly T[], place: number, turn = 0): readonly T[] {
  const count = Object.keys(clients).length;
  return isLong ? all : all.filter((_, index) => (index + turn) % count === place);
}

/** How many objects of a list are looked at more closely: each shows the same fields with other values. */
const sizeOf = (long: number) => (isLong ? long : Math.ceil(long / 3));

interface Client {
  /** Among the clients, from 0. */
  readonly place: number;
  readonly limits: Limits;
  readonly token: string;
  readonly foreign: ForeignValues;
}

let test: TestService;
let origin: string;
const opened = new Map<string, Client>();

/** Sources that the test can change. */
function copiedSources(): string {
  const folder = temporaryFolder();
  fs.cpSync(path.join(examples, 'organisation/sources'), folder, { recursive: true });
  return folder;
}

beforeAll(async () => {
  const folder = copiedSources();
  const desk = {
    id: 'help-desk',
    connector: 'simulated',
    writes: true,
    settings: { file: path.join(folder, 'desk.yaml'), seed: path.join(examples, 'help-desk/seed.yaml') },
  };
  const sources = names.map(id => ({
    id,
    connector: 'custom-application',
    settings: { folder: path.join(folder, id) },
  }));
  const work = ['extract', 'build', 'export', 'sweep', 'act'] as const;
  test = await startService({ connectors, settings: { sources: [...sources, desk] }, work });
  expect((await test.sync()).build).toMatchObject({ status: 'Published', error: null });
  const before = await everyObject(test);
  // The next version shows changes of HR that reach accounts of other sources.
  const read = path.join(folder, 'hr/rawdata/startedat=2026-11-01T04:00:00Z/employees.csv');
  const text = fs.readFileSync(read, 'utf8');
  fs.writeFileSync(read, text.replaceAll('Engineer;', 'Zwischenstand;').replaceAll('Analyst;', 'Zwischenruf;'));
  expect((await test.sync(['hr'])).build).toMatchObject({ status: 'Published', error: null });
  const desks = await test.everyItem(`/v1/accounts?applicationInstanceId=${instanceOf(test, 'help-desk')}`);
  await changeAccounts(
    test,
    desks
      .filter(({ enabled, type }) => enabled && type === 'User')
      .slice(0, 2)
      .map(({ globalId }) => globalId),
  );
  origin = await listening(test);
  const objects = await everyObject(test);
  for (const [place, [name, { sources: seen, personData }]] of Object.entries(clients).entries()) {
    const limits = { instances: seen.map(source => instanceOf(test, source)), personData };
    opened.set(name, {
      place,
      limits,
      token: await test.token(limits),
      foreign: foreignValues([...before, ...objects], limits),
    });
  }
}, 300_000);
afterAll(() => test.close());

/** What an answer shows that it must not, with the request. */
type Leak = readonly [request: string, values: readonly string[]];

interface Asking {
  readonly send: Send;
  readonly token: string;
  readonly leaks: Leak[];
  /** The body of the answer. */
  ask(url: string, body?: unknown, headers?: Record<string, string>): Promise<string>;
  readonly look: Walk['look'];
}

function asking({ token, foreign }: Client): Asking {
  const leaks: Leak[] = [];
  const look = (request: string, answer: string) => {
    const values = foreign.in(answer);
    if (values.length > 0) leaks.push([request, values.slice(0, 5)]);
  };
  return {
    send: sendAs(test, token),
    token,
    leaks,
    async ask(url, body, headers = {}) {
      const response = await test.app.inject({
        method: body === undefined ? 'GET' : 'POST',
        url,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && body !== null && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && body !== null && { payload: JSON.stringify(body) }),
      });
      expect([200, 201, 404, 409, 501], `${url}: ${response.body.slice(0, 400)}`).toContain(response.statusCode);
      look(`${url} ${JSON.stringify(body ?? '').slice(0, 120)}`, response.body);
      return response.body;
    },
    look,
  };
}

const roads: Readonly<Record<string, (asking: Asking, client: Client) => Promise<void>>> = {
  async lists({ ask }, { place }) {
    for (const { collection } of partOf(collections, place)) {
      const ids = new Set<string>();
      for (const list of [
        collection.path,
        `${collection.path}?skip=0&pageSize=200`,
        `${collection.path}?sort=globalId`,
      ]) {
        const { items, nextPageToken } = JSON.parse(await ask(list));
        if (nextPageToken) await ask(`${list}${list.includes('?') ? '&' : '?'}pageToken=${nextPageToken}`);
        for (const { globalId } of items.slice(0, sizeOf(20))) if (globalId) ids.add(globalId);
      }
      for (const id of ids) await ask(`${collection.path}/${id}`);
    }
  },
  async facets({ ask }, { place }) {
    for (const [turn, { resource, collection }] of collections.entries()) {
      const fields = partOf(listFields(resource), place, turn);
      expect(fields.length).toBeGreaterThan(0);
      for (const { name } of fields) await ask(`${collection.path}/facets?field=${name}&limit=50`);
    }
  },
  async 'every column of every view'({ send, ask }) {
    const models = (await send('GET', '/v1/schema/models')).body;
    const found: string[] = [];
    for (const { name: model, tables } of models.items ?? models.models ?? models)
      for (const { name } of tables) {
        found.push(name);
        await ask('/v1/query/execute', { model, query_string: `SELECT * FROM ${name}`, page_size: 1000 });
      }
    expect(found.length).toBeGreaterThan(30);
  },
  async 'packed queries'({ send, ask }, { place }) {
    const { items } = (await send('GET', '/v1/query/packed-queries')).body;
    expect(items.length).toBeGreaterThan(20);
    for (const { query_string: text, model, parameters } of partOf<Item>(items, place))
      if (!parameters || Object.keys(parameters).length === 0)
        await ask('/v1/query/execute', { query_string: text, model });
  },
  async exports({ ask, token, look }, { place }) {
    // Those that the client does not download as finished files.
    for (const context of partOf(exportContextNames(), place, 1)) {
      // A document is no stream.
      if (exportContext(context)!.document) look(context, String(await exportsAs(test, token).file(context)));
      else await ask('/v1/downloads', { context }, { accept: 'text/csv' });
    }
  },
  async search({ ask }, { foreign }) {
    const texts = [...foreign.texts].filter(text => text.length < 60);
    const step = Math.ceil(texts.length / sizeOf(25));
    for (const [index, text] of texts.entries())
      if (index % step === 0) {
        const words = text.replace(/[^\p{L}\p{N}@. -]/gu, ' ').trim();
        if (words) await ask(`/v1/search?q=${encodeURIComponent(words)}&limit=50`);
      }
  },
  async 'changes between versions'({ ask }) {
    for (let next: string | undefined = ''; next !== undefined; )
      next = JSON.parse(await ask(`/v1/changes?since=1&pageSize=200${next && `&pageToken=${next}`}`)).nextPageToken;
  },
  async access({ ask }) {
    const { items } = JSON.parse(await ask(`/v1/accounts?pageSize=${sizeOf(25)}`));
    for (const { globalId } of items) {
      const access = JSON.parse(await ask(`/v1/accounts/${globalId}/access?pageSize=100`));
      for (const { objectId } of access.items.slice(0, 2))
        await ask(`/v1/accounts/${globalId}/access/${objectId}/paths`);
      for (const direction of ['Reaches', 'ReachedBy'])
        await ask(`/v1/access-graph/${globalId}?direction=${direction}&depth=4`);
    }
    for (const name of [
      'roles',
      'user-groups',
      'resource-instances',
      'assigned-applications',
      'integrated-applications',
    ]) {
      for (const { globalId } of JSON.parse(await ask(`/v1/${name}?pageSize=${sizeOf(15)}`)).items) {
        await ask(`/v1/${name}/${globalId}/accounts?pageSize=200`);
        await ask(`/v1/access-graph/${globalId}?direction=ReachedBy&depth=4`);
      }
    }
  },
  async 'blast radius'({ ask }) {
    for (const { globalId } of JSON.parse(await ask(`/v1/non-human-identities?pageSize=${sizeOf(30)}`)).items)
      await ask(`/v1/non-human-identities/${globalId}/blast-radius`);
  },
  async 'risks, sources, runs and the rest'({ ask }) {
    await ask('/v1/risk-counts');
    await ask('/v1/sources');
    await ask('/v1/capabilities');
    for (const { id } of JSON.parse(await ask('/v1/sync-runs?pageSize=100')).items) await ask(`/v1/sync-runs/${id}`);
  },
  async 'previews of changes'({ ask }) {
    const { items } = JSON.parse(await ask('/v1/accounts?pageSize=200'));
    for (const { globalId } of items.slice(0, sizeOf(8)))
      await ask(`/v1/accounts/${globalId}/disable?dryRun=true`, null);
  },
};

const everyRoad: typeof roads = {
  ...roads,
  ...Object.fromEntries(
    Object.entries(workRoads).map(([name, road]) => [
      name,
      ({ ask, look }: Asking, client: Client) =>
        road({ ...client, ask, look, test, origin, contexts: partOf(exportContextNames(), client.place) }),
    ]),
  ),
};

describe.each(Object.keys(clients))('a client that sees %s', name => {
  it.each(Object.keys(everyRoad))('sees nothing of other sources by %s', async road => {
    const client = opened.get(name)!;
    const asked = asking(client);
    await everyRoad[road]!(asked, client);
    expect(asked.leaks.slice(0, 12).map(([request, values]) => `${request}: ${values.slice(0, 4).join(', ')}`)).toEqual(
      [],
    );
  });
});
