// Page tokens: the position where pagination continues. They are encrypted and authenticated, so that no client can read, make or
// change one: a position counts rows that a limited client may not see. The server keeps no state of a pagination.
import { createCipheriv, createDecipheriv, createHash, createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { ServiceError } from '../../errors.ts';
import { type Visible, visibilityKey } from '../../resources/visibility/visible.ts';
import { derivedKey } from './derived-key.ts';
import { wrongParameter } from './parameter-error.ts';

/** One collection of one tenant under one filter, as a client sees it. */
export interface PagedList {
  readonly tenant: string;
  readonly collection: string;
  /** What the list is limited to; empty for all. */
  readonly filter: string;
  /** A token works only for clients that may see the same as the one that it was made for. */
  readonly visible: Visible;
}

/** A pagination over a list, in the version that its first page came from. */
export interface Pagination<Position = number> extends PagedList {
  /** 0 while no version has been published, and for lists without versions. */
  readonly version: number;
  /** Row at which the next page begins; in a list without versions, the key after which it begins. */
  readonly position: Position;
}

export interface PageTokens {
  seal(pagination: Pagination<unknown>): string;
  /**
   * The pagination that a token continues. Its position has the type that was sealed; each collection has one type.
   * Throws 400 unless this service made the token for this tenant, collection, filter and visibility.
   */
  open<Position = number>(token: string, expected: PagedList): Pagination<Position>;
}

/** One page of a list without versions. */
interface ListPage<Position> {
  /** The key after which the page begins; undefined for the first page. */
  readonly after: Position | undefined;
  /** The token of the page that begins after this key; undefined when no page follows. */
  tokenOf(next: Position | undefined): string | undefined;
}

const cipher = 'aes-256-gcm';
/** NIST SP 800-38D, sections 5.2.1.1 and 5.2.1.2. */
const nonceBytes = 12;
const tagBytes = 16;
/** Longer tokens are refused unread. Real tokens are shorter, even with a name of 200 characters. */
const maxTokenLength = 4096;
/** Digits of the largest row number. All numbers are padded to it, so that the length of a token does not reveal the position. */
const positionWidth = 16;

export function createPageTokens(key: Buffer): PageTokens {
  const encryptionKey = createSecretKey(derivedKey(key, 'page token: encryption'));
  const nonceKey = createSecretKey(derivedKey(key, 'page token: nonce'));
  // The nonce is derived from the payload: equal positions get equal tokens, and different payloads do not share a nonce.
  const nonceOf = (payload: string) => createHmac('sha256', nonceKey).update(payload).digest().subarray(0, nonceBytes);

  return {
    seal(pagination) {
      const payload = payloadOf(pagination);
      const nonce = nonceOf(payload);
      const encryption = createCipheriv(cipher, encryptionKey, nonce, { authTagLength: tagBytes });
      const hidden = Buffer.concat([encryption.update(payload, 'utf8'), encryption.final()]);
      return Buffer.concat([nonce, encryption.getAuthTag(), hidden]).toString('base64url');
    },
    open<Position>(token: string, expected: PagedList) {
      const bytes = token.length <= maxTokenLength ? Buffer.from(token, 'base64url') : Buffer.alloc(0);
      // Decoding ignores stray characters and unused bits, so accept only the exact text that was issued.
      if (bytes.toString('base64url') !== token) throw invalidPageToken('it was altered or cut off');
      const [tenant, collection, filter, seen, version, position] = JSON.parse(decrypted(bytes, encryptionKey));
      const pagination: Pagination<Position> = {
        tenant,
        collection,
        filter,
        visible: expected.visible,
        version,
        position,
      };
      if (pagination.tenant !== expected.tenant) throw invalidPageToken('it was altered or cut off');
      if (seen !== digestOf(expected.visible))
        throw invalidPageToken('it was made for a client that may see other objects');
      if (pagination.collection !== expected.collection)
        throw invalidPageToken(`it belongs to the list ${pagination.collection}`);
      if (pagination.filter !== expected.filter) {
        throw invalidPageToken('it belongs to a list with another filter; filters stay the same over all pages');
      }
      return pagination;
    },
  };
}

/**
 * The page of a list without versions that a request asks for.
 * @throws ServiceError BAD_REQUEST unless the token is of this list
 */
export function listPage<Position>(tokens: PageTokens, list: PagedList, token: string | undefined): ListPage<Position> {
  return {
    after: token === undefined ? undefined : tokens.open<Position>(token, list).position,
    tokenOf: next => (next === undefined ? undefined : tokens.seal({ ...list, version: 0, position: next })),
  };
}

/** JSON. A numeric position is padded with blanks. */
function payloadOf({ tenant, collection, filter, visible, version, position }: Pagination<unknown>): string {
  const place = JSON.stringify(position);
  return `${JSON.stringify([tenant, collection, filter, digestOf(visible), version]).slice(0, -1)},${place.padStart(positionWidth)}]`;
}

/** Of the same length for all clients, so that the length of a token does not depend on what they may see. */
function digestOf(visible: Visible): string {
  return createHash('sha256').update(visibilityKey(visible)).digest('base64url').slice(0, 22);
}

/** @throws ServiceError BAD_REQUEST unless this key encrypted it */
function decrypted(bytes: Buffer, key: KeyObject): string {
  try {
    const decryption = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
    decryption.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    const payload = decryption.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8');
    return payload + decryption.final('utf8');
  } catch {
    throw invalidPageToken('it was altered or cut off');
  }
}

/** The error for a token that this service did not make for this request. */
export function invalidPageToken(why: string): ServiceError {
  return wrongParameter(
    'pageToken',
    `${why}. Pass nextPageToken back exactly as it was received, or leave it out to begin again.`,
    { reason: 'INVALID_PAGE_TOKEN' },
  );
}

export function expiredPageToken(): ServiceError {
  return wrongParameter(
    'pageToken',
    'the version that the pagination began with is no longer kept. Leave the token out to begin again.',
    { reason: 'EXPIRED_PAGE_TOKEN' },
  );
}
