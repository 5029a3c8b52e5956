// Clients of one source keep its limits together; clients of other sources do not wait for them.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { AnswerOfSource } from '../../../src/connector/contract.ts';
import { type HttpClient, type HttpClientOptions, openHttpClient } from '../../../src/connector/http/client.ts';
import { bearer } from '../../../src/connector/http/credentials.ts';
import { SourceUnavailable } from '../../../src/connector/transient.ts';
import { type ScriptedHttp, startScriptedHttp } from '../../support/servers/scripted-http.ts';
import { openClient } from './open-client.ts';

let server: ScriptedHttp;
let instance: string;
beforeAll(async () => {
  server = await startScriptedHttp();
});
beforeEach(() => {
  instance = randomUUID();
});
afterAll(() => server.close());

const credentials = bearer('token-of-the-test');
const open = (options: Parameters<typeof openClient>[1] = {}) =>
  openClient(server.url, { instance, credentials, ...options });
async function openWithin(
  context: HttpClientOptions['context'],
  connection?: HttpClientOptions['connection'],
): Promise<HttpClient> {
  const client = await openHttpClient({ baseUrl: server.url, credentials, context, connection });
  onTestFinished(() => client.close());
  return client;
}
const isRefused = (client: HttpClient) =>
  client.send({ url: 'a' }).then(
    () => false,
    error => error instanceof SourceUnavailable,
  );

/** From the answer to `last` on, the source allows nothing for this time. */
const limitAfterLast = (seconds: number) =>
  server.script(({ path }) =>
    path === '/last' ? { headers: { 'ratelimit-remaining': '0', 'ratelimit-reset': String(seconds) } } : {},
  );

