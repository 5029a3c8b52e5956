// The sessions of people in browsers, on the real service: signing in with a link, the cookie, forgery, limits, and every end.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../../src/state/sessions/roles.ts';
import { listAudit } from '../../support/audit-log.ts';
import { everyType } from '../../support/scripted-source.ts';
import { as } from '../../support/send.ts';
import { type Answer, instanceOf, startService, type TestService } from '../../support/service/service.ts';

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

async function newLink(role: Role = 'administrator', more: { name?: string; sources?: string[]; tenant?: string } = {}) {
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
      expect(opened.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; base-uri/);
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
    for (let count = 0; count < 12; count += 1) attempts.push((await useLink('guess')).status);
    expect(attempts.at(-1)).toBe(429);
    expect(attempts.filter(status => status === 403).length).toBeLessThanOrEqual(10);
    const refused = (await listAudit(test.service.database, null)).filter(({ action }) => action === 'session.signIn');
    expect(refused[0]).toMatchObject({ principal: 'unknown', outcome: 'refused', details: { method: 'link' } });
    expect(JSON.stringify(refused)).not.toContain('guess');
  });
});
