// Who may see what: clients that are limited to application instances, and tokens for another tenant.
import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collections } from '../../src/resources/registry.ts';
import { everyType } from '../support/scripted-source.ts';
import { type OutsideIssuer, startOutsideIssuer } from '../support/servers/outside-issuer.ts';
import { type Item, instanceOf, startService, type TestService } from '../support/service/service.ts';

let issuer: OutsideIssuer;
let test: TestService;
let mine: string;
let foreign: string;
let limited: string;
let everything: string;
const count = 12;

beforeAll(async () => {
  issuer = await startOutsideIssuer();
  test = await startService({
    sources: { mine: everyType(count), foreign: everyType(count), third: everyType(count) },
    settings: {
      tenant: 'acme',
      trusted_issuers: [{ issuer: issuer.issuer, jwks_url: issuer.jwksUrl, audience: 'rolecall', tenant_claim: 'org' }],
    },
  });
  await test.sync();
  mine = instanceOf(test, 'mine');
  foreign = instanceOf(test, 'foreign');
  limited = await test.token({ instances: [mine] });
  everything = await test.token();
});
afterAll(async () => {
  await test.close();
  await issuer.close();
});

const idOf = (item: Item): string =>
  typeof item === 'string' ? /Contains \{id: "([^"]+)"/.exec(item)![1]! : item.globalId;

const idsOf = async (url: string, token: string) => (await test.everyItem(url, token)).map(idOf).toSorted();

describe.each(collections)('a client of one application instance, at $collection.path', ({ resource, collection }) => {
  const { path } = collection;

  it('lists its own objects, with and without a filter, and no other', async () => {
    const own = await idsOf(`${path}?applicationInstanceId=${mine}`, everything);
    const others = await idsOf(`${path}?applicationInstanceId=${foreign}`, everything);
    if (resource.madeBy === 'connectors') expect(own.length * others.length, 'there is something to see').not.toBe(0);
    for (const pageSize of [2, 200]) {
      const listed = await idsOf(`${path}?pageSize=${pageSize}`, limited);
      expect(await idsOf(`${path}?pageSize=${pageSize}&applicationInstanceId=${mine}`, limited)).toEqual(listed);
      // Persons, and violations that are found by looking beyond the client's sources, are not shown (docs/security.md).
      if (path === '/v1/persons') expect(listed).toEqual([]);
      else if (path === '/v1/risk-violations') expect(new Set(listed).isSubsetOf(new Set(own))).toBe(true);
      else expect(listed).toEqual(own);
    }
  });

  it('gets its own objects, and 404 for others, as for objects that do not exist', async () => {
    const [own] = await idsOf(`${path}?applicationInstanceId=${mine}`, limited);
    const [other] = await idsOf(`${path}?applicationInstanceId=${foreign}`, everything);
    if (own === undefined || other === undefined) return;
    expect((await test.get(`${path}/${own}`, limited)).status).toBe(200);
    expect((await test.get(`${path}/${other}`, everything)).status).toBe(200);
    const absent = '00000000-0000-5000-8000-000000000000';
    const [hidden, nothing] = [
      await test.get(`${path}/${other}`, limited),
      await test.get(`${path}/${absent}`, limited),
    ];
    expect(hidden).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect(hidden.body.message.replace(other, absent)).toBe(nothing.body.message);
    expect(hidden.headers).not.toHaveProperty('etag');
    // An entity tag from another client does not reveal that the object exists either.
    const held = { 'if-none-match': '*' };
    expect((await test.get(`${path}/${other}`, limited, held)).status).toBe(404);
  });

  it('is refused a list that names another instance, real or not', async () => {
    for (const instance of [foreign, foreign.toUpperCase(), '00000000-0000-4000-8000-000000000000']) {
      const refused = await test.get(`${path}?applicationInstanceId=${instance}`, limited);
      expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
      expect(refused.body).not.toHaveProperty('items');
    }
  });
});

