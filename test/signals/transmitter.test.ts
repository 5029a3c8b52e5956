// What receivers of our security events get: by push and by poll, signed with the keys that our metadata name, and nothing that they are not
// configured for.
import { createLocalJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApplication } from '../support/actions/application.ts';
import { startWritable, type WritableService } from '../support/actions/writable-service.ts';
import { type ScriptedHttp, startScriptedHttp } from '../support/servers/scripted-http.ts';
import type { Item } from '../support/service/service.ts';
import { until } from '../support/until.ts';

const pollToken = 'Bearer token-of-the-polling-receiver';
const pushToken = 'Bearer token-of-the-pushed-receiver';
const narrowToken = 'Bearer token-of-the-narrow-receiver';
let endpoint: ScriptedHttp;
let service: WritableService;
beforeAll(async () => {
  endpoint = await startScriptedHttp();
  endpoint.script((_asked, count) => ({ status: count === 0 ? 503 : 202 }));
  const receivers = [
    { name: 'siem', audience: 'https://siem.example.org', poll: { authorization: pollToken } },
    {
      name: 'soar',
      audience: 'https://soar.example.org',
      push: { url: `${endpoint.url}/events`, authorization: pushToken },
    },
    { name: 'narrow', audience: 'narrow', sources: ['hr'], poll: { authorization: narrowToken } },
    { name: 'risks', audience: 'risks', events: ['risk-opened'], poll: { authorization: `${narrowToken}-2` } },
  ];
  service = await startWritable(
    { crm: createApplication({ accounts: 4 }), hr: createApplication({ accounts: 1 }) },
    {
      work: ['act', 'extract', 'build', 'signals'],
      settings: { hold_back: { gone_percent: 100 }, signals: { receivers } },
    },
  );
  // From now on it is told.
  await look();
  await until(
    () => service.test.service.database.query('select 1 from signal_progress'),
    rows => rows.length === 1,
  );
});
afterAll(async () => {
  await service?.test.close();
  await endpoint?.close();
});

/** Look for occasions now, and try deliveries that wait. */
async function look(): Promise<void> {
  await service.test.service.database.query(`update notice_deliveries set next_at = now() where status = 'Waiting'`);
  await service.test.service.tenant().context.addJob('signals', 'main', { now: true });
}

async function ask(path: string, body: object | undefined, authorization = pollToken) {
  const response = await service.test.app.inject({
    ...{ method: body ? 'POST' : 'GET', url: path, headers: { authorization } },
    ...(body && { payload: body }),
  });
  return { status: response.statusCode, body: response.body ? response.json() : undefined };
}

const poll = (body: object, authorization = pollToken, name = 'siem') =>
  ask(`/ssf/v1/poll/${name}`, body, authorization);

/** As a receiver would: by the metadata, and the keys that they name. */
async function verified(token: string, audience: string): Promise<Item> {
  const metadata = (await ask('/.well-known/ssf-configuration', undefined)).body;
  const { pathname } = new URL(metadata.jwks_uri);
  const keys = createLocalJWKSet((await ask(pathname, undefined)).body);
  const options = { issuer: metadata.issuer, audience, typ: 'secevent+jwt', algorithms: ['RS256'] };
  return (await jwtVerify(token, keys, options)).payload;
}

const polled = async (count: number) => {
  const { body } = await until(
    async () => {
      await look();
      return poll({ returnImmediately: true });
    },
    ({ body }) => Object.keys(body.sets).length >= count,
  );
  return body.sets as Record<string, string>;
};

const path = (account: string) => `/v1/accounts/${account}/disable`;

