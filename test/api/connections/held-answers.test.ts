// The limit on answers that wait to be taken, on real connections.
import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { beforeEach, expect, it } from 'vitest';
import { createConnections } from '../../../src/api/connections/http-server.ts';
import { until } from '../../support/until.ts';

const mebibyte = 1024 ** 2;
let port: number;
let refused: number;
const limits = { headersMs: 60_000, requestMs: 60_000, answerMs: 60_000, waitingBytes: 64 * mebibyte };

beforeEach(async () => {
  refused = 0;
  const { createServer, held } = createConnections(limits);
  // Every request gets sixteen mebibytes if the limit allows it.
  const server = createServer((_request, response) => {
    try {
      held.hold(response, 16 * mebibyte);
      response.end(Buffer.alloc(16 * mebibyte));
    } catch {
      refused += 1;
      response.writeHead(503).end();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
  return () => {
    server.closeAllConnections();
    server.close();
  };
});

async function deaf(): Promise<net.Socket> {
  const socket = net.connect(port, '127.0.0.1');
  socket.pause();
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  return socket;
}

async function taken(): Promise<{ status: number; bytes: number }> {
  const [response] = (await once(http.get({ port, agent: false }), 'response')) as [http.IncomingMessage];
  let bytes = 0;
  for await (const chunk of response) bytes += chunk.length;
  return { status: response.statusCode!, bytes };
}

it('refuses an answer while recent answers fill the limit, and ends connections whose clients receive nothing', async () => {
  const sockets = await Promise.all(Array.from({ length: 4 }, deaf));
  // The other connections are not stuck yet.
  expect(await until(taken, ({ status }) => status === 503)).toEqual({ status: 503, bytes: 0 });
  expect(refused).toBeGreaterThan(0);
  expect(await until(taken, ({ status }) => status === 200)).toEqual({ status: 200, bytes: 16 * mebibyte });
  for (const socket of sockets) socket.destroy();
});

it('frees the room of answers that were received', async () => {
  for (let round = 0; round < 10; round += 1) {
    expect(await taken()).toEqual({ status: 200, bytes: 16 * mebibyte });
  }
  expect(refused).toBe(0);
});
