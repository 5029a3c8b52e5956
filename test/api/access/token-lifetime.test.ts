// How long an access token is valid, and for how many requests.
import { importJWK, SignJWT } from 'jose';
import { describe, expect, it, vi } from 'vitest';
import { createAuthenticator } from '../../../src/api/access/authenticate.ts';
import type { Database } from '../../../src/database/database.ts';
import { revokeClient } from '../../../src/state/clients/clients.ts';
import { ensureSigningKeys, rotateSigningKey } from '../../../src/state/signing-keys.ts';
import { authUrl, baseUrl, startAccessServer } from '../../support/service/access-server.ts';
import { withOwnTokens } from '../../support/service/own-tokens.ts';

describe('own tokens', () => {
  const at = withOwnTokens();
  const { newClient, tokenOf, forge, expectRefused } = at;

  it('stop working within seconds after their client was revoked', async () => {
    const added = await newClient();
    const bearer = await tokenOf(added);
    expect((await at.server.call(bearer)).status).toBe(200);
    await revokeClient(at.database, added.client.client_id, 'operator');
    at.server.advance(5);
    await expectRefused(bearer, /revoked/);
  });

  it('follow the limits of their client within seconds', async () => {
    const instance = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
    const added = await newClient({ applicationInstanceIds: [instance] });
    const bearer = await tokenOf(added);
    expect(await (await at.server.call(bearer)).json()).toMatchObject({ instances: [instance] });
    const other = crypto.randomUUID();
    await at.database.query('UPDATE clients SET application_instance_ids = $1 WHERE client_id = $2', [
      [other],
      added.client.client_id,
    ]);
    at.server.advance(5);
    expect(await (await at.server.call(bearer)).json()).toMatchObject({ instances: [other] });
  });

  it('have their signature checked only once', async () => {
    const authenticate = createAuthenticator({ database: at.database, baseUrl, authUrl });
    const verify = vi.spyOn(crypto.subtle, 'verify');
    for (let i = 0; i < 100; i++) await authenticate(`Bearer ${at.token}`);
    expect(verify).toHaveBeenCalledTimes(1);
    verify.mockRestore();
  });

  it('stop working when they expire, even if they were verified before', async () => {
    let later = 0;
    const authenticate = createAuthenticator({
      database: at.database,
      baseUrl,
      authUrl,
      now: () => Date.now() + later,
    });
    await authenticate(`Bearer ${at.token}`);
    later = 3590_000;
    await authenticate(`Bearer ${at.token}`);
    later = 3610_000;
    await expect(authenticate(`Bearer ${at.token}`)).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      message: 'The token is expired',
    });
  });

  it('stop working when their key is withdrawn', async () => {
    const bearer = await forge();
    const [key] = await ensureSigningKeys(at.database);
    expect((await at.server.call(bearer)).status).toBe(200);
    await rotateSigningKey(at.database, { by: 'operator', publishSeconds: 0 });
    expect((await at.server.call(await forge({}, { kid: key!.kid }))).status, 'still good after rotation').toBe(200);
    await at.database.query('DELETE FROM signing_keys WHERE kid = $1', [key!.kid]);
    at.server.advance(5);
    await expectRefused(bearer);
  });

  it('are limited in number for each tenant', async () => {
    const limited = await startAccessServer(at.database, { rateLimit: { per_minute: 60, burst: 3 } });
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

  it('get 503 when state cannot be read', async () => {
    const broken: Database = {
      query: () => Promise.reject(new Error('connection lost')),
      execute: () => Promise.reject(new Error('connection lost')),
      transaction: () => Promise.reject(new Error('connection lost')),
      close: async () => {},
    };
    const [key] = await ensureSigningKeys(at.database);
    const token = await new SignJWT({ iss: authUrl, aud: baseUrl, sub: 'x', client_id: 'x', jti: 'x' })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: key!.kid })
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(await importJWK(key!.private_jwk, 'ES256'));
    const authenticate = createAuthenticator({ database: broken, baseUrl, authUrl });
    await expect(authenticate(`Bearer ${token}`)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
});
