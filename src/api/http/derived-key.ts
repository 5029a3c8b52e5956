// One secret, many keys: each purpose has a key of its own (RFC 5869, HKDF), so that no two of them can be confused.
import { hkdfSync } from 'node:crypto';

/** 32 bytes for a purpose, the same in every process that has the secret. */
export function derivedKey(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
}
