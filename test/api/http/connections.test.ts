// Tests on real sockets: the HTTP parser, bodies, compression, conditional requests, shutdown.
import { once } from 'node:events';
import http from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collections } from '../../../src/resources/registry.ts';
import { expectError } from '../../support/envelope.ts';
import { isLong } from '../../support/long-tests.ts';
import { sendRaw } from '../../support/raw-http.ts';
import { everyType } from '../../support/scripted-source.ts';
import { startService, type TestService } from '../../support/service/service.ts';

let test: TestService;
let token: string;
let port: number;

beforeAll(async () => {
  test = await startService({ sources: { app: everyType(60) }, synced: true });
  token = await test.token();
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  port = (test.app.server.address() as AddressInfo).port;
});
afterAll(() => test.close());

const head = (line: string, more: readonly string[] = []) =>
  [`${line} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${token}`, 'Connection: close', ...more, '', ''].join('\r\n');
const post = (more: readonly string[]) =>
  head('POST /v1/query/saved-queries', ['Content-Type: application/json', ...more]);

describe('bytes that are not an HTTP request', () => {
  it.each([
    ['a greeting', 'hello\r\n\r\n'],
    ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['another version', 'GET /v1/roles HTTP/9.9\r\nHost: x\r\n\r\n'],
    ['a header without a colon', 'GET /v1/roles HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n'],
    ['a NUL in a header', 'GET /v1/roles HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n'],
    ['a space before the colon', 'GET /v1/roles HTTP/1.1\r\nHost: x\r\nTransfer-Encoding : chunked\r\n\r\n'],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a negative length', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n'],
  ])('%s: 400 with the envelope, and the connection ends', async (_title, bytes) => {
    const responses = await sendRaw(port, bytes);
    expect(responses).toHaveLength(1);
    expectError(responses[0]!, 400, 'BAD_REQUEST');
  });

  it('no Host: 400, by Node.js itself', async () => {
    expect((await sendRaw(port, 'GET /v1/roles HTTP/1.1\r\n\r\n'))[0]!.statusCode).toBe(400);
  });

  it('two headers Host: 400', async () => {
    const [response] = await sendRaw(port, head('GET /v1/roles', ['Host: y']));
    expectError(response!, 400, 'BAD_REQUEST');
  });

  it('an expectation that is not known: 417, and the usual one is met', async () => {
    const [refused] = await sendRaw(port, head('GET /v1/roles', ['Expect: the unexpected']));
    expectError(refused!, 417, 'BAD_REQUEST');
    const [first] = await sendRaw(port, `${post(['Expect: 100-continue', 'Content-Length: 2'])}{}`);
    expect(first!.statusCode).toBe(100);
  });

  it('headers without end: 431', async () => {
    const [response] = await sendRaw(port, head('GET /v1/roles', [`X: ${'x'.repeat(20_000)}`]));
    expectError(response!, 431, 'BAD_REQUEST');
  });

  it('a request target of random bytes never gets a 5xx', async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'v1',
        'accounts',
        'roles',
        '..',
        '%2e',
        '%00',
        '%zz',
        '%ff',
        '*',
        ':id',
        ';',
        '',
        'docs',
        'static',
      ),
      fc.string({ maxLength: 12 }).map(text => encodeURIComponent(text.toWellFormed())),
      fc.string({ maxLength: 12, unit: fc.integer({ min: 0x21, max: 0xff }).map(code => String.fromCharCode(code)) }),
      fc.uuid(),
    );
    const name = fc.constantFrom('pageSize', 'pageToken', 'applicationInstanceId', '__proto__', 'x');
    const pair = fc.tuple(name, piece).map(([key, value]) => `${key}=${value}`);
    const path = fc.oneof(
      fc.constantFrom(...collections.map(served => served.collection.path)),
      fc.array(piece, { maxLength: 5 }).map(parts => `/${parts.join('/')}`),
      fc.constantFrom(
        '*',
        'http://elsewhere.example/v1/roles',
        '//v1/roles',
        '/%',
        '/docs/static/..%2f..%2fpackage.json',
      ),
    );
    const target = fc.tuple(path, fc.array(pair, { maxLength: 3 })).map(([to, pairs]) => `${to}?${pairs.join('&')}`);
    await fc.assert(
      fc.asyncProperty(target, async to => {
        const [response] = await sendRaw(port, head(`GET ${to}`));
        expect(response!.statusCode, response!.body).toBeLessThan(500);
        if (response!.statusCode < 400) return;
        expectError(response!, response!.statusCode, JSON.parse(response!.body).code);
      }),
      { numRuns: isLong ? 5_000 : 100 },
    );
  });
});

