// The stream of events on a listening service: what it shows of syncs, to whom, and how it ends.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { account } from '../../flows/resources.ts';
import { pagesOf, sampleRecord } from '../../support/scripted-source.ts';
import { instanceOf, startService, type TestService } from '../../support/service/service.ts';
import { listening, receiveEvents } from './event-stream.ts';

const accounts = { Account: pagesOf(Array.from({ length: 5 }, (_, index) => sampleRecord(account, index))) };

let test: TestService;
let origin: string;
beforeAll(async () => {
  test = await startService({ sources: { one: accounts, two: accounts } });
  origin = await listening(test);
  await test.sync();
});
afterAll(() => test.close());

const receive = async (query = '', token?: string, lastEventId?: string) =>
  receiveEvents(origin, token ?? (await test.token()), query, lastEventId);

it('begins with the version, then shows a run and the version that it leads to', async () => {
  const stream = await receive();
  const { data: first } = await stream.until(({ event }) => event === 'version');
  const { runs } = await test.sync(['one']);
  const landed = await stream.until(({ data }) => data.id === runs[0]!.run_id && data.status === 'Landed');
  expect(landed.data).toEqual((await test.get(`/v1/sync-runs?pageSize=1`)).body.items[0]);
  const { data: next } = await stream.until(({ data }) => data.version > first.version);
  expect(next).toEqual({
    version: test.service.tenant().catalogue.current()!.number,
    generatedAt: expect.any(String),
  });
  stream.close();
  await stream.ended;
});

it('shows after a reconnection what has ended meanwhile, and says when that is not known', async () => {
  const first = await receive('?topics=versions');
  const { id } = await first.until(() => true);
  first.close();
  await first.ended;
  const { runs } = await test.sync(['two']);
  const again = await receive('?topics=sync-runs', undefined, id);
  await again.until(({ data }) => data.id === runs[0]!.run_id && data.status === 'Landed');
  again.close();
  for (const old of ['0', String(Date.now() - 3_600_000), 'x'.repeat(5000), '-1']) {
    const late = await receive('', undefined, old);
    await late.until(({ event }) => event === 'reset');
    late.close();
  }
});

it('shows a limited client only runs of its application instances, and each client only its topics', async () => {
  const token = await test.token({ instances: [instanceOf(test, 'one')] });
  const limited = await receive('', token);
  const versions = await receive('?topics=versions');
  await limited.until(({ event }) => event === 'version');
  await versions.until(({ event }) => event === 'version');
  const { runs } = await test.sync(['two', 'one']);
  const own = runs.find(run => run.source_id === 'one')!.run_id;
  await limited.until(({ data }) => data.id === own && data.status === 'Landed');
  const published = test.service.tenant().catalogue.current()!.number;
  await limited.until(({ data }) => data.version === published);
  await versions.until(({ data }) => data.version === published);
  expect(new Set(limited.events.flatMap(({ data }) => data.sourceId ?? []))).toEqual(new Set(['one']));
  expect(new Set(versions.events.map(({ event }) => event))).toEqual(new Set(['version']));
  limited.close();
  versions.close();
});

it('refuses unknown topics, other scopes and too many streams of one client, and answers HEAD at once', async () => {
  await expect(receive('?topics=sync-run')).rejects.toThrow(/400 .*did you mean `sync-runs`/);
  await expect(receive('?topic=versions')).rejects.toThrow(/400 /);
  await expect(receive('', await test.token({ scopes: ['admin'] }))).rejects.toThrow(/403 /);
  const token = await test.token();
  const head = await fetch(`${origin}/v1/events`, { method: 'HEAD', headers: { authorization: `Bearer ${token}` } });
  expect(head.status).toBe(200);
  const streams = await Promise.all(Array.from({ length: 20 }, () => receive('?topics=versions', token)));
  await expect(receive('', token)).rejects.toThrow(/429 .*20 streams/);
  for (const stream of streams) stream.close();
  await Promise.all(streams.map(({ ended }) => ended));
});

it('ends its streams when it shuts down', async () => {
  const stream = await receive();
  await stream.until(({ event }) => event === 'version');
  await test.app.close();
  await stream.ended;
});
