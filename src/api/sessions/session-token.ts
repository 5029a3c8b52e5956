// The tokens in the cookies of sessions: random bits and their MAC, made with a key of the service. So a forged token is refused without
// a statement in state.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { derivedKey } from '../http/derived-key.ts';

export interface SessionTokens {
  /** A new token: 256 random bits and their MAC. */
  make(): string;
  /** Whether this service made the token. Only state knows whether its session has ended. */
  isOwn(token: string): boolean;
  /** The CSRF token of a session. It reveals nothing about the token of the session. */
  csrfTokenOf(token: string): string;
}

const randomLength = 43;
const macLength = 22;

export function createSessionTokens(key: Buffer): SessionTokens {
  const macKey = derivedKey(key, 'session token: mark');
  const csrfKey = derivedKey(key, 'session token: csrf');
  const macOf = (random: string) => createHmac('sha256', macKey).update(random).digest('base64url').slice(0, macLength);
  return {
    make() {
      const random = randomBytes(32).toString('base64url');
      return `${random}.${macOf(random)}`;
    },
    isOwn(token) {
      if (token.length !== randomLength + 1 + macLength) return false;
      const random = token.slice(0, randomLength);
      return isSameText(token, `${random}.${macOf(random)}`);
    },
    csrfTokenOf: token => createHmac('sha256', csrfKey).update(token).digest('base64url'),
  };
}

/** Compares two texts in a time that depends on their lengths only. */
export function isSameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
