// A TCP proxy on this machine in front of a server. On command it breaks connections in the middle of an answer.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface CuttingProxy {
  readonly port: number;
  /** Break the next connection over which the server has sent so many bytes from now on; later ones pass. */
  cutOnceAfter(bytes: number): { readonly done: () => boolean };
  /** Break all connections, and every new one at once, as if the server were down. */
  goDown(): void;
  comeUp(): void;
  stop(): Promise<void>;
}

export async function startCuttingProxy(target: number): Promise<CuttingProxy> {
  const sockets = new Set<Socket>();
  let isDown = false;
  let cut: { left: number; isDone: boolean } | undefined;
  const server = createServer(client => {
    if (isDown) return void client.destroy();
    const upstream = connect(target, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream);
    upstream.on('data', bytes => {
      if (cut && !cut.isDone) {
        cut.left -= bytes.length;
        if (cut.left <= 0) {
          cut.isDone = true;
          return void client.destroy();
        }
      }
      client.write(bytes);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cutOnceAfter(bytes) {
      const planned = { left: bytes, isDone: false };
      cut = planned;
      return { done: () => planned.isDone };
    },
    goDown() {
      isDown = true;
      for (const socket of sockets) socket.destroy();
    },
    comeUp() {
      isDown = false;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
