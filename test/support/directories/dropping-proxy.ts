// A TCP proxy in front of a real server, which ends connections on command.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface DroppingProxy {
  readonly port: number;
  /** Reset the next connection on which the server has sent this many bytes, once `first` has ended. */
  dropAfter(bytes: number, first: () => Promise<void>): void;
  stop(): Promise<void>;
}

export async function startDroppingProxy(serverPort: number, serverHost = '127.0.0.1'): Promise<DroppingProxy> {
  const open = new Set<Socket>();
  let drop: { bytes: number; first: () => Promise<void> } | undefined;
  const server = createServer(client => {
    const upstream = connect({ host: serverHost, port: serverPort });
    let bytes = 0;
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => {
        open.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream);
    upstream.on('data', chunk => {
      bytes += chunk.length;
      if (!drop || bytes < drop.bytes) {
        client.write(chunk);
        return;
      }
      const { first } = drop;
      drop = undefined;
      upstream.pause();
      client.write(chunk.subarray(0, chunk.length / 2));
      first().then(() => client.resetAndDestroy());
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    dropAfter(bytes, first) {
      drop = { bytes, first };
    },
    async stop() {
      for (const socket of open) socket.destroy();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
