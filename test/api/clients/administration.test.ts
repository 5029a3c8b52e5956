// What administrators see and change besides sources: clients, sessions, keys and queues; and lists that each client has of its own.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobNames } from '../../../src/jobs/queue.ts';
import { createVisitor } from '../../support/browser/visitor.ts';
import { pagesOf } from '../../support/scripted-source.ts';
import { type Send, sendAs } from '../../support/send.ts';
import { type Item, instanceOf, startService, type TestService } from '../../support/service/service.ts';
import { until } from '../../support/until.ts';

const person = (id: string, fields = {}) => ({ id, alias: id, type: 'User', enabled: true, ...fields });
const desk = (id: string) => person(id, { subType: 'Shared' });
const people = ['ann', 'ben', 'cem'].map(id => person(id));

let test: TestService;
let admin: Send;
beforeAll(async () => {
  test = await startService({ sources: { app: { Account: pagesOf([...people, desk('one'), desk('two')]) }, crm: {} } });
  await test.sync(['app']);
  admin = sendAs(test, await test.token());
});
afterAll(() => test.close());

async function tokenFor(clientId: string, secret: string): Promise<{ status: number; token: string }> {
  const response = await test.app.inject({
    method: 'POST',
    url: '/oauth2/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `grant_type=client_credentials&client_id=${clientId}&client_secret=${secret}`,
  });
  return { status: response.statusCode, token: response.json().access_token };
}

