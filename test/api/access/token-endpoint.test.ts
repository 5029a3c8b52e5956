import { connect } from 'node:net';
import fc from 'fast-check';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listAudit } from '../../../src/state/audit.ts';
import { addClient, findClient, type NewClient, revokeClient } from '../../../src/state/clients.ts';
import type { Database } from '../../../src/state/database.ts';
import { migrate } from '../../../src/state/migrate.ts';
import { rotateSigningKey } from '../../../src/state/signing-keys.ts';
import { type AccessServer, authUrl, baseUrl, startAccessServer } from '../../support/access-server.ts';
import { type Engine, embeddedEngine } from '../../support/engines.ts';

interface TokenAnswer {
  access_token: string;
  scope: string;
  error: string;
  error_description: string;
}

describe('token endpoint', () => {
  let engine: Engine;
  let database: Database;
  let server: AccessServer;
  let id: string;
  let secret: string;
  beforeAll(async () => {
    engine = await embeddedEngine();
    database = await engine.open();
    await migrate(database);
  }, 60_000);
  beforeEach(async () => {
    server = await startAccessServer(database);
    ({ id, secret } = await newClient());
    return () => server.close();
  });
  afterAll(() => engine.stop());

  async function newClient(change: Partial<NewClient> = {}) {
    const wanted = { tenant: 'acme', name: 'Reports', scopes: ['read', 'write'], createdBy: 'operator' } as const;
    const { client, clientSecret } = await addClient(database, { ...wanted, ...change });
    return { id: client.clientId, secret: clientSecret };
  }
  const basic = (user: string, password: string) => ({
    authorization: `Basic ${Buffer.from(`${encodeURIComponent(user)}:${encodeURIComponent(password)}`).toString('base64')}`,
  });
  const form = (more: Record<string, string> = {}) => ({
    grant_type: 'client_credentials',
    client_id: id,
    client_secret: secret,
    ...more,
  });
  async function answer(response: Promise<Response>): Promise<{ status: number; headers: Headers; body: TokenAnswer }> {
    const { status, headers, ...rest } = await response.then(async r => ({
      status: r.status,
      headers: r.headers,
      body: (await r.json()) as TokenAnswer,
    }));
    return { status, headers, ...rest };
  }

  it('issues a token that the published keys verify', async () => {
    const { status, headers, body } = await answer(server.requestToken(form()));
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: `${baseUrl}/read ${baseUrl}/write`,
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-type')).toMatch(/^application\/json/);

    const keys = (await (await fetch(`${server.url}/.well-known/jwks.json`)).json()) as JSONWebKeySet;
    expect(JSON.stringify(keys)).not.toContain('"d"');
    const { payload, protectedHeader } = await jwtVerify(body.access_token, createLocalJWKSet(keys));
    expect(protectedHeader).toMatchObject({ alg: 'ES256', typ: 'at+jwt', kid: keys.keys[0]!.kid });
    expect(payload).toEqual({
      iss: authUrl,
      aud: baseUrl,
      sub: id,
      client_id: id,
      tenant: 'acme',
      scope: `${baseUrl}/read ${baseUrl}/write`,
      jti: expect.any(String),
      iat: expect.any(Number),
      exp: payload.iat! + 3600,
    });
    expect((await findClient(database, id))?.lastUsedAt).toBeInstanceOf(Date);
  });

  it('takes the client from a Basic header too', async () => {
    const { status } = await answer(server.requestToken({ grant_type: 'client_credentials' }, basic(id, secret)));
    expect(status).toBe(200);
  });

  it('grants what was asked for, and refuses what was not granted to the client', async () => {
    const narrow = await newClient({ scopes: ['read'] });
    const ask = (scope: string) =>
      answer(server.requestToken(form({ client_id: narrow.id, client_secret: narrow.secret, scope })));
    expect((await ask(`${baseUrl}/read`)).body.scope).toBe(`${baseUrl}/read`);
    for (const scope of [
      `${baseUrl}/write`,
      `${baseUrl}/read ${baseUrl}/write`,
      `${baseUrl}/admin`,
      'read',
      'openid',
    ]) {
      expect(await ask(scope), scope).toMatchObject({ status: 400, body: { error: 'invalid_scope' } });
    }
    const whole = await answer(server.requestToken(form({ scope: `${baseUrl}/write` })));
    expect(whole.body.scope).toBe(`${baseUrl}/write`);
  });

  it.each(['audience', 'resource'])('takes the base address as %s and nothing else', async parameter => {
    for (const value of [baseUrl, `${baseUrl}/`]) {
      expect((await answer(server.requestToken(form({ [parameter]: value })))).status, value).toBe(200);
    }
    for (const value of ['https://elsewhere.example', `${baseUrl}/v1`, 'x']) {
      const refused = await answer(server.requestToken(form({ [parameter]: value })));
      expect(refused, value).toMatchObject({ status: 400, body: { error: 'invalid_target' } });
    }
    const twice = `${new URLSearchParams(form())}&${parameter}=${baseUrl}&${parameter}=https%3A%2F%2Fevil.example`;
    expect((await answer(server.requestToken(twice))).status).toBe(400);
  });

  it('refuses a wrong secret with 401, and a Basic one with a challenge', async () => {
    const posted = await answer(server.requestToken(form({ client_secret: 'wrong' })));
    expect(posted).toMatchObject({
      status: 401,
      body: { error: 'invalid_client', error_description: expect.any(String) },
    });
    const header = await answer(server.requestToken({ grant_type: 'client_credentials' }, basic(id, 'wrong')));
    expect(header).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    expect(header.headers.get('www-authenticate')).toMatch(/^Basic /);

    expect(await listAudit(database, 'acme', 1)).toMatchObject([
      {
        principal: id,
        action: 'token.issue',
        outcome: 'refused',
        details: { error: 'invalid_client', address: '127.0.0.1' },
      },
    ]);
  });

  it('refuses a revoked client at once', async () => {
    await answer(server.requestToken(form()));
    await revokeClient(database, id, 'operator');
    expect(await answer(server.requestToken(form()))).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  });

  it('lets ten failures a minute through for a client and address, however parallel', async () => {
    const attempts = await Promise.all(
      Array.from({ length: 25 }, (_, i) => answer(server.requestToken(form({ client_secret: `wrong ${i}` })))),
    );
    expect(attempts.map(attempt => attempt.status).sort()).toEqual([...Array(10).fill(401), ...Array(15).fill(429)]);
    const refused = await answer(server.requestToken(form()));
    expect(refused).toMatchObject({ status: 429, body: { error: 'temporarily_unavailable' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);

    const other = await newClient();
    expect((await answer(server.requestToken(form({ client_id: other.id, client_secret: other.secret })))).status).toBe(
      200,
    );
    server.advance(61);
    expect((await answer(server.requestToken(form()))).status).toBe(200);
  });

  it('counts made-up client ids of one address together', async () => {
    const made = Array.from({ length: 12 }, (_, i) =>
      form({ client_id: crypto.randomUUID().replace(/^./, `${i % 10}`) }),
    );
    const statuses = [];
    for (const attempt of made) statuses.push((await answer(server.requestToken(attempt))).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    expect((await answer(server.requestToken(form()))).status).toBe(200);
  });

  it.each<[string, () => string, number, string]>([
    ['an empty body', () => '', 400, 'invalid_request'],
    ['no grant type', () => `client_id=${id}&client_secret=${secret}`, 400, 'invalid_request'],
    [
      'an unknown grant type',
      () => `${new URLSearchParams(form({ grant_type: 'password' }))}`,
      400,
      'unsupported_grant_type',
    ],
    [
      'another grant',
      () => `${new URLSearchParams(form({ grant_type: 'refresh_token' }))}`,
      400,
      'unsupported_grant_type',
    ],
    [
      'a repeated grant type',
      () => `${new URLSearchParams(form())}&grant_type=client_credentials`,
      400,
      'invalid_request',
    ],
    ['a repeated client id', () => `${new URLSearchParams(form())}&client_id=x`, 400, 'invalid_request'],
    ['a repeated secret', () => `${new URLSearchParams(form())}&client_secret=x`, 400, 'invalid_request'],
    ['a repeated scope', () => `${new URLSearchParams(form())}&scope=a&scope=b`, 400, 'invalid_request'],
    ['NULs', () => `grant_type=client_credentials&client_id=%00&client_secret=%00`, 401, 'invalid_client'],
    ['a NUL in the secret', () => `${new URLSearchParams(form({ client_secret: 'a\0b' }))}`, 401, 'invalid_client'],
    ['an empty secret', () => `grant_type=client_credentials&client_id=${id}&client_secret=`, 401, 'invalid_client'],
    ['no secret', () => `grant_type=client_credentials&client_id=${id}`, 401, 'invalid_client'],
    [
      'bytes that are not UTF-8',
      () => 'grant_type=client_credentials&client_id=%ff%fe&client_secret=%c3%28',
      401,
      'invalid_client',
    ],
    ['bad percent-encoding', () => 'grant_type=%zz&client_id=%&client_secret=%u0000', 401, 'invalid_client'],
    ['a prototype', () => `${new URLSearchParams(form())}&__proto__=x&constructor=y&toString=z`, 200, ''],
    ['a control character in the scope', () => `${new URLSearchParams(form({ scope: 'a\nb' }))}`, 400, 'invalid_scope'],
    ['a huge scope', () => `${new URLSearchParams(form({ scope: 'a'.repeat(10_000) }))}`, 400, 'invalid_scope'],
  ])('answers %s as RFC 6749 says', async (_title, body, status, error) => {
    const refused = await answer(server.requestToken(body()));
    expect(refused.status, JSON.stringify(refused.body)).toBe(status);
    if (status !== 200) expect(refused.body).toMatchObject({ error, error_description: expect.any(String) });
    expect(server.log()).not.toMatch(/"level":[56]0/);
  });

  it('never fails on its own side, whatever the form holds', async () => {
    const values = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('client_credentials', id, secret, baseUrl));
    const names = fc.constantFrom(
      'grant_type',
      'client_id',
      'client_secret',
      'scope',
      'resource',
      'audience',
      '__proto__',
    );
    const body = fc.array(fc.tuple(names, values)).map(pairs => {
      return pairs.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&');
    });
    await fc.assert(
      fc.asyncProperty(fc.oneof(body, fc.string({ unit: 'binary' })), async text => {
        const refused = await answer(server.requestToken(text));
        expect([200, 400, 401, 429]).toContain(refused.status);
      }),
      { numRuns: 200 },
    );
    expect(server.log()).not.toMatch(/"level":[56]0/);
  });

  it.each([
    'application/json',
    'text/plain',
    'multipart/form-data; boundary=x',
    'nonsense',
    'application/x-www-form-urlencoded; charset=nonsense',
  ])('refuses the content type %s', async type => {
    const refused = await answer(server.requestToken(JSON.stringify(form()), { 'content-type': type }));
    expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });

  it.each([
    'Basic',
    'Basic !!!',
    'Basic YQ==',
    'Basic OjA=',
    'Bearer x',
    `Basic ${Buffer.from('a%zz:b').toString('base64')}`,
  ])('refuses the Authorization header %j', async authorization => {
    const refused = await answer(server.requestToken({ grant_type: 'client_credentials' }, { authorization }));
    expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });

  it('refuses two ways of authentication at once', async () => {
    expect(await answer(server.requestToken(form(), basic(id, secret)))).toMatchObject({ status: 400 });
  });

  it('refuses a huge body, announced or not', async () => {
    const announced = await answer(server.requestToken(`${new URLSearchParams(form())}&x=${'y'.repeat(20_000)}`));
    expect(announced).toMatchObject({ status: 413, body: { error: 'invalid_request' } });
    const stream = new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode('x'.repeat(50_000)));
      },
    });
    const response = fetch(`${server.url}/oauth2/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: stream,
      duplex: 'half',
    } as RequestInit);
    // The server may also cut the line while the client still writes.
    const status = await response.then(
      r => r.status,
      () => 'cut',
    );
    expect([400, 413, 'cut']).toContain(status);
    expect((await answer(server.requestToken(form()))).status).toBe(200);
  });

  it('survives a client that hangs up in the middle of its body', async () => {
    const { port } = new URL(server.url);
    await new Promise<void>(resolve => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write(
          'POST /oauth2/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\ngrant',
          () => socket.resetAndDestroy(),
        );
      });
      socket.on('close', () => resolve());
    });
    expect((await answer(server.requestToken(form()))).status).toBe(200);
  });

  it('takes POST only, and has none of the library’s other routes', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const refused = await fetch(`${server.url}/oauth2/token`, { method });
      expect([refused.status, refused.headers.get('allow')], method).toEqual([405, 'POST']);
    }
    for (const path of [
      '/auth',
      '/session/end',
      '/me',
      '/jwks',
      '/token',
      '/reg',
      '/.well-known/openid-configuration',
      '/oauth2/token/x',
    ]) {
      for (const method of ['GET', 'POST']) {
        expect((await fetch(server.url + path, { method })).status, `${method} ${path}`).toBe(404);
      }
    }
  });

  it('answers in JSON whatever is asked for, and shows browsers nothing', async () => {
    const response = await server.requestToken(form({ client_secret: 'wrong' }), { accept: 'text/html' });
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('describes itself, and nothing that is not there', async () => {
    const response = await fetch(`${server.url}/.well-known/oauth-authorization-server`);
    expect(await response.json()).toEqual({
      issuer: authUrl,
      token_endpoint: `${authUrl}/oauth2/token`,
      jwks_uri: `${authUrl}/.well-known/jwks.json`,
      scopes_supported: [`${baseUrl}/read`, `${baseUrl}/write`],
      response_types_supported: [],
      grant_types_supported: ['client_credentials'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    });
  });

  it('signs with a new key after rotation, without a restart, while old tokens still work', async () => {
    const kidOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()).kid;
    const before = (await answer(server.requestToken(form()))).body.access_token;
    const key = await rotateSigningKey(database, { by: 'operator' });
    server.advance(6);
    const { keys } = (await (await fetch(`${server.url}/.well-known/jwks.json`)).json()) as JSONWebKeySet;
    expect(keys.map(jwk => jwk.kid)).toEqual([kidOf(before), key.kid]);
    expect(kidOf((await answer(server.requestToken(form()))).body.access_token)).toBe(kidOf(before));
    server.advance(301);
    const after = (await answer(server.requestToken(form()))).body.access_token;
    expect(kidOf(after)).toBe(key.kid);
    expect((await server.call(before)).status).toBe(200);
    expect((await server.call(after)).status).toBe(200);
  });

  it('never logs a secret or a token', async () => {
    const { body } = await answer(server.requestToken(form()));
    await server.call(body.access_token);
    await answer(server.requestToken(form({ client_secret: 'wrong-secret' })));
    for (const hidden of [secret, body.access_token, 'wrong-secret']) expect(server.log()).not.toContain(hidden);
  });
});
