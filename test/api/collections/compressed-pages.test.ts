// Pages that lie compressed: real clients get the same documents as those that accept no compression, however pages and blocks meet.
import { execFile, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lastResults } from '../../../src/cli/doctor/doctor.ts';
import { account, role } from '../../flows/resources.ts';
import { pagesOf, sampleRecord } from '../../support/scripted-source.ts';
import { instanceOf, startService, type TestService } from '../../support/service/service.ts';

/** What this machine's curl can unpack. */
const curl = spawnSync('curl', ['--version'], { encoding: 'utf8' }).stdout ?? '';

let test: TestService;
let origin: string;
let token: string;
/** The first source has files of its own, the others share one. */
const counts = { first: 2110, second: 70, third: 33 };
const wide = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...sampleRecord(account, index),
    name: `${index} ${'wide '.repeat(200)}`,
  }));

beforeAll(async () => {
  const scripts = Object.entries(counts).map(([source, count]) => [
    source,
    {
      Account: pagesOf(wide(count)),
      Role: pagesOf(Array.from({ length: 90 }, (_, index) => sampleRecord(role, index))),
    },
  ]);
  test = await startService({ sources: Object.fromEntries(scripts) });
  await test.sync();
  origin = await test.app.listen({ host: '127.0.0.1', port: 0 });
  token = await test.token();
});
afterAll(() => test.close());

const usual = 'gzip, deflate, br';

async function fetchPage(url: string, encoding: string, bearer = token) {
  const headers = { authorization: `Bearer ${bearer}`, 'accept-encoding': encoding };
  const response = await fetch(`${origin}${url}`, { headers });
  return { encoding: response.headers.get('content-encoding'), text: await response.text(), status: response.status };
}

async function walk(
  url: string,
  encoding: string,
  bearer = token,
): Promise<{ pages: string[]; encodings: Set<string | null> }> {
  const pages: string[] = [];
  const encodings = new Set<string | null>();
  for (let next: string | undefined = ''; next !== undefined; ) {
    const { encoding: sent, text } = await fetchPage(next === '' ? url : `${url}&pageToken=${next}`, encoding, bearer);
    pages.push(text);
    encodings.add(sent);
    next = JSON.parse(text).nextPageToken;
  }
  return { pages, encodings };
}

describe('lists', () => {
  it.each([200, 130, 60])('are the same with and without gzip, in pages of %i', async pageSize => {
    const url = `/v1/accounts?pageSize=${pageSize}`;
    const plain = await walk(url, 'identity');
    const packed = await walk(url, usual);
    expect(packed.pages).toEqual(plain.pages);
    expect([...plain.encodings]).toEqual([null]);
    expect(packed.encodings).toContain('gzip');
    const items = plain.pages.flatMap(page => JSON.parse(page).items);
    expect(new Set(items.map(item => item.globalId)).size).toBe(2110 + 70 + 33);
  });

  it('of a limited client do not hold documents of others', async () => {
    const own = [instanceOf(test, 'first'), instanceOf(test, 'third')];
    const limited = await test.token({ instances: own });
    const url = '/v1/accounts?pageSize=200';
    const packed = await walk(url, usual, limited);
    expect(packed.pages).toEqual((await walk(url, 'identity', limited)).pages);
    const items = packed.pages.flatMap(page => JSON.parse(page).items);
    expect(items).toHaveLength(2110 + 33);
    expect(new Set(items.map(item => item.objectMetadata.ApplicationInstanceId))).toEqual(new Set(own));
  });

  it('have the length of a plain page when only the head is asked for', async () => {
    const url = `${origin}/v1/accounts?pageSize=200`;
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': usual };
    const head = await fetch(url, { method: 'HEAD', headers });
    const plain = await fetchPage('/v1/accounts?pageSize=200', 'identity');
    expect([head.status, head.headers.get('content-encoding')]).toEqual([200, null]);
    expect(Number(head.headers.get('content-length'))).toBe(Buffer.byteLength(plain.text));
  });

  it.each([
    ['gzip', 'libz', '--compressed'],
    ['zstd', 'zstd', '-Haccept-encoding: zstd', '--compressed'],
    ['br', 'brotli', '-Haccept-encoding: br', '--compressed'],
  ])('are unpacked by curl: %s', async (encoding, feature, ...options) => {
    if (!curl.includes(feature)) return void console.log(`skipped: there is no curl with ${feature}`);
    const url = '/v1/accounts?pageSize=200';
    const given = ['-s', '-D', '-', ...options, '-H', `authorization: Bearer ${token}`, `${origin}${url}`];
    const { stdout } = await promisify(execFile)('curl', given, { maxBuffer: 2 ** 26 });
    expect(stdout.toLowerCase()).toContain(`content-encoding: ${encoding}`);
    expect(stdout.slice(stdout.indexOf('\r\n\r\n') + 4)).toBe((await fetchPage(url, 'identity')).text);
  });
});

describe('a damaged block', () => {
  it('is a 503 for its pages, and nothing else', async () => {
    const { folder, manifest } = test.service.tenant().catalogue.current()!;
    const layout = manifest.collections['accounts'];
    const own =
      layout &&
      'order' in layout &&
      layout.order === 'instance' &&
      layout.instances.find(({ count }) => count === 2110);
    if (!own) throw new Error('the accounts of the first source have no file of their own');
    const file = path.join(folder, 'collections', own.base);
    const bytes = fs.readFileSync(file);
    // Through the same file, because a copy would not be the one that is open.
    const descriptor = fs.openSync(file, 'r+');
    const place = 500;
    fs.writeSync(descriptor, Buffer.from([bytes[place]! ^ 0xff]), 0, 1, place);
    try {
      const url = `/v1/accounts?pageSize=200&applicationInstanceId=${instanceOf(test, 'first')}`;
      expect((await fetchPage(url, usual)).status).toBe(503);
      expect((await fetchPage('/v1/roles?pageSize=200', usual)).status).toBe(200);
      const others = `/v1/accounts?pageSize=200&applicationInstanceId=${instanceOf(test, 'second')}`;
      expect((await fetchPage(others, usual)).status).toBe(200);
      const found = await lastResults(test.operator, 'main');
      expect(found.filter(({ verdict }) => verdict === 'error')).toEqual([
        {
          what: 'version in service',
          verdict: 'error',
          message: expect.stringContaining(`${own.base} has another content than the build wrote`),
        },
      ]);
    } finally {
      fs.writeSync(descriptor, bytes.subarray(place, place + 1), 0, 1, place);
      fs.closeSync(descriptor);
    }
  });
});
