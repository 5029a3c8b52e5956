// The HTTP client against a real server: retries, limits, answers that are none, redirects, abort.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bodyAs } from '../../../src/connector/http/answer.ts';
import { bearer } from '../../../src/connector/http/credentials.ts';
import { gapOf, HttpError } from '../../../src/connector/http/http-error.ts';
import { isTransient, SourceUnavailable } from '../../../src/connector/transient.ts';
import { type ScriptedHttp, startScriptedHttp } from '../../support/servers/scripted-http.ts';
import { openClient } from './open-client.ts';

let server: ScriptedHttp;
beforeAll(async () => {
  server = await startScriptedHttp();
});
afterAll(() => server.close());

const token = 'token-of-the-test';
const credentials = bearer(token);

async function errorOf(work: Promise<unknown>): Promise<Error> {
  const error = await work.then(
    () => undefined,
    error => error,
  );
  expect(error).toBeInstanceOf(Error);
  return error;
}

describe('a request', () => {
  it('has address, query, headers and body, and its answer is JSON', async () => {
    server.script(() => ({ body: { ok: 'ä' } }));
    const client = await openClient(`${server.url}/api/v1`, { credentials, headers: { 'X-Client': 'rolecall' } });
    const answer = await client.send({ url: 'users', query: { filter: 'a b', none: undefined, count: 2 } });
    expect(answer).toMatchObject({ status: 200, body: { ok: 'ä' } });
    expect(answer.subject).toBe(`GET ${server.url}/api/v1/users?filter=a+b&count=2`);
    await client.send({ method: 'POST', url: 'search', json: { q: 1 } });
    expect(server.asked).toMatchObject([
      {
        path: '/api/v1/users?filter=a+b&count=2',
        headers: { authorization: `Bearer ${token}`, 'x-client': 'rolecall' },
      },
      { method: 'POST', path: '/api/v1/search', body: '{"q":1}', headers: { 'content-type': 'application/json' } },
    ]);
  });

  it('does not go to another host, wherever the address comes from', async () => {
    const other = await startScriptedHttp();
    const client = await openClient(server.url, { credentials });
    const error = await errorOf(client.send({ url: `${other.url}/next` }));
    expect(error.message).toBe(`GET ${other.url}/next: is not requested: it is on another host than ${server.url}`);
    expect(other.asked).toEqual([]);
    await other.close();
  });
});

describe('a fault that passes', () => {
  it.each([500, 502, 503, 504, 429])('%i is retried', async status => {
    server.script((_asked, count) => (count < 2 ? { status } : { body: { count } }));
    const client = await openClient(server.url);
    expect((await client.send({ url: 'a' })).body).toEqual({ count: 2 });
  });

  it('of the connection is retried, also in the middle of an answer', async () => {
    server.script((_asked, count) => {
      if (count === 0) return (_response, socket) => socket.destroy();
      if (count === 1) {
        return (response, socket) => {
          response.writeHead(200, { 'content-length': '1000' });
          response.write('{"half":', () => socket.destroy());
        };
      }
      return { body: { count } };
    });
    const client = await openClient(server.url);
    expect((await client.send({ url: 'a' })).body).toEqual({ count: 2 });
  });

  it.each([429, 502, 503])('%i that stays makes the source unavailable', async status => {
    server.script(() => ({ status }));
    const error = await errorOf((await openClient(server.url)).send({ url: 'a' }));
    expect(error).toBeInstanceOf(SourceUnavailable);
    expect(error.message).toBe(`GET ${server.url}/a: the source answers ${status}`);
    expect(server.asked).toHaveLength(4);
  });

  it('of the connection that stays makes the source unavailable', async () => {
    const away = await startScriptedHttp();
    await away.close();
    const error = await errorOf((await openClient(away.url)).send({ url: 'a' }));
    expect(error).toBeInstanceOf(SourceUnavailable);
    expect(error.message).toContain(`GET ${away.url}/a: `);
    expect(error.message).toContain('ECONNREFUSED');
  });

  it('500 that stays is an error of this request only', async () => {
    server.script(() => ({ status: 500, body: { message: 'no such index' } }));
    const error = await errorOf((await openClient(server.url)).send({ url: 'a' }));
    expect(isTransient(error)).toBe(false);
    expect(error.message).toBe(`GET ${server.url}/a: 500: no such index`);
  });

  it('is not retried for a request that may have changed something', async () => {
    server.script(() => ({ status: 500 }));
    const client = await openClient(server.url);
    await errorOf(client.send({ method: 'POST', url: 'a', json: {} }));
    expect(server.asked).toHaveLength(1);
    server.script((_asked, count) => (count === 0 ? { status: 500 } : {}));
    await client.send({ method: 'POST', url: 'search', json: {}, isIdempotent: true });
    expect(server.asked).toHaveLength(2);
  });
});

