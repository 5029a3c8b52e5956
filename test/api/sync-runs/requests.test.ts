// What a run says of the requests to its source: how many, what the source still allows, and when the run should end.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { scim } from '../../../connectors/scim/index.ts';
import { listAnswer, scriptScim } from '../../connectors/scim/scripted-scim.ts';
import { type ScriptedHttp, startScriptedHttp } from '../../support/servers/scripted-http.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { until } from '../../support/until.ts';

const users = Array.from({ length: 40 }, (_, index) => ({ id: `${index}`, userName: `user${index}`, active: true }));
const limits = { 'ratelimit-limit': '100', 'ratelimit-remaining': '60', 'ratelimit-reset': '600' };

let server: ScriptedHttp;
let test: TestService;
/** Settled: every page is answered. */
let held: PromiseWithResolvers<void>;

beforeAll(async () => {
  server = await startScriptedHttp();
  scriptScim(server, {
    async Users(asked) {
      if (Number(asked.query.get('startIndex')) > 20) await held.promise;
      return { ...(listAnswer(users, asked) as object), headers: limits };
    },
  });
  test = await startService({
    connectors: [scim],
    settings: { sources: [{ id: 'wiki', connector: 'scim', settings: { url: server.url, page_size: 10 } }] },
  });
});
afterAll(async () => {
  await test?.close();
  await server?.close();
});

const lastRun = async () => (await test.get('/v1/sources')).body.items[0].lastRun;

it('counts them and states the limit', async () => {
  held = Promise.withResolvers();
  held.resolve();
  await test.sync();
  const { requests, expectedEndAt } = await lastRun();
  expect(requests).toEqual({
    sent: server.asked.length,
    limit: { name: '', left: 60, allowed: 100, resetAt: expect.stringMatching(/Z$/) },
  });
  expect(requests.sent).toBeGreaterThan(4);
  expect(expectedEndAt).toBeUndefined();
});

it('expects the end of a run that takes as many requests as the last one', async () => {
  held = Promise.withResolvers();
  const { requests: last } = await lastRun();
  const syncing = test.sync([], false, true);
  try {
    const run = await until(lastRun, ({ status, requests }) => status === 'Running' && requests?.sent > 0);
    expect(run.requests.sent).toBeLessThan(last.sent);
    expect(Date.parse(run.expectedEndAt)).toBeGreaterThan(Date.parse(run.startedAt));
  } finally {
    held.resolve();
  }
  await syncing;
  expect((await lastRun()).requests.sent).toBe(last.sent);
});