describe('a change by an action job', () => {
  let account: string;
  it('becomes an event of RISC for a receiver that polls, until it is acknowledged', async () => {
    account = await service.idOf('accounts', 'crm', 'person-0001');
    await service.change('POST', path(account));
    const [[jti, token]] = Object.entries(await polled(1)) as [[string, string]];
    const claims = await verified(token, 'https://siem.example.org');
    expect(claims).toMatchObject({
      jti,
      sub_id: expect.objectContaining({ format: expect.stringMatching(/^(email|iss_sub)$/) }),
    });
    expect(claims.sub ?? claims.exp).toBeUndefined();
    expect(Object.keys(claims.events)).toEqual([
      'https://schemas.openid.net/secevent/risc/event-type/account-disabled',
    ]);
    expect(Object.keys((await poll({})).body.sets)).toEqual([jti]);
    expect((await poll({ ack: [jti] })).body.sets).toEqual({});
  });

  it('is pushed to another one, again after a failure, with the same id', async () => {
    await until(
      async () => {
        await look();
        return endpoint.asked;
      },
      asked => asked.length >= 2,
    );
    const [first, second] = endpoint.asked;
    expect(first!.headers).toMatchObject({ authorization: pushToken, 'content-type': 'application/secevent+jwt' });
    const claims = await Promise.all(
      [first, second].map(({ body }: Item) => verified(body, 'https://soar.example.org')),
    );
    expect(claims[0]).toEqual(claims[1]);
  });

  it('that takes a membership away becomes an event of SCIM; one that gives it does not', async () => {
    const group = await service.idOf('user-groups', 'crm', 'ops');
    const other = await service.idOf('accounts', 'crm', 'person-0002');
    await service.change('PUT', `/v1/user-groups/${group}/members/${other}`);
    await service.change('DELETE', `/v1/user-groups/${group}/members/${other}`);
    const sets = await polled(1);
    const tokens = await Promise.all(Object.values(sets).map(token => verified(token, 'https://siem.example.org')));
    expect(tokens.map(({ events }) => events)).toEqual([
      {
        'urn:ietf:params:scim:event:prov:patch:notice': { attributes: ['groups'], event_timestamp: expect.any(Number) },
      },
    ]);
    await poll({ ack: Object.keys(sets) });
  });

  it('is not told to a receiver of other sources or other events', async () => {
    expect((await poll({}, narrowToken, 'narrow')).body).toEqual({ sets: {} });
    expect((await poll({}, `${narrowToken}-2`, 'risks')).body).toEqual({ sets: {} });
  });
});

describe('a receiver', () => {
  it.each([
    ['without authorization', '', 401],
    ['with a wrong one', 'Bearer token-of-nobody-at-all', 401],
    ['with that of another receiver', narrowToken, 403],
    ['with that of a receiver that is pushed to', pushToken, 403],
  ])('%s gets nothing', async (_name, authorization, status) => {
    expect((await poll({}, authorization)).status).toBe(status);
  });

  it.each([
    { maxEvents: -1 },
    { maxEvents: '1' },
    { ack: 'x' },
    { ack: [1] },
    { setErrs: [] },
    { setErrs: { a: 'b' } },
    { unknown: 1 },
  ])('that polls with %j gets 400', async body => {
    expect(await poll(body)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  });

  it('sees its stream, and is told that it works', async () => {
    expect((await ask('/ssf/v1/stream', undefined)).body).toMatchObject({
      ...{ stream_id: 'siem', aud: 'https://siem.example.org' },
      delivery: { method: 'urn:ietf:rfc:8936', endpoint_url: expect.stringMatching(/\/ssf\/v1\/poll\/siem$/) },
    });
    expect((await ask('/ssf/v1/status', undefined)).body).toEqual({ stream_id: 'siem', status: 'enabled' });
    expect((await ask('/ssf/v1/verify', { stream_id: 'siem', state: 'abc' })).status).toBe(204);
    const sets = (await poll({})).body.sets;
    const [claims] = await Promise.all(
      Object.values<string>(sets).map(token => verified(token, 'https://siem.example.org')),
    );
    expect(claims).toMatchObject({
      sub_id: { format: 'opaque', id: 'siem' },
      events: { 'https://schemas.openid.net/secevent/ssf/event-type/verification': { state: 'abc' } },
    });
    await poll({
      setErrs: Object.fromEntries(Object.keys(sets).map(jti => [jti, { err: 'invalid_key', description: 'x' }])),
    });
    expect((await poll({})).body.sets).toEqual({});
  });

  it('gets as many events as it asks for, and is told that there are more', async () => {
    for (const state of ['1', '2', '3']) await ask('/ssf/v1/verify', { stream_id: 'siem', state });
    const first = (await poll({ maxEvents: 2 })).body;
    expect(Object.keys(first.sets)).toHaveLength(2);
    expect(first.moreAvailable).toBe(true);
    const second = (await poll({ maxEvents: 2, ack: Object.keys(first.sets) })).body;
    expect(Object.keys(second.sets)).toHaveLength(1);
    expect(second.moreAvailable).toBeUndefined();
  });
});