describe('a body on the wire', () => {
  it('of 2 MiB is a 413, with Content-Length or in endless chunks', async () => {
    const [announced] = await sendRaw(port, post([`Content-Length: ${2 * 1024 ** 2}`]));
    expectError(announced!, 413, 'PAYLOAD_TOO_LARGE');
    const chunk = `${(64 * 1024).toString(16)}\r\n${'x'.repeat(64 * 1024)}\r\n`;
    const [chunked] = await sendRaw(port, [
      post(['Transfer-Encoding: chunked']),
      ...Array(32).fill(chunk),
      '0\r\n\r\n',
    ]);
    expectError(chunked!, 413, 'PAYLOAD_TOO_LARGE');
    expect((await test.get('/v1/roles?pageSize=1')).status).toBe(200);
  });

  it.each(['keep-alive', 'close'])(
    'of 80 MB is a 413 that arrives at a client that reads only after it has sent everything, connection: %s',
    async connection => {
      const bytes = 80e6;
      const lines = [
        'POST /v1/query/saved-queries HTTP/1.1',
        'Host: x',
        `Authorization: Bearer ${token}`,
        `Connection: ${connection}`,
        'Content-Type: application/json',
        `Content-Length: ${bytes}`,
      ];
      const socket = connect({ port, host: '127.0.0.1' }).pause();
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
      const chunk = Buffer.alloc(1e6, 'x');
      for (let sent = 0; sent < bytes; sent += chunk.length) {
        if (!socket.write(chunk)) await once(socket, 'drain');
      }
      const answered = once(socket, 'data');
      socket.resume();
      const [first] = await answered;
      socket.destroy();
      expect(String(first)).toMatch(/^HTTP\/1\.1 413 /);
    },
  );

  it('in chunks is read like any other', async () => {
    const [response] = await sendRaw(port, `${post(['Transfer-Encoding: chunked'])}2\r\n{}\r\n0\r\n\r\n`);
    expectError(response!, 400, 'BAD_REQUEST');
    expect(response!.body).toContain('name: is missing');
  });

  it('of a get is ignored', async () => {
    const [response] = await sendRaw(port, `${head('GET /v1/roles?pageSize=1', ['Content-Length: 3'])}{{{`);
    expect(response!.statusCode).toBe(200);
  });
});

describe('compression', () => {
  const fetchBytes = async (encoding: string | undefined, more: http.OutgoingHttpHeaders = {}) => {
    const headers = { authorization: `Bearer ${token}`, ...(encoding && { 'accept-encoding': encoding }), ...more };
    const request = http.get({ port, path: '/v1/accounts?pageSize=60', headers });
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    return { status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) };
  };

  it.each([
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
    ['zstd', zstdDecompressSync],
  ] as const)('%s gives the same bytes under the same weak tag', async (encoding, decompress) => {
    const plain = await fetchBytes(undefined);
    const packed = await fetchBytes(encoding);
    expect(packed.headers['content-encoding']).toBe(encoding);
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 3);
    expect(decompress(packed.bytes).equals(plain.bytes)).toBe(true);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect([plain.headers.vary, packed.headers.vary]).toEqual(['accept-encoding', 'accept-encoding']);
    expect(packed.headers.etag).toMatch(/^W\//);
    expect(packed.headers.etag).toBe(plain.headers.etag);
    const again = await fetchBytes(encoding, { 'if-none-match': packed.headers.etag! });
    expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, packed.headers.etag]);
  });

  it.each(['identity', 'gzip;q=0, br;q=0', 'nonsense', '', 'deflate'])(
    '%s gets the bytes as they are',
    async encoding => {
      const { status, headers, bytes } = await fetchBytes(encoding);
      expect([status, headers['content-encoding']]).toEqual([200, undefined]);
      expect(JSON.parse(bytes.toString()).items).toHaveLength(60);
    },
  );

  it('prefers what the caller prefers', async () => {
    expect((await fetchBytes('gzip;q=1.0, br;q=0.5')).headers['content-encoding']).toBe('gzip');
    expect((await fetchBytes('gzip;q=0.5, br;q=1.0')).headers['content-encoding']).toBe('br');
    expect((await fetchBytes('gzip;q=0.5, zstd;q=1.0')).headers['content-encoding']).toBe('zstd');
    // Lists lie compressed with gzip.
    expect((await fetchBytes('gzip, deflate, br, zstd')).headers['content-encoding']).toBe('gzip');
    expect((await fetchBytes('br;q=0, *')).headers['content-encoding']).toBe('gzip');
  });
});

