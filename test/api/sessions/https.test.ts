// Sessions of a deployment behind a proxy with TLS, with several tenants: cookies, tenants, and what is logged.
import fs from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operator } from '../../../src/deployment/operator/commands.ts';
import { createOperator } from '../../../src/deployment/operator/operator.ts';
import { openService, type Service } from '../../../src/deployment/service.ts';
import { afterRestore } from '../../../src/state/after-restore.ts';
import { everyType, scriptedConnector } from '../../support/scripted-source.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { temporaryFolder, testConfig } from '../../support/service/service.ts';

const base = 'https://rolecall.example.test';
const own = { origin: base, host: 'rolecall.example.test' };
const folder = temporaryFolder();
const lines: string[] = [];
const opened: Service[] = [];
let operator: Operator;
let app: FastifyInstance;

async function open(name: string, settings: Record<string, unknown>) {
  const sourcesOf = (id: string) => ({ sources: [{ id, connector: 'scripted', settings: { script: id } }] });
  const config = testConfig(`${folder}/${name}`, [], {
    tenants: { alpha: sourcesOf('one'), beta: sourcesOf('two') },
    listen: { trusted_proxies: ['192.0.2.1'] },
    ...settings,
  });
  const scripts = new Map(['one', 'two'].map(id => [id, everyType(1)]));
  const log = pino({ level: 'trace' }, { write: line => lines.push(line) });
  const service = await openService(config, { log, connectors: [scriptedConnector(scripts)] });
  opened.push(service);
  return { service, operator: createOperator(service), app: await service.createApp() };
}

