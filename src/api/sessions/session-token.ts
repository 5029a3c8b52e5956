// The tokens in the cookies of sessions: random, and marked with a key of the service. A forged token costs no statement in state.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { derivedKey } from '../http/derived-key.ts';

export interface SessionTokens {
  /** A new token: 256 random bits and their mark. */
  make(): string;
  /** Whether this service made the token. Whether its session lasts is known in state only. */
  isOwn(token: string): boolean;
  /** The CSRF token of a session. It reveals nothing about the token of the session. */
  csrfTokenOf(token: string): string;
}

const randomLength = 43;
const markLength = 22;

export function createSessionTokens(key: Buffer): SessionTokens {
  const markKey = derivedKey(key, 'session token: mark');
  const csrfKey = derivedKey(key, 'session token: csrf');
  const markOf = (random: string) =>
    createHmac('sha256', markKey).update(random).digest('base64url').slice(0, markLength);
  return {
    make() {
      const random = randomBytes(32).toString('base64url');
      return `${random}.${markOf(random)}`;
    },
    isOwn(token) {
      if (token.length !== randomLength + 1 + markLength) return false;
      const random = token.slice(0, randomLength);
      return isSameText(token, `${random}.${markOf(random)}`);
    },
    csrfTokenOf: token => createHmac('sha256', csrfKey).update(token).digest('base64url'),
  };
}

/** Compares two texts in a time that depends on their lengths only. */
export function isSameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
