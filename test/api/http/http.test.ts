// Invalid requests of all kinds: each gets the right status, code and envelope, and no internal details.
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routePath } from '../../../src/api/contract/operation.ts';
import { contractOperations } from '../../../src/api/openapi/operations.ts';
import { collections } from '../../../src/resources/registry.ts';
import { expectError } from '../../support/envelope.ts';
import { everyType } from '../../support/scripted-source.ts';
import { startService, type TestService } from '../../support/service/service.ts';

let test: TestService;
let token: string;
let readOnly: string;

beforeAll(async () => {
  test = await startService({ sources: { app: everyType(3) } });
  expectError(await test.app.inject('/readyz'), 503, 'SERVICE_UNAVAILABLE');
  await test.sync();
  token = await test.token();
  readOnly = await test.token({ scopes: ['read'] });
});
afterAll(() => test.close());

async function send(options: InjectOptions & { token?: string | null }) {
  const { token: bearer = token, headers, ...request } = options;
  return test.app.inject({
    ...request,
    headers: { ...(bearer !== null && { authorization: `Bearer ${bearer}` }), ...headers },
  });
}

const paths = collections.map(served => served.collection.path);

describe('a list', () => {
  it.each([
    '0',
    '201',
    '-1',
    'abc',
    '1e3',
    '1.5',
    '',
    ' 5',
    '+5',
    '0x10',
    '１',
    '9'.repeat(400),
    '5&pageSize=5',
    '%00',
  ])('refuses pageSize=%s by name', async size => {
    for (const path of paths) {
      const response = await send({ url: `${path}?pageSize=${size}` });
      expectError(response, 400, 'BAD_REQUEST', path);
      expect(response.json()).toMatchObject({ message: expect.stringMatching(/^pageSize: /) });
      expect(response.json().details).toEqual({ parameter: 'pageSize' });
    }
  });

  it.each(['limit=5', 'PageSize=5', '__proto__=1', 'constructor=1', '%zz=1', '=', 'pageSize[]=5', 'x'.repeat(10_000)])(
    'refuses the unknown parameter %s',
    async query => {
      const response = await send({ url: `/v1/roles?${query}` });
      expectError(response, 400, 'BAD_REQUEST');
      expect(response.json().message).toMatch(/^unknown query parameter .*; known are pageSize, pageToken/);
      expect(response.body.length).toBeLessThan(400);
    },
  );

  it.each([
    'x',
    '',
    '00000000-0000-0000-0000-00000000000',
    '{00000000-0000-0000-0000-000000000000}',
    '%00',
    "' or 1=1 --",
  ])('refuses applicationInstanceId=%s', async id => {
    const response = await send({ url: `/v1/roles?applicationInstanceId=${encodeURIComponent(id)}` });
    expectError(response, 400, 'BAD_REQUEST');
    expect(response.json().details).toEqual({ parameter: 'applicationInstanceId' });
  });

  it('of an unknown application instance is empty and has no next page', async () => {
    const response = await send({ url: '/v1/roles?applicationInstanceId=00000000-0000-4000-8000-000000000000' });
    expect(response.json()).toEqual({ items: [] });
  });
});

describe('a get', () => {
  it.each([
    'x',
    '%00',
    '..%2f',
    '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '%25',
    '%F0%9F%99%82',
    "'",
    'null',
    'x'.repeat(10_240),
  ])('refuses the id %s on every collection', async id => {
    for (const path of paths) {
      const response = await send({ url: `${path}/${id}` });
      expectError(response, 400, 'BAD_REQUEST', path);
      expect(response.json()).toMatchObject({ message: expect.stringMatching(/^id: .* is not a UUID$/) });
      expect(response.body.length).toBeLessThan(300);
    }
  });

  it.each(['%zz', '%', '%ff', '%c3%28', '%u0041', 'x'.repeat(70_000)])('refuses the address %s', async id => {
    for (const path of paths) expectError(await send({ url: `${path}/${id}` }), 400, 'BAD_REQUEST', path);
  });

  it('refuses query parameters by name', async () => {
    const response = await send({ url: '/v1/roles/00000000-0000-4000-8000-000000000000?expand=all' });
    expectError(response, 400, 'BAD_REQUEST');
    expect(response.json().details).toEqual({ parameter: 'expand' });
  });
});

