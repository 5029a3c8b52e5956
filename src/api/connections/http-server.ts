// The HTTP server below the application. It limits the time and memory that one client can take from the others.
import http, { type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { ServiceError } from '../../errors.ts';
import { type AnswerWatch, createAnswerWatch } from './answer-watch.ts';
import { createHeldAnswers, type HeldAnswers } from './held-answers.ts';
import { createRequestLines } from './request-line.ts';

export interface ClientLimits {
  /** Milliseconds within which the headers of a request have to arrive. */
  readonly headersMs: number;
  /** Milliseconds within which a whole request has to arrive, including its body. */
  readonly requestMs: number;
  /** Milliseconds that bytes of an answer may wait to be received. */
  readonly answerMs: number;
  /** Bytes of answers that may wait to be received, on all connections together. */
  readonly waitingBytes: number;
}

export interface Connections {
  /** Creates the server of an application (Fastify's `serverFactory`). */
  createServer(handle: RequestListener): Server;
  readonly held: HeldAnswers;
}

/** RFC 9110, section 10.1.1: an expectation other than `100-continue` may be refused. */
function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const body = JSON.stringify(new ServiceError('BAD_REQUEST', 'Expect may only be 100-continue').toEnvelope());
  const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) };
  response.writeHead(417, { ...headers, connection: 'close' }).end(body);
}

/** Longest interval between two checks of the time limits. */
const checkMs = 5000;
/** How long an idle connection is kept. Longer than the usual 60 s of proxies, so that the proxy closes it first. */
const idleMs = 72_000;

export function createConnections({ headersMs, requestMs, answerMs, waitingBytes }: ClientLimits): Connections {
  const watch: AnswerWatch = createAnswerWatch(answerMs);
  return {
    createServer(handle) {
      const lines = createRequestLines(handle);
      const server = http.createServer(
        {
          headersTimeout: Math.min(headersMs, requestMs),
          requestTimeout: requestMs,
          connectionsCheckingInterval: Math.min(checkMs, headersMs / 2, requestMs / 2),
          keepAliveTimeout: idleMs,
        },
        lines.listener,
      );
      // Without a listener, Node.js answers without a body.
      server.on('checkExpectation', refuseExpectation);
      watch.watch(server);
      // Emitted when nothing was read or received for this long. When a request is being answered and no bytes wait to be received,
      // the service itself is slow, so the connection is kept.
      server.setTimeout(answerMs, socket => {
        if (socket.writableLength > 0 || !lines.isAnswering(socket)) socket.destroy();
      });
      return server;
    },
    held: createHeldAnswers(waitingBytes, watch),
  };
}
