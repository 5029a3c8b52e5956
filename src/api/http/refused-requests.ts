// Requests that are refused before their route sees them, because programs disagree about their meaning.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors.ts';

/** Call this before any route is registered. */
export function refuseUnclearRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    refuseSeveralHosts(request);
    refuseEncodedBody(request, reply);
    refuseEmptyPart(request);
  });
}

/** RFC 9112, section 3.2: a proxy may route by one host while the service reads another. */
function refuseSeveralHosts({ raw }: FastifyRequest): void {
  const hosts = raw.rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host');
  if (hosts.length > 1) throw new ServiceError('BAD_REQUEST', `the request has ${hosts.length} headers Host; send one`);
}

/** RFC 9110, section 15.5.16. */
function refuseEncodedBody({ headers }: FastifyRequest, reply: FastifyReply): void {
  const encoding = headers['content-encoding'];
  if (encoding === undefined || encoding.trim() === '' || encoding.trim().toLowerCase() === 'identity') return;
  reply.header('accept-encoding', 'identity');
  throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'Content-Encoding: the body must not be compressed');
}

/** A path with an empty id: `/v1/accounts/` is neither the list nor one of its items. */
function refuseEmptyPart({ url, method, params }: FastifyRequest): void {
  const path = url.split('?')[0]!;
  if (!path.startsWith('/v1/') || !Object.values((params ?? {}) as Record<string, string>).includes('')) return;
  const hint = path.endsWith('/') ? `; did you mean \`${path.replace(/\/+$/, '')}\`?` : '';
  throw new ServiceError('NOT_FOUND', `there is no ${method} ${path.slice(0, 200)}${hint}`);
}
