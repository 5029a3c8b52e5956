// Verification of tokens of the outside issuers that the operator trusts.
//
// Their keys are fetched again every five minutes. Their tokens are verified again every ten minutes, and when the keys have changed.
import { errors, type JWTPayload, jwtVerify } from 'jose';
import {
  createKeyLookup,
  issuerAlgorithms,
  type KeySet,
  safeIssuerAddress,
  unknownKeyMs,
} from '../../issuers/key-set.ts';
import { isTenant, type Scope, scopes } from '../../state/clients/clients.ts';
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
  /** The tenants that it may name; default: any tenant, which the configuration allows only in a deployment of one tenant. */
  readonly tenants?: readonly string[] | undefined;
  /** How long a token is valid after it was issued, even when its `exp` is later. Milliseconds; default a day. */
  readonly token_time?: number | undefined;
}

export interface IssuerTokens {
  /** The claims of a valid token, and until when they are valid (milliseconds since 1970). Throws a JOSE error otherwise. */
  verify(token: string): Promise<{ claims: JWTPayload; keySet: KeySet; validUntilMs: number }>;
  /** The current keys. @throws ServiceError SERVICE_UNAVAILABLE when the issuer has not answered for too long */
  keySet(): Promise<KeySet>;
  /** The caller that the claims name; undefined when they do not have the agreed form. */
  callerOf(claims: JWTPayload): Caller | undefined;
}

/** A token is verified again after this long. */
const verifiedMs = 10 * 60_000;
const defaultTokenMs = 86_400_000;

export function createIssuerTokens(settings: TrustedIssuer, addresses: Addresses, now: () => number): IssuerTokens {
  const address = safeIssuerAddress(settings.jwks_url, 'trusted_issuers: jwks_url');
  const longestMs = settings.token_time ?? defaultTokenMs;
  const keys = createKeyLookup(async () => address, now);

  async function verifyWith(keySet: KeySet, token: string) {
    const { payload: claims, protectedHeader } = await jwtVerify(token, keySet.keyOf, {
      algorithms: issuerAlgorithms,
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
