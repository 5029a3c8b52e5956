// Answers the requests of one connection one after the other. Node.js parses every request that a client sends ahead (HTTP
// pipelining, RFC 9112, section 9.3.2) and would answer all of them at once, even if the client does not receive the answers.
//
// The other limits for one client: times for headers, for bodies and for receiving an answer (http-server.ts, answer-watch.ts); answers that
// are whole in memory, which are counted until they are received (held-answers.ts); encoders for compressed answers (compression.ts,
// encoders.ts); a share of the query processes and of the waiting queries (src/sandbox/waiting-line.ts).
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Line {
  /** Parsed requests that wait, in the order of their arrival, without the one that is being answered. */
  readonly waiting: (readonly [IncomingMessage, ServerResponse])[];
  isAnswering: boolean;
  /** Whether reading from the connection is paused because requests wait. */
  isPaused: boolean;
}

/** Limit for waiting requests on all connections together. Each takes some four kilobytes. */
const mostWaiting = 10_000;

export interface RequestLines {
  /**
   * Passes on a connection's next request after the previous answer was received. Until then the connection is not read; only
   * the data that arrived together with the request, 64 KiB at most, waits in memory. When too many requests wait on all
   * connections, a connection that sends ahead is ended. RFC 9112 lets its client repeat the requests that got no answer.
   */
  readonly listener: RequestListener;
  /** Whether a request of the connection was passed on and its answer was not fully received yet. */
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
    response.once('close', () => answerNext(line, socket));
    handle(request, response);
  }

  function answerNext(line: Line, socket: Socket): void {
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

  function enqueue(line: Line, request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    // This request was parsed together with an earlier one that ended the connection.
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
      if (line.isAnswering) enqueue(line, request, response);
      else answer(line, request, response);
    },
    isAnswering: socket => lines.get(socket)?.isAnswering ?? false,
  };
}
