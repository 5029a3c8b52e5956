// The list of saved queries: its order, and pagination while it changes.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { nameKey } from '../../../src/state/saved-queries.ts';
import { type Send, sendAs } from '../../support/send.ts';
import { startService, type TestService } from '../../support/service/service.ts';

const path = '/v1/query/saved-queries';
let test: TestService;
let send: Send;
let token: string;
let readOnly: string;

beforeAll(async () => {
  test = await startService();
  token = await test.token();
  readOnly = await test.token({ scopes: ['read'] });
  send = sendAs(test, token);
});
afterAll(() => test.close());
beforeEach(async () => {
  for (const { query_id } of await test.everyItem(path, token)) await send('DELETE', `${path}/${query_id}`);
});

const create = (name: string) => send('POST', path, { name, query_string: 'SELECT 1' });

describe('the list', () => {
  it('is ordered by name without regard to case, across pages', async () => {
    expect((await test.get(path, token)).body).toEqual({ items: [] });
    const names = ['beta', 'Alpha', 'GAMMA', 'alpha 2', 'Äther', '\u{1d160}'.repeat(200), '\u{1d15f}'.repeat(200)];
    for (const name of names) await create(name);
    const order = names.toSorted((left, right) =>
      Buffer.compare(Buffer.from(nameKey(left)), Buffer.from(nameKey(right))),
    );
    for (const pageSize of [1, 2, 7, 200]) {
      const listed = await test.everyItem(`${path}?pageSize=${pageSize}`, readOnly);
      expect(listed.map(query => query.name)).toEqual(order);
    }
    expect((await test.get(`${path}?pageSize=7`, token)).body).not.toHaveProperty('nextPageToken');
  });

  it('neither repeats nor skips unchanged queries while others change during pagination', async () => {
    const staying = Array.from({ length: 12 }, (_, index) => `m${String.fromCharCode(97 + index)}`);
    const made = new Map<string, string>();
    for (const name of [...staying, 'mc gone', 'mf moved']) made.set(name, (await create(name)).body.query_id);
    const seen: string[] = [];
    let url = `${path}?pageSize=3`;
    for (let page = 0; ; page += 1) {
      const { body } = await test.get(url, token);
      seen.push(...body.items.map((query: { name: string }) => query.name));
      await create(`a${page}`);
      await create(`z${page}`.repeat(10));
      if (page === 0) await send('DELETE', `${path}/${made.get('mc gone')}`);
      if (page === 1) {
        const text = { name: 'A moved', query_string: 'x', model: 'service_identity', version: 1 };
        await send('PUT', `${path}/${made.get('mf moved')}`, text);
      }
      if (body.nextPageToken === undefined || page > 20) break;
      url = `${path}?pageSize=3&pageToken=${body.nextPageToken}`;
    }
    expect(seen.filter(name => staying.includes(name))).toEqual(staying);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('has shorter pages when the texts are long', async () => {
    const longest = '🙂'.repeat(100_000);
    const names = Array.from({ length: 25 }, (_, index) => `q${String(index).padStart(2, '0')}`);
    for (const name of names) await send('POST', path, { name, query_string: longest });
    const page = await test.get(`${path}?pageSize=200`, token);
    expect(JSON.stringify(page.body).length).toBeLessThan(5_000_000);
    expect(page.body.items.length).toBeGreaterThan(5);
    expect((await test.everyItem(`${path}?pageSize=200`, token)).map(query => query.name)).toEqual(names);
  });

  it('continues after a query that was deleted meanwhile', async () => {
    for (const name of ['a', 'b', 'c']) await create(name);
    const page = await test.get(`${path}?pageSize=2`, token);
    await send('DELETE', `${path}/${page.body.items[1].query_id}`);
    const next = await test.get(`${path}?pageToken=${page.body.nextPageToken}`, token);
    expect(next.body.items.map((query: { name: string }) => query.name)).toEqual(['c']);
  });

  it('refuses wrong parameters and the tokens of other lists', async () => {
    for (const name of ['a', 'b']) await create(name);
    const { nextPageToken } = (await test.get(`${path}?pageSize=1`, token)).body;
    const roles = (await test.get('/v1/roles', token)).body.nextPageToken;
    const reasons = { details: { reason: 'INVALID_PAGE_TOKEN' } };
    expect(await test.get(`/v1/roles?pageToken=${nextPageToken}`, token)).toMatchObject({
      status: 400,
      body: reasons,
    });
    expect(await test.get(`${path}?pageToken=${roles}`, token)).toMatchObject({ status: 400, body: reasons });
    expect(await test.get(`${path}?pageToken=${nextPageToken}A`, token)).toMatchObject({
      status: 400,
      body: reasons,
    });
    for (const parameter of ['pageSize', 'applicationInstanceId']) {
      const refused = await test.get(`${path}?${parameter}=x`, token);
      expect(refused).toMatchObject({ status: 400, body: { details: { parameter } } });
    }
  });
});

describe('names', () => {
  it('are equal in upper, lower and title case, for every letter of Unicode', () => {
    for (let code = 0; code <= 0x10ffff; code += 1) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const letter = String.fromCodePoint(code);
      const key = nameKey(letter);
      if (nameKey(letter.toUpperCase()) !== key || nameKey(letter.toLowerCase()) !== key || nameKey(key) !== key)
        expect.fail(`U+${code.toString(16)} differs from its other cases`);
    }
  });
});
