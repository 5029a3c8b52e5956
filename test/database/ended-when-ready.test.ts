// A server that shuts down says so on connections that have only just become ready, and both may arrive in one packet.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import process from 'node:process';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openDatabase } from '../../src/database/open-database.ts';
import { postgresMissing, startPostgres } from '../support/servers/postgres.ts';

/** How the server says that a connection is ready (PostgreSQL, message formats: ReadyForQuery, idle). */
const ready = Buffer.from('Z\0\0\0\x05I', 'latin1');

it.skipIf(postgresMissing)('reads over another connection when one ends as it becomes ready', async () => {
  const server = await startPostgres();
  onTestFinished(() => server.stop());
  const url = new URL(await server.createDatabase());
  const proxy = await startProxy(Number(url.port), () => server.dropConnections(url.href));
  onTestFinished(proxy.stop);
  url.port = String(proxy.port);
  const database = await openDatabase({ url: url.href, connections: 2 });
  onTestFinished(() => database.close());

  const onUncaught = vi.fn();
  process.on('uncaughtException', onUncaught);
  onTestFinished(() => void process.off('uncaughtException', onUncaught));
  proxy.endNext();
  const both = await Promise.all([database.query('SELECT 1 AS one'), database.query('SELECT 1 AS one')]);
  expect(both).toEqual([[{ one: 1 }], [{ one: 1 }]]);
  expect(await proxy.ended()).toHaveLength(1);
  expect(onUncaught).not.toHaveBeenCalled();
});

/** Passes connections on. Of the one after `endNext`, it sends the whole answer at once when the server has ended it. */
async function startProxy(target: number, endAll: () => Promise<void>) {
  let endsNext = false;
  const endings: Promise<void>[] = [];
  const proxy = createServer(client => {
    const upstream = connect(target, '127.0.0.1');
    const isEnded = endsNext;
    endsNext = false;
    client.on('error', () => {}).on('close', () => upstream.destroy());
    upstream.on('error', () => {});
    client.pipe(upstream);
    if (!isEnded) return void upstream.pipe(client);
    const held: Buffer[] = [];
    upstream.on('data', bytes => {
      held.push(bytes);
      if (Buffer.concat(held).subarray(-ready.length).equals(ready)) endings.push(endAll());
    });
    upstream.once('end', () => client.end(Buffer.concat(held)));
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    port: (proxy.address() as AddressInfo).port,
    endNext: () => {
      endsNext = true;
    },
    ended: () => Promise.all(endings),
    stop: () => new Promise<void>(resolve => proxy.close(() => resolve())),
  };
}
