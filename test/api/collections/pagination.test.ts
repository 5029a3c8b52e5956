// Pagination over a collection: it returns each object exactly once, even if versions are published meanwhile.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serviceInstanceOf } from '../../../src/config/config-file.ts';
import { collections } from '../../../src/resources/registry.ts';
import { account, activity } from '../../flows/resources.ts';
import { everyType, pagesOf, sampleRecord } from '../../support/scripted-source.ts';
import { sendAs } from '../../support/send.ts';
import { type Item, instanceOf, startService, type TestService } from '../../support/service/service.ts';

let test: TestService;
const count = 23;

beforeAll(async () => {
  test = await startService({ sources: { first: everyType(count), second: everyType(count) } });
});
afterAll(() => test.close());

/** Collections that do not have one object for each landed record: a part of the accounts, and what the service adds or makes. */
const otherCounts = new Set(['/v1/non-human-identities', '/v1/persons', '/v1/risk-definitions', '/v1/risk-violations']);

const idOf = (item: Item): string =>
  typeof item === 'string' ? /Contains \{id: "([^"]+)"/.exec(item)![1]! : item.globalId;

describe('before the first version', () => {
  it('tells those who need data to wait, and where they see how far it is', async () => {
    const query = { query_string: 'SELECT 1' };
    const { status, body } = await sendAs(test, await test.token())('POST', '/v1/query/execute', query);
    expect(status).toBe(503);
    expect(body.message).toMatch(/there is no data yet.* Wait .*`rolecall sources`/);
  });

  it('answers an empty page, whose token works after the first publication', async () => {
    const first = await test.get('/v1/accounts');
    expect(first.status).toBe(200);
    expect(first.body.items).toEqual([]);
    expect(first.body.nextPageToken).toEqual(expect.any(String));

    await test.sync();
    const next = await test.get(`/v1/accounts?pageToken=${first.body.nextPageToken}`);
    expect(next.body.items).toHaveLength(2 * count);
  });
});

describe('while versions are published', () => {
  it.each([1, 7, 200])('every collection returns each object once in pages of %i', async pageSize => {
    let publishing = true;
    const published = (async () => {
      while (publishing) await test.sync(['first']);
    })();
    try {
      for (const { collection } of collections) {
        const ids = (await test.everyItem(`${collection.path}?pageSize=${pageSize}`)).map(idOf);
        expect(new Set(ids).size, collection.path).toBe(ids.length);
        if (!otherCounts.has(collection.path)) expect(ids.length, collection.path).toBe(2 * count);
      }
    } finally {
      publishing = false;
      await published;
    }
  });
});

describe.each(collections.map(served => served.collection.path))('%s', path => {
  it('gets exactly the objects that it lists', async () => {
    const [item] = (await test.get(`${path}?pageSize=1`)).body.items;
    if (item === undefined) return;
    const found = await test.get(`${path}/${idOf(item)}`);
    expect(found).toMatchObject({ status: 200, body: item });
    expect(await test.get(`${path}/${idOf(item).toUpperCase()}`)).toMatchObject({ status: 200, body: item });
    const absent = await test.get(`${path}/00000000-0000-5000-8000-000000000000`);
    expect(absent).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });

  it('is limited to one application instance, in the same order', async () => {
    const all = await test.everyItem(`${path}?pageSize=200`);
    const parts = [];
    const ofService = serviceInstanceOf(test.service.tenant().config.name);
    for (const instance of [instanceOf(test, 'first'), instanceOf(test, 'second'), ofService]) {
      parts.push(await test.everyItem(`${path}?pageSize=3&applicationInstanceId=${instance}`));
    }
    const ids = all.map(idOf);
    expect(parts.flat().map(idOf).toSorted()).toEqual(ids.toSorted());
    for (const part of parts) {
      const mine = new Set(part.map(idOf));
      expect(part.map(idOf)).toEqual(ids.filter(id => mine.has(id)));
    }
  });
});