beforeAll(async () => {
  const openid = {
    ...{ name: 'Away', issuer: `http://127.0.0.1:${await freePort()}`, client_id: 'rolecall', tenant_claim: 'org' },
    roles: { viewer: ['everybody'] },
  };
  ({ operator, app } = await open('proxied', { base_url: base, sign_in: { openid } }));
});
afterAll(async () => {
  for (const service of opened) await service.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

async function signIn(tenant: string, at = { operator, app }, headers: Record<string, string> = own) {
  const { url } = await at.operator.addSignInLink({ tenant, name: `of ${tenant}`, role: 'viewer', sources: [] });
  const token = new URL(url).searchParams.get('token')!;
  const request = {
    method: 'POST',
    url: '/sign-in/link',
    payload: `token=${token}`,
    remoteAddress: '192.0.2.1',
  } as const;
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await at.app.inject({ ...request, headers: { ...form, ...headers } });
  expect(answer.statusCode, answer.body).toBe(303);
  const header = String(answer.headers['set-cookie']);
  return { url, token, header, cookie: header.split(';')[0]! };
}

const get = (url: string, cookie: string, at = app) => at.inject({ url, headers: { ...own, cookie } });

describe('over https', () => {
  it('no other host can set or read the cookie', async () => {
    const { header, url, cookie } = await signIn('alpha');
    expect(url).toMatch(/^https:\/\/rolecall\.example\.test\/sign-in\/link\?token=[\w-]{43}$/);
    expect(header).toMatch(/^__Host-rolecall-session=[\w.-]{66}; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    // A cookie without the prefix, which another host of the domain could have set, does not count.
    const tossed = cookie.replace('__Host-rolecall-session', 'rolecall-session-443');
    expect((await get('/v1/session', tossed)).json().code).toBe('UNAUTHORIZED');
    expect((await get('/v1/session', `${tossed}x; ${cookie}`)).statusCode).toBe(200);
  });

  it('a page over http, or of another port, is of another origin', async () => {
    const { cookie } = await signIn('alpha');
    const { csrfToken } = (await get('/v1/session', cookie)).json();
    for (const origin of ['http://rolecall.example.test', `${base}:8443`]) {
      const headers = { ...own, cookie, origin, 'x-csrf-token': csrfToken };
      expect((await app.inject({ method: 'DELETE', url: '/v1/session', headers })).statusCode).toBe(403);
    }
  });

  it('a trusted proxy says so where no base address is configured, and nobody else can', async () => {
    const plain = await open('unnamed', {});
    const forwarded = { host: 'r.example', origin: 'https://r.example', 'x-forwarded-proto': 'https' };
    expect((await signIn('alpha', plain, forwarded)).header).toMatch(/^__Host-rolecall-session=.*; Secure;/);
    const { url } = await plain.operator.addSignInLink({ tenant: 'alpha', name: 'x', role: 'viewer', sources: [] });
    const answer = await plain.app.inject({
      ...{ method: 'POST', url: '/sign-in/link', remoteAddress: '198.51.100.1' },
      headers: { ...forwarded, origin: 'http://r.example', 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URL(url).search.slice(1),
    });
    expect(answer.headers['set-cookie']).toMatch(/^rolecall-session-8080=[\w.-]+; Path=\/; HttpOnly; SameSite=Strict$/);
    // A session of one deployment is none in another.
    const { cookie } = await signIn('alpha', plain, forwarded);
    expect((await get('/v1/session', cookie)).json().details).toEqual({ reason: 'unknown' });
  });
});

describe('with several tenants', () => {
  it('a session sees its own tenant, and is listed and revoked there', async () => {
    const [alpha, beta] = [await signIn('alpha'), await signIn('beta')];
    const ofBeta = await operator.listSessions({ tenant: 'beta' });
    expect(ofBeta.map(({ principal }) => principal)).toEqual(['link#of beta']);
    expect(await operator.revokeSessions({ tenant: 'alpha' })).toBeGreaterThan(0);
    expect((await get('/v1/accounts', alpha.cookie)).statusCode).toBe(401);
    expect((await get('/v1/accounts', beta.cookie)).statusCode).not.toBe(401);
    await expect(operator.revokeSessions({})).rejects.toThrow('there are several tenants');
    await expect(operator.listSessions({})).rejects.toThrow('there are several tenants');
  });
});

it('a provider that was never reached gives a page that says so', async () => {
  const page = await app.inject({ url: '/sign-in/start?return=/x', headers: own });
  expect([page.statusCode, page.headers['retry-after'], page.headers['location']]).toEqual([503, '5', undefined]);
  expect(page.body).toContain('Away does not answer as it should');
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  const callback = await app.inject({ url: '/sign-in/callback?code=x&state=y', headers: own });
  expect(callback.statusCode).toBe(400);
});

it('neither links nor cookies are logged, also when a request with them fails', async () => {
  const { token, cookie } = await signIn('alpha');
  const { csrfToken } = (await get('/v1/session', cookie)).json();
  const { database } = opened[0]!;
  const [renamed, back] = ['alter table sign_in_links rename to away', 'alter table away rename to sign_in_links'];
  await database.execute(renamed);
  const form = { ...own, cookie, 'content-type': 'application/x-www-form-urlencoded' };
  const failed = await app
    .inject({ method: 'POST', url: `/sign-in/link?token=${token}`, headers: form, payload: `token=${token}` })
    .finally(() => database.execute(back));
  expect(failed.statusCode).toBe(500);
  expect(failed.body).toContain('Signing in does not work at the moment');
  const log = lines.join('');
  expect(log).toContain('"path":"/sign-in/link"');
  for (const secret of [token, cookie.split('=')[1]!, csrfToken]) expect(log).not.toContain(secret);
});

it('no session and no link comes back with a backup', async () => {
  const { cookie } = await signIn('alpha');
  await operator.addSignInLink({ tenant: 'alpha', name: 'x', role: 'viewer', sources: [] });
  const { database } = opened[0]!;
  await database.transaction(transaction => afterRestore(transaction, new Date().toISOString(), false));
  expect((await get('/v1/session', cookie)).json().code).toBe('SESSION_ENDED');
  expect(await database.query('select * from sign_in_links')).toEqual([]);
});
