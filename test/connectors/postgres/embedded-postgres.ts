// PGlite behind a TCP port: a newer PostgreSQL than the machine has packages of. It has one session, so one client at a time.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { PGlite } from '@electric-sql/pglite';

export interface EmbeddedPostgres {
  readonly port: number;
  readonly database: PGlite;
  stop(): Promise<void>;
}

/** @param folder of a database that PGlite has made */
export async function startEmbeddedPostgres(folder: string): Promise<EmbeddedPostgres> {
  const database = await PGlite.create(folder);
  const server = createServer(socket => serve(socket, database));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    database,
    async stop() {
      await new Promise(resolve => server.close(resolve));
      await database.close();
    },
  };
}

const terminate = 'X'.charCodeAt(0);

/** Passes on whole messages only (https://www.postgresql.org/docs/current/protocol-message-formats.html), one batch after the other. */
function serve(socket: Socket, database: PGlite): void {
  let waiting: Buffer = Buffer.alloc(0);
  let isStarted = false;
  let line = Promise.resolve();
  const wholeMessages = (): Buffer => {
    let end = 0;
    for (;;) {
      // The first message has no letter before its length.
      const head = isStarted ? 1 : 0;
      if (waiting.length < end + head + 4) break;
      const length = head + waiting.readInt32BE(end + head);
      if (waiting.length < end + length) break;
      end += length;
      isStarted = true;
    }
    const whole = waiting.subarray(0, end);
    waiting = waiting.subarray(end);
    return whole;
  };
  const answer = async () => {
    const messages = wholeMessages();
    if (messages.length === 0) return;
    if (messages[0] === terminate) return void socket.end();
    socket.write(await database.execProtocolRaw(messages));
  };
  socket.on('error', () => {});
  socket.on('data', bytes => {
    waiting = Buffer.concat([waiting, bytes]);
    line = line.then(answer);
  });
}
