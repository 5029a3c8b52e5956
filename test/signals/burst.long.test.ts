// Ten thousand events as fast as they can be sent, over a real connection and with the default limits: each is stored, or told to come again,
// and nothing that was accepted is lost. What was refused is sent again, as transmitters do, until all are stored.
import { Agent, request } from 'undici';
import { expect, it } from 'vitest';
import { createDirectory, startSignalled } from '../support/signals/signalled-service.ts';
import { emailSubject, endpointToken, sessionRevoked, startTransmitter } from '../support/signals/transmitter.ts';
import { until } from '../support/until.ts';

const events = 10_000;
const clients = 64;

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
    const headers = { authorization: endpointToken, 'content-type': 'application/secevent+jwt' };
    const answer = await request(`${origin}/ssf/v1/push/idp`, {
      ...{ method: 'POST', headers, body: token, dispatcher: agent },
    });
    await answer.body.dump();
    statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
    return answer.statusCode;
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
