import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuthenticator } from '../../../src/api/access/authenticate.ts';
import type { TrustedIssuer } from '../../../src/api/access/trusted-issuers.ts';
import type { Database } from '../../../src/database/database.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { OperatorError } from '../../../src/errors.ts';
import { type Engine, embeddedEngine } from '../../support/servers/engines.ts';
import { type OutsideIssuer, startOutsideIssuer } from '../../support/servers/outside-issuer.ts';
import { authUrl, baseUrl } from '../../support/service/access-server.ts';

let engine: Engine;
let database: Database;
beforeAll(async () => {
  engine = await embeddedEngine();
  database = await engine.open();
  await migrate(database);
});
afterAll(() => engine.stop());

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

  it('never make an administrator, who sees data of every tenant', async () => {
    const { issuer, authenticate } = await outside();
    const token = await issuer.sign({ ...claims, scope: `${baseUrl}/admin ${baseUrl}/read` });
    expect((await authenticate(token)).scopes).toEqual(new Set(['read']));
  });

  it('take the scopes from the claim that is configured', async () => {
    const { issuer, authenticate } = await outside({ scope_claim: 'permissions' });
    const caller = await authenticate(await issuer.sign({ ...claims, permissions: [`${baseUrl}/write`] }));
    expect(caller.scopes).toEqual(new Set(['write']));
  });

  it('are refused when a claim differs from the agreed value', async () => {
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
