// Keys of outside issuers: a token is valid only as long as its key is, and never longer than the configured time.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createAuthenticator } from '../../../src/api/access/authenticate.ts';
import type { TrustedIssuer } from '../../../src/api/access/trusted-issuers.ts';
import type { Database } from '../../../src/database/database.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { type Engine, embeddedEngine } from '../../support/servers/engines.ts';
import { type OutsideIssuer, startOutsideIssuer } from '../../support/servers/outside-issuer.ts';
import { authUrl, baseUrl } from '../../support/service/access-server.ts';

const minute = 60_000;
const hour = 60 * minute;
const unauthorized = { code: 'UNAUTHORIZED' };
const unavailable = { code: 'SERVICE_UNAVAILABLE' };

let engine: Engine;
let database: Database;
beforeAll(async () => {
  engine = await embeddedEngine();
  database = await engine.open();
  await migrate(database);
});
afterAll(() => engine.stop());

let issuer: OutsideIssuer;
let now: number;
beforeEach(async () => {
  issuer = await startOutsideIssuer();
  now = Date.now();
  return () => issuer.close();
});

function authenticating(change: Partial<TrustedIssuer> = {}): (token: string) => Promise<unknown> {
  const trusted = {
    issuer: issuer.issuer,
    jwks_url: issuer.jwksUrl,
    audience: 'rolecall',
    tenant_claim: 'org',
    ...change,
  };
  const authenticate = createAuthenticator({ database, baseUrl, authUrl, trustedIssuers: [trusted], now: () => now });
  return token => authenticate(`Bearer ${token}`);
}
const sign = (lastsMs = 10 * hour) =>
  issuer.sign({ aud: 'rolecall', sub: 'alice', org: 'acme', scope: `${baseUrl}/read` }, {}, { lasts: lastsMs / 1000 });

it('a token whose key was withdrawn is refused ten minutes later at the latest', async () => {
  const authenticate = authenticating();
  const token = await sign();
  await authenticate(token);
  await issuer.rotate();
  for (let age = 0; age <= 10; age += 1) {
    now += minute;
    await authenticate(token).catch(() => {});
  }
  await expect(authenticate(token)).rejects.toMatchObject(unauthorized);
  await expect(authenticate(await sign())).resolves.toMatchObject({ tenant: 'acme' });
});

it('a token whose key was withdrawn is refused as soon as a token of the new key was seen', async () => {
  const authenticate = authenticating();
  const token = await sign();
  await authenticate(token);
  await issuer.rotate();
  now += minute;
  await expect(authenticate(token)).resolves.toMatchObject({ tenant: 'acme' });
  await authenticate(await sign());
  await expect(authenticate(token)).rejects.toMatchObject(unauthorized);
});

it('unchanged keys are fetched every few minutes, not for each request', async () => {
  const authenticate = authenticating();
  const token = await sign();
  for (let passed = 0; passed < hour; passed += minute / 6) {
    await authenticate(token);
    now += minute / 6;
  }
  expect(issuer.requests()).toBeGreaterThanOrEqual(6);
  expect(issuer.requests()).toBeLessThanOrEqual(13);
});

it('while the issuer is unavailable, its last keys are valid for a quarter of an hour', async () => {
  const authenticate = authenticating();
  const token = await sign();
  await authenticate(token);
  await issuer.close();
  now += 14 * minute;
  await expect(authenticate(token)).resolves.toMatchObject({ tenant: 'acme' });
  now += 2 * minute;
  await expect(authenticate(token)).rejects.toMatchObject(unavailable);
});

it('a token expires a day after it was issued, or after the configured time, even when its own `exp` is later', async () => {
  const days = 24 * hour;
  for (const [change, ends] of [
    [{}, days],
    [{ token_time: hour }, hour],
  ] as const) {
    const began = now;
    const authenticate = authenticating(change);
    const token = await sign(3650 * days);
    await authenticate(token);
    now = began + ends - minute;
    await expect(authenticate(token)).resolves.toMatchObject({ tenant: 'acme' });
    now = began + ends + minute;
    await expect(authenticate(token)).rejects.toMatchObject({ ...unauthorized, message: 'The token is expired' });
    now = began;
  }
});
