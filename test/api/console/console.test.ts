// How the API process serves the console: to browsers, at every address that is none of the API's.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createConsole } from '../../../src/api/console/console.ts';
import { buildConsoleIfOld } from '../../../src/cli/service/build-console.ts';
import { startService, type TestService, temporaryFolder } from '../../support/service/service.ts';

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-encoding': 'gzip, br' };

describe('the console', () => {
  let test: TestService;
  beforeAll(async () => {
    expect(await buildConsoleIfOld()).toBeUndefined();
    test = await startService();
  });
  afterAll(() => test?.close());

  it.each(['/', '/search?q=ada', '/objects/Account/1', '/no/such/page'])('is what a browser gets at %s', async url => {
    const { statusCode, headers, body } = await test.app.inject({ url, headers: { accept: browser.accept } });
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/html/);
    expect(headers['cache-control']).toBe('no-cache');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(body).not.toMatch(/<style|<script(?![^>]*src=)|style="|https?:/);
  });

  it.each(['/', '/no/such/page', '/v1/nothing', '/v1'])('is not what a program gets at %s', async url => {
    const { headers } = await test.app.inject({ url, headers: { accept: 'application/json' } });
    expect(headers['content-type']).toMatch(/^application\/json/);
  });

  it.each(['/v1/nothing', '/docs/nothing.js', '/assets/nothing.js', '/.well-known/nothing'])(
    'leaves %s to the API',
    async url => {
      const { statusCode, body } = await test.app.inject({ url, headers: browser });
      expect(statusCode).toBe(404);
      expect(JSON.parse(body).code).toBe('NOT_FOUND');
    },
  );

  it('leaves wrong methods and paths outside its folder to the API', async () => {
    expect((await test.app.inject({ method: 'POST', url: '/search', headers: browser })).statusCode).toBe(404);
    expect((await test.app.inject({ method: 'POST', url: '/', headers: browser })).statusCode).toBe(405);
    for (const url of ['/assets/../index.html', '/assets/%2e%2e/sources.sha256', '/assets/..%2fsources.sha256']) {
      expect((await test.app.inject({ url, headers: { accept: '*/*' } })).statusCode, url).toBe(404);
    }
  });

  it('has files that browsers keep, compressed before', async () => {
    const { body } = await test.app.inject({ url: '/', headers: { accept: browser.accept } });
    const [script] = /\/assets\/index-[\w-]+\.js/.exec(body)!;
    const plain = await test.app.inject({ url: script });
    const compressed = await test.app.inject({ url: script, headers: browser });
    for (const { statusCode, headers } of [plain, compressed]) {
      expect(statusCode).toBe(200);
      expect(headers['content-type']).toMatch(/^text\/javascript/);
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(headers['vary']).toContain('accept-encoding');
    }
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(compressed.headers['content-encoding']).toBe('br');
    expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
    const { etag } = compressed.headers;
    const again = await test.app.inject({ url: script, headers: { ...browser, 'if-none-match': String(etag) } });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
  });
});

describe('without a built console', () => {
  const folder = temporaryFolder();
  let app: FastifyInstance;
  beforeAll(() => {
    app = Fastify();
    const console = createConsole(path.join(folder, 'console'));
    console.register(app);
    app.get('/', (request, reply) => console.sendPage(request, reply));
  });
  afterAll(async () => {
    await app.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it('a browser gets the command that builds it, and the console once it is there', async () => {
    const { statusCode, headers, body } = await app.inject({ url: '/', headers: browser });
    expect(statusCode).toBe(503);
    expect(body).toContain('npm run console');
    // Styles without the hash in the policy would not be applied.
    const style = /<style>([\s\S]*)<\/style>/.exec(body)![1]!;
    const digest = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toContain(`style-src 'sha256-${digest}'`);
    fs.mkdirSync(path.join(folder, 'console'));
    fs.writeFileSync(path.join(folder, 'console/index.html'), '<!doctype html>the console');
    expect((await app.inject({ url: '/', headers: browser })).body).toBe('<!doctype html>the console');
  });
});