describe('an unknown address or method', () => {
  it.each(['/v1/', '/v2/accounts', '/V1/accounts', '//v1/accounts', '/v1/accounts/a/b', '/metrics', '/v1/a%2fb'])(
    '%s is a 404',
    async url => expectError(await send({ url }), 404, 'NOT_FOUND'),
  );

  it.each(['/v1/accounts/', '/v1/action-jobs/', '/v1/accounts//access'])('%s has an empty id: 404', async url => {
    expectError(await send({ url }), 404, 'NOT_FOUND');
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'] as const)(
    '%s on a list is a 405 that names both, and what the list takes',
    async method => {
      const response = await send({ method: method as 'PUT', url: '/v1/roles?pageSize=1' });
      expectError(response, 405, 'METHOD_NOT_ALLOWED');
      expect(response.json().message).toContain(`${method} /v1/roles`);
      expect(response.headers.allow).toBe('GET, HEAD');
    },
  );

  it.each([
    ['/v1/roles/some-id', 'GET, HEAD'],
    ['/v1/query/saved-queries', 'GET, HEAD, POST'],
    ['/v1/query/saved-queries/some%20id', 'DELETE, GET, HEAD, PUT'],
    ['/v1/query/execute', 'POST'],
    ['/v1/downloads/some-id/file', 'GET, HEAD'],
    ['/healthz', 'GET, HEAD'],
  ])('PATCH %s is a 405 that allows %s', async (url, allowed) => {
    const response = await send({ method: 'PATCH', url });
    expectError(response, 405, 'METHOD_NOT_ALLOWED');
    expect(response.headers.allow).toBe(allowed);
  });

  it('HEAD answers as GET does, without the body', async () => {
    const got = await send({ url: '/v1/accounts' });
    const head = await send({ method: 'HEAD', url: '/v1/accounts' });
    expect([head.statusCode, head.body]).toEqual([200, '']);
    for (const name of ['etag', 'content-type', 'content-length']) expect(head.headers[name]).toBe(got.headers[name]);
    expect((await send({ method: 'HEAD', url: '/v1/accounts', token: null })).statusCode).toBe(401);
  });
});

describe('a body', () => {
  const url = '/v1/query/saved-queries';
  const post = (payload: string, type = 'application/json') =>
    send({ method: 'POST', url, payload, headers: { 'content-type': type } });

  it.each([
    ['that is not JSON', '{"name": '],
    ['that is empty', ''],
    ['of two values', '{} {}'],
    ['with a byte order mark and nothing else', '\ufeff'],
    ['that is NaN', 'NaN'],
    ['of 10,000 levels of arrays', '['.repeat(10_000) + ']'.repeat(10_000)],
    ['of 10,000 levels of objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['that never ends its levels', '[{"a":'.repeat(100_000)],
    ['with a member twice', '{"name":"x","query_string":"x","name":"y"}'],
    ['with __proto__', '{"name":"x","__proto__":{"admin":true}}'],
    ['with an escaped __proto__', '{"\\u005f_proto__":{"admin":true}}'],
    ['with constructor.prototype', '{"constructor":{"prototype":{"admin":true}}}'],
  ])('%s is a 400', async (_title, payload) => {
    expectError(await post(payload), 400, 'BAD_REQUEST');
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it.each(['gzip', 'br', 'x-unknown'])('with the encoding %s is a 415', async encoding => {
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
    const response = await send({ method: 'POST', url, payload: '{}', headers });
    expectError(response, 415, 'UNSUPPORTED_MEDIA_TYPE');
    expect(response.headers['accept-encoding']).toBe('identity');
  });

  it('of more than 1 MiB is a 413, of exactly 1 MiB is not', async () => {
    const ofBytes = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`;
    expectError(await post(ofBytes(2 * 1024 ** 2)), 413, 'PAYLOAD_TOO_LARGE');
    expectError(await post(ofBytes(1024 ** 2 + 1)), 413, 'PAYLOAD_TOO_LARGE');
    expectError(await post(ofBytes(1024 ** 2)), 400, 'BAD_REQUEST');
  });

  it.each(['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'nonsense', 'application/jsonx', '*/*'])(
    'of type %s is a 415',
    async type => expectError(await post('{}', type), 415, 'UNSUPPORTED_MEDIA_TYPE'),
  );
});

describe('every operation', () => {
  it.each(contractOperations)('$method $path has a route that checks access first', async ({ method, path, scope }) => {
    const url = path.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000');
    if (scope === 'none') return expect(test.app.hasRoute({ method, url: routePath({ path }) })).toBe(true);
    const anonymous = await send({ method, url, token: null });
    expectError(anonymous, 401, 'UNAUTHORIZED');
    expect(anonymous.headers['www-authenticate']).toMatch(/^Bearer/);
    // A token has no session.
    if (scope === 'session') expectError(await send({ method, url, token: readOnly }), 401, 'UNAUTHORIZED');
    else if (scope !== 'read') expectError(await send({ method, url, token: readOnly }), 403, 'FORBIDDEN');
  });
});

describe('access', () => {
  it('needs a token on every list and get', async () => {
    for (const path of paths) {
      for (const url of [path, `${path}/x`]) {
        const response = await send({ url, token: null });
        expectError(response, 401, 'UNAUTHORIZED', url);
        expect(response.headers['www-authenticate']).toBe('Bearer');
      }
    }
    expectError(await send({ url: '/v1/roles', token: 'nonsense' }), 401, 'UNAUTHORIZED');
  });
});

describe('every answer', () => {
  it('forbids browsers to guess its type, and shares nothing with other sites', async () => {
    for (const url of ['/v1/roles', '/v1/roles/x', '/nope', '/healthz', '/docs/', '/openapi.json']) {
      const { headers } = await send({ url });
      expect(headers['x-content-type-options'], url).toBe('nosniff');
      expect(headers['access-control-allow-origin'], url).toBeUndefined();
      expect(headers['x-powered-by'] ?? headers['server'], url).toBeUndefined();
    }
    expect((await send({ url: '/v1/roles' })).headers['cache-control']).toBe('private, no-cache');
  });
});

describe('a tenant that sends too many requests', () => {
  it('gets 429 with Retry-After, but probes do not', async () => {
    const limited = await startService({ settings: { rate_limit: { per_minute: 1, burst: 3 }, metrics: true } });
    try {
      const bearer = await limited.token();
      const ask = () => limited.app.inject({ url: '/v1/roles', headers: { authorization: `Bearer ${bearer}` } });
      const allowed = [await ask(), await ask(), await ask()];
      expect(allowed.map(response => response.statusCode)).toEqual([200, 200, 200]);
      expect(allowed.map(response => response.headers['ratelimit-remaining'])).toEqual(['2', '1', '0']);
      const refused = await ask();
      expectError(refused, 429, 'TOO_MANY_REQUESTS');
      expect(refused.headers).toMatchObject({ 'ratelimit-limit': '3', 'ratelimit-remaining': '0' });
      // Until one more is allowed. The first request was less than a minute ago.
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
      expect((await limited.app.inject('/healthz')).json()).toEqual({ status: 'alive' });
      const metrics = await limited.app.inject('/metrics');
      expect(metrics.headers['content-type']).toMatch(/^text\/plain/);
      expect(metrics.body).toContain(
        'rolecall_http_request_duration_seconds_count{method="GET",route="/v1/roles",status="429"} 1',
      );
    } finally {
      await limited.close();
    }
  });
});

describe('the process', () => {
  it('reports that it is alive and ready, and which version it serves', async () => {
    expect((await send({ url: '/healthz', token: null })).json()).toEqual({ status: 'alive' });
    const ready = await send({ url: '/readyz', token: null });
    expect(ready.json()).toEqual({
      status: 'ready',
      state: 'answers',
      damaged: [],
      versions: [{ tenant: 'main', version: 1, generatedAt: expect.stringMatching(/Z$/) }],
      heldBack: [],
    });
  });
});
