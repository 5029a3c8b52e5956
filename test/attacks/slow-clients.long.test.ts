// Clients that send or read so slowly that they would occupy the service for ever: they are cut off, and no other client is.
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Attacked, startAttacked } from '../support/attacked.ts';
import { until } from '../support/until.ts';

const mostMebibytes = 1024;
const answerMs = 10_000;
const requestMs = 20_000;
const many = 2000;
/** The service has to end all connections within this time. */
const endedWithinMs = 900_000;
vi.setConfig({ testTimeout: 2 * endedWithinMs });

let attacked: Attacked;
beforeAll(async () => {
  attacked = await startAttacked({
    clients: {
      answer_time: `${answerMs / 1000}s`,
      request_time: `${requestMs / 1000}s`,
      headers_time: '2s',
      waiting_mb: 128,
    },
  });
});
afterAll(() => attacked.close());

const page = '/v1/accounts?pageSize=200';
const authorized = () => ({ authorization: `Bearer ${attacked.token}` });
const head = (line: string, more: readonly string[] = []) =>
  [`${line} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${attacked.token}`, ...more, '', ''].join('\r\n');

/** Uses every connection in the same way, until the service has ended all of them. */
async function attackedBy(count: number, use: (socket: net.Socket) => void): Promise<number> {
  await until(attacked.connections, open => open === 0);
  attacked.peakMebibytes();
  for (let number = 0; number < count; number += 1) use(await attacked.connectDeaf());
  await until(attacked.connections, open => open > 0);
  await until(attacked.connections, open => open === 0, endedWithinMs);
  return attacked.peakMebibytes();
}

/** Sends a byte at intervals until the connection is closed. */
function drip(socket: net.Socket, everyMs: number): void {
  const timer = setInterval(() => socket.write('x'), everyMs).unref();
  socket.once('error', () => clearInterval(timer));
  socket.once('close', () => clearInterval(timer));
}

it(`${many} bodies that come byte by byte are cut off`, async () => {
  const slow = head('POST /v1/query/execute', ['Content-Type: application/json', 'Content-Length: 100000']);
  const peak = await attackedBy(many, socket => {
    socket.write(slow);
    drip(socket, 500);
  });
  console.info(`${many} slow bodies: at most ${peak} MiB`);
  expect(peak).toBeLessThan(mostMebibytes);
});

it(`${many} requests whose headers never end are cut off`, async () => {
  const peak = await attackedBy(many, socket => {
    socket.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\nX: ');
    drip(socket, 500);
  });
  console.info(`${many} slow heads: at most ${peak} MiB`);
  expect(peak).toBeLessThan(mostMebibytes);
});

it(`${many} connections, each with 100 pages that are not read, are cut off, and others get theirs`, async () => {
  const answered = async () => {
    const headers = { ...authorized(), connection: 'close' };
    return (await fetch(`http://127.0.0.1:${attacked.port}${page}`, { headers })).status;
  };
  const asking = async () => {
    await until(attacked.connections, open => open >= 50, endedWithinMs);
    // More bytes wait than the limit allows. Some requests are refused until the service has ended the stuck connections.
    return until(answered, status => status === 200);
  };
  const [peak] = await Promise.all([
    attackedBy(many, socket => socket.write(head(`GET ${page}`).repeat(100))),
    asking(),
  ]);
  console.info(`${many} connections with unread pages: at most ${peak} MiB`);
  expect(peak).toBeLessThan(mostMebibytes);
});

it('a client that reads a few bytes at intervals is cut off too', async () => {
  await until(attacked.connections, open => open === 0);
  const socket = await attacked.connectDeaf();
  socket.write(head(`GET ${page}`).repeat(100));
  await until(attacked.connections, open => open === 1);
  const reading = setInterval(() => socket.read(1), 200);
  await until(attacked.connections, open => open === 0, endedWithinMs);
  clearInterval(reading);
});

it('a client that reads its answer slowly but steadily gets all of it, even if that takes longer than the limit', async () => {
  const expected = Buffer.from(
    await (await fetch(`http://127.0.0.1:${attacked.port}${page}`, { headers: authorized() })).arrayBuffer(),
  );
  const pages = 30;
  const socket = net.connect({ port: attacked.port, host: '127.0.0.1', onread: undefined });
  await once(socket, 'connect');
  socket.write(head(`GET ${page}`).repeat(pages - 1) + head(`GET ${page}`, ['Connection: close']));
  const began = performance.now();
  let bytes = 0;
  const atLeastMs = 4 * answerMs;
  for await (const chunk of socket) {
    bytes += chunk.length;
    const due = (bytes / (expected.length * pages)) * atLeastMs - (performance.now() - began);
    if (due > 0) await pause(due);
  }
  expect(performance.now() - began).toBeGreaterThan(atLeastMs * 0.9);
  expect(bytes).toBeGreaterThan(expected.length * pages);
});

it('a connection that is kept for the next request is not cut off', async () => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async () => {
    const request = http.get({ port: attacked.port, path: '/openapi.json', agent });
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    for await (const _ of response);
    return request.reusedSocket;
  };
  expect(await ask()).toBe(false);
  await pause(Math.max(answerMs, requestMs) + 2000);
  expect(await ask()).toBe(true);
  agent.destroy();
});
