import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { findClient, revokeClient } from '../../../src/state/clients/clients.ts';
import { rotateSigningKey } from '../../../src/state/signing-keys.ts';
import { listAudit } from '../../support/audit-log.ts';
import { authUrl, baseUrl } from '../../support/service/access-server.ts';
import { withTokenEndpoint } from '../../support/service/token-endpoint.ts';

describe('token endpoint', () => {
  const at = withTokenEndpoint();
  const { newClient, basic, form, answer } = at;

  it('issues a token that the published keys verify', async () => {
    const { status, headers, body } = await answer(at.server.requestToken(form()));
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: `${baseUrl}/read ${baseUrl}/write`,
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-type')).toMatch(/^application\/json/);

    const keys = (await (await fetch(`${at.server.url}/.well-known/jwks.json`)).json()) as JSONWebKeySet;
    expect(JSON.stringify(keys)).not.toContain('"d"');
    const { payload, protectedHeader } = await jwtVerify(body.access_token, createLocalJWKSet(keys));
    expect(protectedHeader).toMatchObject({ alg: 'ES256', typ: 'at+jwt', kid: keys.keys[0]!.kid });
    expect(payload).toEqual({
      iss: authUrl,
      aud: baseUrl,
      sub: at.id,
      client_id: at.id,
      tenant: 'acme',
      scope: `${baseUrl}/read ${baseUrl}/write`,
      jti: expect.any(String),
      iat: expect.any(Number),
      exp: payload.iat! + 3600,
    });
    expect((await findClient(at.database, at.id))?.last_used_at).toBeInstanceOf(Date);
  });

  it('accepts the client in a Basic header too', async () => {
    const { status } = await answer(
      at.server.requestToken({ grant_type: 'client_credentials' }, basic(at.id, at.secret)),
    );
    expect(status).toBe(200);
  });

  it('grants the requested scopes, and refuses scopes that the client does not have', async () => {
    const narrow = await newClient({ scopes: ['read'] });
    const ask = (scope: string) =>
      answer(at.server.requestToken(form({ client_id: narrow.id, client_secret: narrow.secret, scope })));
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
    const whole = await answer(at.server.requestToken(form({ scope: `${baseUrl}/write` })));
    expect(whole.body.scope).toBe(`${baseUrl}/write`);
  });

  it.each(['audience', 'resource'])('accepts only the base address as %s', async parameter => {
    for (const value of [baseUrl, `${baseUrl}/`]) {
      expect((await answer(at.server.requestToken(form({ [parameter]: value })))).status, value).toBe(200);
    }
    for (const value of ['https://elsewhere.example', `${baseUrl}/v1`, 'x']) {
      const refused = await answer(at.server.requestToken(form({ [parameter]: value })));
      expect(refused, value).toMatchObject({ status: 400, body: { error: 'invalid_target' } });
    }
    const twice = `${new URLSearchParams(form())}&${parameter}=${baseUrl}&${parameter}=https%3A%2F%2Fevil.example`;
    expect((await answer(at.server.requestToken(twice))).status).toBe(400);
  });

  it('refuses a wrong secret with 401, and a Basic one with a challenge', async () => {
    const posted = await answer(at.server.requestToken(form({ client_secret: 'wrong' })));
    expect(posted).toMatchObject({
      status: 401,
      body: { error: 'invalid_client', error_description: expect.any(String) },
    });
    const header = await answer(at.server.requestToken({ grant_type: 'client_credentials' }, basic(at.id, 'wrong')));
    expect(header).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    expect(header.headers.get('www-authenticate')).toMatch(/^Basic /);

    expect(await listAudit(at.database, 'acme', 1)).toMatchObject([
      {
        principal: at.id,
        action: 'token.issue',
        outcome: 'refused',
        details: { error: 'invalid_client', address: '127.0.0.1' },
      },
    ]);
  });

  it('refuses a revoked client at once', async () => {
    await answer(at.server.requestToken(form()));
    await revokeClient(at.database, at.id, 'operator');
    expect(await answer(at.server.requestToken(form()))).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    });
  });

  it('allows ten failures a minute for a client and address, even parallel ones', async () => {
    const attempts = await Promise.all(
      Array.from({ length: 25 }, (_, i) => answer(at.server.requestToken(form({ client_secret: `wrong ${i}` })))),
    );
    expect(attempts.map(attempt => attempt.status).sort()).toEqual([...Array(10).fill(401), ...Array(15).fill(429)]);
    const refused = await answer(at.server.requestToken(form()));
    expect(refused).toMatchObject({ status: 429, body: { error: 'temporarily_unavailable' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);

    const other = await newClient();
    expect(
      (await answer(at.server.requestToken(form({ client_id: other.id, client_secret: other.secret })))).status,
    ).toBe(200);
    at.server.advance(61);
    expect((await answer(at.server.requestToken(form()))).status).toBe(200);
  });

  it('counts unknown client ids of one address together', async () => {
    const made = Array.from({ length: 12 }, (_, i) =>
      form({ client_id: crypto.randomUUID().replace(/^./, `${i % 10}`) }),
    );
    const statuses = [];
    for (const attempt of made) statuses.push((await answer(at.server.requestToken(attempt))).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    expect((await answer(at.server.requestToken(form()))).status).toBe(200);
  });

  it('accepts only POST, and has none of the library’s other routes', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const refused = await fetch(`${at.server.url}/oauth2/token`, { method });
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
        expect((await fetch(at.server.url + path, { method })).status, `${method} ${path}`).toBe(404);
      }
    }
  });

  it('answers in JSON for every Accept, and has no page for browsers', async () => {
    const response = await at.server.requestToken(form({ client_secret: 'wrong' }), { accept: 'text/html' });
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('answers a page of this service in the browser, and no page of another site', async () => {
    const own = [baseUrl, authUrl].map(address => new URL(address).origin);
    for (const origin of own) {
      const issued = await at.server.requestToken(form(), { origin });
      expect([issued.status, issued.headers.get('access-control-allow-origin')]).toEqual([200, origin]);
    }
    for (const origin of ['https://evil.example', 'null', `${own[0]}.evil.example`]) {
      const refused = await at.server.requestToken(form(), { origin });
      expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([400, null]);
      const asked = await fetch(`${at.server.url}/oauth2/token`, { method: 'OPTIONS', headers: { origin } });
      expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([405, null]);
    }
    const asked = await fetch(`${at.server.url}/oauth2/token`, { method: 'OPTIONS', headers: { origin: own[0]! } });
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, own[0]]);
  });

  it('publishes metadata that describe only what it offers', async () => {
    const response = await fetch(`${at.server.url}/.well-known/oauth-authorization-server`);
    expect(await response.json()).toEqual({
      issuer: authUrl,
      token_endpoint: `${authUrl}/oauth2/token`,
      jwks_uri: `${authUrl}/.well-known/jwks.json`,
      scopes_supported: ['read', 'annotate', 'write', 'admin'].map(scope => `${baseUrl}/${scope}`),
      authorization_endpoint: `${authUrl}/oauth2/authorize`,
      response_types_supported: [],
      grant_types_supported: ['client_credentials'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    });
  });

  it('signs with a new key after rotation, without a restart, while old tokens still work', async () => {
    const kidOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()).kid;
    const before = (await answer(at.server.requestToken(form()))).body.access_token;
    const key = await rotateSigningKey(at.database, { by: 'operator' });
    at.server.advance(6);
    const { keys } = (await (await fetch(`${at.server.url}/.well-known/jwks.json`)).json()) as JSONWebKeySet;
    expect(keys.map(jwk => jwk.kid)).toEqual([kidOf(before), key.kid]);
    expect(kidOf((await answer(at.server.requestToken(form()))).body.access_token)).toBe(kidOf(before));
    at.server.advance(301);
    const after = (await answer(at.server.requestToken(form()))).body.access_token;
    expect(kidOf(after)).toBe(key.kid);
    expect((await at.server.call(before)).status).toBe(200);
    expect((await at.server.call(after)).status).toBe(200);
  });

  it('never logs a secret or a token', async () => {
    const { body } = await answer(at.server.requestToken(form()));
    await at.server.call(body.access_token);
    await answer(at.server.requestToken(form({ client_secret: 'wrong-secret' })));
    for (const hidden of [at.secret, body.access_token, 'wrong-secret']) expect(at.server.log()).not.toContain(hidden);
  });
});