describe('a limit that the source stated to one client', () => {
  it('is kept by the other until its reset', async () => {
    limitAfterLast(1);
    const [run, change] = [await open(), await open()];
    const statedAt = Date.now();
    await run.send({ url: 'last' });
    await change.send({ url: 'a' });
    expect(Date.now() - statedAt).toBeGreaterThan(900);
  });

  it('is kept by a client that is opened later', async () => {
    limitAfterLast(600);
    await (await open()).send({ url: 'last' });
    expect(await isRefused(await open())).toBe(true);
    expect(server.asked.map(({ path }) => path)).toEqual(['/last']);
  });

  it('is kept by a client of another process until an answer of its own says more', async () => {
    server.script(({ path }) => ({
      headers: {
        'ratelimit-limit': '200',
        'ratelimit-remaining': path === '/last' ? '0' : '50',
        'ratelimit-reset': '600',
      },
    }));
    const told: Required<AnswerOfSource>[] = [];
    const context = () => ({
      applicationInstanceId: randomUUID(),
      signal: new AbortController().signal,
      baseFolder: '/',
    });
    const onAnswer = (answer: AnswerOfSource) => void told.push(answer as Required<AnswerOfSource>);
    const run = await openWithin({ ...context(), onAnswer });
    await run.send({ url: 'last' });
    expect(told).toMatchObject([{ origin: server.url, limit: '', stated: { remaining: 0 } }]);
    // Each context has an instance of its own, so that they share nothing in this process.
    expect(await isRefused(await openWithin({ ...context(), statedLimits: told }))).toBe(true);
    const elsewhere = told.map(each => ({ ...each, origin: 'https://other.example.org' }));
    expect(await isRefused(await openWithin({ ...context(), statedLimits: elsewhere }))).toBe(false);
    const left = told.map(each => ({ ...each, stated: { ...each.stated, remaining: 5 } }));
    const asRun = await openWithin({ ...context(), statedLimits: left });
    const asChange = await openWithin({ ...context(), isForChange: true, statedLimits: left });
    // Reads leave 5 % to changes.
    expect([await isRefused(asRun), await isRefused(asChange), await isRefused(asChange)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(server.asked.map(({ path }) => path)).toEqual(['/last', '/a', '/a', '/a']);
  });

  it('is also told when it is a wait that a refusal asks for', async () => {
    server.script(() => ({ status: 429, headers: { 'retry-after': '600' } }));
    const told: AnswerOfSource[] = [];
    const { signal } = new AbortController();
    const onAnswer = (answer: AnswerOfSource) => void told.push(answer);
    await isRefused(await openWithin({ applicationInstanceId: instance, signal, baseFolder: '/', onAnswer }));
    expect(told).toMatchObject([{ stated: { remaining: 0, resetMs: 600_000 } }]);
  });

  it('is kept when it is a Retry-After', async () => {
    server.script(() => ({ status: 429, headers: { 'retry-after': '600' } }));
    const [run, change] = [await open(), await open()];
    expect([await isRefused(run), await isRefused(change)]).toEqual([true, true]);
    expect(server.asked).toHaveLength(1);
  });

  it('concerns no other application instance, no other credentials and no other host', async () => {
    limitAfterLast(600);
    const elsewhere = await startScriptedHttp();
    elsewhere.script(() => ({}));
    await (await open()).send({ url: 'last' });
    const others = [
      await open({ instance: randomUUID() }),
      await open({ credentials: bearer('another-token') }),
      await openClient(elsewhere.url, { instance, credentials }),
    ];
    expect(await Promise.all(others.map(isRefused))).toEqual([false, false, false]);
    await elsewhere.close();
  });

  it('is kept by this client alone when its context has no application instance', async () => {
    limitAfterLast(600);
    const context = { signal: new AbortController().signal, baseFolder: '/' } as HttpClientOptions['context'];
    const [one, other] = [await openWithin(context), await openWithin(context)];
    await one.send({ url: 'last' });
    expect([await isRefused(one), await isRefused(other)]).toEqual([true, false]);
  });

  it('is forgotten when the last client has closed', async () => {
    limitAfterLast(600);
    const [run, change] = [await open(), await open()];
    await run.send({ url: 'last' });
    await run.close();
    await run.close();
    expect(await isRefused(change)).toBe(true);
    await change.close();
    expect(await isRefused(await open())).toBe(false);
  });

  it('is forgotten when the work of the last client was aborted', async () => {
    limitAfterLast(600);
    const controller = new AbortController();
    await (await open({ signal: controller.signal })).send({ url: 'last' });
    controller.abort();
    await open({ signal: controller.signal });
    expect(await isRefused(await open())).toBe(false);
  });
});

describe('requests at once', () => {
  /** How many requests of these clients the server has at the same time. */
  async function mostAtOnce(clients: readonly HttpClient[]): Promise<number> {
    let running = 0;
    let most = 0;
    server.script(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(resolve => setTimeout(resolve, 5));
      running -= 1;
      return {};
    });
    const urls = Array.from({ length: 8 }, (_, index) => `a${index}`);
    await Promise.all(clients.flatMap(client => urls.map(url => client.send({ url }))));
    return most;
  }
  const connection = (parallel_requests: number) => ({ answer_seconds: 10, parallel_requests });

  it('of two clients are together no more than the settings allow', async () => {
    const clients = [await open({ connection: connection(3) }), await open({ connection: connection(3) })];
    expect(await mostAtOnce(clients)).toBe(3);
  });

  it('follow the settings of the newest client', async () => {
    const clients = [await open({ connection: connection(6) }), await open({ connection: connection(2) })];
    expect(await mostAtOnce(clients)).toBe(2);
  });

  it('of two sources are counted separately', async () => {
    const clients = [
      await open({ connection: connection(2) }),
      await open({ connection: connection(2), instance: randomUUID() }),
    ];
    expect(await mostAtOnce(clients)).toBe(4);
  });
});

describe('a client that is opened for changes', () => {
  const opened = (isForChange: boolean, parallel_requests = 1) => {
    const context = {
      applicationInstanceId: instance,
      signal: new AbortController().signal,
      baseFolder: '/',
      isForChange,
    };
    return openWithin(context, { answer_seconds: 10, parallel_requests });
  };

  it('sends before the reads that wait for their turn', async () => {
    const [run, change] = [await opened(false), await opened(true)];
    const held = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    server.script(async ({ path }) => {
      arrived.resolve();
      if (path === '/read0') await held.promise;
      return {};
    });
    const reads = [0, 1, 2].map(index => run.send({ url: `read${index}` }));
    await arrived.promise;
    const changed = change.send({ url: 'change' });
    held.resolve();
    await Promise.all([...reads, changed]);
    expect(server.asked.map(({ path }) => path)).toEqual(['/read0', '/change', '/read1', '/read2']);
  });

  it('has the requests that reads leave to it', async () => {
    const stated = { 'ratelimit-limit': '200', 'ratelimit-remaining': '10', 'ratelimit-reset': '600' };
    server.script(() => ({ headers: stated }));
    const [run, change] = [await opened(false), await opened(true)];
    await run.send({ url: 'last' });
    expect([await isRefused(run), await isRefused(change)]).toEqual([true, false]);
  });
});

it('a limit of one kind of requests does not hold those of another', async () => {
  limitAfterLast(600);
  const client = await open({ limitNameOf: ({ url }) => (url.pathname === '/b' ? 'others' : 'all') });
  await client.send({ url: 'last' });
  await client.send({ url: 'b' });
  expect(await isRefused(client)).toBe(true);
  expect(server.asked.map(({ path }) => path)).toEqual(['/last', '/b']);
});
