// Finds the caller for an Authorization header. The signature of our own tokens is verified once per token. The client is looked
// up again every few seconds, so that a revoked or newly limited client is noticed; while the state does not answer, the last
// answer counts for as long as `fresh-lookup.ts` allows. A token of an outside issuer is verified again every ten minutes, and
// when the issuer's keys change.
import { hash } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../database/database.ts';
import { isUnavailable } from '../../database/statement-error.ts';
import { OperatorError, ServiceError } from '../../errors.ts';
import { freshLookup } from '../../issuers/fresh-lookup.ts';
import type { KeySet } from '../../issuers/key-set.ts';
import type { Visible } from '../../resources/visibility/visible.ts';
import { type Client, findClient } from '../../state/clients/clients.ts';
import { type AddressSettings, resolveAddresses } from './addresses.ts';
import type { Caller } from './caller.ts';
import { createOwnTokens } from './own-tokens.ts';
import { createSigningKeyLookup, type SigningKeyLookup } from './signing-key-lookup.ts';
import { createIssuerTokens, type IssuerTokens, scopesOf, type TrustedIssuer, tokenEndOf } from './trusted-issuers.ts';

export interface AuthenticatorSettings extends AddressSettings {
  readonly database: Database;
  readonly trustedIssuers?: readonly TrustedIssuer[] | undefined;
  /** Default: its own look-up. */
  readonly signingKeys?: SigningKeyLookup;
  /** Milliseconds since 1970; for tests. */
  readonly now?: () => number;
}

/** @throws ServiceError UNAUTHORIZED; SERVICE_UNAVAILABLE when state or an issuer's keys cannot be read */
export type Authenticate = (authorization: string | undefined) => Promise<Caller>;

const clientFreshMs = 5000;
const clientsAtMost = 10_000;
const tokensAtMost = 10_000;
const longestToken = 16_384;

/** A verified token. Its claims never change; whether it is still valid is looked up for each request. */
type Verified = VerifiedOwn | VerifiedOutside;

interface VerifiedOwn {
  readonly claims: JWTPayload;
  readonly validUntilMs: number;
  /** The key that signed it. */
  readonly kid: string;
}

interface VerifiedOutside {
  readonly caller: Caller;
  readonly validUntilMs: number;
  readonly issuer: IssuerTokens;
  /** The issuer's keys at that time. */
  readonly keySet: KeySet;
}

export function createAuthenticator(settings: AuthenticatorSettings): Authenticate {
  const { database, now = Date.now } = settings;
  const addresses = resolveAddresses(settings);
  const ownTokens = createOwnTokens(settings.signingKeys ?? createSigningKeyLookup(database, now), addresses, now);
  const issuers = new Map(
    (settings.trustedIssuers ?? []).map(issuer => [issuer.issuer, createIssuerTokens(issuer, addresses, now)]),
  );
  if (issuers.has(addresses.issuer)) {
    throw new OperatorError(`trusted_issuers: ${addresses.issuer} is this service's own auth_url`);
  }
  const clients = freshLookup(id => findClient(database, id), {
    freshMs: clientFreshMs,
    atMost: clientsAtMost,
    now,
    isOutage: isUnavailable,
  });
  const verifiedTokens = new LRUCache<string, Verified>({ max: tokensAtMost });

  async function verify(token: string): Promise<Verified> {
    const { iss } = decodeJwt(token);
    const issuer = iss === undefined || iss === addresses.issuer ? undefined : issuers.get(iss);
    if (issuer) {
      const { claims, keySet, validUntilMs } = await issuer.verify(token);
      const caller = issuer.callerOf(claims);
      if (!caller)
        throw invalidToken('The token must name a subject, and a tenant for which its issuer may issue tokens');
      return { caller, issuer, keySet, validUntilMs };
    }
    const claims = await ownTokens.verify(token);
    return { claims, kid: decodeProtectedHeader(token).kid!, validUntilMs: tokenEndOf(claims) };
  }

  async function stillCounts(verified: Verified): Promise<boolean> {
    if (verified.validUntilMs <= now()) return false;
    return 'kid' in verified || (await verified.issuer.keySet()) === verified.keySet;
  }

  async function verifyOnce(token: string): Promise<Verified> {
    const digest = hash('sha256', token, 'base64');
    const known = verifiedTokens.get(digest);
    if (known && (await stillCounts(known))) return known;
    const verified = await verify(token);
    verifiedTokens.set(digest, verified);
    return verified;
  }

  async function ownCaller({ claims, kid }: VerifiedOwn): Promise<Caller> {
    const client = await clients.get(String(claims['client_id']));
    if (!client || client.revoked_at || client.tenant !== claims['tenant'] || !(await ownTokens.isKeyGood(kid))) {
      throw invalidToken('The token’s client or key was revoked');
    }
    return callerOf(client, claims);
  }

  function callerOf(client: Client, claims: JWTPayload): Caller {
    const granted = scopesOf(claims['scope'], addresses);
    return {
      tenant: client.tenant,
      clientId: client.client_id,
      principal: { type: 'client', id: client.client_id },
      scopes: new Set(client.scopes.filter(scope => granted.has(scope))),
      visible: visibilityOf(client),
    };
  }

  return async function authenticate(authorization) {
    if (authorization === undefined) throw new ServiceError('UNAUTHORIZED', 'The Authorization header is missing');
    const token = /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(authorization.slice(0, longestToken + 20))?.[1];
    if (!token || token.length > longestToken) {
      throw invalidToken('The Authorization header is not of the form: Bearer ACCESS_TOKEN');
    }
    try {
      const verified = await verifyOnce(token);
      return 'caller' in verified ? verified.caller : await ownCaller(verified);
    } catch (cause) {
      if (cause instanceof ServiceError) throw cause;
      if (cause instanceof errors.JWTExpired) throw invalidToken('The token is expired', cause);
      if (cause instanceof errors.JOSEError) throw invalidToken('The token is not valid for this service', cause);
      throw new ServiceError('SERVICE_UNAVAILABLE', 'The token cannot be checked at the moment', { cause });
    }
  };
}

function invalidToken(message: string, cause?: unknown): ServiceError {
  return new ServiceError('UNAUTHORIZED', message, { cause });
}

function visibilityOf({ tenant, application_instance_ids: instances, person_data: personData }: Client): Visible {
  return instances ? { tenant, instances: new Set(instances), personData } : undefined;
}