describe('a page token', () => {
  it('of a client that sees more is refused for a limited client', async () => {
    const page = await test.get('/v1/accounts?pageSize=5', everything);
    const url = `/v1/accounts?pageSize=200&pageToken=${page.body.nextPageToken}`;
    expect((await test.get(url, everything)).body.items.length).toBeGreaterThan(count);
    const refused = await test.get(url, limited);
    expect(refused).toMatchObject({ status: 400, body: { details: { reason: 'INVALID_PAGE_TOKEN' } } });
    expect(refused.body).not.toHaveProperty('items');
  });

  it('of a list that is filtered by a foreign instance is refused without its filter', async () => {
    const url = `/v1/accounts?pageSize=5&applicationInstanceId=${foreign}`;
    const { nextPageToken } = (await test.get(url, everything)).body;
    for (const filter of ['', `&applicationInstanceId=${mine}`]) {
      const refused = await test.get(`/v1/accounts?pageToken=${nextPageToken}${filter}`, limited);
      expect(refused).toMatchObject({ status: 400, body: { details: { reason: 'INVALID_PAGE_TOKEN' } } });
    }
    const refused = await test.get(`${url}&pageToken=${nextPageToken}`, limited);
    expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  });

  it('of another deployment is refused as altered, even for the same tenant and version', async () => {
    const other = await startService({ sources: { mine: everyType(count) }, settings: { tenant: 'acme' } });
    try {
      await other.sync();
      const { nextPageToken } = (await other.get('/v1/accounts?pageSize=5')).body;
      const refused = await test.get(`/v1/accounts?pageToken=${nextPageToken}`, everything);
      expect(refused).toMatchObject({ status: 400, body: { details: { reason: 'INVALID_PAGE_TOKEN' } } });
    } finally {
      await other.close();
    }
  });
});

describe('a token of the trusted issuer', () => {
  const sign = (leases: JWTPayload) =>
    issuer.sign({ aud: 'rolecall', sub: 'alice', scope: `${test.service.access.baseUrl}/read`, ...leases });

  it('for this tenant sees all of it', async () => {
    expect(await idsOf('/v1/accounts', await sign({ org: 'acme' }))).toHaveLength(3 * count);
  });

  it('for another tenant is forbidden everywhere and sees nothing', async () => {
    const token = await sign({ org: 'umbrella' });
    const [id] = await idsOf('/v1/accounts', everything);
    const urls = [...collections.map(served => served.collection.path), `/v1/accounts/${id}`, '/v1/action-jobs'];
    for (const url of urls) {
      const refused = await test.get(url, token);
      expect([url, refused.status, refused.body.code]).toEqual([url, 403, 'FORBIDDEN']);
      expect(Object.keys(refused.body).toSorted()).toEqual(['code', 'message']);
      expect(refused.body.message).not.toMatch(/acme/);
    }
    const { nextPageToken } = (await test.get('/v1/accounts?pageSize=1', everything)).body;
    expect((await test.get(`/v1/accounts?pageToken=${nextPageToken}`, token)).status).toBe(403);
  });

  it.each([
    ['acme2'],
    ['ACME'],
    ['acme '],
    ['acme\u0000'],
    ['*'],
    [''],
    [undefined],
    [['acme']],
    [{ acme: true }],
    [0],
  ])('for the tenant %j is refused', async org => {
    const refused = await test.get('/v1/accounts', await sign({ org }));
    expect([401, 403]).toContain(refused.status);
    expect(refused.body).not.toHaveProperty('items');
  });

  it('for another tenant does not use up the rate limit of this tenant', async () => {
    const before = Number((await test.get('/v1/roles', everything)).headers['ratelimit-remaining']);
    const token = await sign({ org: 'umbrella' });
    for (let i = 0; i < 5; i += 1) await test.get('/v1/roles', token);
    const after = Number((await test.get('/v1/roles', everything)).headers['ratelimit-remaining']);
    expect(before - after).toBeLessThanOrEqual(1);
  });
});
