// The audit log over the API: who may read it, its filters and pages.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordAudit } from '../../../src/state/audit.ts';
import { pagesOf } from '../../support/scripted-source.ts';
import { type Answer, type Item, instanceOf, startService, type TestService } from '../../support/service/service.ts';

const path = '/v1/audit-events';
let test: TestService;
let admin: string;

beforeAll(async () => {
  test = await startService({ sources: { app: { Account: pagesOf([]) } } });
  admin = await test.token({ scopes: ['admin'] });
  const record = (principal: string, action: string, tenant: string | null = 'main') =>
    recordAudit(test.service.database, { tenant, principal, action, target: 'x', outcome: 'done', details: { n: 1 } });
  for (let index = 0; index < 5; index += 1) await record('ann', index % 2 === 0 ? 'door.open' : 'door.close');
  await record('bob', 'door.open');
  await record('ann', 'door.open', 'other');
  await record('ann', 'door.open', null);
});
afterAll(() => test.close());

const get = (query: string, token = admin): Promise<Answer> => test.get(`${path}${query}`, token);
const items = async (query: string): Promise<Item[]> => {
  const { status, body } = await get(query);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.items;
};

describe('the audit log', () => {
  it('is listed newest first, with the entries of the tenant only', async () => {
    const found = await items('');
    expect(found.find(entry => entry.principal === 'bob')).toEqual({
      id: expect.stringMatching(/^\d+$/),
      at: expect.stringMatching(/Z$/),
      principal: 'bob',
      action: 'door.open',
      target: 'x',
      outcome: 'done',
      details: { n: 1 },
    });
    // The log holds the clients that the test created and the entries that it recorded.
    expect(found.map(entry => entry.action)).toContain('client.add');
    expect(found.filter(entry => entry.action.startsWith('door'))).toHaveLength(6);
    expect(found.map(entry => Number(entry.id))).toEqual(
      found.map(entry => Number(entry.id)).toSorted((a, b) => b - a),
    );
  });

  it('is filtered by principal and action', async () => {
    expect(await items('?principal=ann')).toHaveLength(5);
    expect(await items('?principal=ann&action=door.open')).toHaveLength(3);
    expect(await items('?principal=nobody')).toEqual([]);
  });

  it('is filtered by time: an instant, or a date with its whole day', async () => {
    const all = await items('?pageSize=200');
    const [newest, oldest] = [all[0].at, all.at(-1).at];
    expect((await items(`?since=${oldest}&until=${newest}&pageSize=200`)).length).toBe(all.length);
    expect(await items(`?until=${oldest.slice(0, 10)}&since=${oldest.slice(0, 10)}`)).not.toEqual([]);
    expect(await items('?until=2001-01-01')).toEqual([]);
    expect(await items('?since=9999-12-31')).toEqual([]);
    expect(await items('?since=0000-01-01&until=9999-12-31')).toHaveLength(all.length);
  });

  it('is listed page by page under one filter, each entry once', async () => {
    const listed = await test.everyItem(`${path}?pageSize=2&principal=ann`, admin);
    expect(listed).toEqual(await items('?principal=ann'));
    const { nextPageToken } = (await get('?pageSize=2&principal=ann')).body;
    const other = await get(`?pageSize=2&principal=bob&pageToken=${nextPageToken}`);
    expect(other).toMatchObject({ status: 400, body: { details: { reason: 'INVALID_PAGE_TOKEN' } } });
  });

  it.each([
    ['?since=yesterday', 'since'],
    ['?until=2026-02-30', 'until'],
    ['?principal=', 'principal'],
    ['?action=%00', 'action'],
    [`?action=${'a'.repeat(201)}`, 'action'],
    ['?principal=a&principal=b', 'principal'],
    ['?pageSize=0', 'pageSize'],
    ['?colour=red', 'colour'],
  ])('refuses %s and names the parameter', async (query, parameter) => {
    expect(await get(query)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST', details: { parameter } } });
  });

  it('is readable only by administrators that see the whole tenant', async () => {
    const reader = await test.token({ scopes: ['read', 'write'] });
    const limited = await test.token({ scopes: ['admin'], instances: [instanceOf(test, 'app')] });
    for (const token of [reader, limited]) {
      expect(await get('', token)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    }
    expect((await test.app.inject(path)).statusCode).toBe(401);
  });
});
