// The OAuth provider behind the token endpoint: oidc-provider, cut down to the client credentials grant (RFC 6749 section
// 4.4) and JWT access tokens (RFC 9068), with its clients and keys in state.
import { randomBytes } from 'node:crypto';
import type { Adapter, ClientMetadata, Configuration, errors, KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Database } from '../../database/database.ts';
import { isUnavailable } from '../../database/statement-error.ts';
import { findClientWithHash } from '../../state/clients/clients.ts';
import { type SigningKey, signingAlgorithm, tokenLifetimeSeconds } from '../../state/signing-keys.ts';
import { type Addresses, mcpPath } from './addresses.ts';
import type { FailureLimit } from './failure-limit.ts';
import { ownOrigins } from './own-origins.ts';
import { type TokenRequest, tokenRequestOf } from './token-request.ts';

export const tokenPath = '/oauth2/token';

/** Sent while the state database does not answer. */
export const unavailableDescription = 'tokens cannot be issued at the moment; try again in a few seconds';
export const unavailableRetrySeconds = 5;

export interface TokenProviderSettings {
  readonly database: Database;
  readonly addresses: Addresses;
  readonly failures: FailureLimit;
  readonly checkSecret: (secret: string, hash: string) => Promise<boolean>;
  readonly key: SigningKey;
}

/** A provider that signs with `key`; another key needs another provider. The library loads on first use (200 ms). */
export async function createTokenProvider(settings: TokenProviderSettings): Promise<Provider> {
  const library = await import('oidc-provider');
  const { addresses, key } = settings;
  const current = () => library.Provider.ctx!;

  const configuration: Configuration = {
    adapter: model => (model === 'Client' ? clientAdapter(settings, library.errors, current) : nothingStored(model)),
    jwks: { keys: [{ ...key.private_jwk, kid: key.kid, alg: signingAlgorithm, use: 'sig' } as never] },
    routes: { token: tokenPath },
    clientAuthMethods: ['client_secret_basic', 'client_secret_post'],
    clientDefaults: {
      grant_types: ['client_credentials'],
      response_types: [],
      redirect_uris: [],
      id_token_signed_response_alg: signingAlgorithm,
    },
    scopes: Object.values(addresses.scopeNames),
    // No reachable route sets cookies, but the library warns when there are no keys.
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    // The page of the reference requests tokens from the browser. No other site may.
    clientBasedCORS: (_ctx, origin) => ownOrigins(addresses).has(origin),
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => addresses.baseUrl,
        getResourceServerInfo: (ctx, resource) => {
          checkTarget(ctx, resource, addresses, library.errors);
          settleScope(ctx, addresses, library.errors);
          return {
            scope: Object.values(addresses.scopeNames).join(' '),
            audience: addresses.baseUrl,
            accessTokenFormat: 'jwt',
            accessTokenTTL: tokenLifetimeSeconds,
            jwt: { sign: { alg: signingAlgorithm, kid: key.kid } },
          };
        },
      },
    },
    ttl: { ClientCredentials: tokenLifetimeSeconds },
    extraTokenClaims: ctx => ({ tenant: tokenRequestOf(ctx.req).client!.tenant }),
    // The library calls this for Accept: text/html. Errors are JSON for every Accept.
    renderError: (ctx, out) => {
      ctx.type = 'json';
      ctx.body = out;
    },
  };

  const provider = new library.Provider(addresses.issuer, configuration);
  provider.Client.prototype.compareClientSecret = async secret => {
    const request = tokenRequestOf(current().req);
    if (await settings.checkSecret(secret, request.secretHash!)) return true;
    waitIfNeeded(await settings.failures.fail(request.party!), library.errors, current());
    return false;
  };
  return provider;
}