describe('sessions and signing keys', () => {
  it('lists the sessions of people, and revokes one of them at once', async () => {
    const { ask, signIn } = createVisitor(() => test);
    const own = await signIn('administrator', { name: 'ada' });
    const other = await signIn('viewer', { name: 'Eve', sources: ['app'] });
    const { items } = (await ask('GET', '/v1/sessions', own)).body;
    expect(items).toHaveLength(2);
    expect(
      items.map(({ name, role, isOwn, applicationInstanceIds }: Item) => [name, role, isOwn, applicationInstanceIds]),
    ).toEqual([
      ['Eve', 'viewer', false, [instanceOf(test, 'app')]],
      ['ada', 'administrator', true, undefined],
    ]);
    expect(items[0]).toMatchObject({ principal: 'link#Eve', address: '127.0.0.1' });
    expect(JSON.stringify(items)).not.toMatch(/digest|token/i);
    const [{ sessionId }] = items;
    expect((await ask('GET', '/v1/accounts', other)).status).toBe(200);
    expect((await admin('DELETE', `/v1/sessions/${sessionId}`)).status).toBe(204);
    const refused = await ask('GET', '/v1/accounts', other);
    expect([refused.status, refused.body.details]).toEqual([401, { reason: 'revoked' }]);
    expect((await admin('DELETE', `/v1/sessions/${sessionId}`)).status).toBe(404);
    expect((await admin('DELETE', '/v1/sessions/nobody')).status).toBe(400);
    expect((await admin('GET', '/v1/sessions')).body.items).toHaveLength(1);
    const { items: audited } = (await test.get('/v1/audit-events?action=session.revoke')).body;
    const entry = audited.find(({ outcome }: Item) => outcome === 'done');
    expect(entry).toMatchObject({ target: sessionId, details: { name: 'Eve', principal: 'link#Eve' } });
    expect(entry.principal).not.toBe('operator');
  });

  it('lists the signing keys without what is secret, and rotates them once at a time', async () => {
    const before = (await admin('GET', '/v1/signing-keys')).body.items;
    expect(before.map(({ signs }: Item) => signs)).toEqual([true]);
    const { status, body: made } = await admin('POST', '/v1/signing-keys');
    expect([status, made.signs]).toEqual([201, false]);
    expect(Date.parse(made.signsFrom)).toBeGreaterThan(Date.now());
    const { items } = (await admin('GET', '/v1/signing-keys')).body;
    expect(items.map(({ kid }: Item) => kid)).toEqual([before[0].kid, made.kid]);
    expect(Date.parse(items[0].retiresAt)).toBeGreaterThan(Date.parse(made.signsFrom));
    for (const key of [made, ...items]) expect(Object.keys(key)).not.toContain('d');
    expect(JSON.stringify(items)).not.toMatch(/private|jwk|"d"/);
    const again = await admin('POST', '/v1/signing-keys');
    expect([again.status, again.body.code, again.body.details]).toEqual([
      409,
      'KEY_ROTATION_PENDING',
      { kid: made.kid, signsFrom: made.signsFrom },
    ]);
    expect((await test.get('/v1/accounts', await test.token())).status).toBe(200);
  });

  it('are for administrators of the whole tenant', async () => {
    const limited = sendAs(test, await test.token({ instances: [instanceOf(test, 'app')] }));
    const reader = sendAs(test, await test.token({ scopes: ['read', 'write'] }));
    for (const send of [limited, reader]) {
      const statuses = await Promise.all([
        send('GET', '/v1/sessions'),
        send('DELETE', '/v1/sessions/00000000-0000-4000-8000-000000000000'),
        send('GET', '/v1/signing-keys'),
        send('POST', '/v1/signing-keys'),
      ]);
      expect(statuses.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    }
  });
});

describe('clients', () => {
  it('are created with a secret that is shown once, work, and are revoked', async () => {
    const wanted = { name: 'console', scopes: ['read'], applicationInstanceIds: [instanceOf(test, 'app')] };
    const { status, body } = await admin('POST', '/v1/clients', wanted);
    expect(status).toBe(201);
    const { clientSecret, ...client } = body;
    expect(client).toMatchObject({ ...wanted, isOwn: false });
    const { token } = await tokenFor(client.clientId, clientSecret);
    expect((await test.get('/v1/accounts', token)).status).toBe(200);
    const { items } = (await admin('GET', '/v1/clients')).body;
    expect(items.find((item: Item) => item.clientId === client.clientId)).toMatchObject(client);
    expect(items.filter((item: Item) => item.isOwn)).toHaveLength(1);
    expect(JSON.stringify(items)).not.toMatch(/secret/i);

    expect((await admin('DELETE', `/v1/clients/${client.clientId}`)).status).toBe(204);
    expect((await admin('DELETE', `/v1/clients/${client.clientId}`)).status).toBe(204);
    expect((await tokenFor(client.clientId, clientSecret)).status).toBe(401);
    const { body: audit } = await test.get('/v1/audit-events');
    const actions = audit.items.filter(({ target }: Item) => target === client.clientId);
    expect(new Set(actions.map(({ action }: Item) => action))).toEqual(new Set(['client.add', 'client.revoke']));
    expect(JSON.stringify(audit)).not.toContain(clientSecret);
  });

  it('with the scope annotate save queries, and change no source', async () => {
    const analyst = sendAs(test, await test.token({ scopes: ['read', 'annotate'] }));
    const saved = await analyst('POST', '/v1/query/saved-queries', { name: 'of an analyst', query_string: 'SELECT 1' });
    expect(saved.status).toBe(201);
    const [{ globalId }] = (await test.get('/v1/accounts')).body.items;
    const refused = await analyst('POST', `/v1/accounts/${globalId}/disable`);
    expect([refused.status, refused.body.details]).toEqual([403, { scope: 'write' }]);
    // The scope write includes it.
    const writer = sendAs(test, await test.token({ scopes: ['read', 'write'] }));
    expect((await writer('DELETE', `/v1/query/saved-queries/${saved.body.query_id}`)).status).toBe(204);
  });

  it('cannot give scopes that they lack, or see what they may not', async () => {
    const onlyAdmin = sendAs(test, await test.token({ scopes: ['admin'] }));
    const escalated = await onlyAdmin('POST', '/v1/clients', { name: 'x', scopes: ['read', 'write'] });
    expect([escalated.status, escalated.body.message]).toEqual([403, expect.stringMatching(/lacks the read scope/)]);
    const limited = sendAs(test, await test.token({ instances: [instanceOf(test, 'app')] }));
    const reader = sendAs(test, await test.token({ scopes: ['read', 'write'] }));
    for (const send of [limited, reader]) {
      expect((await send('GET', '/v1/clients')).status).toBe(403);
      expect((await send('GET', '/v1/queues')).status).toBe(403);
      expect((await send('POST', '/v1/clients', { name: 'x', scopes: ['read'] })).status).toBe(403);
    }
    const { body: clients } = await admin('GET', '/v1/clients');
    const { clientId } = clients.items[0];
    for (const send of [limited, reader]) expect((await send('DELETE', `/v1/clients/${clientId}`)).status).toBe(403);
  });

  it.each([
    [{ name: '', scopes: ['read'] }, /name: /],
    [{ name: 'a\nb', scopes: ['read'] }, /control characters/],
    [{ name: 'x', scopes: [] }, /scopes/],
    [{ name: 'x', scopes: ['raed'] }, /did you mean `read`/],
    [
      { name: 'x', scopes: ['read'], applicationInstanceIds: ['00000000-0000-4000-8000-000000000000'] },
      /no source has/,
    ],
  ])('%j are refused', async (body, message) => {
    const answer = await admin('POST', '/v1/clients', body);
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringMatching(message)]);
  });

  it('of another tenant or no tenant are not found', async () => {
    expect((await admin('DELETE', '/v1/clients/00000000-0000-4000-8000-000000000000')).status).toBe(404);
    expect((await admin('DELETE', '/v1/clients/x')).status).toBe(400);
  });
});

it('queues say what waits and who works', async () => {
  const { items } = (await admin('GET', '/v1/queues')).body;
  expect(items.map(({ name }: Item) => name)).toEqual(jobNames);
  const build = items.find(({ name }: Item) => name === 'build');
  expect(build).toMatchObject({ waiting: 0, active: 0, workers: 1 });
});