describe('a wait that the source asks for', () => {
  it.each([
    ['seconds', () => '1'],
    ['a date', (now: number) => new Date(now + 1000).toUTCString()],
  ])('in %s is kept', async (_form, retryAfter) => {
    let refusedAt = 0;
    server.script((_asked, count) => {
      if (count > 0) return { body: { waited: Date.now() - refusedAt } };
      refusedAt = Date.now();
      return {
        status: 429,
        headers: { 'retry-after': retryAfter(refusedAt), date: new Date(refusedAt).toUTCString() },
      };
    });
    const { body } = await (await openClient(server.url)).send({ url: 'a' });
    expect((body as { waited: number }).waited).toBeGreaterThan(900);
  });

  it('only in the body is kept where the connector understands it, also with status 200', async () => {
    const meaningOf = ({ body }: { body: string }) =>
      body.includes('slow down') ? { status: 429, waitMs: 300 } : undefined;
    server.script(
      (_asked, count) => [{ status: 403, body: 'slow down' }, { body: '"slow down"' }][count] ?? { body: { count } },
    );
    const client = await openClient(server.url, { meaningOf });
    const began = performance.now();
    expect((await client.send({ method: 'POST', url: 'a', json: {} })).body).toEqual({ count: 2 });
    expect(performance.now() - began).toBeGreaterThan(590);
    server.script(() => ({ status: 403, body: 'slow down' }));
    const error = await errorOf(
      (await openClient(server.url, { meaningOf, retry: { longestWaitMs: 200 } })).send({ url: 'a' }),
    );
    expect(error).toMatchObject({ name: 'SourceUnavailable', retryAfterMs: 300 });
  });

  it('for long is left to the pipeline', async () => {
    server.script(() => ({ status: 503, headers: { 'retry-after': '90' } }));
    const error = await errorOf((await openClient(server.url)).send({ url: 'a' }));
    expect(error).toMatchObject({ name: 'SourceUnavailable', retryAfterMs: 90_000 });
    expect(error.message).toBe(`GET ${server.url}/a: the source answers 503, and asks to wait for 90 s`);
    expect(server.asked).toHaveLength(1);
  });

  it('by a limit without requests left is kept before the next request, by all requests', async () => {
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '600' };
    server.script(({ path }) => (path === '/last' ? { headers } : {}));
    const client = await openClient(server.url);
    await client.send({ url: 'last' });
    const errors = await Promise.all([errorOf(client.send({ url: 'a' })), errorOf(client.send({ url: 'b' }))]);
    for (const error of errors) {
      expect(error).toBeInstanceOf(SourceUnavailable);
      expect((error as SourceUnavailable).retryAfterMs).toBeGreaterThan(590_000);
    }
    expect(server.asked.map(({ path }) => path)).toEqual(['/last']);
  });

  it('with status 403 and no request left is a limit, not a refusal', async () => {
    server.script(() => ({ status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '3600' } }));
    const error = await errorOf((await openClient(server.url)).send({ url: 'a' }));
    expect(error).toMatchObject({ name: 'SourceUnavailable', retryAfterMs: 3_600_000 });
  });
});

describe('requests at once', () => {
  it('are no more than the settings allow', async () => {
    let running = 0;
    let most = 0;
    server.script(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(resolve => setTimeout(resolve, 5));
      running -= 1;
      return {};
    });
    const connection = { answer_seconds: 10, parallel_requests: 3 };
    const client = await openClient(server.url, { connection });
    await Promise.all(Array.from({ length: 12 }, (_, index) => client.send({ url: `a${index}` })));
    expect(most).toBe(3);
  });
});

