// Ends connections whose clients receive their answers too slowly or not at all. A download may last for hours, so there is no
// limit on the whole answer. Instead, the watch checks progress: bytes that were sent have to be received within a time limit.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export interface AnswerWatch {
  /** Watch the connections of a server until it closes. */
  watch(server: Server): void;
  /** Milliseconds since the client last made progress; 0 when no bytes wait, or when the client received some a moment ago. */
  stuckMs(socket: Socket): number;
}

/** The bytes that wait on a connection, recorded when they were first seen. */
interface Waiting {
  /** Bytes sent on the connection at that moment. The client has received the waiting bytes when this many have left. */
  readonly upTo: number;
  readonly bytes: number;
  readonly since: number;
}

/** A large piece gets more time: its progress shows only when all of it was received. This is the speed of a modem. */
const slowestBytesPerSecond = 4096;
const longestPauseMs = 1000;

/** @param answerMs how long sent bytes may wait to be received; after that, the connection is ended */
export function createAnswerWatch(answerMs: number): AnswerWatch {
  const waiting = new WeakMap<Socket, Waiting>();

  function look(socket: Socket): void {
    // Node.js counts bytes that the system has not taken yet both as sent (`bytesWritten`) and as waiting (`writableLength`).
    const bytes = socket.writableLength;
    const before = waiting.get(socket);
    if (bytes === 0) {
      waiting.delete(socket);
    } else if (!before || socket.bytesWritten - bytes >= before.upTo) {
      waiting.set(socket, { upTo: socket.bytesWritten, bytes, since: performance.now() });
    } else {
      const allowedMs = Math.max(answerMs, (before.bytes / slowestBytesPerSecond) * 1000);
      if (performance.now() - before.since > allowedMs) socket.destroy();
    }
  }

  return {
    watch(server) {
      const open = new Set<Socket>();
      server.on('connection', socket => {
        open.add(socket);
        socket.once('close', () => open.delete(socket));
      });
      const timer = setInterval(() => open.forEach(look), Math.min(longestPauseMs, answerMs / 4)).unref();
      server.once('close', () => clearInterval(timer));
    },
    stuckMs(socket) {
      const since = waiting.get(socket)?.since;
      return since === undefined ? 0 : performance.now() - since;
    },
  };
}
