import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { type CryptoKey, exportSPKI, generateKeyPair, importJWK, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createAuthenticator } from '../../../src/api/access/authenticate.ts';
import type { TrustedIssuer } from '../../../src/api/access/trusted-issuers.ts';
import { OperatorError } from '../../../src/errors.ts';
import { addClient, type Client, type NewClient, revokeClient } from '../../../src/state/clients.ts';
import type { Database } from '../../../src/state/database.ts';
import { migrate } from '../../../src/state/migrate.ts';
import { loadSigningKeys, publicJwk, rotateSigningKey } from '../../../src/state/signing-keys.ts';
import { type AccessServer, authUrl, baseUrl, startAccessServer } from '../../support/access-server.ts';
import { type Engine, embeddedEngine } from '../../support/engines.ts';
import { type OutsideIssuer, startOutsideIssuer } from '../../support/outside-issuer.ts';

let engine: Engine;
let database: Database;
beforeAll(async () => {
  engine = await embeddedEngine();
  database = await engine.open();
  await migrate(database);
}, 60_000);
afterAll(() => engine.stop());

async function newClient(change: Partial<NewClient> = {}): Promise<{ client: Client; clientSecret: string }> {
  return addClient(database, {
    tenant: 'acme',
    name: 'Test',
    scopes: ['read', 'write'],
    createdBy: 'operator',
    ...change,
  });
}

