// A client that is limited to application instances cannot learn from tokens and tags how many hidden rows precede its own.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { account } from '../../flows/resources.ts';
import { pagesOf, sampleRecord } from '../../support/scripted-source.ts';
import { instanceOf, startService, type TestService } from '../../support/service/service.ts';

let test: TestService;
let token: string;
const hidden = 12_345;

beforeAll(async () => {
  const accounts = (count: number) =>
    pagesOf(Array.from({ length: count }, (_, index) => sampleRecord(account, index)));
  // Lists are ordered by instance. The client may see the second one.
  test = await startService({ sources: { first: { Account: accounts(1) }, second: { Account: accounts(1) } } });
  const ids = ['first', 'second'].map(source => [source, instanceOf(test, source)] as const);
  const [before, own] = ids.toSorted((a, b) => (a[1] < b[1] ? -1 : 1));
  test.scripts.set(before![0], { Account: accounts(hidden) });
  test.scripts.set(own![0], { Account: accounts(50) });
  await test.sync();
  token = await test.token({ instances: [own![1]] });
});
afterAll(() => test.close());

/** A text as it is, and decoded from Base64. */
const readings = (text: string) => [text, Buffer.from(text, 'base64url').toString('latin1')];
/** Row numbers of the rows that the client sees. */
const rowNumbers = Array.from({ length: 51 }, (_, index) => String(hidden + index));
const numbersIn = (text: string) => readings(text).flatMap(read => rowNumbers.filter(number => read.includes(number)));

it('page tokens do not contain row numbers', async () => {
  const { body } = await test.get('/v1/accounts?pageSize=10', token);
  expect(body.items).toHaveLength(10);
  expect(
    readings(body.nextPageToken).some(read => /accounts|main/.test(read)),
    'it is readable',
  ).toBe(false);
  expect(numbersIn(body.nextPageToken)).toEqual([]);
});

it('the length of a page token does not depend on the position', async () => {
  const lengths = new Set<number>();
  for (const who of [token, undefined]) {
    for (const pageSize of [1, 9, 10]) {
      lengths.add((await test.get(`/v1/accounts?pageSize=${pageSize}`, who)).body.nextPageToken.length);
    }
  }
  expect([...lengths]).toHaveLength(1);
});

it('entity tags do not contain row numbers, and stay the same', async () => {
  const { body, headers } = await test.get('/v1/accounts?pageSize=10', token);
  const tags = [String(headers['etag'])];
  for (const { globalId } of body.items) {
    const { headers: first } = await test.get(`/v1/accounts/${globalId}`, token);
    const { headers: again } = await test.get(`/v1/accounts/${globalId}`, token);
    expect(again['etag']).toBe(first['etag']);
    tags.push(String(first['etag']));
  }
  expect(new Set(tags).size).toBe(11);
  for (const tag of tags) expect(tag).toMatch(/^W\/"[A-Za-z0-9_-]{22}"$/);
});

it('every API process makes the same tokens and tags', async () => {
  const other = await test.service.createApp();
  const asked = { url: '/v1/accounts?pageSize=10', headers: { authorization: `Bearer ${token}` } };
  const [one, two] = [await test.app.inject(asked), await other.inject(asked)];
  expect(two.headers['etag']).toBe(one.headers['etag']);
  expect(two.body).toBe(one.body);
});