it('exports are listed to the client that requested them, newest first, page by page', async () => {
  const send = sendAs(test, await test.token());
  const made: string[] = [];
  for (let index = 0; index < 3; index += 1)
    made.unshift((await send('POST', '/v1/downloads', { context: 'accessInventoryAccounts' })).body.id);
  const every = async () => {
    const found: Item[] = [];
    for (let url = '/v1/downloads?pageSize=2'; ; ) {
      const { body } = await send('GET', url);
      found.push(...body.items);
      if (body.nextPageToken === undefined) return found;
      url = `/v1/downloads?pageSize=2&pageToken=${body.nextPageToken}`;
    }
  };
  const found = await until(every, items => items.every(({ status }) => status === 'completed'));
  expect(found.map(({ id }) => id)).toEqual(made);
  expect(found[0]).toMatchObject({ context: 'accessInventoryAccounts', format: 'csv', version: '1', rows: 5 });
  expect((await admin('GET', '/v1/downloads')).body.items).toEqual([]);
});

describe('a file that a program makes of what it has read', () => {
  const save = async (body: object) =>
    sendAs(test, await test.token({ scopes: ['read'] }))('POST', '/v1/downloads/saved-files', body);

  it('is in the audit log by its name', async () => {
    const name = 'Machine identities \u202Efdp.csv';
    expect((await save({ name, bytes: 1234 })).status).toBe(204);
    const { items } = (await test.get('/v1/audit-events?action=download.save')).body;
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      ...{ target: name, outcome: 'done', details: { bytes: 1234 } },
      principal: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it.each([
    {},
    { name: '', bytes: 1 },
    { name: 'a\0', bytes: 1 },
    { name: 'x'.repeat(201), bytes: 1 },
    { name: 'a', bytes: -1 },
  ])('is refused with 400 without a name and a size: %j', async body => {
    expect((await save(body)).status).toBe(400);
    expect((await test.get('/v1/audit-events?action=download.save')).body.items).toHaveLength(1);
  });
});

describe('risk counts', () => {
  const counts = async (query = '', token?: string) => {
    const { status, body } = await test.get(`/v1/risk-counts${query}`, token);
    if (status !== 200) throw new Error(`${status} ${body.message}`);
    return body;
  };
  const sharedOf = (body: Item) => body.items.find(({ riskDefinitionId: id }: Item) => /shared/.test(id));

  it('agree with the violations of each version, now and before', async () => {
    const open = async () => (await test.everyItem('/v1/risk-violations')).filter(({ status }) => status === 'Open');
    const before = await open();
    test.scripts.set('app', { Account: pagesOf([...people, desk('one'), person('two')]) });
    await test.sync(['app']);
    const after = await open();
    const body = await counts();
    expect(body.points.map(({ version }: Item) => version)).toEqual([1, 2]);
    const sum = (of: (item: Item) => number) => body.items.reduce((total: number, item: Item) => total + of(item), 0);
    expect(before.length).toBeGreaterThan(after.length);
    expect(sum(item => item.unresolved[0])).toBe(before.length);
    expect(sum(item => item.unresolved[1])).toBe(after.length);
    expect(sum(item => item.open)).toBe(after.length);
    for (const item of body.items) {
      const own = after.filter(violation => violation.riskDefinitionId === item.riskDefinitionId);
      expect(own.filter(({ severity }) => severity === item.severity)).toHaveLength(item.open);
    }
  });

  it('count what was resolved and returned also where it was open before', async () => {
    const before = sharedOf(await counts()).unresolved;
    expect(before).toEqual([2, 1]);
    test.scripts.set('app', { Account: pagesOf([...people, desk('one'), desk('two')]) });
    await test.sync(['app']);
    const shared = sharedOf(await counts());
    expect([shared.open, shared.unresolved]).toEqual([2, [2, 1, 2]]);
    expect(sharedOf(await counts(`?applicationInstanceId=${instanceOf(test, 'app')}`)).unresolved).toEqual([2, 1, 2]);
  });

  it('count what was accepted as unresolved, and only what the client sees', async () => {
    const [violation] = (await test.everyItem('/v1/risk-violations')).filter(({ status }) => status === 'Open');
    await admin('POST', `/v1/risk-violations/${violation.globalId}/accept`, { reason: 'known', until: '2999-12-31' });
    const body = await until(
      () => counts(),
      found => found.items.some(({ accepted }: Item) => accepted === 1),
    );
    const accepted = body.items.find((item: Item) => item.accepted === 1);
    expect(accepted.riskDefinitionId).toBe(violation.riskDefinitionId);
    expect(accepted.unresolved.at(-1)).toBe(accepted.open + accepted.accepted);
    const limited = await test.token({ instances: [instanceOf(test, 'crm')] });
    expect((await counts('', limited)).items).toEqual([]);
    expect((await counts(`?applicationInstanceId=${instanceOf(test, 'crm')}`)).items).toEqual([]);
    expect((await test.get('/v1/risk-counts?rule=x')).status).toBe(400);
    expect(sharedOf(await counts())?.name).toEqual(expect.any(String));
  });
});
