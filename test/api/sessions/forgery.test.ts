// Requests that a page of another site makes a browser send with the cookie of a session.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVisitor, form, type Headers, own } from '../../support/browser/visitor.ts';
import { startService, type TestService } from '../../support/service/service.ts';

let test: TestService;

beforeAll(async () => {
  test = await startService({ work: [] });
});
afterAll(() => test?.close());

const { ask, changing, session, signIn } = createVisitor(() => test);

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
