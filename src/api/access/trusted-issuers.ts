// Verification of tokens of the outside issuers that the operator trusts.
//
// Their keys are fetched again every five minutes. Their tokens are verified again every ten minutes, and when the keys have changed.
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import { OperatorError, ServiceError } from '../../errors.ts';
import { isTenant, type Scope, scopes } from '../../state/clients/clients.ts';
import type { Addresses } from './addresses.ts';
import type { Caller } from './caller.ts';
import { freshLookup } from './fresh-lookup.ts';
import { clockToleranceSeconds } from './own-tokens.ts';

export interface TrustedIssuer {
  /** `iss` of its tokens, exactly. */
  readonly issuer: string;
  readonly jwks_url: string;
  /** `aud` that its tokens must name. */
  readonly audience: string;
  /** Claim that holds the tenant. */
  readonly tenant_claim: string;
  /** Claim that holds the scopes, as a list or separated by spaces; default `scope`. */
  readonly scope_claim?: string | undefined;
  /** The tenants that it may name; default: any tenant, which the configuration allows only in a deployment of one tenant. */
  readonly tenants?: readonly string[] | undefined;
  /** How long a token is valid after it was issued, even when its `exp` is later. Milliseconds; default a day. */
  readonly token_time?: number | undefined;
}

/** The keys of an issuer as they were fetched. The object stays the same as long as the keys do. */
export interface KeySet {
  readonly text: string;
  readonly keyOf: ReturnType<typeof createLocalJWKSet>;
}

export interface IssuerTokens {
  /** The claims of a valid token, and until when they are valid (milliseconds since 1970). Throws a JOSE error otherwise. */
  verify(token: string): Promise<{ claims: JWTPayload; keySet: KeySet; validUntilMs: number }>;
  /** The current keys. @throws ServiceError SERVICE_UNAVAILABLE when the issuer has not answered for too long */
  keySet(): Promise<KeySet>;
  /** The caller that the claims name; undefined when they do not have the agreed form. */
  callerOf(claims: JWTPayload): Caller | undefined;
}

/** Asymmetric only: everybody who knows a shared secret could also issue tokens. */
const algorithms = [
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
const largestKeySetBytes = 1024 * 1024;
/** A token is verified again after this long. */
const verifiedMs = 10 * 60_000;
/** How long a withdrawn key may stay valid here while the issuer answers. */
const keysFreshMs = 5 * 60_000;
/** The keys are fetched again for an unknown key id, but not more often than this. */
const unknownKeyMs = 30_000;
const keySetTimeoutMs = 5000;
const defaultTokenMs = 86_400_000;

export function createIssuerTokens(settings: TrustedIssuer, addresses: Addresses, now: () => number): IssuerTokens {
  const address = keySetAddress(settings);
  const longestMs = settings.token_time ?? defaultTokenMs;
  let latest: KeySet | undefined;
  const keys = freshLookup(
    async () => {
      const text = await fetchKeySet(address);
      if (latest?.text !== text) latest = keySetOf(text);
      return latest;
    },
    { freshMs: keysFreshMs, atMost: 1, now, isOutage: error => error instanceof ServiceError },
  );

  async function verifyWith(keySet: KeySet, token: string) {
    const { payload: claims, protectedHeader } = await jwtVerify(token, keySet.keyOf, {
      algorithms,
      issuer: settings.issuer,
      audience: settings.audience,
      clockTolerance: clockToleranceSeconds,
      currentDate: new Date(now()),
      maxTokenAge: longestMs / 1000,
      requiredClaims: ['exp', 'iat', 'sub'],
    });
    if (!/^(jwt|(application\/)?at\+jwt)$/i.test(protectedHeader.typ ?? 'jwt')) {
      throw new errors.JWTClaimValidationFailed('unexpected "typ" JWT header value', claims, 'typ', 'check_failed');
    }
    const oldestMs = claims.iat! * 1000 + longestMs;
    return { claims, keySet, validUntilMs: Math.min(tokenEndOf(claims), oldestMs, now() + verifiedMs) };
  }

  return {
    async verify(token) {
      try {
        return await verifyWith(await keys.get(''), token);
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
        return verifyWith(await keys.getNewer('', unknownKeyMs), token);
      }
    },
    keySet: () => keys.get(''),
    callerOf: claims => callerOf(settings, addresses, claims),
  };
}

/** When a verified token expires, in milliseconds since 1970. */
export function tokenEndOf(claims: JWTPayload): number {
  return (claims.exp! + clockToleranceSeconds) * 1000;
}

function callerOf(settings: TrustedIssuer, addresses: Addresses, claims: JWTPayload): Caller | undefined {
  const tenant = claims[settings.tenant_claim];
  if (typeof tenant !== 'string' || !isTenant(tenant)) return undefined;
  if (settings.tenants && !settings.tenants.includes(tenant)) return undefined;
  if (typeof claims.sub !== 'string' || claims.sub.length === 0) return undefined;
  // Issuers that do not follow RFC 9068 name the client in `azp` or `cid` instead.
  const client = [claims['client_id'], claims['azp'], claims['cid']].find(id => typeof id === 'string') ?? claims.sub;
  return {
    tenant,
    clientId: qualified(settings, client),
    // The id is qualified, so that an issuer can never name a client of this service or a user of another issuer.
    principal: { type: client === claims.sub ? 'client' : 'user', id: qualified(settings, claims.sub) },
    // An administrator sees data of every tenant. An outside issuer may only name tenants, so it cannot grant `admin`.
    scopes: scopesOf(claims[settings.scope_claim ?? 'scope'], addresses).difference(new Set<Scope>(['admin'])),
    visible: undefined,
  };
}

const qualified = (settings: TrustedIssuer, id: string) => `${settings.issuer}#${id}`;

/** The scopes that a claim names, as a list or separated by spaces (RFC 8693 section 4.2). Unknown scopes are ignored. */
export function scopesOf(claim: unknown, addresses: Addresses): ReadonlySet<Scope> {
  const named = typeof claim === 'string' ? claim.split(' ') : Array.isArray(claim) ? claim : [];
  return new Set(scopes.filter(scope => named.includes(addresses.scopeNames[scope])));
}

function keySetAddress(settings: TrustedIssuer): URL {
  const url = URL.parse(settings.jwks_url);
  const loopback = url && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && loopback))) {
    throw new OperatorError(
      `trusted_issuers: jwks_url ${JSON.stringify(settings.jwks_url)} must be an https address (http only on this machine)`,
    );
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

/** Redirects are not followed, and a key set above the size limit is not read to its end. */
async function fetchKeySet(url: URL): Promise<string> {
  try {
    const headers = { accept: 'application/json, application/jwk-set+json' };
    const response = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(keySetTimeoutMs) });
    if (response.status !== 200) throw new Error(`HTTP status ${response.status}`);
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      if (bytes > largestKeySetBytes) throw new Error(`more than ${largestKeySetBytes} bytes`);
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
