// Events as fast as they can be sent, and ten thousand offered a second among hostile tokens, over real connections and with the default
// limits: each is stored, or told to come again, and nothing that was accepted is lost.
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { expect, it } from 'vitest';
import { expectFloodStored, floodOf } from '../support/signals/flood.ts';
import { createDirectory, startSignalled } from '../support/signals/signalled-service.ts';
import { emailSubject, endpointToken, sessionRevoked, startTransmitter } from '../support/signals/transmitter.ts';
import { until } from '../support/until.ts';

const events = 10_000;
const clients = 64;

// What was refused is sent again, as transmitters do, until all are stored.
it('loses none of ten thousand events', { timeout: 900_000 }, async () => {
  const transmitter = await startTransmitter();
  const directory = createDirectory(100);
  const test = await startSignalled({ directory, transmitter });
  const origin = await test.app.listen({ host: '127.0.0.1', port: 0 });
  const agent = new Agent({ connections: clients });
  const tokens = new Map<string, string>();
  for (let index = 0; index < events; index += 1) {
    const jti = `burst-${index}`;
    const claims = { ...emailSubject(`user${index % 100}@example.org`), jti };
    tokens.set(jti, await transmitter.token(sessionRevoked(), claims));
  }
  const statuses = new Map<number, number>();
  const push = async (token: string) => {
    const status = await pushOver(agent, origin, token);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    return status;
  };
  const accepted = new Set<string>();
  const started = performance.now();
  for (let waiting = [...tokens]; waiting.length > 0; ) {
    const queue = waiting.values();
    const refused: [string, string][] = [];
    await Promise.all(
      Array.from({ length: clients }, async () => {
        for (const [jti, token] of queue) {
          if ((await push(token)) === 202) accepted.add(jti);
          else refused.push([jti, token]);
        }
      }),
    );
    waiting = refused;
  }
  const seconds = (performance.now() - started) / 1000;
  console.log(`${events} events stored in ${seconds.toFixed(1)} s; answers: ${JSON.stringify([...statuses])}`);
  expect([...statuses.keys()].every(status => [202, 429, 503].includes(status))).toBe(true);
  expect(accepted.size).toBe(events);
  const stored = await test.service.database.query<{ jti: string }>('select jti from signals');
  expect(stored).toHaveLength(events);
  expect(new Set(stored.map(({ jti }) => jti))).toEqual(accepted);
  await until(
    () =>
      test.service.database.query<{ count: number }>(`select count(*) as count from signals where status <> 'Read'`),
    ([left]) => Number(left!.count) === 0,
    600_000,
  );
  // Events about one account share a read.
  expect(directory.asked.length).toBeLessThan(events / 10);
  await agent.close();
  await test.close();
  await transmitter.close();
});

it('stores exactly what it acknowledges of ten thousand tokens offered a second', { timeout: 900_000 }, async () => {
  const [transmitter, neighbour] = await Promise.all([startTransmitter(), startTransmitter()]);
  const test = await startSignalled({ directory: createDirectory(3), transmitter, neighbour });
  const origin = await test.app.listen({ host: '127.0.0.1', port: 0 });
  const agent = new Agent({ connections: 256 });
  const flood = await floodOf(transmitter, neighbour, 5000);
  const started = performance.now();
  const pushes: Promise<number>[] = [];
  for (let sent = 0; sent < flood.length; sent += 1000) {
    await pause(Math.max(0, started + sent / 10 - performance.now()));
    pushes.push(...flood.slice(sent, sent + 1000).map(({ token }) => pushOver(agent, origin, token)));
  }
  const offered = (performance.now() - started) / 1000;
  const answers = await Promise.all(pushes);
  const seconds = (performance.now() - started) / 1000;
  const counts = [...Map.groupBy(answers, status => status)].map(([status, { length }]) => [status, length]);
  console.log(
    `${flood.length} tokens offered in ${offered.toFixed(1)} s, answered in ${seconds.toFixed(1)} s: ${JSON.stringify(counts)}`,
  );
  await expectFloodStored(test, flood, answers, 0);
  expect((await test.get('/readyz')).status).toBe(200);
  await agent.close();
  await test.close();
  await Promise.all([transmitter, neighbour].map(each => each.close()));
});

async function pushOver(agent: Agent, origin: string, token: string): Promise<number> {
  const headers = { authorization: endpointToken, 'content-type': 'application/secevent+jwt' };
  const answer = await request(`${origin}/ssf/v1/push/idp`, {
    method: 'POST',
    headers,
    body: token,
    dispatcher: agent,
  });
  await answer.body.dump();
  return answer.statusCode;
}
