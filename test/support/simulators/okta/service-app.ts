// The sign-in of a service application that requires DPoP (RFC 9449; developer.okta.com/docs/guides/dpop): a nonce for the token endpoint,
// tokens that are bound to a key, and a proof with each request that is accepted once. Signatures are checked by Node's own crypto.
import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import type { Answer, Call } from '../simulator.ts';
import { oktaError } from './answers.ts';

export interface ServiceApp {
  readonly clientId: string;
  /** PEM. */
  readonly publicKey: string;
}

type Part = Record<string, unknown>;

/** The header and claims of a token whose signature is right; undefined: it is not. */
function verified(token: string, keyOf: (header: Part) => ReturnType<typeof createPublicKey>) {
  const [head, claims, signature] = token.split('.');
  if (head === undefined || claims === undefined || signature === undefined) return undefined;
  const [header, payload] = [head, claims].map(part => JSON.parse(Buffer.from(part, 'base64url').toString()) as Part);
  const key = keyOf(header!);
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    key.asymmetricKeyType === 'ec' ? { key, dsaEncoding: 'ieee-p1363' } : key,
    Buffer.from(signature, 'base64url'),
  );
  return isRight ? { header: header!, payload: payload! } : undefined;
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64url');
/** RFC 7638, of a key of an elliptic curve. */
const thumbprintOf = ({ crv, kty, x, y }: JsonWebKey) => digest(JSON.stringify({ crv, kty, x, y }));

const nonce = 'nonce-of-the-token-endpoint';
const refusedProof = (error: string, headers: Record<string, string> = {}): Answer => ({
  ...{ status: 400, headers, body: { error, error_description: 'The DPoP proof JWT is not accepted.' } },
});

export function createServiceSignIn({ clientId, publicKey }: ServiceApp) {
  const seen = new Set<unknown>();
  /** Token → thumbprint of its key. */
  const tokens = new Map<string, string>();

  /** The claims of the proof of a request, with the thumbprint of its key; undefined: it proves nothing. */
  function proofOf({ method, url, headers }: Call) {
    const proof = headers['dpop'];
    if (typeof proof !== 'string') return undefined;
    const read = verified(proof, ({ jwk }) => createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' }));
    if (read?.header['typ'] !== 'dpop+jwt' || seen.has(read.payload['jti'])) return undefined;
    if (read.payload['htm'] !== method || read.payload['htu'] !== `${url.origin}${url.pathname}`) return undefined;
    if (Math.abs(Number(read.payload['iat']) - Date.now() / 1000) > 60) return undefined;
    seen.add(read.payload['jti']);
    return { payload: read.payload, thumbprint: thumbprintOf(read.header['jwk'] as JsonWebKey) };
  }

  return {
    tokens,
    token(call: Call): Answer {
      const form = new URLSearchParams(call.text);
      const assertion = verified(form.get('client_assertion') ?? '', () => createPublicKey(publicKey));
      if (assertion?.payload['iss'] !== clientId || seen.has(assertion.payload['jti']))
        return { status: 401, body: { error: 'invalid_client' } };
      seen.add(assertion.payload['jti']);
      const proof = proofOf(call);
      if (!proof) return refusedProof('invalid_dpop_proof');
      if (proof.payload['nonce'] !== nonce) return refusedProof('use_dpop_nonce', { 'dpop-nonce': nonce });
      const access_token = `eyJ.token.${tokens.size + 1}`;
      tokens.set(access_token, proof.thumbprint);
      return { body: { access_token, token_type: 'DPoP', expires_in: 3600, scope: form.get('scope') } };
    },
    /** @returns undefined when the request may be answered */
    refusal(call: Call): Answer | undefined {
      const token = /^DPoP (.+)$/.exec(call.headers.authorization ?? '')?.[1] ?? '';
      const proof = proofOf(call);
      const isBound = proof && tokens.get(token) === proof.thumbprint && proof.payload['ath'] === digest(token);
      return isBound ? undefined : oktaError(401, 'E0000011', 'Invalid token provided');
    },
  };
}