describe('own tokens', () => {
  let server: AccessServer;
  let client: Client;
  let token: string;
  beforeAll(async () => {
    server = await startAccessServer(database);
    const added = await newClient();
    client = added.client;
    token = await tokenOf(added);
  });
  afterAll(() => server.close());

  async function tokenOf(added: { client: Client; clientSecret: string }, scope?: string): Promise<string> {
    const form = {
      grant_type: 'client_credentials',
      client_id: added.client.clientId,
      client_secret: added.clientSecret,
    };
    const response = await server.requestToken({ ...form, ...(scope && { scope }) });
    return ((await response.json()) as { access_token: string }).access_token;
  }

  /** What the service would issue, with the real key, and with changes. */
  async function forge(
    claims: JWTPayload = {},
    header: Record<string, unknown> = {},
    key?: CryptoKey,
  ): Promise<string> {
    const [real] = await loadSigningKeys(database);
    const seconds = Math.floor(Date.now() / 1000);
    return new SignJWT({
      iss: authUrl,
      aud: baseUrl,
      sub: client.clientId,
      client_id: client.clientId,
      tenant: 'acme',
      scope: `${baseUrl}/read`,
      jti: crypto.randomUUID(),
      iat: seconds,
      exp: seconds + 3600,
      ...claims,
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: real!.kid, ...header })
      .sign(key ?? (await importJWK(real!.privateJwk, 'ES256')));
  }

  async function expectRefused(bearer: string, message?: RegExp): Promise<void> {
    const response = await server.call(bearer);
    const body = (await response.json()) as { code: string; message: string };
    expect([response.status, body.code], bearer.slice(0, 80)).toEqual([401, 'UNAUTHORIZED']);
    expect(response.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    if (message) expect(body.message).toMatch(message);
  }

  it('make a caller', async () => {
    const response = await server.call(token);
    expect(await response.json()).toEqual({
      tenant: 'acme',
      clientId: client.clientId,
      principal: { type: 'client', id: client.clientId },
      scopes: ['read', 'write'],
    });
    expect(response.headers.get('ratelimit-limit')).toBe('1000');
    expect((await server.call(await forge())).status, 'a forged token that should be good').toBe(200);
  });

  it('are asked for when there is none', async () => {
    const response = await server.call(undefined);
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(await response.json()).toMatchObject({ code: 'UNAUTHORIZED', message: expect.stringMatching(/missing/) });
  });

  it('are refused when expired, not yet valid, or without an end', async () => {
    const now = Math.floor(Date.now() / 1000);
    await expectRefused(await forge({ exp: now - 10 }), /expired/);
    await expectRefused(await forge({ nbf: now + 60 }));
    await expectRefused(await forge({ exp: undefined as unknown as number }));
    await expectRefused(await forge({ exp: 'never' as unknown as number }));
  });

  it('are refused when unsigned', async () => {
    const [, payload] = (await forge()).split('.');
    const header = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const alg of ['none', 'None', 'NONE', '']) {
      await expectRefused(`${header({ alg, typ: 'at+jwt' })}.${payload}.`);
      await expectRefused(`${header({ alg, typ: 'at+jwt' })}.${payload}.c2ln`);
    }
  });

  it('are refused with a foreign key, even one that the token brings along', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const jwk = await crypto.subtle.exportKey('jwk', publicKey);
    await expectRefused(await forge({}, {}, privateKey));
    await expectRefused(await forge({}, { kid: 'unknown' }, privateKey));
    await expectRefused(await forge({}, { kid: undefined, jwk }, privateKey));
    await expectRefused(await forge({}, { jku: 'http://127.0.0.1:1/keys' }, privateKey));
    const rsa = await generateKeyPair('RS256');
    await expectRefused(await forge({}, { alg: 'RS256' }, rsa.privateKey));
  });

  it('are refused when signed with the public key as a shared secret', async () => {
    const [real] = await loadSigningKeys(database);
    const jwk = publicJwk(real!);
    const pem = await exportSPKI((await importJWK(jwk, 'ES256', { extractable: true })) as CryptoKey);
    const [, payload] = (await forge()).split('.');
    const header = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'at+jwt', kid: real!.kid })).toString('base64url');
    for (const secret of [pem, pem.trim(), JSON.stringify(jwk), jwk.x!]) {
      const signature = createHmac('sha256', secret).update(`${header}.${payload}`).digest('base64url');
      await expectRefused(`${header}.${payload}.${signature}`);
    }
  });

  it.each<[string, JWTPayload, Record<string, unknown>]>([
    ['another audience', { aud: 'https://elsewhere.example' }, {}],
    ['no audience', { aud: undefined as unknown as string }, {}],
    ['another issuer', { iss: 'https://elsewhere.example' }, {}],
    ['no issuer', { iss: undefined as unknown as string }, {}],
    ['another type', {}, { typ: 'JWT' }],
    ['no type', {}, { typ: undefined }],
    ['an unknown critical header', {}, { crit: ['x'], x: 1 }],
    ['another tenant', { tenant: 'other' }, {}],
    ['no client', { client_id: undefined }, {}],
    ['a client that is none', { client_id: "' OR 1=1 --\0" }, {}],
  ])('are refused with %s', async (_title, claims, header) => {
    const bearer = await forge(claims, header).catch(() => undefined);
    if (bearer === undefined) return expect(Object.keys(header)).toContain('crit');
    await expectRefused(bearer);
  });

  it('are refused when altered by one character, anywhere', async () => {
    for (let at = 0; at < token.length; at += 7) {
      const replaced = token[at] === 'A' ? 'B' : 'A';
      const altered = token.slice(0, at) + replaced + token.slice(at + 1);
      // The last character of a base64url part may hold unused bits; jose decodes those to the same signature.
      if (at !== token.length - 1) await expectRefused(altered);
    }
  });

  it.each([
    '',
    ' ',
    'x',
    'a.b',
    'a.b.c',
    '....',
    'bnVsbA.bnVsbA.bnVsbA',
    'W10.W10.',
    '{"alg":"none"}',
    'a b',
    'é',
    '=',
  ])('are refused when malformed: %j', async bearer => {
    const response = await fetch(`${server.url}/v1/read`, {
      headers: { authorization: encodeURI(`Bearer ${bearer}`) },
    });
    expect(response.status).toBe(401);
  });

  it('are refused whatever the header holds', async () => {
    const authenticate = createAuthenticator({ database, baseUrl, authUrl });
    const parts = fc.array(
      fc.oneof(
        fc.base64String(),
        fc.json().map(json => Buffer.from(json).toString('base64url')),
      ),
      {
        maxLength: 5,
      },
    );
    const bearer = parts.map(list => `Bearer ${list.join('.')}`);
    await fc.assert(
      fc.asyncProperty(fc.oneof(bearer, fc.string({ unit: 'binary' })), async header => {
        await expect(authenticate(header)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
      }),
    );
  });

  it('are taken with any case of the scheme, and under no other scheme', async () => {
    const status = async (authorization: string) =>
      (await fetch(`${server.url}/v1/read`, { headers: { authorization } })).status;
    expect(await status(`bearer ${token}`)).toBe(200);
    expect(await status(`BEARER  ${token}`)).toBe(200);
    for (const other of [
      token,
      `Basic ${token}`,
      `Token ${token}`,
      `Bearer ${token} x`,
      `Bearer ${token}, Bearer ${token}`,
    ]) {
      expect(await status(other), other.slice(0, 20)).toBe(401);
    }
  });

  it('are refused at 100 KB, by the server or by its caller', async () => {
    const huge = `${'x'.repeat(100_000)}`;
    expect([401, 431]).toContain((await server.call(huge)).status);
    const authenticate = createAuthenticator({ database, baseUrl, authUrl });
    await expect(authenticate(`Bearer ${huge}`)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it('pass only where they have the scope', async () => {
    const added = await newClient();
    const narrow = await tokenOf(added, `${baseUrl}/read`);
    expect((await server.call(narrow, 'read')).status).toBe(200);
    const refused = await server.call(narrow, 'write');
    expect(refused.status).toBe(403);
    expect(refused.headers.get('www-authenticate')).toBe(`Bearer error="insufficient_scope", scope="${baseUrl}/write"`);
    expect(await refused.json()).toMatchObject({ code: 'FORBIDDEN', details: { scope: 'write' } });
    for (const scope of [undefined, '', 'read', `${baseUrl}/readx`, 42, null]) {
      const bearer = await forge({ scope });
      expect((await server.call(bearer)).status, String(scope)).toBe(403);
    }
  });

  it('never have more scopes than their client has', async () => {
    const { client: reader } = await newClient({ scopes: ['read'] });
    const bearer = await forge({
      client_id: reader.clientId,
      sub: reader.clientId,
      scope: `${baseUrl}/read ${baseUrl}/write`,
    });
    expect((await server.call(bearer, 'write')).status).toBe(403);
  });

  it('stop working within seconds once their client is revoked', async () => {
    const added = await newClient();
    const bearer = await tokenOf(added);
    expect((await server.call(bearer)).status).toBe(200);
    await revokeClient(database, added.client.clientId, 'operator');
    server.advance(5);
    await expectRefused(bearer, /revoked/);
  });

  it('follow the limits of their client within seconds', async () => {
    const instance = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
    const added = await newClient({ applicationInstanceIds: [instance] });
    const bearer = await tokenOf(added);
    expect(await (await server.call(bearer)).json()).toMatchObject({ instances: [instance] });
    const other = crypto.randomUUID();
    await database.query('UPDATE clients SET application_instance_ids = $1 WHERE client_id = $2', [
      [other],
      added.client.clientId,
    ]);
    server.advance(5);
    expect(await (await server.call(bearer)).json()).toMatchObject({ instances: [other] });
  });

  it('cost one signature check, however often they are used', async () => {
    const authenticate = createAuthenticator({ database, baseUrl, authUrl });
    const verify = vi.spyOn(crypto.subtle, 'verify');
    for (let i = 0; i < 100; i++) await authenticate(`Bearer ${token}`);
    expect(verify).toHaveBeenCalledTimes(1);
    verify.mockRestore();
  });

  it('stop working when their time is over, verified before or not', async () => {
    let later = 0;
    const authenticate = createAuthenticator({ database, baseUrl, authUrl, now: () => Date.now() + later });
    await authenticate(`Bearer ${token}`);
    later = 3590_000;
    await authenticate(`Bearer ${token}`);
    later = 3610_000;
    await expect(authenticate(`Bearer ${token}`)).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      message: 'The token is expired',
    });
  });

  it('stop working when their key is withdrawn', async () => {
    const bearer = await forge();
    const [key] = await loadSigningKeys(database);
    expect((await server.call(bearer)).status).toBe(200);
    await rotateSigningKey(database, { by: 'operator', publishSeconds: 0 });
    expect((await server.call(await forge({}, { kid: key!.kid }))).status, 'still good after rotation').toBe(200);
    await database.query('DELETE FROM signing_keys WHERE kid = $1', [key!.kid]);
    server.advance(5);
    await expectRefused(bearer);
  });

  it('are limited in number for each tenant', async () => {
    const limited = await startAccessServer(database, { rateLimit: { per_minute: 60, burst: 3 } });
    try {
      const [mine, others] = [await newClient({ tenant: 'busy' }), await newClient({ tenant: 'quiet' })];
      const [busy, quiet] = [await tokenOf(mine), await tokenOf(others)];
      const statuses = [];
      for (let i = 0; i < 3; i++) statuses.push((await limited.call(busy)).status);
      const refused = await limited.call(busy);
      expect([...statuses, refused.status]).toEqual([200, 200, 200, 429]);
      expect(refused.headers.get('retry-after')).toBe('1');
      expect(refused.headers.get('ratelimit-remaining')).toBe('0');
      expect(await refused.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
      expect((await limited.call(quiet)).status).toBe(200);
      limited.advance(1);
      expect((await limited.call(busy)).status).toBe(200);
    } finally {
      await limited.close();
    }
  });
});

describe('tokens of an outside issuer', () => {
  const started: OutsideIssuer[] = [];
  afterAll(async () => {
    await Promise.all(started.map(issuer => issuer.close()));
  });

  async function outside(change: Partial<TrustedIssuer> = {}, answer?: Parameters<typeof startOutsideIssuer>[0]) {
    const issuer = await startOutsideIssuer(answer);
    started.push(issuer);
    const settings = {
      issuer: issuer.issuer,
      jwks_url: issuer.jwksUrl,
      audience: 'rolecall',
      tenant_claim: 'org',
      ...change,
    };
    const authenticate = createAuthenticator({ database, baseUrl, authUrl, trustedIssuers: [settings] });
    return { issuer, authenticate: (token: string) => authenticate(`Bearer ${token}`) };
  }
  const claims = { aud: 'rolecall', sub: 'alice', org: 'acme', azp: 'portal', scope: `openid ${baseUrl}/read` };
  const unauthorized = { code: 'UNAUTHORIZED' };

  it('make a caller whose ids cannot be confused with others', async () => {
    const { issuer, authenticate } = await outside();
    const tokens = [await issuer.sign(claims), await issuer.sign({ ...claims, scope: [`${baseUrl}/write`] })];
    const [reader, writer] = await Promise.all(tokens.map(authenticate));
    expect(reader).toEqual({
      tenant: 'acme',
      clientId: `${issuer.issuer}#portal`,
      principal: { type: 'user', id: `${issuer.issuer}#alice` },
      scopes: new Set(['read']),
      applicationInstanceIds: undefined,
    });
    expect(writer!.scopes).toEqual(new Set(['write']));
    expect(issuer.requests(), 'keys are fetched once').toBe(1);
  });

  it('take the scopes from the claim that is configured', async () => {
    const { issuer, authenticate } = await outside({ scope_claim: 'permissions' });
    const caller = await authenticate(await issuer.sign({ ...claims, permissions: [`${baseUrl}/write`] }));
    expect(caller.scopes).toEqual(new Set(['write']));
  });

  it('are refused when they say something else than was agreed', async () => {
    const { issuer, authenticate } = await outside({ tenants: ['acme'] });
    const other = (await outside()).issuer;
    const bad = [
      issuer.sign({ ...claims, aud: baseUrl }),
      issuer.sign({ ...claims, org: 'umbrella' }),
      issuer.sign({ ...claims, org: ['acme'] }),
      issuer.sign({ ...claims, org: 42 }),
      issuer.sign({ ...claims, org: undefined }),
      issuer.sign({ ...claims, sub: undefined as unknown as string }),
      issuer.sign({ ...claims, exp: 1 }).then(token => `${token}x`),
      issuer.sign(claims, { kid: 'unknown' }),
      issuer.sign(claims, { typ: 'logout+jwt' }),
      issuer.sign({ ...claims, iss: authUrl, aud: baseUrl }, { typ: 'at+jwt' }),
      other.sign({ ...claims, iss: issuer.issuer }),
      other.sign(claims),
    ];
    for (const token of await Promise.all(bad)) await expect(authenticate(token)).rejects.toMatchObject(unauthorized);
    await expect(authenticate(await issuer.sign(claims))).resolves.toMatchObject({ tenant: 'acme' });
  });

  it('are refused for a tenant that could be taken for a path', async () => {
    const { issuer, authenticate } = await outside();
    for (const org of ['..', '../acme', 'a/b', '', 'a\0', '.x', 'x'.repeat(200)]) {
      await expect(authenticate(await issuer.sign({ ...claims, org })), org).rejects.toMatchObject(unauthorized);
    }
  });

  it('are refused when signed with a shared secret', async () => {
    const { issuer, authenticate } = await outside();
    const token = await new SignJWT({ ...claims, iss: issuer.issuer })
      .setProtectedHeader({ alg: 'HS256', kid: 'outside-1' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode('a secret of at least thirty-two bytes'));
    await expect(authenticate(token)).rejects.toMatchObject(unauthorized);
  });

  it.each([
    ['the issuer is down', { status: 503 }],
    ['the keys are elsewhere', { status: 302, location: '/moved' }],
    ['the answer is not JSON', { status: 200, body: '<html>' }],
    ['the answer has no end', { status: 200, body: `{"keys":[${' '.repeat(2_000_000)}]}` }],
  ])('get 503 when %s, because they may be good', async (_title, answer) => {
    const { issuer, authenticate } = await outside({}, answer);
    await expect(authenticate(await issuer.sign(claims))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  it('need keys from a safe address, and an issuer that is not this service', () => {
    const make = (change: Partial<TrustedIssuer>) => () =>
      createAuthenticator({
        database,
        baseUrl,
        authUrl,
        trustedIssuers: [
          {
            issuer: 'https://id.example',
            jwks_url: 'https://id.example/k',
            audience: 'x',
            tenant_claim: 'org',
            ...change,
          },
        ],
      });
    expect(make({})).not.toThrow();
    for (const jwks_url of ['http://id.example/k', 'file:///etc/passwd', 'nonsense', 'http://127.0.0.1.example/k']) {
      expect(make({ jwks_url }), jwks_url).toThrow(OperatorError);
    }
    expect(make({ issuer: authUrl })).toThrow(/own auth_url/);
  });
});

it('says that it cannot check tokens when state cannot be read', async () => {
  const broken: Database = {
    query: () => Promise.reject(new Error('connection lost')),
    execute: () => Promise.reject(new Error('connection lost')),
    transaction: () => Promise.reject(new Error('connection lost')),
    close: async () => {},
  };
  const [key] = await loadSigningKeys(database);
  const token = await new SignJWT({ iss: authUrl, aud: baseUrl, sub: 'x', client_id: 'x', jti: 'x' })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: key!.kid })
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(await importJWK(key!.privateJwk, 'ES256'));
  const authenticate = createAuthenticator({ database: broken, baseUrl, authUrl });
  await expect(authenticate(`Bearer ${token}`)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});
