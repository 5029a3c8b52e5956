// A real HTTP server on loopback that answers as a test scripts it, and remembers what it was asked.
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Asked {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** An answer; an object or list is sent as JSON. A function has the response to itself. */
export type Scripted =
  | { readonly status?: number; readonly headers?: Record<string, string | string[]>; readonly body?: unknown }
  | ((response: ServerResponse, socket: Socket) => void);

export interface ScriptedHttp {
  readonly url: string;
  readonly asked: Asked[];
  /** How requests are answered from now on; `count` is how often this path was asked before. */
  script(answer: (asked: Asked, count: number) => Scripted | Promise<Scripted>): void;
  close(): Promise<void>;
}

export async function startScriptedHttp(tls?: { key: string; cert: string }): Promise<ScriptedHttp> {
  const asked: Asked[] = [];
  let answerTo: (asked: Asked, count: number) => Scripted | Promise<Scripted> = () => ({ status: 404 });
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '', headers } = request;
    const body = await text(request);
    const one = { method, path: url, query: new URL(url, 'http://host').searchParams, headers, body };
    const count = asked.filter(({ path }) => path === url).length;
    asked.push(one);
    const scripted = await answerTo(one, count);
    if (typeof scripted === 'function') return scripted(response, request.socket);
    const { status = 200, headers: given = {}, body: content = {} } = scripted;
    const isText = typeof content === 'string';
    response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json', ...given });
    response.end(isText ? content : JSON.stringify(content));
  };
  const server = tls ? createHttpsServer(tls, handle) : createHttpServer(handle);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    asked,
    script(answer) {
      asked.length = 0;
      answerTo = answer;
    },
    async close() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
