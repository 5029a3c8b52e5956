// The public keys of an outside issuer of tokens (RFC 7517), fetched again from time to time.
import { createLocalJWKSet, type JSONWebKeySet } from 'jose';
import { OperatorError, ServiceError } from '../errors.ts';
import { type FreshLookup, freshLookup } from './fresh-lookup.ts';

/** The keys of an issuer as they were fetched. The object stays the same as long as the keys do. */
export interface KeySet {
  readonly text: string;
  readonly keyOf: ReturnType<typeof createLocalJWKSet>;
}

/** Asymmetric only: everybody who knows a shared secret could also issue tokens. */
export const issuerAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** The keys are fetched again for an unknown key id, but not more often than this. */
export const unknownKeyMs = 30_000;

const largestDocumentBytes = 1024 * 1024;
/** How long a withdrawn key may stay valid here while the issuer answers. */
const keysFreshMs = 5 * 60_000;
const answerTimeoutMs = 5000;

/**
 * @param address where the keys are; it may have to be found out first
 * @param now milliseconds since 1970
 */
export function createKeyLookup(address: () => Promise<URL>, now: () => number): FreshLookup<KeySet> {
  let latest: KeySet | undefined;
  return freshLookup(
    async () => {
      const text = await fetchIssuerDocument(await address());
      if (latest?.text !== text) latest = keySetOf(text);
      return latest;
    },
    { freshMs: keysFreshMs, atMost: 1, now, isOutage: error => error instanceof ServiceError },
  );
}

/** @param setting its name, for the message @throws OperatorError unless the address is safe to take keys from */
export function safeIssuerAddress(text: string, setting: string): URL {
  const url = URL.parse(text);
  const loopback = url && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && loopback))) {
    throw new OperatorError(`${setting} ${JSON.stringify(text)} must be an https address (http only on this machine)`);
  }
  return url;
}

/** @throws ServiceError SERVICE_UNAVAILABLE when the text is not a key set */
function keySetOf(text: string): KeySet {
  try {
    return { text, keyOf: createLocalJWKSet(JSON.parse(text) as JSONWebKeySet) };
  } catch (cause) {
    throw keysUnavailable(cause);
  }
}

/**
 * The text of a document of an issuer. Redirects are not followed, and a document above the size limit is not read to its end.
 * @throws ServiceError SERVICE_UNAVAILABLE
 */
export async function fetchIssuerDocument(url: URL): Promise<string> {
  try {
    const headers = { accept: 'application/json, application/jwk-set+json' };
    const response = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(answerTimeoutMs) });
    if (response.status !== 200) throw new Error(`HTTP status ${response.status}`);
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      if (bytes > largestDocumentBytes) throw new Error(`more than ${largestDocumentBytes} bytes`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString();
  } catch (cause) {
    throw keysUnavailable(cause);
  }
}

function keysUnavailable(cause: unknown): ServiceError {
  return new ServiceError('SERVICE_UNAVAILABLE', 'The keys of the token’s issuer cannot be read at the moment', {
    cause,
  });
}