describe('skip', () => {
  const limits = () => ['', `&applicationInstanceId=${instanceOf(test, 'second')}`];

  it.each(collections.map(served => served.collection.path))(
    'passes over objects of %s, and counts them',
    async path => {
      for (const limit of limits()) {
        const ids = (await test.everyItem(`${path}?pageSize=200${limit}`)).map(idOf);
        for (const skip of [0, 1, 5, ids.length - 1, ids.length, ids.length + 7].filter(each => each >= 0)) {
          const { status, body } = await test.get(`${path}?pageSize=3&skip=${skip}${limit}`);
          expect({ status, total: body.totalCount, ids: body.items.map(idOf) }).toEqual({
            status: 200,
            total: ids.length,
            ids: ids.slice(skip, skip + 3),
          });
          expect(body.nextPageToken === undefined, `${path} ends after ${skip}`).toBe(skip + 3 >= ids.length);
        }
      }
    },
  );

  it('counts from where a page token leads, in the version of the token', async () => {
    const begun = [];
    for (const selection of ['', '&sort=-name', '&fields=globalId']) {
      const all = (await test.everyItem(`/v1/accounts?pageSize=200${selection}`)).map(idOf);
      const { nextPageToken } = (await test.get(`/v1/accounts?pageSize=4${selection}`)).body;
      begun.push({ selection, all, nextPageToken });
    }
    await test.sync(['first']);
    for (const { selection, all, nextPageToken } of begun) {
      const { body } = await test.get(`/v1/accounts?pageSize=5&skip=20&pageToken=${nextPageToken}${selection}`);
      expect(body.items.map(idOf), selection).toEqual(all.slice(24, 29));
      expect(body.totalCount).toBe(all.length);
      const { body: next } = await test.get(`/v1/accounts?pageSize=5&pageToken=${body.nextPageToken}${selection}`);
      expect(next.items.map(idOf), selection).toEqual(all.slice(29, 34));
    }
  });

  it('of a limited client in a list of another order counts its own objects', async () => {
    const token = await test.token({ instances: [instanceOf(test, 'first')] });
    const ids = (await test.everyItem('/v1/activities', token)).map(idOf);
    const { body } = await test.get('/v1/activities?pageSize=200&skip=9', token);
    expect(body.items.map(idOf)).toEqual(ids.slice(9));
    expect(body.totalCount).toBe(count);
  });

  it.each(['-1', '1.5', 'x', '', '1000000001', '99999999999'])('is not %j', async skip => {
    for (const selection of ['', '&sort=name']) {
      const answer = await test.get(`/v1/accounts?skip=${skip}${selection}`);
      expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST', details: { parameter: 'skip' } } });
    }
  });
});

describe('order', () => {
  it('is by global id within an instance', async () => {
    const ids = (await test.everyItem(`/v1/roles?applicationInstanceId=${instanceOf(test, 'first')}`)).map(idOf);
    expect(ids).toEqual(ids.toSorted());
  });

  it('of activities is newest first', async () => {
    const times = (await test.everyItem('/v1/activities')).map(item => item.occurredAt);
    expect(times.length).toBe(2 * count);
    expect(times).toEqual(times.toSorted().reverse());
  });

  it('of non-human identities leaves people out', async () => {
    const types = new Set((await test.everyItem('/v1/non-human-identities')).map(item => item.type));
    expect(types).toEqual(new Set(['Machine', 'Token']));
  });
});

describe('pagination during publications', () => {
  it('stays on the version of its first page', async () => {
    const first = await test.get('/v1/accounts?pageSize=5');
    const more = Array.from({ length: count + 9 }, (_, index) => sampleRecord(account, index));
    test.scripts.set('first', { ...everyType(count), Account: pagesOf(more) });
    await test.sync(['first']);
    const items = [...first.body.items];
    for (let token = first.body.nextPageToken; token !== undefined; ) {
      const { body } = await test.get(`/v1/accounts?pageSize=5&pageToken=${token}`);
      items.push(...body.items);
      token = body.nextPageToken;
    }
    expect(items).toHaveLength(2 * count);
    expect(new Set(items.map(idOf)).size).toBe(2 * count);
    expect(await test.everyItem('/v1/accounts')).toHaveLength(2 * count + 9);
  });

  it('keeps the order of activities in a limited list', async () => {
    const reversed = Array.from({ length: 40 }, (_, index) => sampleRecord(activity, 40 - index));
    test.scripts.set('second', { ...everyType(count), Activity: pagesOf(reversed) });
    await test.sync(['second']);
    const url = `/v1/activities?pageSize=7&applicationInstanceId=${instanceOf(test, 'second')}`;
    const times = (await test.everyItem(url)).map(item => item.occurredAt);
    expect(times).toHaveLength(40);
    expect(times).toEqual(times.toSorted().reverse());
  });
});
