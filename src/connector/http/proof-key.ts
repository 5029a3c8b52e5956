// Proofs that a client holds the key to which its access tokens are bound (RFC 9449, DPoP). The key exists in memory only.
import { createHash, randomUUID } from 'node:crypto';
import { exportJWK, type GenerateKeyPairResult, generateKeyPair, type JWK, SignJWT } from 'jose';

export interface ProofKey {
  /**
   * The value of the header `DPoP` of a request (RFC 9449, section 4.2).
   * @param token the access token that is sent with it; undefined: the request asks for one
   */
  proof(request: { readonly method: string; readonly url: URL }, token?: string): Promise<string>;
  /**
   * Take note of the nonce that an answer wants in proofs (RFC 9449, sections 8 and 9).
   * @param ofToken whether the answer is that of the token endpoint, which has nonces of its own
   * @returns whether it is another one than before
   */
  noteNonce(headers: Readonly<Record<string, string>>, ofToken: boolean): boolean;
}

const algorithm = 'ES256';

export function createProofKey(): ProofKey {
  let made: Promise<{ privateKey: GenerateKeyPairResult['privateKey']; jwk: JWK }> | undefined;
  const make = async () => {
    const { privateKey, publicKey } = await generateKeyPair(algorithm);
    return { privateKey, jwk: await exportJWK(publicKey) };
  };
  const nonces = new Map<boolean, string>();
  return {
    async proof({ method, url }, token) {
      made ??= make();
      const { privateKey, jwk } = await made;
      const nonce = nonces.get(token === undefined);
      const hash = token === undefined ? {} : { ath: createHash('sha256').update(token).digest('base64url') };
      return new SignJWT({ htm: method, htu: `${url.origin}${url.pathname}`, ...hash, ...(nonce && { nonce }) })
        .setProtectedHeader({ typ: 'dpop+jwt', alg: algorithm, jwk })
        .setIssuedAt()
        .setJti(randomUUID())
        .sign(privateKey);
    },
    noteNonce(headers, ofToken) {
      const nonce = headers['dpop-nonce'];
      if (nonce === undefined || nonces.get(ofToken) === nonce) return false;
      nonces.set(ofToken, nonce);
      return true;
    },
  };
}
