// Derives a separate key for each purpose from one secret (RFC 5869, HKDF). A value made for one purpose is invalid for others.
import { hkdfSync } from 'node:crypto';

/** A key of 32 bytes for a purpose, the same in every process that has the secret. */
export function derivedKey(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
}