describe('If-None-Match', () => {
  const ask = (url: string, held: string) => test.get(url, token, { 'if-none-match': held });

  it.each(['/v1/accounts?pageSize=5', '/v1/roles', '/v1/accounts/{id}'])('of %s', async pattern => {
    const [{ globalId }] = (await test.get('/v1/accounts?pageSize=1', token)).body.items;
    const url = pattern.replace('{id}', globalId);
    const tag = String((await test.get(url, token)).headers['etag']);
    const opaque = tag.replace('W/', '');
    for (const held of [tag, opaque, '*', ` ${tag} `, `"other", ${tag}`, `${tag},"other"`, `W/"a", W/"b",${opaque}`]) {
      const answer = await ask(url, held);
      expect([answer.status, answer.body, answer.headers['etag']], held).toEqual([304, undefined, tag]);
    }
    for (const held of [
      '',
      '"other"',
      opaque.replaceAll('"', ''),
      tag.slice(0, -1),
      `w/${opaque}`,
      '""',
      ',,,',
      '"*"',
    ]) {
      expect((await ask(url, held)).status, held).toBe(200);
    }
  });

  it('distinguishes pages, page sizes, filters and versions', async () => {
    const { items } = (await test.get('/v1/accounts?pageSize=1', token)).body;
    const instance = items[0].objectMetadata.ApplicationInstanceId;
    const { nextPageToken } = (await test.get('/v1/accounts?pageSize=5', token)).body;
    const urls = [
      'pageSize=5',
      'pageSize=6',
      `pageSize=5&pageToken=${nextPageToken}`,
      `pageSize=5&applicationInstanceId=${instance}`,
    ];
    const tagsOf = async () => {
      const answers = await Promise.all(urls.map(url => test.get(`/v1/accounts?${url}`, token)));
      return answers.map(answer => answer.headers['etag']);
    };
    const before = await tagsOf();
    expect(new Set(before).size).toBe(urls.length);
    await test.sync();
    const after = await tagsOf();
    // The pagination stays on its version, so its page is unchanged. Lists that start again are new.
    expect(after.map((tag, index) => tag === before[index])).toEqual([false, false, true, false]);
  });
});

describe('closing', () => {
  it('answers requests on open connections, then ends the connections', async () => {
    const closing = await startService({});
    await closing.app.listen({ host: '127.0.0.1', port: 0 });
    const { port: closingPort } = closing.app.server.address() as AddressInfo;
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const closed = Promise.withResolvers<void>();
    const ask = async () => {
      const [response] = await once(http.get({ port: closingPort, path: '/healthz', agent }), 'response');
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      return {
        status: response.statusCode,
        body: Buffer.concat(chunks).toString(),
        connection: response.headers.connection,
      };
    };
    expect(await ask()).toMatchObject({ status: 200, connection: 'keep-alive' });
    // The service begins to close while it handles the request.
    closing.app.server.prependOnceListener('request', () => closed.resolve(closing.close()));
    const asked = await ask();
    expect(asked).toMatchObject({ status: 200, body: '{"status":"alive"}' });
    agent.destroy();
    await closed.promise;
  });
});
