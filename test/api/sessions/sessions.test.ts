// The sessions of people in browsers, on the real service: signing in with a link, the cookie, forgery, limits, and every end.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../../src/state/sessions/roles.ts';
import { listAudit } from '../../support/audit-log.ts';
import { everyType } from '../../support/scripted-source.ts';
import { as } from '../../support/send.ts';
import { type Answer, instanceOf, startService, type TestService } from '../../support/service/service.ts';
import { until } from '../../support/until.ts';

const cookieName = 'rolecall-session-8080';
const own = { origin: 'http://127.0.0.1:8080' };
let test: TestService;

beforeAll(async () => {
  test = await startService({
    sources: { first: everyType(2), second: everyType(2) },
    settings: { sign_in: { idle: '30m', lifetime: '8h' } },
    work: ['extract', 'build', 'sweep'],
  });
  await test.sync();
});
afterAll(() => test?.close());

type Headers = Record<string, string>;
type Method = 'GET' | 'POST' | 'DELETE' | 'PUT';

async function ask(method: Method, url: string, headers: Headers = {}, payload?: string | object): Promise<Answer> {
  const response = await test.app.inject({ method, url, headers, ...(payload !== undefined && { payload }) });
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  return {
    status: response.statusCode,
    headers: response.headers,
    body: isJson && response.body !== '' ? response.json() : response.body,
  };
}

async function newLink(
  role: Role = 'administrator',
  more: { name?: string; sources?: string[]; tenant?: string } = {},
) {
  const { url } = await test.operator.addSignInLink({ name: 'ada', sources: [], role, ...more });
  return new URL(url).searchParams.get('token')!;
}

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const useLink = (token: string, headers: Headers = own, more = '') =>
  ask('POST', '/sign-in/link', { ...form, ...headers }, `token=${token}${more}`);

function cookieIn({ headers }: Answer): string | undefined {
  return [headers['set-cookie']].flat().find(each => String(each).startsWith(`${cookieName}=`)) as string | undefined;
}

/** A cookie header of a new session. */
async function signIn(role?: Role, more?: Parameters<typeof newLink>[1]): Promise<Headers> {
  const answer = await useLink(await newLink(role, more));
  expect(answer.status).toBe(303);
  return { cookie: cookieIn(answer)!.split(';')[0]! };
}

const session = (cookie: Headers) => ask('GET', '/v1/session', cookie);
const idOf = async () => (await test.operator.listSessions({}))[0]!.session_id;

/** The headers with which a page of this service changes something. */
async function changing(cookie: Headers): Promise<Headers> {
  return { ...cookie, ...own, 'x-csrf-token': (await session(cookie)).body.csrfToken };
}

