// The HTTP server below the application: what one client may take of time and memory, so that others get theirs.
import http, { type RequestListener, type Server } from 'node:http';
import { type AnswerWatch, createAnswerWatch } from './answer-watch.ts';
import { createHeldAnswers, type HeldAnswers } from './held-answers.ts';
import { createRequestLines } from './request-line.ts';

export interface ClientLimits {
  /** Milliseconds until a request's headers have arrived. */
  readonly headersMs: number;
  /** Milliseconds until a request has arrived, its body included. */
  readonly requestMs: number;
  /** Milliseconds that bytes of an answer may wait to be taken. */
  readonly answerMs: number;
  /** Bytes of answers that may wait to be taken on all connections. */
  readonly waitingBytes: number;
}

export interface Connections {
  /** Makes the server of an application (Fastify's `serverFactory`). */
  createServer(handle: RequestListener): Server;
  readonly held: HeldAnswers;
}

/** How often time limits are looked at, at least. */
const checkMs = 5000;
/** A connection on which nothing is asked or answered. Longer than the 60 s of usual proxies, which then end it first. */
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
      watch.watch(server);
      // Emitted when nothing was read or taken for so long. It is the service that takes its time when nothing waits to be taken.
      server.setTimeout(answerMs, socket => {
        if (socket.writableLength > 0 || !lines.isAnswering(socket)) socket.destroy();
      });
      return server;
    },
    held: createHeldAnswers(waitingBytes, watch),
  };
}
