// Clients that send a thousand requests ahead and read no answer: the memory of the service stays limited.
import { once } from 'node:events';
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Attacked, startAttacked } from '../support/attacked.ts';
import { until } from '../support/until.ts';

/** Limit for the memory of the service. */
const mostMebibytes = 1024;
const connections = 50;
const ahead = 1000;
/** The service has to end all connections within this time. */
const endedWithinMs = 900_000;
vi.setConfig({ testTimeout: 2 * endedWithinMs });

let attacked: Attacked;
beforeAll(async () => {
  attacked = await startAttacked({ clients: { answer_time: '10s' } });
});
afterAll(() => attacked.close());

const request = (target: string, headers: readonly string[]) =>
  [`GET ${target} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n');

describe(`${connections} connections, each with ${ahead} requests whose answers are not read`, () => {
  it.each([
    ['/openapi.json', ['Accept-Encoding: br']],
    ['/openapi.json', ['Accept-Encoding: gzip']],
    ['/openapi.json', []],
    ['/docs/static/swagger-ui-bundle.js', ['Accept-Encoding: br']],
    ['/v1/accounts?pageSize=200', ['Accept-Encoding: br']],
    ['/v1/accounts?pageSize=200', []],
  ])('%s %j', async (target, headers) => {
    const isPublic = !target.startsWith('/v1/');
    const all = isPublic ? headers : [...headers, `Authorization: Bearer ${attacked.token}`];
    await until(attacked.connections, open => open === 0, endedWithinMs);
    attacked.peakMebibytes();
    for (let number = 0; number < connections; number += 1) {
      (await attacked.connectDeaf()).write(request(target, all).repeat(ahead));
    }
    await until(attacked.connections, open => open > 0);
    // Other clients are answered meanwhile.
    const { status } = await fetch(`http://127.0.0.1:${attacked.port}/openapi.json`, {
      headers: { connection: 'close' },
    });
    expect(status).toBe(200);
    await until(attacked.connections, open => open === 0, endedWithinMs);
    const peak = attacked.peakMebibytes();
    console.info(`${target} ${headers}: at most ${peak} MiB`);
    expect(peak).toBeLessThan(mostMebibytes);
  });
});

it(`a client that reads its answers gets all ${ahead} of them, in order`, async () => {
  const socket = net.connect(attacked.port, '127.0.0.1');
  await once(socket, 'connect');
  const targets = Array.from({ length: ahead }, (_, index) => `/absent-${index}`);
  socket.write(targets.map(target => request(target, target === targets.at(-1) ? ['Connection: close'] : [])).join(''));
  let text = '';
  for await (const chunk of socket) text += chunk.toString('latin1');
  const answered = [...text.matchAll(/there is no GET (\/absent-\d+)/g)].map(match => match[1]);
  expect(answered).toEqual(targets);
});
