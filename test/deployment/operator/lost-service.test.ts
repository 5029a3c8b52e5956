// A command whose service ends with it in its hands says so in a sentence.
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { connectOperator, controlSocketPath } from '../../../src/deployment/operator/control-socket.ts';
import { temporaryFolder } from '../../support/service/service.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A service that closes each connection when a command arrives, after it has sent some bytes. @returns its data directory */
async function lostService(sent: string): Promise<string> {
  const folder = temporaryFolder();
  fs.chmodSync(folder, 0o700);
  closers.push(() => fs.rmSync(folder, { recursive: true, force: true }));
  const server = net.createServer(socket => {
    socket.on('error', () => {});
    socket.once('data', () => {
      if (sent === '') socket.destroy();
      else socket.write(sent, () => socket.destroy());
    });
  });
  closers.push(() => server.close());
  await once(server.listen(controlSocketPath(folder)), 'listening');
  return folder;
}

const head = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
it.each([
  ['before it answers', ''],
  ['in the head of the answer', 'HTTP/1.1 200 OK\r\ntransf'],
  ['after the head', head],
  ['after an event', `${head}e\r\n{"event":null}\n\r\n`],
])('a service that is lost %s', async (_when, sent) => {
  const operator = await connectOperator(await lostService(sent));
  await expect(operator!.sync({ sources: [], acceptLoss: false }, () => {})).rejects.toThrow(
    'the running service closed the connection before it answered; its log says why.',
  );
});
