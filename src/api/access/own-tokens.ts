// Verification of the access tokens that this service issued (RFC 9068), against the keys in state.
import { errors, importJWK, type JWTPayload, jwtVerify } from 'jose';
import { publicJwk, type SigningKey, signingAlgorithm } from '../../state/signing-keys.ts';
import type { Addresses } from './addresses.ts';
import type { SigningKeyLookup } from './signing-key-lookup.ts';

const unknownKeyMs = 1000;
export const clockToleranceSeconds = 5;

export interface OwnTokens {
  /** The claims of a valid token. Throws a JOSE error otherwise, a StatementError when its key is unknown and cannot be read. */
  verify(token: string): Promise<JWTPayload>;
  /** False when the key that signed a token was retired or withdrawn. */
  isKeyGood(kid: string): Promise<boolean>;
}

export function createOwnTokens(keys: SigningKeyLookup, addresses: Addresses, now: () => number): OwnTokens {
  const imported = new WeakMap<SigningKey, ReturnType<typeof importJWK>>();

  async function findKey(kid: string | undefined): Promise<SigningKey | undefined> {
    const good = (key: SigningKey) => key.kid === kid && (key.retires_at === null || key.retires_at.getTime() > now());
    // Another process may just have made the key, so look again; but not for every invented id.
    return (await keys.get()).find(good) ?? (await keys.getNewer(unknownKeyMs)).find(good);
  }

  async function publicKeyOf(header: { kid?: string }) {
    const key = await findKey(header.kid);
    if (!key) throw new errors.JWKSNoMatchingKey();
    let publicKey = imported.get(key);
    if (!publicKey) {
      publicKey = importJWK(publicJwk(key), signingAlgorithm);
      imported.set(key, publicKey);
    }
    return publicKey;
  }

  return {
    async verify(token) {
      const { payload } = await jwtVerify(token, publicKeyOf, {
        algorithms: [signingAlgorithm],
        typ: 'at+jwt',
        issuer: addresses.issuer,
        audience: addresses.baseUrl,
        clockTolerance: clockToleranceSeconds,
        currentDate: new Date(now()),
        requiredClaims: ['exp', 'iat', 'sub', 'jti', 'client_id'],
      });
      return payload;
    },
    isKeyGood: async kid => (await findKey(kid)) !== undefined,
  };
}