/** Clients in the form of the library. All unknown ids of one address count as one party, so that guessing ids is limited too. */
function clientAdapter(
  { database, addresses, failures }: TokenProviderSettings,
  library: typeof errors,
  current: () => KoaContextWithOIDC,
): Adapter {
  const notSupported = async () => {
    throw new Error('Clients are managed in state');
  };
  // The library requires a secret. The comparison is overridden, and this secret is never sent to anybody.
  const placeholder = randomBytes(32).toString('base64url');

  async function find(id: string): Promise<ClientMetadata | undefined> {
    const ctx = current();
    const request = tokenRequestOf(ctx.req);
    const found = await findClientWithHash(database, id).catch(error => {
      if (!isUnavailable(error)) throw error;
      throw askAgain(library, ctx, 503, unavailableRetrySeconds, unavailableDescription);
    });
    request.party = `${found?.client.client_id ?? ''} ${request.address}`;
    if (found) Object.assign(request, found satisfies Partial<TokenRequest>);
    waitIfNeeded(await failures.secondsToWait(request.party), library, ctx);
    if (!found || found.client.revoked_at) {
      waitIfNeeded(await failures.fail(request.party), library, ctx);
      return undefined;
    }
    return {
      client_id: id,
      client_secret: placeholder,
      token_endpoint_auth_method: 'client_secret_basic',
      scope: found.client.scopes.map(scope => addresses.scopeNames[scope]).join(' '),
    };
  }

  return {
    find: find as Adapter['find'],
    findByUid: notSupported,
    findByUserCode: notSupported,
    upsert: notSupported,
    consume: notSupported,
    destroy: notSupported,
    revokeByGrantId: notSupported,
  };
}

/** Access tokens are self-contained, and nothing else is issued. A provider that stores anything is misconfigured. */
function nothingStored(model: string): Adapter {
  const refuse = async () => {
    throw new Error(`${model} is not part of the client credentials grant`);
  };
  return {
    find: refuse,
    findByUid: refuse,
    findByUserCode: refuse,
    upsert: refuse,
    consume: refuse,
    destroy: refuse,
    revokeByGrantId: refuse,
  };
}

/** `audience` and `resource` (RFC 8707) are optional; when present, they must be the base address, or that of a resource below it. */
function checkTarget(ctx: KoaContextWithOIDC, resource: string, addresses: Addresses, library: typeof errors): void {
  const audience: unknown = ctx.oidc.body?.['audience'];
  if (Array.isArray(audience)) throw new library.InvalidRequest("'audience' parameter must not be provided twice");
  const { baseUrl } = addresses;
  for (const target of [audience || baseUrl, resource]) {
    if (![baseUrl, `${baseUrl}${mcpPath}`].includes(String(target).replace(/\/$/, ''))) {
      throw new library.InvalidTarget(`audience and resource must be ${addresses.baseUrl}`);
    }
  }
}

/** A request without a scope gets all granted scopes. The library would drop unknown ones; RFC 6749, section 5.2, requires an error. */
function settleScope(ctx: KoaContextWithOIDC, addresses: Addresses, library: typeof errors): void {
  const granted = tokenRequestOf(ctx.req).client!.scopes.map(scope => addresses.scopeNames[scope]);
  const params = ctx.oidc.params!;
  if (params['scope'] === undefined) params['scope'] = granted.join(' ');
  const refused = String(params['scope'])
    .split(' ')
    .filter(scope => !granted.includes(scope));
  if (refused.length > 0) {
    throw new library.InvalidScope(`the client may ask for: ${granted.join(' ')}`, refused.join(' '));
  }
}

function waitIfNeeded(seconds: number, library: typeof errors, ctx: KoaContextWithOIDC): void {
  if (seconds > 0) throw askAgain(library, ctx, 429, seconds, 'too many failed attempts; wait before trying again');
}

/** A temporary refusal in the form of RFC 6749, which defines `temporarily_unavailable` for another endpoint only. */
function askAgain(
  library: typeof errors,
  ctx: KoaContextWithOIDC,
  status: number,
  seconds: number,
  description: string,
) {
  ctx.set('Retry-After', String(seconds));
  const error = new library.CustomOIDCProviderError('temporarily_unavailable', description);
  return Object.assign(error, { status, statusCode: status });
}
