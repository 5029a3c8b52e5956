// Entity tags of lists and items. Their parts include row numbers, which count rows that a limited client may not see. So a tag
// is a keyed hash of the parts: every API process makes the same tag, and a client learns nothing else from it.
import { createHmac, createSecretKey } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { derivedKey } from './derived-key.ts';

/** A weak entity tag for the parts that identify a representation. */
export type EntityTags = (...parts: readonly (string | number)[]) => string;

const tagBytes = 16;

/** Weak, because the same entity is also sent compressed (RFC 9110, section 8.8.1). */
export function createEntityTags(secret: Buffer): EntityTags {
  // The key object is made once: making it for each tag would take five times longer than computing the tag.
  const key = createSecretKey(derivedKey(secret, 'entity tag'));
  return (...parts) => {
    const digest = createHmac('sha256', key).update(JSON.stringify(parts)).digest();
    return `W/"${digest.toString('base64url', 0, tagBytes)}"`;
  };
}

/** Set the entity tag. The client may cache the answer, and has to revalidate it before each use. */
export function setEntityTag(reply: FastifyReply, tag: string): void {
  reply.header('etag', tag).header('cache-control', 'private, no-cache');
}