describe('a link', () => {
  it('shows a button to whoever opens it, and signs in only whoever presses it, once', async () => {
    const token = await newLink();
    for (const times of [1, 2]) {
      const opened = await ask('GET', `/sign-in/link?token=${token}&return=/inventory%3Ffilter%3Da`);
      expect([times, opened.status, cookieIn(opened)]).toEqual([times, 200, undefined]);
      expect(opened.body).toContain(`value="${token}"`);
      expect(opened.body).toContain('value="/inventory?filter=a"');
      expect(opened.body).not.toMatch(/<script|\son\w+=/i);
      expect(opened.headers['content-security-policy']).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; base-uri/,
      );
      expect(opened.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'same-origin' });
    }
    const used = await useLink(token, own, '&return=%2Finventory');
    expect([used.status, used.headers['location']]).toEqual([303, '/inventory']);
    expect(cookieIn(used)).toMatch(/^rolecall-session-8080=[\w.-]{66}; Path=\/; HttpOnly; SameSite=Strict$/);
    const again = await useLink(token);
    expect([again.status, cookieIn(again)]).toEqual([403, undefined]);
    expect(again.body).toContain('<code>rolecall sessions link</code> prints a new one');
  });

  it('lets one of several simultaneous uses win', async () => {
    const token = await newLink();
    const uses = await Promise.all(Array.from({ length: 5 }, () => useLink(token)));
    expect(uses.map(({ status }) => status).sort()).toEqual([303, 403, 403, 403, 403]);
  });

  it('expires', async () => {
    const token = await newLink();
    await test.service.database.query(`update sign_in_links set expires_at = now() - interval '1 second'`);
    expect((await useLink(token)).status).toBe(403);
  });

  it('is not taken from a page of another site, as JSON, or as text', async () => {
    const token = await newLink();
    for (const headers of [
      {},
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { ...own, 'sec-fetch-site': 'cross-site' },
      { ...own, 'sec-fetch-site': 'same-site' },
    ] as Headers[]) {
      expect((await useLink(token, headers)).status, JSON.stringify(headers)).toBe(403);
    }
    for (const type of ['text/plain', 'application/json', 'multipart/form-data; boundary=x']) {
      expect((await ask('POST', '/sign-in/link', { ...own, 'content-type': type }, `token=${token}`)).status).toBe(415);
    }
    expect((await useLink(token)).status).toBe(303);
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example/',
    '/./..//evil.example',
    '/x/..//evil.example',
    '/\t/evil.example',
    ' //evil.example',
    'javascript:alert(1)',
    '',
  ])('leads to no other site: %j', async given => {
    const { headers } = await useLink(await newLink(), own, `&return=${encodeURIComponent(given)}`);
    const location = String(headers['location']);
    expect(new URL(location, 'http://here.example/').origin).toBe('http://here.example');
    expect(location).toMatch(/^\/(?![/\\])/);
  });

  it('gives each browser a new session, whatever cookie it had before', async () => {
    const planted = { cookie: `${cookieName}=${'A'.repeat(43)}.${'B'.repeat(22)}` };
    const first = await useLink(await newLink(), { ...own, ...planted });
    const token = cookieIn(first)!.split(';')[0]!;
    expect(token).not.toBe(planted.cookie);
    expect((await session(planted)).body.code).toBe('SESSION_ENDED');
    const second = await useLink(await newLink(), { ...own, cookie: token });
    expect(cookieIn(second)!.split(';')[0]).not.toBe(token);
    // What somebody who knew the first token could still use.
    expect((await session({ cookie: token })).body).toMatchObject({
      code: 'SESSION_ENDED',
      details: { reason: 'replaced' },
    });
  });

  it('limits attempts', async () => {
    const attempts = [];
    for (let count = 0; count < 12; count += 1) {
      const guess = {
        method: 'POST',
        url: '/sign-in/link',
        headers: { ...form, ...own },
        payload: 'token=guess',
      } as const;
      attempts.push((await test.app.inject({ ...guess, remoteAddress: '192.0.2.7' })).statusCode);
    }
    expect(attempts).toEqual([...Array(10).fill(403), 429, 429]);
    const refused = (await listAudit(test.service.database, null)).filter(({ action }) => action === 'session.signIn');
    expect(refused[0]).toMatchObject({ principal: 'unknown', outcome: 'refused', details: { method: 'link' } });
    expect(JSON.stringify(refused)).not.toContain('guess');
  });
});

