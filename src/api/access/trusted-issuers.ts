// Verification of tokens of outside issuers that the operator has chosen to trust.
import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose';
import { OperatorError, ServiceError } from '../../errors.ts';
import { isTenant, type Scope, scopes } from '../../state/clients.ts';
import type { Addresses } from './addresses.ts';
import type { Caller } from './caller.ts';
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
  /** The tenants that it may speak for; default: whatever it says. */
  readonly tenants?: readonly string[] | undefined;
}

export interface IssuerTokens {
  /** The claims of a good token; throws a JOSE error otherwise. */
  verify(token: string): Promise<JWTPayload>;
  /** Who the claims speak of; undefined when they do not say it in the agreed form. */
  callerOf(claims: JWTPayload): Caller | undefined;
}

/** Asymmetric only: with a shared secret, whoever verifies could also issue. */
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

export function createIssuerTokens(settings: TrustedIssuer, addresses: Addresses, now: () => number): IssuerTokens {
  const keys = createRemoteJWKSet(keySetAddress(settings), {
    timeoutDuration: 5000,
    cooldownDuration: 30_000,
    cacheMaxAge: 600_000,
    [customFetch]: fetchKeySet,
  });

  return {
    async verify(token) {
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        algorithms,
        issuer: settings.issuer,
        audience: settings.audience,
        clockTolerance: clockToleranceSeconds,
        currentDate: new Date(now()),
        requiredClaims: ['exp', 'sub'],
      });
      if (!/^(jwt|(application\/)?at\+jwt)$/i.test(protectedHeader.typ ?? 'jwt')) {
        throw new errors.JWTClaimValidationFailed('unexpected "typ" JWT header value', payload, 'typ', 'check_failed');
      }
      return payload;
    },
    callerOf: claims => callerOf(settings, addresses, claims),
  };
}

function callerOf(settings: TrustedIssuer, addresses: Addresses, claims: JWTPayload): Caller | undefined {
  const tenant = claims[settings.tenant_claim];
  if (typeof tenant !== 'string' || !isTenant(tenant)) return undefined;
  if (settings.tenants && !settings.tenants.includes(tenant)) return undefined;
  if (typeof claims.sub !== 'string' || claims.sub.length === 0) return undefined;
  // `azp` and `cid` are what issuers without RFC 9068 call the client.
  const client = [claims['client_id'], claims['azp'], claims['cid']].find(id => typeof id === 'string') ?? claims.sub;
  return {
    tenant,
    clientId: qualified(settings, client),
    // Qualified, so that an issuer can never name one of this service's own clients, or another issuer's user.
    principal: { type: client === claims.sub ? 'client' : 'user', id: qualified(settings, claims.sub) },
    // An administrator sees what concerns every tenant; an outside issuer speaks for tenants only.
    scopes: scopesOf(claims[settings.scope_claim ?? 'scope'], addresses).difference(new Set<Scope>(['admin'])),
    applicationInstanceIds: undefined,
  };
}

const qualified = (settings: TrustedIssuer, id: string) => `${settings.issuer}#${id}`;

/** The scopes that a claim names, as a list or separated by spaces (RFC 8693 section 4.2); others are of no concern. */
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

/** Redirects are not followed, and a key set that never ends is not read to its end. */
async function fetchKeySet(url: string, options: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, { ...options, redirect: 'error' });
    if (response.status !== 200) throw new Error(`HTTP status ${response.status}`);
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      if (bytes > largestKeySetBytes) throw new Error(`more than ${largestKeySetBytes} bytes`);
      chunks.push(chunk);
    }
    return Response.json(JSON.parse(Buffer.concat(chunks).toString()));
  } catch (cause) {
    throw new ServiceError('SERVICE_UNAVAILABLE', 'The keys of the token’s issuer cannot be read at the moment', {
      cause,
    });
  }
}
