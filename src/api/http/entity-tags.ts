// Entity tags of lists and items. What they are made of counts rows that a limited client may not see, so a tag is a
// keyed hash of it: equal for the same representation from every API process, and nothing else can be learned from it.
import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { holdsCurrent } from './conditional.ts';
import { derivedKey } from './derived-key.ts';

/** A weak entity tag for what tells one representation from all others. */
export type EntityTags = (...parts: readonly (string | number)[]) => string;

const tagBytes = 16;

/** Weak, because the same entity is also sent compressed (RFC 9110, section 8.8.1). */
export function createEntityTags(secret: Buffer): EntityTags {
  const key = derivedKey(secret, 'entity tag');
  return (...parts) => {
    const digest = createHmac('sha256', key).update(JSON.stringify(parts)).digest();
    return `W/"${digest.toString('base64url', 0, tagBytes)}"`;
  };
}

/** Set the entity tag; true when the caller's copy is current (RFC 9110, section 13.1.2). */
export function isCurrent(request: FastifyRequest, reply: FastifyReply, tag: string): boolean {
  reply.header('etag', tag).header('cache-control', 'private, no-cache');
  return holdsCurrent(request, tag);
}
