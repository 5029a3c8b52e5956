// Page tokens: where a walk goes on, sealed so that nobody can make or bend one. No server keeps anything of a walk.
import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../../errors.ts';

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

const macBytes = 16;
/** A real token is shorter, also one that holds a name of 200 characters; whatever is longer is not looked at. */
const maxTokenLength = 4096;

export function createPageTokens(key: Buffer): PageTokens {
  // Given as bytes, the key would be made into one for every page, which takes longer than the rest.
  const secret = createSecretKey(key);
  const mac = (payload: string) => createHmac('sha256', secret).update(payload).digest().subarray(0, macBytes);

  return {
    seal(walk) {
      const payload = JSON.stringify([walk.tenant, walk.collection, walk.instance, walk.version, walk.position]);
      return Buffer.concat([mac(payload), Buffer.from(payload)]).toString('base64url');
    },
    open<Position>(token: string, expected: Pick<Walk, 'tenant' | 'collection' | 'instance'>) {
      const bytes = token.length <= maxTokenLength ? Buffer.from(token, 'base64url') : Buffer.alloc(0);
      // Decoding forgives stray characters and unused bits, so only the exact text that was given out is accepted.
      if (bytes.length <= macBytes || bytes.toString('base64url') !== token)
        throw invalidPageToken('it was altered or cut off');
      const payload = bytes.toString('utf8', macBytes);
      if (!timingSafeEqual(bytes.subarray(0, macBytes), mac(payload)))
        throw invalidPageToken('it was altered or cut off');
      const [tenant, collection, instance, version, position] = JSON.parse(payload);
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
