// A sign-in at a provider that is under way. It is kept in an encrypted cookie of the browser that began it, so that nobody can fill
// the state by beginning sign-ins, and nobody can finish one that another browser began.
import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import { derivedKey } from '../http/derived-key.ts';

export interface SignInAttempt {
  readonly state: string;
  readonly nonce: string;
  /** The secret of PKCE (RFC 7636). */
  readonly verifier: string;
  /** Where the person goes afterwards. */
  readonly returnTo: string;
}

export interface SignInAttempts {
  seal(attempt: SignInAttempt): Promise<string>;
  /** The attempt in a sealed text; undefined unless this service sealed it within the last {@link attemptSeconds}. */
  open(sealed: string): Promise<SignInAttempt | undefined>;
}

/** How long a person may take at the provider. */
export const attemptSeconds = 600;

const algorithms = { alg: 'dir', enc: 'A256GCM' } as const;

export function createSignInAttempts(secret: Buffer): SignInAttempts {
  const key = derivedKey(secret, 'sign-in attempt');
  return {
    seal: attempt =>
      new EncryptJWT({ ...attempt })
        .setProtectedHeader(algorithms)
        .setExpirationTime(`${attemptSeconds}s`)
        .encrypt(key),
    async open(sealed) {
      try {
        const { payload } = await jwtDecrypt<SignInAttempt>(sealed, key, {
          keyManagementAlgorithms: [algorithms.alg],
          contentEncryptionAlgorithms: [algorithms.enc],
          requiredClaims: ['exp'],
        });
        return payload;
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },
  };
}
