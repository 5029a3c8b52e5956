// A vendor's API on loopback: routes over a state, the vendor's limits, and faults on request. What answers look like is the
// vendor's part; see the folders beside this file.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Call {
  readonly method: string;
  /** The whole address that was asked for. */
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
  /** The body as it was sent. */
  readonly text: string;
  /** The parts of the path that the route names. */
  readonly params: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Sent as JSON; undefined: no body. A text is sent as it is. */
  readonly body?: unknown;
}

/** `GET /api/v1/users/:id` → what answers. */
export type Routes = Readonly<Record<string, (call: Call) => Answer>>;

export interface SimulatorOptions {
  readonly routes: Routes;
  /** Answers before any route: sign-in, limits, faults. Undefined: the route answers. */
  readonly before?: (call: Call, route: string) => Answer | undefined;
  /** What answers a path without a route. */
  readonly missing: (call: Call) => Answer;
  /** Headers of every answer. */
  readonly headers?: (call: Call, route: string) => Readonly<Record<string, string>>;
}

export interface Simulator extends AsyncDisposable {
  readonly url: string;
  /** Every call, in order, as `METHOD route`. */
  readonly calls: string[];
  /** Answers instead of what `before` and the routes say, for the calls that it returns an answer for. */
  fault: ((call: Call, route: string) => Answer | undefined) | undefined;
  close(): Promise<void>;
}

export async function startSimulator({ routes, before, missing, headers }: SimulatorOptions): Promise<Simulator> {
  const table = Object.entries(routes).map(([route, handle]) => {
    const [method, path] = route.split(' ') as [string, string];
    const pattern = path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)');
    return { route, method, pattern: new RegExp(`^${pattern}/?$`), handle };
  });
  const calls: string[] = [];
  const answerTo = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const sent = await text(request);
    const { method = 'GET', headers: given } = request;
    const entry = table.find(each => each.method === method && each.pattern.test(url.pathname));
    const named = entry?.pattern.exec(url.pathname)?.groups ?? {};
    const params = Object.fromEntries(Object.entries(named).map(([name, value]) => [name, decodeURIComponent(value)]));
    const call: Call = { method, url, headers: given, body: parsed(sent), text: sent, params };
    const route = entry?.route ?? `${method} ${url.pathname}`;
    calls.push(route);
    const answer = attempt(
      () => simulator.fault?.(call, route) ?? before?.(call, route) ?? (entry ? entry.handle(call) : missing(call)),
    );
    const content =
      answer.body === undefined || typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
    const type = typeof answer.body === 'string' ? 'text/html' : 'application/json';
    response.writeHead(answer.status ?? 200, {
      ...(content !== undefined && { 'content-type': type }),
      ...headers?.(call, route),
      ...answer.headers,
    } as Record<string, string>);
    response.end(content);
  };
  const server = createServer((request, response) => void answerTo(request, response));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const simulator: Simulator = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    fault: undefined,
    async close() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
    async [Symbol.asyncDispose]() {
      await this.close();
    },
  };
  return simulator;
}

/** A mistake in a simulator is an answer of its own, so that a test ends and says it. */
function attempt(answer: () => Answer): Answer {
  try {
    return answer();
  } catch (error) {
    return { status: 599, body: { simulatorFailed: String((error as Error).stack) } };
  }
}

function parsed(body: string): unknown {
  try {
    return body === '' ? undefined : JSON.parse(body);
  } catch {
    return Object.fromEntries(new URLSearchParams(body));
  }
}