describe('a session', () => {
  it('says who it is for and what that person may do, and authenticates like a token', async () => {
    const scopes = { viewer: ['read'], analyst: ['read', 'write'], administrator: ['read', 'write', 'admin'] } as const;
    for (const role of ['viewer', 'analyst', 'administrator'] as const) {
      const cookie = await signIn(role, { name: `the ${role}` });
      const { status, body, headers } = await session(cookie);
      const about = { name: `the ${role}`, role, scopes: scopes[role] };
      expect([status, body]).toEqual([200, { ...about, expiresAt: expect.any(String), csrfToken: expect.any(String) }]);
      expect(headers['cache-control']).toBe('private, no-store');
      const left = (Date.parse(body.expiresAt) - Date.now()) / 60_000;
      expect(left > 29 && left < 31).toBe(true);
      const statuses = [];
      const asked = await changing(cookie);
      for (const [method, url] of [
        ['GET', '/v1/accounts'],
        ['POST', '/v1/query/saved-queries'],
        ['GET', '/v1/audit-events'],
      ] as const) {
        const query = { name: `of the ${role}`, query_string: 'SELECT 1' };
        statuses.push((await ask(method, url, asked, method === 'POST' ? query : undefined)).status);
      }
      expect([role, statuses]).toEqual([
        role,
        [200, role === 'viewer' ? 403 : 201, role === 'administrator' ? 200 : 403],
      ]);
    }
  });

  it('shows a person who is limited to some sources nothing of others', async () => {
    const limited = await signIn('viewer', { sources: ['second'] });
    const token = await test.token({ scopes: ['read'], instances: [instanceOf(test, 'second')] });
    for (const url of ['/v1/accounts', '/v1/roles?pageSize=200', '/v1/sync-runs']) {
      const [seen, expected] = [await ask('GET', url, limited), await test.get(url, token)];
      expect(seen.body.items.length).toBeGreaterThan(0);
      expect(seen.body).toEqual(expected.body);
    }
    const other = `/v1/accounts?applicationInstanceId=${instanceOf(test, 'first')}`;
    expect((await ask('GET', other, limited)).status).toBe(403);
  });

  it('is refused without a cookie in another way than with one that has ended', async () => {
    const missing = await session({});
    expect([missing.status, missing.body.code]).toEqual([401, 'UNAUTHORIZED']);
    expect((await ask('GET', '/v1/accounts')).body.code).toBe('UNAUTHORIZED');
    const good = (await signIn()).cookie!;
    const altered = good.replace(/=./, letter => (letter === '=A' ? '=B' : '=A'));
    for (const cookie of [
      altered,
      good.slice(0, -1),
      `${good}A`,
      `${cookieName}=`,
      `${cookieName}=${'x'.repeat(4000)}`,
    ]) {
      const { status, body, headers } = await ask('GET', '/v1/accounts', { cookie });
      expect([status, body.code, body.details]).toEqual([401, 'SESSION_ENDED', { reason: 'unknown' }]);
      expect(headers['www-authenticate']).toBe('Bearer');
    }
  });

  it('takes a token alone when a request has both, and has no session for one with a token', async () => {
    const cookie = await signIn('administrator');
    const read = as(await test.token({ scopes: ['read'] }));
    expect((await ask('GET', '/v1/audit-events', { ...cookie, ...read })).status).toBe(403);
    expect((await ask('GET', '/v1/accounts', { ...cookie, authorization: 'Bearer forged' })).status).toBe(401);
    expect((await session({ ...cookie, ...read })).body.code).toBe('UNAUTHORIZED');
    // A token needs neither a CSRF token nor an origin.
    const saved = { name: 'by a token', query_string: 'SELECT 1' };
    expect((await ask('POST', '/v1/query/saved-queries', as(await test.token()), saved)).status).toBe(201);
  });

  it('ends when the person signs out, for good', async () => {
    const cookie = await signIn('viewer');
    const kept = await session(cookie);
    expect((await ask('DELETE', '/v1/session', { ...cookie, ...own })).status).toBe(403);
    const out = await ask('DELETE', '/v1/session', { ...cookie, ...own, 'x-csrf-token': kept.body.csrfToken });
    expect([out.status, cookieIn(out)]).toEqual([204, expect.stringMatching(/=; Max-Age=0; Path=\/; HttpOnly/)]);
    const after = await ask('GET', '/v1/accounts', cookie);
    expect([after.status, after.body.code, after.body.details]).toEqual([
      401,
      'SESSION_ENDED',
      { reason: 'signedOut' },
    ]);
  });

  it('ends at once when it is revoked', async () => {
    const [cookie, other] = [await signIn('viewer', { name: 'one' }), await signIn('viewer', { name: 'two' })];
    const listed = await test.operator.listSessions({});
    const { session_id: sessionId } = listed.find(({ name }) => name === 'one')!;
    expect((await session(cookie)).status).toBe(200);
    expect(await test.operator.revokeSessions({ sessionId })).toBe(1);
    expect((await session(cookie)).body).toMatchObject({ code: 'SESSION_ENDED', details: { reason: 'revoked' } });
    expect(await test.operator.revokeSessions({ sessionId })).toBe(0);
    expect((await session(other)).status).toBe(200);
    expect(await test.operator.revokeSessions({})).toBeGreaterThan(0);
    expect((await session(other)).status).toBe(401);
    expect(await test.operator.listSessions({})).toEqual([]);
  });

  it('ends when it was not used for long, or has reached its longest time', async () => {
    const { database } = test.service;
    const cookie = await signIn();
    await database.query(
      `update browser_sessions set used_at = now() - interval '5 minutes', idle_until = now() + interval '25 minutes'
      where session_id = $1`,
      [await idOf()],
    );
    const left = Date.parse((await session(cookie)).body.expiresAt) - Date.now();
    expect(left).toBeGreaterThan(29 * 60_000);
    await database.query(`update browser_sessions set idle_until = now() where session_id = $1`, [await idOf()]);
    expect((await session(cookie)).body.details).toEqual({ reason: 'idle' });
    const second = await signIn();
    await database.query(`update browser_sessions set expires_at = now() where session_id = $1`, [await idOf()]);
    expect((await session(second)).body.details).toEqual({ reason: 'expired' });
    expect(await test.operator.listSessions({})).toEqual([]);
  });

  it('is kept by state as a digest, and removed a day after its end', async () => {
    const { cookie } = await signIn();
    const token = cookie!.split('=')[1]!;
    const stored = async () =>
      JSON.stringify(
        await test.service.database.query('select *, encode(token_digest, $1) from browser_sessions', ['escape']),
      );
    expect(await stored()).not.toContain(token);
    expect(await stored()).not.toContain(token.split('.')[0]);
    const id = await idOf();
    await test.operator.revokeSessions({ sessionId: id });
    await test.service.database.query(
      `update browser_sessions set ended_at = now() - interval '25 hours' where session_id = $1`,
      [id],
    );
    await test.service.tenant().context.addJob('sweep', 'main');
    await until(stored, text => !text.includes(id));
    expect((await session({ cookie: cookie! })).body.details).toEqual({ reason: 'unknown' });
  });

  it('is recorded in the audit log from beginning to end', async () => {
    const cookie = await signIn('analyst', { name: 'grace' });
    const id = await idOf();
    await ask('DELETE', '/v1/session', await changing(cookie));
    const other = await signIn('viewer', { name: 'grace' });
    await ask('POST', '/v1/query/saved-queries', { ...other, ...own }, {});
    const revoked = await idOf();
    await test.operator.revokeSessions({ sessionId: revoked });
    const entries = (await listAudit(test.service.database, 'main', 12)).map(
      ({ principal, action, outcome, target }) => [
        ...[principal, action, outcome],
        ...(action.startsWith('session.') ? [target] : []),
      ],
    );
    expect(entries.slice(0, 7)).toEqual([
      ['operator', 'session.revoke', 'done', revoked],
      ['link#grace', 'savedQuery.create', 'refused'],
      ['link#grace', 'session.signIn', 'done', revoked],
      ['operator', 'signInLink.add', 'done'],
      ['link#grace', 'session.signOut', 'done', id],
      ['link#grace', 'session.signIn', 'done', id],
      ['operator', 'signInLink.add', 'done'],
    ]);
  });
});

