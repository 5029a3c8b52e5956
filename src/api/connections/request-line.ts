// Requests of one connection, one after the other. Node.js parses every request that a client sends ahead (HTTP pipelining,
// RFC 9112, section 9.3.2) and would have all of them answered at once, however slowly the answers are taken.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Line {
  /** Requests that were parsed and wait, first come first; the one that is being answered is not among them. */
  readonly waiting: (readonly [IncomingMessage, ServerResponse])[];
  isAnswering: boolean;
  /** Whether nothing is read from the connection because requests wait. */
  isPaused: boolean;
}

/** Requests that wait on all connections. Each takes some four kilobytes. */
const mostWaiting = 10_000;

export interface RequestLines {
  /**
   * Hands on a connection's next request once the answer to the one before was taken. Until then nothing more is read from
   * the connection; only what had arrived with the request, 64 KiB at most, waits in memory. A connection that sends ahead
   * while too much waits on all of them is ended; RFC 9112 lets its client send again what was not answered.
   */
  readonly listener: RequestListener;
  /** Whether a request of the connection has begun to arrive or to be answered, and its answer was not taken yet. */
  isAnswering(socket: Socket): boolean;
}

export function createRequestLines(handle: RequestListener): RequestLines {
  const lines = new WeakMap<Socket, Line>();
  let waitingOnAll = 0;

  function lineOf(socket: Socket): Line {
    let line = lines.get(socket);
    if (!line) {
      line = { waiting: [], isAnswering: false, isPaused: false };
      lines.set(socket, line);
    }
    return line;
  }

  function answer(line: Line, request: IncomingMessage, response: ServerResponse): void {
    line.isAnswering = true;
    const { socket } = request;
    response.once('close', () => goOn(line, socket));
    handle(request, response);
  }

  function goOn(line: Line, socket: Socket): void {
    line.isAnswering = false;
    if (socket.destroyed) {
      waitingOnAll -= line.waiting.splice(0).length;
      return;
    }
    const next = line.waiting.shift();
    if (next) waitingOnAll -= 1;
    if (line.isPaused && line.waiting.length === 0) {
      line.isPaused = false;
      socket.resume();
    }
    if (next) answer(line, ...next);
  }

  function stand(line: Line, request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    // What was parsed together with the request that ended the connection.
    if (socket.destroyed) return;
    line.waiting.push([request, response]);
    waitingOnAll += 1;
    line.isPaused = true;
    socket.pause();
    if (waitingOnAll > mostWaiting) socket.destroy();
  }

  return {
    listener(request, response) {
      const line = lineOf(request.socket);
      if (line.isAnswering) stand(line, request, response);
      else answer(line, request, response);
    },
    isAnswering: socket => lines.get(socket)?.isAnswering ?? false,
  };
}
