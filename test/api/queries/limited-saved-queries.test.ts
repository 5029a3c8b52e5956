// A client that is limited to application instances sees, changes and runs only the saved queries that it created.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyType } from '../../support/scripted-source.ts';
import { type Send, sendAs } from '../../support/send.ts';
import { instanceOf, startService, type TestService } from '../../support/service/service.ts';

const path = '/v1/query/saved-queries';
let test: TestService;
/** `limited` and `neighbour` see the same instance; `whole` sees the tenant. */
let limited: Send;
let neighbour: Send;
let whole: Send;
let idOf: Record<'limited' | 'neighbour' | 'whole', string>;

beforeAll(async () => {
  test = await startService({ sources: { first: everyType(5), second: everyType(5) }, synced: true });
  const instances = [instanceOf(test, 'first')];
  limited = sendAs(test, await test.token({ instances }));
  neighbour = sendAs(test, await test.token({ instances }));
  whole = sendAs(test, await test.token());
  const made = async (by: Send, name: string) => {
    const { body } = await by('POST', path, { name, query_string: 'SELECT count(*) FROM accounts' });
    return body.query_id as string;
  };
  idOf = {
    limited: await made(limited, 'of limited'),
    neighbour: await made(neighbour, 'of neighbour'),
    whole: await made(whole, 'of whole'),
  };
});
afterAll(() => test.close());

const changed = { name: 'changed', query_string: 'SELECT 1', model: 'service_identity', version: 1 };
const notFound = { status: 404, body: { code: 'NOT_FOUND' } };

describe('a limited client', () => {
  it('lists its own, on one page or several', async () => {
    await limited('POST', path, { name: 'another of limited', query_string: 'SELECT 1' });
    const names = (await limited('GET', path)).body.items.map((item: { name: string }) => item.name);
    expect(names).toEqual(['another of limited', 'of limited']);
    const first = (await limited('GET', `${path}?pageSize=1`)).body;
    const second = (await limited('GET', `${path}?pageSize=1&pageToken=${first.nextPageToken}`)).body;
    expect([...first.items, ...second.items].map(item => item.name)).toEqual(names);
    expect(second.nextPageToken).toBeUndefined();
  });

  it.each(['neighbour', 'whole'] as const)('cannot see, run, change or delete the query of %s', async owner => {
    const url = `${path}/${idOf[owner]}`;
    const before = (await whole('GET', url)).body;
    expect(await limited('GET', url)).toMatchObject(notFound);
    expect(await limited('POST', '/v1/query/execute', { query_id: idOf[owner] })).toMatchObject(notFound);
    expect(await limited('PUT', url, changed)).toMatchObject(notFound);
    expect(await limited('DELETE', url)).toMatchObject(notFound);
    expect(await whole('GET', url)).toMatchObject({ status: 200, body: before });
  });

  it('sees, runs, changes and deletes its own', async () => {
    const url = `${path}/${idOf.limited}`;
    expect((await limited('POST', '/v1/query/execute', { query_id: idOf.limited })).body.rows).toEqual([[5]]);
    expect(await limited('PUT', url, { ...changed, name: 'renamed' })).toMatchObject({ status: 200 });
    // The query belongs to its creator, even after another client changed it.
    expect(await whole('PUT', url, { ...changed, name: 'corrected', version: 2 })).toMatchObject({ status: 200 });
    expect(await limited('GET', url)).toMatchObject({ status: 200, body: { name: 'corrected' } });
    expect(await limited('DELETE', url)).toMatchObject({ status: 204 });
  });
});

it('a client that sees the whole tenant has access to all of them', async () => {
  const ids = (await whole('GET', path)).body.items.map((item: { query_id: string }) => item.query_id);
  expect(ids).toEqual(expect.arrayContaining([idOf.neighbour, idOf.whole]));
  const answer = await whole('POST', '/v1/query/execute', { query_id: idOf.neighbour });
  expect(answer).toMatchObject({ status: 200, body: { rows: [[10]] } });
});