describe('a forged request', () => {
  const query = { name: 'forged', query_string: 'SELECT 1' };
  const send = (headers: Headers, payload: object | string = query) =>
    ask('POST', '/v1/query/saved-queries', headers, payload);

  it('is refused without the token of this very session', async () => {
    const [cookie, other] = [await signIn(), await signIn()];
    const { csrfToken } = (await session(cookie)).body;
    expect((await session(cookie)).body.csrfToken).toBe(csrfToken);
    const wrong = [undefined, '', 'x', csrfToken.slice(1), `${csrfToken}x`, (await session(other)).body.csrfToken];
    for (const token of wrong) {
      const refused = await send({ ...cookie, ...own, ...(token !== undefined && { 'x-csrf-token': token }) });
      expect([refused.status, refused.body.code, refused.body.details]).toEqual([403, 'FORBIDDEN', { csrf: 'token' }]);
    }
    for (const method of ['PUT', 'DELETE'] as const) {
      const url = `/v1/query/saved-queries/${crypto.randomUUID()}`;
      expect((await ask(method, url, { ...cookie, ...own })).status).toBe(403);
      expect((await ask(method, url, await changing(cookie))).status).toBe(method === 'PUT' ? 400 : 404);
    }
  });

  it('is refused from a page of another origin, even with the token', async () => {
    const cookie = await signIn();
    const token = { 'x-csrf-token': (await session(cookie)).body.csrfToken };
    for (const headers of [
      {},
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://127.0.0.1:8081' },
      { origin: 'http://127.0.0.1:8080.evil.example' },
      { ...own, 'sec-fetch-site': 'same-site' },
      { ...own, 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'none' },
    ] as Headers[]) {
      const refused = await send({ ...cookie, ...token, ...headers });
      expect([headers, refused.status, refused.body.details]).toEqual([headers, 403, { csrf: 'origin' }]);
    }
    const asForm = await send({ ...cookie, ...form, origin: 'https://evil.example' }, 'name=x');
    expect([asForm.status, asForm.body.details]).toEqual([403, { csrf: 'origin' }]);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const headers = { ...(await changing(cookie)), 'content-type': type };
      expect((await send(headers, JSON.stringify(query))).status).toBe(415);
    }
    for (const [index, origin] of [own.origin, 'http://localhost:8080', 'http://[::1]:8080'].entries()) {
      const named = { ...query, name: `own ${index}` };
      expect((await send({ ...cookie, ...token, origin }, named)).status).toBe(201);
    }
    expect((await send({ ...cookie, ...token, 'sec-fetch-site': 'same-origin' })).status).toBe(201);
  });

  it('that only loads something from a page of another origin is refused too', async () => {
    const cookie = await signIn();
    const load = (site: string, mode: string) =>
      ask('GET', '/v1/accounts', { ...cookie, 'sec-fetch-site': site, 'sec-fetch-mode': mode });
    for (const site of ['cross-site', 'same-site']) expect((await load(site, 'no-cors')).status).toBe(403);
    expect((await load('same-origin', 'cors')).status).toBe(200);
    expect((await load('none', 'navigate')).status).toBe(200);
  });
});

it('the ways to sign in are known to everybody', async () => {
  const { status, body } = await ask('GET', '/v1/sign-in-methods');
  expect([status, body]).toEqual([200, { openid: null, link: true }]);
  const page = await ask('GET', '/sign-in?return=/x');
  expect(page.body).toContain('rolecall sessions link');
  expect((await ask('GET', '/sign-in/start')).status).toBe(404);
});
