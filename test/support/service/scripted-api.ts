// An HTTP service that records its requests. It gives a token to every client; a test scripts all other answers.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts what it finds in a JSON body
  readonly body: any;
}

export type Answering = (asked: Asked, response: ServerResponse) => unknown;

export interface ScriptedApi {
  readonly url: string;
  readonly asked: Asked[];
  /** Set the function that answers from now on. It returns a value to send as JSON, or writes the response itself. */
  answer(answering: Answering): void;
  close(): Promise<void>;
}

export async function startScriptedApi(): Promise<ScriptedApi> {
  const asked: Asked[] = [];
  let answering: Answering = () => ({});
  const server = createServer(async (request, response) => {
    const sent = await text(request);
    if (request.url === '/oauth2/token') {
      response.setHeader('content-type', 'application/json').end('{"access_token":"scripted"}');
      return;
    }
    const one = {
      method: request.method!,
      url: request.url!,
      headers: request.headers,
      body: sent === '' ? undefined : JSON.parse(sent),
    };
    asked.push(one);
    const value = await answering(one, response);
    if (value !== undefined) response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answer: next => {
      answering = next;
      asked.length = 0;
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answer with an error envelope. */
export function refuse(response: ServerResponse, status: number, envelope: Record<string, unknown>): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(envelope));
}
