// The header Vary (RFC 9110, section 12.5.5): names the request headers that an answer depends on.
import type { FastifyReply } from 'fastify';

/** Add a request header to the answer's Vary, unless it is there. @param name in lowercase */
export function addVary(reply: FastifyReply, name: string): void {
  const names = String(reply.getHeader('vary') ?? '')
    .split(',')
    .map(each => each.trim())
    .filter(Boolean);
  if (!names.includes(name)) reply.header('vary', [...names, name].join(', '));
}
