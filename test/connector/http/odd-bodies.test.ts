// Answers that take too long, are compressed, or are too large: each request ends, and its error says which limit it met.
import { createServer } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scim } from '../../../connectors/scim/index.ts';
import { type Scripted, type ScriptedHttp, startScriptedHttp } from '../../support/servers/scripted-http.ts';
import { openClient } from './open-client.ts';

let server: ScriptedHttp;
beforeAll(async () => {
  server = await startScriptedHttp();
});
afterAll(() => server.close());

const connection = { answer_seconds: 1, parallel_requests: 4 };

/** One blank after another, without end. */
const drip: Scripted = response => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(timer));
};
const never: Scripted = () => {};
const stall: Scripted = response => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"Resources": [');
};

// On a busy machine, the pause between two drips may be longer than the limit.
const slow: [string, Scripted, RegExp][] = [
  [
    'drips',
    drip,
    /(was not complete after 2 s \(2 times |nothing more of the answer came within 1 s \()connection.answer_seconds\)/,
  ],
  ['never answers', never, /no answer came within 1 s \(connection.answer_seconds\)/],
  ['stops in the middle', stall, /nothing more of the answer came within 1 s \(connection.answer_seconds\)/],
];

describe('a server that', () => {
  it.each(slow)('%s is given up as unavailable after two tries, with the limit', async (_what, answer, message) => {
    server.script(() => answer);
    const client = await openClient(server.url, { connection });
    await expect(client.send({ url: 'x' })).rejects.toMatchObject({
      name: 'SourceUnavailable',
      message: expect.stringMatching(message),
    });
    expect(server.asked.length).toBe(2);
  });

  it.each(slow)('%s ends the check of a source', async (_what, answer, message) => {
    server.script(() => answer);
    const context = {
      ...{ sourceId: 's', applicationInstanceId: 'i', baseFolder: '/' },
      signal: new AbortController().signal,
    };
    await expect(scim.open(scim.settings.parse({ url: server.url, connection }), context)).rejects.toThrow(message);
  });

  it('accepts connections and says nothing, not even in TLS, is given up', async () => {
    const silent = createServer(() => {});
    await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    const client = await openClient(`https://127.0.0.1:${port}`, { connection });
    await expect(client.send({ url: 'x' })).rejects.toMatchObject({ name: 'SourceUnavailable' });
    await client.close();
    silent.close();
  });
});

describe('a compressed answer', () => {
  const text = JSON.stringify({ name: 'Zoë', list: Array.from({ length: 1000 }, (_, index) => index) });
  const sent =
    (coding: string, bytes: Buffer): Scripted =>
    response => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': coding });
      response.end(bytes);
    };

  it.each<[string, Buffer]>([
    ['gzip', gzipSync(text)],
    ['GZIP', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['br', brotliCompressSync(text)],
    ['identity', Buffer.from(text)],
  ])('in %s is read', async (coding, bytes) => {
    server.script(() => sent(coding, bytes));
    const client = await openClient(server.url);
    expect((await client.send({ url: 'x' })).body).toEqual(JSON.parse(text));
  });

  it.each<[string, string, Buffer, string]>([
    ['that is none', 'gzip', Buffer.from(text), 'says that it is encoded as gzip, and cannot be decoded'],
    [
      'that breaks off',
      'gzip',
      gzipSync(text).subarray(0, 200),
      'says that it is encoded as gzip, and cannot be decoded',
    ],
    ['in another coding', 'zstd', Buffer.from(text), 'is encoded as "zstd", which is not understood'],
    ['that becomes too large', 'gzip', gzipSync(Buffer.alloc(20_000_000, ' ')), 'is larger than 1000000 bytes'],
  ])('%s is an error', async (_what, coding, bytes, message) => {
    server.script(() => sent(coding, bytes));
    const client = await openClient(server.url, { maxBytes: 1_000_000 });
    await expect(client.send({ url: 'x' })).rejects.toMatchObject({
      name: 'HttpError',
      message: expect.stringContaining(message),
    });
  });
});

it('an answer without end is given up at the limit of bytes', async () => {
  server.script(() => response => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const more = () => {
      while (!response.destroyed && response.write(' '.repeat(65_536))) {}
    };
    response.on('drain', more);
    more();
  });
  const client = await openClient(server.url, { maxBytes: 1_000_000 });
  await expect(client.send({ url: 'x' })).rejects.toMatchObject({ name: 'HttpError', isTooLarge: true });
});
