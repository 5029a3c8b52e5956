// The requests that a tool sends to the routes of this service, with the token of its caller. A tool has no other way to the data, so
// what the caller may see, its scopes, the limit on its requests and the audit log hold for tools as for every other client.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ErrorEnvelope } from '../../errors.ts';
import { isUuid } from '../../uuid.ts';

export interface ServiceRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Undefined values are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: object;
}

// biome-ignore lint/suspicious/noExplicitAny: the body of an answer is as the route documents it
export type Body = any;

export interface ServiceRequests {
  /** The JSON of the answer. @throws RefusedRequest for a status of 400 or more */
  send(request: ServiceRequest): Promise<Body>;
  /** The versions that answers came from, the oldest first. */
  versions(): readonly number[];
}

/** A route refused a request of a tool. */
export class RefusedRequest extends Error {
  readonly status: number;
  readonly envelope: ErrorEnvelope;

  constructor(status: number, envelope: ErrorEnvelope) {
    super(envelope.message);
    this.name = 'RefusedRequest';
    this.status = status;
    this.envelope = envelope;
  }
}

/** @param signal ends the requests when the client of the tool has left */
export function createServiceRequests(
  app: FastifyInstance,
  { headers, id, ip }: FastifyRequest,
  signal: AbortSignal,
): ServiceRequests {
  const versions = new Set<number>();
  return {
    async send({ method = 'GET', path, query = {}, body }) {
      const present = Object.entries(query).filter(([, value]) => value !== undefined);
      const response = await app.inject({
        method,
        url: path,
        query: Object.fromEntries(present.map(([name, value]) => [name, String(value)])),
        headers: { authorization: headers.authorization, 'x-request-id': id, accept: 'application/json' },
        remoteAddress: ip,
        signal,
        ...(body && { payload: body }),
      });
      const answer: Body = response.body === '' ? {} : response.json();
      if (response.statusCode >= 400) throw new RefusedRequest(response.statusCode, answer);
      const version = response.headers['warehouse-version'] ?? answer.warehouse_version;
      if (version !== undefined) versions.add(Number(version));
      return answer;
    },
    versions: () => [...versions].toSorted((a, b) => a - b),
  };
}

/** The same requests, answered from an earlier version. Each of their routes takes `asOf`. @param asOf undefined: the version in service */
export function atVersion(service: ServiceRequests, asOf: string | undefined): ServiceRequests {
  if (asOf === undefined) return service;
  return { ...service, send: request => service.send({ ...request, query: { ...request.query, asOf } }) };
}

/** An object of any type, as the search shows it. */
export interface LocatedObject {
  readonly objectType: string;
  readonly objectId: string;
  readonly objectName?: string;
}

/** Find what a global id names. @throws RefusedRequest NOT_FOUND */
export async function locateObject(service: ServiceRequests, id: string): Promise<LocatedObject> {
  const wanted = id.toLowerCase();
  if (isUuid(wanted)) {
    const { items } = await service.send({ path: '/v1/search', query: { q: wanted, limit: 5 } });
    const match = items.find(({ objectId }: LocatedObject) => objectId === wanted);
    if (match) return match;
  }
  throw refused(
    'NOT_FOUND',
    'id: there is no object with this global id, or this client may not see it; call search for ids',
  );
}

/** The refusal of a tool itself, in the form of those of routes. */
export function refused(code: 'NOT_FOUND' | 'BAD_REQUEST', message: string): RefusedRequest {
  return new RefusedRequest(code === 'NOT_FOUND' ? 404 : 400, { code, message });
}
