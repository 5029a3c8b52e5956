// Query pages of the maximum size: they arrive complete, and other requests do not wait for them.
import http from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Attacked, startAttacked } from '../support/attacked.ts';
import { as } from '../support/send.ts';

let attacked: Attacked;
beforeAll(async () => {
  attacked = await startAttacked({ query: { memory_mb: 1024, time: '60s' } });
});
afterAll(() => attacked.close());

const rows = 10_000;
/** Sixty megabytes of text with characters outside ASCII. */
const large = `SELECT i, repeat('é', 3000) AS filling FROM range(${rows}) t(i) ORDER BY i`;

const execute = (query_string: string, encoding = 'identity') =>
  fetch(`http://127.0.0.1:${attacked.port}/v1/query/execute`, {
    method: 'POST',
    headers: { ...as(attacked.token), 'content-type': 'application/json', 'accept-encoding': encoding },
    body: JSON.stringify({ query_string, page_size: rows }),
  });

it.each(['identity', 'gzip'])('arrive complete (%s)', async encoding => {
  const page = JSON.parse(await (await execute(large, encoding)).text());
  expect(page).toMatchObject({ row_count: rows, columns: [{ name: 'i' }, { name: 'filling' }] });
  const isRight = ([i, filling]: [number, string], index: number) => i === index && filling === 'é'.repeat(3000);
  expect([page.rows.length, page.rows.every(isRight)]).toEqual([rows, true]);
});

it('may have no rows', async () => {
  expect(await (await execute('SELECT 1 AS one WHERE false')).json()).toMatchObject({ rows: [], row_count: 0 });
});

it('are refused above the limit', async () => {
  const answer = await execute(`SELECT repeat('x', 20000) FROM range(${rows})`);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: 'QUERY_LIMIT_EXCEEDED', details: { limit: 'result' } });
});

it('do not delay lists', async () => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const list = () =>
    new Promise<number>((resolve, reject) => {
      const began = performance.now();
      const asked = { port: attacked.port, path: '/v1/roles?pageSize=1', agent, headers: as(attacked.token) };
      const request = http.get(asked, response => {
        response.resume().once('end', () => resolve(performance.now() - began));
      });
      request.once('error', reject);
    });
  await list();
  attacked.longestTurnMs();
  const longest: { listMs: number; turnMs: number }[] = [];
  for (let page = 0; page < 5; page += 1) {
    let isOver = false;
    // Discard the bytes as they arrive, so that this client does not delay the lists.
    const taken = execute(large).then(async ({ body }) => {
      for await (const _ of body!);
      isOver = true;
    });
    let listMs = 0;
    while (!isOver) listMs = Math.max(listMs, await list());
    await taken;
    longest.push({ listMs: Math.round(listMs), turnMs: Math.round(attacked.longestTurnMs()) });
  }
  agent.destroy();
  console.info('beside each of five pages of 60 MB, the slowest list and the longest turn of the event loop:', longest);
  // Response times depend on the load of the machine during a test run. Turns of the event loop depend on the service only.
  expect(Math.min(...longest.map(({ turnMs }) => turnMs))).toBeLessThan(40);
});
