// Page tokens: where a walk goes on, encrypted and authenticated so that nobody can read, make or change one. A position
// counts rows that a limited client may not see. No server keeps anything of a walk.
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { ServiceError } from '../../errors.ts';
import { derivedKey } from './derived-key.ts';

/** A walk: one collection of one tenant under one filter, in the version that its first page came from. */
export interface Walk<Position = number> {
  readonly tenant: string;
  readonly collection: string;
  /** The application instance that the list is limited to; empty for all. */
  readonly instance: string;
  /** 0 while no version has been published, and for lists that have no versions. */
  readonly version: number;
  /** Row that the next page begins with; in a list without versions, the key that it begins after. */
  readonly position: Position;
}

export interface PageTokens {
  seal(walk: Walk<unknown>): string;
  /**
   * The walk that a token continues. Its position is of the kind that was sealed: one collection has one kind.
   * Throws 400 unless this service made it for this tenant, collection and filter.
   */
  open<Position = number>(token: string, expected: Pick<Walk, 'tenant' | 'collection' | 'instance'>): Walk<Position>;
}

const cipher = 'aes-256-gcm';
/** NIST SP 800-38D, sections 5.2.1.1 and 5.2.1.2. */
const nonceBytes = 12;
const tagBytes = 16;
/** A real token is shorter, also one that holds a name of 200 characters; whatever is longer is not looked at. */
const maxTokenLength = 4096;
/** Digits of the largest row number; every number is as wide, or the length of a token would tell its magnitude. */
const positionWidth = 16;

export function createPageTokens(key: Buffer): PageTokens {
  const encryptionKey = derivedKey(key, 'page token: encryption');
  const nonceKey = derivedKey(key, 'page token: nonce');
  // Made from what is encrypted: the same walk has the same token, and two walks never share a nonce.
  const nonceOf = (payload: string) => createHmac('sha256', nonceKey).update(payload).digest().subarray(0, nonceBytes);

  return {
    seal(walk) {
      const payload = payloadOf(walk);
      const nonce = nonceOf(payload);
      const encryption = createCipheriv(cipher, encryptionKey, nonce, { authTagLength: tagBytes });
      const hidden = Buffer.concat([encryption.update(payload, 'utf8'), encryption.final()]);
      return Buffer.concat([nonce, encryption.getAuthTag(), hidden]).toString('base64url');
    },
    open<Position>(token: string, expected: Pick<Walk, 'tenant' | 'collection' | 'instance'>) {
      const bytes = token.length <= maxTokenLength ? Buffer.from(token, 'base64url') : Buffer.alloc(0);
      // Decoding forgives stray characters and unused bits, so only the exact text that was given out is accepted.
      if (bytes.toString('base64url') !== token) throw invalidPageToken('it was altered or cut off');
      const [tenant, collection, instance, version, position] = JSON.parse(decrypted(bytes, encryptionKey));
      const walk: Walk<Position> = { tenant, collection, instance, version, position };
      if (walk.tenant !== expected.tenant) throw invalidPageToken('it was altered or cut off');
      if (walk.collection !== expected.collection) throw invalidPageToken(`it belongs to the list ${walk.collection}`);
      if (walk.instance !== expected.instance) {
        throw invalidPageToken('it belongs to a list with another filter; filters stay the same over all pages');
      }
      return walk;
    },
  };
}

/** JSON, with blanks before a number that is a position. */
function payloadOf({ tenant, collection, instance, version, position }: Walk<unknown>): string {
  const place = JSON.stringify(position);
  return `${JSON.stringify([tenant, collection, instance, version]).slice(0, -1)},${place.padStart(positionWidth)}]`;
}

/** @throws ServiceError BAD_REQUEST unless this key encrypted it */
function decrypted(bytes: Buffer, key: Buffer): string {
  try {
    const decryption = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
    decryption.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    const payload = decryption.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8');
    return payload + decryption.final('utf8');
  } catch {
    throw invalidPageToken('it was altered or cut off');
  }
}

/** A token that this service did not make for this request. */
export function invalidPageToken(why: string): ServiceError {
  return new ServiceError(
    'BAD_REQUEST',
    `pageToken: ${why}. Pass nextPageToken back exactly as it was received, or leave it out to begin again.`,
    { details: { parameter: 'pageToken', reason: 'INVALID_PAGE_TOKEN' } },
  );
}

export function expired(): ServiceError {
  return new ServiceError(
    'BAD_REQUEST',
    'pageToken: the version that the walk began with is no longer kept. Leave the token out to begin again.',
    { details: { parameter: 'pageToken', reason: 'EXPIRED_PAGE_TOKEN' } },
  );
}
