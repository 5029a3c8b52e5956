// The route of events: one stream per client that wants them.
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/database.ts';
import { ServiceError } from '../../errors.ts';
import { knownHint } from '../../nearest.ts';
import type { Authenticate } from '../access/authenticate.ts';
import type { Guard } from '../access/guard.ts';
import { type ListRequest, serveOperation } from '../access/serve-operation.ts';
import { whenOver } from '../http/client-signal.ts';
import { parseParameters } from '../http/list-query.ts';
import { quoted, wrongParameter } from '../http/parameter-error.ts';
import { type ServedTenants, servedTenant } from '../served-tenants.ts';
import { createEventHub, type HubEvent } from './event-hub.ts';
import { eventOperations, topics as knownTopics, type Topic } from './event-operations.ts';

export interface EventOptions {
  readonly database: Database;
  readonly tenants: ServedTenants;
  readonly guard: Guard;
  readonly authenticate: Authenticate;
}

/** The most streams in this process: of one client, and of all clients. */
const mostOfClient = 20;
const mostStreams = 1000;
/** Shorter than the time after which proxies end a connection without traffic. */
const heartbeatMs = 15_000;
/** Each stream ends after this time, so that clients spread over the processes, and every form of access is checked again. */
const streamMs = 10 * 60_000;
/** After a lost connection, clients wait this long. */
const reconnectMs = 2000;
/** Events that wait for a client that does not read. With more, its stream is ended; it can connect again. */
const mostWaitingBytes = 1024 * 1024;

export function registerEvents(app: FastifyInstance, options: EventOptions): void {
  const { database, tenants, guard, authenticate } = options;
  const hub = createEventHub(database, tenants);
  /** Stream → its client. */
  const open = new Map<EventStream, string>();
  // Fastify waits for running requests before it closes, and a stream does not end by itself.
  app.addHook('preClose', async () => {
    hub.close();
    for (const stream of open.keys()) stream.end();
  });

  const served = { guard, answersHead: true, isCompressed: true };
  serveOperation<ListRequest>(app, eventOperations.streamEvents, served, async (request, reply) => {
    const topics = parseTopics(parseParameters(request.query, ['topics']).topics);
    const { tenant, clientId, visible } = request.caller!;
    servedTenant(tenants, tenant);
    reply.type('text/event-stream; charset=utf-8').header('cache-control', 'private, no-store');
    // Asks nginx not to collect the answer before it sends it on.
    reply.header('x-accel-buffering', 'no');
    if (request.method === 'HEAD') return reply.send('');
    limitStreams(open, clientId, seconds => reply.header('Retry-After', seconds));

    const stream = createEventStream();
    open.set(stream, clientId);
    stream.write(`retry: ${reconnectMs}\n\n`);
    const lastEventId = request.headers['last-event-id'];
    const unsubscribe = hub.subscribe({
      ...{ tenant, instances: visible?.instances, topics },
      lastEventId: lastEventId === undefined ? undefined : String(lastEventId),
      send: event => stream.write(textOf(event)),
    });
    const { authorization } = request.headers;
    const beating = setInterval(() => {
      stream.write(':\n\n');
      if (authorization === undefined) return;
      // The stream ends when the client was revoked or its token has expired. While state is unavailable, it stays open.
      authenticate(authorization).catch(error => {
        if (error instanceof ServiceError && error.status < 500) stream.end();
      });
    }, heartbeatMs);
    const ending = setTimeout(stream.end, streamMs);
    whenOver(reply, () => {
      clearInterval(beating);
      clearTimeout(ending);
      unsubscribe();
      open.delete(stream);
    });
    return reply.send(stream.body);
  });
}

interface EventStream {
  readonly body: Readable;
  /** Does nothing after the end. */
  write(text: string): void;
  end(): void;
}

function createEventStream(): EventStream {
  const body = new Readable({ read() {} });
  let hasEnded = false;
  return {
    body,
    write(text) {
      if (hasEnded || body.destroyed) return;
      if (body.readableLength + text.length > mostWaitingBytes) body.destroy();
      else body.push(text);
    },
    end() {
      if (!hasEnded) body.push(null);
      hasEnded = true;
    },
  };
}

/** @throws ServiceError TOO_MANY_REQUESTS */
function limitStreams(
  open: ReadonlyMap<EventStream, string>,
  clientId: string,
  retryAfter: (seconds: number) => void,
): void {
  const ofClient = [...open.values()].filter(owner => owner === clientId).length;
  if (ofClient < mostOfClient && open.size < mostStreams) return;
  retryAfter(10);
  const message =
    ofClient >= mostOfClient
      ? `this client has ${ofClient} streams of events open; more are not possible`
      : 'too many streams of events are open; try again later';
  throw new ServiceError('TOO_MANY_REQUESTS', message);
}

/** @throws ServiceError BAD_REQUEST */
function parseTopics(list: string | undefined): ReadonlySet<Topic> {
  if (list === undefined) return new Set(knownTopics);
  return new Set(
    list.split(',').map(name => {
      const topic = knownTopics.find(known => known === name);
      if (topic) return topic;
      throw wrongParameter('topics', `there is no topic ${quoted(name)}; ${knownHint(name, knownTopics)}`);
    }),
  );
}

/** JSON has no line breaks, so the data is one line. */
function textOf({ id, event, data }: HubEvent): string {
  return `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`;
}
