// The sessions of people in browsers, on the real service: what they may do, and every way in which they end.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAudit } from '../../support/audit-log.ts';
import { cookieIn, cookieName, createVisitor, own } from '../../support/browser/visitor.ts';
import { everyType } from '../../support/scripted-source.ts';
import { as } from '../../support/send.ts';
import { instanceOf, startService, type TestService } from '../../support/service/service.ts';
import { until } from '../../support/until.ts';

let test: TestService;

beforeAll(async () => {
  test = await startService({
    sources: { first: everyType(5), second: everyType(5) },
    settings: { sign_in: { idle: '30m', lifetime: '8h' } },
    work: ['extract', 'build', 'sweep'],
    synced: true,
  });
});
afterAll(() => test?.close());

const { ask, changing, session, signIn } = createVisitor(() => test);

const idOf = async () => (await test.operator.listSessions({}))[0]!.session_id;

describe('a session', () => {
  it('says who it is for and what that person may do, and authenticates like a token', async () => {
    const scopes = {
      viewer: ['read'],
      analyst: ['read', 'annotate'],
      administrator: ['read', 'annotate', 'write', 'admin'],
    } as const;
    for (const role of ['viewer', 'analyst', 'administrator'] as const) {
      const cookie = await signIn(role, { name: `the ${role}` });
      const { status, body, headers } = await session(cookie);
      const about = { name: `the ${role}`, principal: `link#the ${role}`, role, scopes: scopes[role] };
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
        ['POST', '/v1/accounts/00000000-0000-4000-8000-000000000000/disable'],
        ['POST', '/v1/sources/first/sync'],
      ] as const) {
        const query = { name: `of the ${role}`, query_string: 'SELECT 1' };
        const body = url.endsWith('saved-queries') ? query : url.endsWith('sync') ? { full: 'x' } : undefined;
        statuses.push((await ask(method, url, asked, body)).status);
      }
      expect([role, statuses]).toEqual([
        role,
        // Only administrators get as far as to what is wrong with the request about a source.
        role === 'administrator' ? [200, 201, 200, 404, 400] : [200, role === 'viewer' ? 403 : 201, 403, 403, 403],
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
