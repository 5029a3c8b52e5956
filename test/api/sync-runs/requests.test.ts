// What a run says of the requests to its source: how many, what the source still allows, and when the run should end.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { scim } from '../../../connectors/scim/index.ts';
import { listAnswer, scriptScim } from '../../connectors/scim/scripted-scim.ts';
import { sendAs } from '../../support/send.ts';
import { type ScriptedHttp, startScriptedHttp } from '../../support/servers/scripted-http.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { until } from '../../support/until.ts';

const users = Array.from({ length: 40 }, (_, index) => ({ id: `${index}`, userName: `user${index}`, active: true }));
/** The source allows requests up to this number. */
let lastAllowed = Infinity;
const limits = () => ({
  ...{ 'ratelimit-limit': '100', 'ratelimit-reset': '600' },
  'ratelimit-remaining': server.asked.length < lastAllowed ? '60' : '0',
});

let server: ScriptedHttp;
let test: TestService;
/** Settled: every page is answered. */
let held: PromiseWithResolvers<void>;

beforeAll(async () => {
  server = await startScriptedHttp();
  scriptScim(server, {
    async Users(asked) {
      if (Number(asked.query.get('startIndex')) > 20) await held.promise;
      return { ...(listAnswer(users, asked) as object), headers: limits() };
    },
  });
  test = await startService({
    connectors: [scim],
    work: ['act', 'extract', 'build', 'sweep'],
    settings: {
      sources: [{ id: 'wiki', connector: 'scim', writes: true, settings: { url: server.url, page_size: 10 } }],
    },
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
    limit: { name: '', remaining: 60, allowed: 100, resetAt: expect.stringMatching(/Z$/) },
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

it('holds back changes when the run has used the limit up, although its client is closed', async () => {
  const { requests } = await lastRun();
  lastAllowed = server.asked.length + requests.sent;
  await test.sync([], false, true);
  expect(server.asked).toHaveLength(lastAllowed);
  const [account] = await test.everyItem('/v1/accounts');
  const send = sendAs(test, await test.token());
  const { body: preview } = await send('POST', `/v1/accounts/${account!.globalId}/disable?dryRun=true`);
  expect(preview.targets).toMatchObject([{ possible: false, reason: expect.stringContaining('no further request') }]);
  const { body: job } = await send('POST', `/v1/accounts/${account!.globalId}/disable`);
  const retries = () =>
    test.service.database.query<{ retry_at: Date | null }>(
      'select retry_at from action_job_sources where job_id = $1',
      [job.jobId],
    );
  const [source] = await until(retries, ([row]) => row?.retry_at != null);
  expect(source!.retry_at!.getTime()).toBeGreaterThan(Date.now() + 300_000);
  expect(server.asked).toHaveLength(lastAllowed);
});
