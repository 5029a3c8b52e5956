// Links that sign a person in once, on the real service.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAudit } from '../../support/audit-log.ts';
import { cookieIn, cookieName, createVisitor, form, type Headers, own } from '../../support/browser/visitor.ts';
import { startService, type TestService } from '../../support/service/service.ts';

let test: TestService;

beforeAll(async () => {
  test = await startService({ work: [] });
});
afterAll(() => test?.close());

const { ask, newLink, session, useLink } = createVisitor(() => test);

describe('a link', () => {
  it('shows a button to whoever opens it, and signs in only whoever presses it, once', async () => {
    const token = await newLink();
    for (const times of [1, 2]) {
      const opened = await ask('GET', `/sign-in/link?token=${token}&return=/inventory%3Ffilter%3Da`);
      expect([times, opened.status, cookieIn(opened)]).toEqual([times, 200, undefined]);
      expect(opened.body).toContain(`value="${token}"`);
      expect(opened.body).toContain('value="/inventory?filter=a"');
      expect(opened.body).not.toMatch(/<script|<style|\s(on\w+|style)=/i);
      expect(opened.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'self'; base-uri/);
      expect(opened.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'same-origin' });
    }
    const used = await useLink(token, own, '&return=%2Finventory');
    expect([used.status, used.headers['location']]).toEqual([303, '/inventory']);
    expect(cookieIn(used)).toMatch(/^rolecall-session-8080=[\w.-]{66}; Path=\/; HttpOnly; SameSite=Strict$/);
    const again = await useLink(token);
    expect([again.status, cookieIn(again)]).toEqual([403, undefined]);
    expect(again.body).toContain('<code>rolecall sessions link</code> prints a new one');
    expect(again.body).toContain(`request <code>${again.headers['x-request-id']}</code>`);
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

it('the ways to sign in are known to everybody', async () => {
  const { status, body } = await ask('GET', '/v1/sign-in-methods');
  expect([status, body]).toEqual([200, { openid: null, link: true }]);
  const page = await ask('GET', '/sign-in?return=/x');
  expect(page.body).toContain('rolecall sessions link');
  expect(page.body).toContain('<html lang="en">');
  const themed = async (theme: string) =>
    (await test.app.inject({ url: '/sign-in', headers: { cookie: `a=b; rolecall_theme=${theme}` } })).body;
  expect(await themed('dark')).toContain('<html lang="en" data-theme="dark">');
  expect(await themed('"><script>')).toContain('<html lang="en">');
  expect((await ask('GET', '/sign-in/start')).status).toBe(404);
});