describe('an answer that is none', () => {
  const failure = async (script: Parameters<ScriptedHttp['script']>[0], options = {}) => {
    server.script(script);
    const client = await openClient(server.url, { credentials, ...options });
    return errorOf(client.send({ url: 'a' }));
  };

  it('because it is HTML says so, with the title of the page', async () => {
    const page = '<!DOCTYPE html><html><head><title>Sign in</title></head></html>';
    const error = await failure(() => ({ headers: { 'content-type': 'text/html' }, body: page }));
    expect(error.message).toBe(
      `GET ${server.url}/a: the answer is an HTML page ("Sign in") instead of JSON; is the address that of the API, and is no sign-in page or proxy in front of it?`,
    );
  });

  it('because it breaks off says so', async () =>
    expect((await failure(() => ({ body: '{"a": [1,' }))).message).toMatch(/\/a: the answer is not JSON: /));

  it('because its body is an error, with status 200, gives the reason', async () => {
    const errorIn = (body: unknown) => (body as { error?: string }).error;
    const error = await failure(() => ({ body: { error: `no such tenant ${token}` } }), { errorIn });
    expect(error.message).toBe(`GET ${server.url}/a: 200, but the body is an error: no such tenant [secret]`);
  });

  it.each([
    [{ error: { code: 'Request_Denied', message: 'no rights' } }, '403: Request_Denied: no rights'],
    [{ error: { code: 403, message: 'no rights' } }, '403: no rights'],
    [{ error: { code: 'Request_Denied', message: '' } }, '403: Request_Denied'],
    [{ error: { message: 'no rights' } }, '403: no rights'],
  ])('because its body is %j gives code and message', async (body, problem) => {
    expect(await failure(() => ({ status: 403, body }))).toMatchObject({ problem });
  });

  it('because it is too large is not read to its end', async () => {
    const error = await failure(() => ({ body: 'x'.repeat(300_000) }), { maxBytes: 100_000 });
    expect(error.message).toBe(`GET ${server.url}/a: the answer is larger than 100000 bytes`);
  });

  it('because it has another form names what differs', async () => {
    server.script(() => ({ body: { Resources: 'none' } }));
    const answer = await (await openClient(server.url)).send({ url: 'a' });
    expect(() => bodyAs(answer, z.object({ Resources: z.array(z.unknown()) }))).toThrow(
      `GET ${server.url}/a: the answer is not of the expected form: Resources: `,
    );
  });

  it.each([
    [403, 'forbidden'],
    [401, 'forbidden'],
    [404, 'unsupported'],
    [501, 'unsupported'],
    [400, 'failed'],
  ])('because of status %i becomes a gap: %s', async (status, reason) => {
    const error = await failure(() => ({ status, body: { detail: `not with ${token}` } }));
    expect(gapOf(error, 'objects')).toEqual({
      reason,
      subject: `GET ${server.url}/a`,
      message: `${status}: not with [secret]`,
      missing: 'objects',
    });
  });

  it('because of a status that the request accepts is returned', async () => {
    server.script(() => ({ status: 404, body: 'nothing' }));
    expect(await (await openClient(server.url)).send({ url: 'a', accepts: [404] })).toMatchObject({ status: 404 });
  });
});

describe('a redirect', () => {
  it('within the host is followed', async () => {
    server.script(({ path }) => (path === '/old' ? { status: 301, headers: { location: '/new?a=1' } } : { body: [1] }));
    expect((await (await openClient(server.url, { credentials })).send({ url: 'old' })).body).toEqual([1]);
    expect(server.asked[1]).toMatchObject({ path: '/new?a=1', headers: { authorization: `Bearer ${token}` } });
  });

  it('to another host is not followed', async () => {
    const other = await startScriptedHttp();
    server.script(() => ({ status: 302, headers: { location: `${other.url}/steal?token=${token}` } }));
    const error = await errorOf((await openClient(server.url, { credentials })).send({ url: 'a' }));
    expect(error.message).toBe(
      `GET ${server.url}/a: is redirected to ${other.url}, which is not followed: it is another host`,
    );
    expect(other.asked).toEqual([]);
    await other.close();
  });

  it('in a circle ends', async () => {
    server.script(() => ({ status: 302, headers: { location: '/a' } }));
    const error = await errorOf((await openClient(server.url)).send({ url: 'a' }));
    expect(error).toBeInstanceOf(HttpError);
    expect(error.message).toContain('has more than 5 redirects');
  });
});

describe('an abort', () => {
  it('ends a request that is under way, and a wait', async () => {
    for (const slow of [() => {}, undefined]) {
      const controller = new AbortController();
      server.script(() => {
        setImmediate(() => controller.abort(new Error('run over')));
        return slow ?? { status: 429, headers: { 'retry-after': '10' } };
      });
      const client = await openClient(server.url, { signal: controller.signal });
      expect((await errorOf(client.send({ url: 'a' }))).message).toContain('run over');
      expect(server.asked).toHaveLength(1);
    }
  });

  it('a source that does not answer in time is unavailable', async () => {
    server.script(() => () => {});
    const connection = { answer_seconds: 1, parallel_requests: 1 };
    const client = await openClient(server.url, { connection, retry: { tries: 1 } });
    expect(await errorOf(client.send({ url: 'a' }))).toBeInstanceOf(SourceUnavailable);
  });
});
