// Security event tokens of this service: what happened, as CAEP, RISC and SCIM events name it, and the signed token for a receiver.
import { importJWK, SignJWT } from 'jose';
import type { Database } from '../database/database.ts';
import { ensureSigningKeys, eventAlgorithm, keyThatSigns } from '../state/signing-keys.ts';

/** What a token says, as it is stored with the occasion. */
export interface OutgoingEvent {
  /** URI of the type. */
  readonly type: string;
  readonly event: Readonly<Record<string, unknown>>;
  /** Subject identifier (RFC 9493). */
  readonly subject: Readonly<Record<string, unknown>>;
}

export interface SignedEvent extends OutgoingEvent {
  /** The same for each attempt. */
  readonly jti: string;
  readonly at: Date;
  readonly audience: string;
}

/** @returns the signature of tokens: a token in compact form */
export async function createEventSigner(
  database: Database,
  issuer: string,
  now = new Date(),
): Promise<(event: SignedEvent) => Promise<string>> {
  const keys = await ensureSigningKeys(database, now, eventAlgorithm);
  const { kid, private_jwk: jwk } = keyThatSigns(keys, now)!;
  const key = await importJWK(jwk, eventAlgorithm);
  return ({ jti, at, audience, type, event, subject }) => {
    const claims = {
      iss: issuer,
      aud: audience,
      jti,
      iat: seconds(at),
      txn: jti,
      sub_id: subject,
      events: { [type]: event },
    };
    return new SignJWT(claims).setProtectedHeader({ alg: eventAlgorithm, kid, typ: 'secevent+jwt' }).sign(key);
  };
}

export const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);
