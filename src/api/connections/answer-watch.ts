// Connections whose clients take what was sent to them a few bytes at a time, or not at all. Nothing is known of how long an
// answer may take: a download may last for hours. What is watched is whether it gets on: bytes have to be taken within a time.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export interface AnswerWatch {
  /** Watch the connections of a server until it closes. */
  watch(server: Server): void;
  /** Milliseconds since the client last took what waited for it; 0 when nothing waits, or it was taken a moment ago. */
  stuckMs(socket: Socket): number;
}

/** What waits on a connection, as it was first seen. */
interface Waiting {
  /** Bytes sent on the connection until then: taken once that many have left. */
  readonly upTo: number;
  readonly bytes: number;
  readonly since: number;
}

/** A large piece has longer: nothing shows how much of it was taken until all of it was. A modem was as fast. */
const slowestBytesPerSecond = 4096;
const longestPauseMs = 1000;

/** @param answerMs how long bytes that were sent may wait to be taken, before the connection is ended */
export function createAnswerWatch(answerMs: number): AnswerWatch {
  const waiting = new WeakMap<Socket, Waiting>();

  function look(socket: Socket): void {
    // Until the system takes them, bytes count as sent (`bytesWritten`) and as waiting (`writableLength`).
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
