import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { type CryptoKey, exportSPKI, generateKeyPair, importJWK, type JWTPayload } from 'jose';
import { describe, expect, it } from 'vitest';
import { createAuthenticator } from '../../../src/api/access/authenticate.ts';
import { ensureSigningKeys, publicJwk } from '../../../src/state/signing-keys.ts';
import { authUrl, baseUrl } from '../../support/service/access-server.ts';
import { withOwnTokens } from '../../support/service/own-tokens.ts';

describe('own tokens', () => {
  const at = withOwnTokens();
  const { newClient, tokenOf, forge, expectRefused } = at;

  it('make a caller', async () => {
    const response = await at.server.call(at.token);
    expect(await response.json()).toEqual({
      tenant: 'acme',
      clientId: at.client.client_id,
      principal: { type: 'client', id: at.client.client_id },
      scopes: ['read', 'write'],
    });
    expect(response.headers.get('ratelimit-limit')).toBe('1000');
    expect((await at.server.call(await forge())).status, 'a forged token that should be good').toBe(200);
  });

  it('are required', async () => {
    const response = await at.server.call(undefined);
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(await response.json()).toMatchObject({ code: 'UNAUTHORIZED', message: expect.stringMatching(/missing/) });
  });

  it('are refused when expired, not yet valid, or without `exp`', async () => {
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

  it('are refused with a foreign key, even if the token contains it', async () => {
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
    const [real] = await ensureSigningKeys(at.database);
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
    const { token } = at;
    for (let index = 0; index < token.length; index += 7) {
      const replaced = token[index] === 'A' ? 'B' : 'A';
      const altered = token.slice(0, index) + replaced + token.slice(index + 1);
      // The last character of a base64url part may hold unused bits; jose decodes those to the same signature.
      if (index !== token.length - 1) await expectRefused(altered);
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
    const response = await fetch(`${at.server.url}/v1/read`, {
      headers: { authorization: encodeURI(`Bearer ${bearer}`) },
    });
    expect(response.status).toBe(401);
  });

  it('are refused in a malformed header', async () => {
    const authenticate = createAuthenticator({ database: at.database, baseUrl, authUrl });
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

  it('are accepted with any case of the scheme, and with no other scheme', async () => {
    const status = async (authorization: string) =>
      (await fetch(`${at.server.url}/v1/read`, { headers: { authorization } })).status;
    expect(await status(`bearer ${at.token}`)).toBe(200);
    expect(await status(`BEARER  ${at.token}`)).toBe(200);
    for (const other of [
      at.token,
      `Basic ${at.token}`,
      `Token ${at.token}`,
      `Bearer ${at.token} x`,
      `Bearer ${at.token}, Bearer ${at.token}`,
    ]) {
      expect(await status(other), other.slice(0, 20)).toBe(401);
    }
  });

  it('are refused at 100 KB, by the server or by the authenticator', async () => {
    const huge = `${'x'.repeat(100_000)}`;
    expect([401, 431]).toContain((await at.server.call(huge)).status);
    const authenticate = createAuthenticator({ database: at.database, baseUrl, authUrl });
    await expect(authenticate(`Bearer ${huge}`)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it('pass only where they have the scope', async () => {
    const added = await newClient();
    const narrow = await tokenOf(added, `${baseUrl}/read`);
    expect((await at.server.call(narrow, 'read')).status).toBe(200);
    const refused = await at.server.call(narrow, 'write');
    expect(refused.status).toBe(403);
    expect(refused.headers.get('www-authenticate')).toBe(`Bearer error="insufficient_scope", scope="${baseUrl}/write"`);
    expect(await refused.json()).toMatchObject({ code: 'FORBIDDEN', details: { scope: 'write' } });
    for (const scope of [undefined, '', 'read', `${baseUrl}/readx`, 42, null]) {
      const bearer = await forge({ scope });
      expect((await at.server.call(bearer)).status, String(scope)).toBe(403);
    }
  });

  it('with the scope `admin` alone permit neither reads nor writes', async () => {
    const administrator = await newClient({ scopes: ['admin'] });
    const bearer = await tokenOf(administrator);
    for (const scope of ['read', 'write'] as const) expect((await at.server.call(bearer, scope)).status).toBe(403);
    const both = await tokenOf(await newClient({ scopes: ['read', 'admin'] }));
    const response = await at.server.call(both);
    expect([response.status, await response.json()]).toEqual([
      200,
      expect.objectContaining({ scopes: ['read', 'admin'] }),
    ]);
  });

  it('never have more scopes than their client has', async () => {
    const { client: reader } = await newClient({ scopes: ['read'] });
    const bearer = await forge({
      client_id: reader.client_id,
      sub: reader.client_id,
      scope: `${baseUrl}/read ${baseUrl}/write`,
    });
    expect((await at.server.call(bearer, 'write')).status).toBe(403);
  });
});
