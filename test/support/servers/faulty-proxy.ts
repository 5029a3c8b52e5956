// A proxy on this machine in front of an HTTP server. It injects faults of networks and servers on command.
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Fault = {
  /** Which requests the fault affects; default: all. */
  readonly on?: (request: { method: string; url: string }) => boolean;
  /** The number of matching requests that pass first. */
  readonly after?: number;
  /** The number of requests that it affects; default: one. */
  readonly times?: number;
} & (
  | { readonly kind: 'refuse' } // The connection is reset before the request is passed on.
  | { readonly kind: 'answer'; readonly status: number; readonly code?: string } // An answer of the proxy's own.
  | { readonly kind: 'stall'; readonly afterBytes?: number } // Some bytes of the answer arrive, then nothing.
  | { readonly kind: 'delay'; readonly delayMs: number }
  | { readonly kind: 'trickle'; readonly bytes: number; readonly everyMs: number } // The answer arrives slowly.
  | { readonly kind: 'truncate'; readonly afterBytes: number } // The connection ends within the answer.
  | { readonly kind: 'corrupt'; readonly atByte: number } // One byte of the answer is changed.
  | { readonly kind: 'corrupt-upload'; readonly atByte: number } // One byte of the request is changed.
  | { readonly kind: 'cut-upload'; readonly afterBytes: number } // The connection ends within the request.
  | { readonly kind: 'lose-answer' } // The server carries out the request, but its answer is lost.
);

export interface FaultyProxy {
  readonly url: string;
  /** All requests in order, with and without faults. */
  readonly asked: { method: string; url: string }[];
  /** Add a fault; `met` counts the requests that it has affected. */
  inject(fault: Fault): { met(): number };
  /** Remove all faults, and close stalled connections. */
  heal(): void;
  stop(): Promise<void>;
}

/** @param target the server's address, http://127.0.0.1:9000 */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const { hostname, port } = new URL(target);
  const asked: { method: string; url: string }[] = [];
  const faults: { fault: Fault; seen: number; met: number }[] = [];
  const stalled = new Set<() => void>();
  const server = createServer((request, response) => {
    const { method, url } = { method: request.method!, url: request.url! };
    asked.push({ method, url });
    const fault = nextFault({ method, url });
    if (fault?.kind === 'refuse') return void request.socket.destroy();
    if (fault?.kind === 'answer') return answerItself(request, response, fault);
    if (fault?.kind === 'delay') return delay(request, response, fault.delayMs);
    passOn(request, response, fault);
  });
  server.requestTimeout = 0;

  function nextFault(request: { method: string; url: string }): Fault | undefined {
    for (const entry of faults) {
      if (entry.fault.on && !entry.fault.on(request)) continue;
      entry.seen += 1;
      if (entry.seen <= (entry.fault.after ?? 0) || entry.met >= (entry.fault.times ?? 1)) continue;
      entry.met += 1;
      return entry.fault;
    }
    return undefined;
  }

  function answerItself(
    request: IncomingMessage,
    response: ServerResponse,
    { status, code = 'ServiceUnavailable' }: { status: number; code?: string },
  ): void {
    request.resume();
    const text = `<Error><Code>${code}</Code><Message>by the faulty proxy</Message></Error>`;
    request.on('end', () => {
      response.writeHead(status, { 'content-type': 'application/xml' });
      response.end(request.method === 'HEAD' ? undefined : text);
    });
  }

  function passOn(request: IncomingMessage, response: ServerResponse, fault?: Fault): void {
    const passed = ask(
      { hostname, port, method: request.method, path: request.url, headers: request.headers, agent: false },
      answer => {
        if (fault?.kind === 'lose-answer') {
          answer.resume();
          return void answer.on('end', () => request.socket.destroy());
        }
        response.writeHead(answer.statusCode!, answer.headers);
        response.flushHeaders();
        void send(answer, response, fault).catch(() => response.destroy());
      },
    );
    passed.on('error', () => request.socket.destroy());
    request.on('close', () => {
      if (!request.complete) passed.destroy();
    });
    response.on('close', () => passed.destroy());
    let at = 0;
    request.on('data', (chunk: Buffer) => {
      if (fault?.kind === 'cut-upload' && at + chunk.length > fault.afterBytes) {
        passed.destroy();
        request.socket.destroy();
        return;
      }
      const altered = fault?.kind === 'corrupt-upload' ? withOtherByte(chunk, fault.atByte - at) : chunk;
      at += chunk.length;
      if (!passed.write(altered)) {
        request.pause();
        passed.once('drain', () => request.resume());
      }
    });
    request.on('end', () => passed.end());
  }

  async function send(answer: IncomingMessage, response: ServerResponse, fault?: Fault): Promise<void> {
    let at = 0;
    if (fault?.kind === 'stall' && (fault.afterBytes ?? 0) === 0) return await standStill(response);
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      if (fault?.kind === 'truncate' && at + chunk.length > fault.afterBytes) {
        await write(response, chunk.subarray(0, fault.afterBytes - at));
        response.destroy();
        return;
      }
      if (fault?.kind === 'stall' && at + chunk.length > fault.afterBytes!) {
        await write(response, chunk.subarray(0, fault.afterBytes! - at));
        return await standStill(response);
      }
      if (fault?.kind === 'trickle') {
        for (let from = 0; from < chunk.length; from += fault.bytes) {
          await write(response, chunk.subarray(from, from + fault.bytes));
          await new Promise(resolve => setTimeout(resolve, fault.everyMs));
        }
      } else await write(response, fault?.kind === 'corrupt' ? withOtherByte(chunk, fault.atByte - at) : chunk);
      at += chunk.length;
    }
    response.end();
  }

  function delay(request: IncomingMessage, response: ServerResponse, delayMs: number): void {
    const timer = setTimeout(() => {
      stalled.delete(end);
      passOn(request, response);
    }, delayMs);
    const end = () => {
      clearTimeout(timer);
      stalled.delete(end);
      response.destroy();
    };
    stalled.add(end);
  }

  function standStill(response: ServerResponse): Promise<void> {
    return new Promise(resolve => {
      const end = () => {
        stalled.delete(end);
        response.destroy();
        resolve();
      };
      stalled.add(end);
      response.on('close', end);
    });
  }

  function heal(): void {
    faults.length = 0;
    for (const end of [...stalled]) end();
  }

  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    inject: fault => {
      const entry = { fault, seen: 0, met: 0 };
      faults.push(entry);
      return { met: () => entry.met };
    },
    heal,
    stop: async () => {
      heal();
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

function withOtherByte(chunk: Buffer, at: number): Buffer {
  if (at < 0 || at >= chunk.length) return chunk;
  const altered = Buffer.from(chunk);
  altered[at]! ^= 0xff;
  return altered;
}

/** Resolves when more of the answer can be written; rejects when the client has disconnected. */
function write(response: ServerResponse, chunk: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    if (response.destroyed) return reject(new Error('nobody reads on'));
    response.write(chunk, error => (error ? reject(error) : resolve()));
  });
}
