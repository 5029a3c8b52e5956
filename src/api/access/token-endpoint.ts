// POST /oauth2/token: passes the raw request to the OAuth provider and records the result.
import type { EventEmitter } from 'node:events';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Database } from '../../database/database.ts';
import { recordAudit } from '../../state/audit.ts';
import { createSecretCheck } from '../../state/clients/client-secret.ts';
import { noteClientUse } from '../../state/clients/clients.ts';
import { keyThatSigns, type SigningKey } from '../../state/signing-keys.ts';
import type { Addresses } from './addresses.ts';
import type { FailureLimit } from './failure-limit.ts';
import { ownOrigins } from './own-origins.ts';
import { createTokenProvider, tokenPath, unavailableDescription, unavailableRetrySeconds } from './token-provider.ts';
import { beginTokenRequest, tokenRequestOf } from './token-request.ts';

const largestBodyBytes = 16 * 1024;

export interface TokenEndpointSettings {
  readonly database: Database;
  readonly addresses: Addresses;
  readonly loadKeys: () => Promise<readonly SigningKey[]>;
  readonly now: () => number;
  readonly failures: FailureLimit;
}

export function tokenEndpoint(fastify: FastifyInstance, settings: TokenEndpointSettings): void {
  const provide = createProviders(settings, fastify.log);

  fastify.route({
    method: 'POST',
    url: tokenPath,
    // This runs before Fastify reads the body: the provider reads it itself, and refuses with the errors of RFC 6749.
    onRequest: async (request, reply) => {
      if (Number(request.headers['content-length'] ?? 0) > largestBodyBytes) {
        return refuse(reply.header('Connection', 'close'), 413, `the body must not exceed ${largestBodyBytes} bytes`);
      }
      const provider = await provide().catch(cause => {
        request.log.error(cause, 'The token endpoint cannot read the signing keys');
      });
      if (!provider) {
        reply.header('Retry-After', String(unavailableRetrySeconds));
        return refuse(reply, 503, unavailableDescription, 'temporarily_unavailable');
      }
      await handOver(provider, request, reply);
    },
    handler: () => {
      throw new Error('The provider answers token requests');
    },
  });

  fastify.route({
    method: ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: tokenPath,
    onRequest: async ({ method, headers }, reply) =>
      method === 'OPTIONS' && ownOrigins(settings.addresses).has(headers.origin ?? '')
        ? allow(reply, headers.origin!)
        : refuse(reply.header('Allow', 'POST'), 405, 'the token endpoint takes POST only'),
    handler: () => {},
  });
}

/** Answers a browser that asks whether its page, which is at another origin of this service, may request a token. */
function allow(reply: FastifyReply, origin: string): FastifyReply {
  return reply
    .code(204)
    .header('Access-Control-Allow-Origin', origin)
    .header('Access-Control-Allow-Methods', 'POST')
    .header('Access-Control-Allow-Headers', 'authorization, content-type, x-requested-with')
    .header('Vary', 'Origin')
    .send();
}

async function handOver(provider: Provider, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  beginTokenRequest(request.raw, request.ip);
  // Drop any prefix and query of the request's URL: the provider has only this route here.
  request.raw.url = tokenPath;
  reply.hijack();
  await provider.callback()(request.raw, reply.raw);
}

function refuse(reply: FastifyReply, status: number, description: string, error = 'invalid_request'): FastifyReply {
  return reply.code(status).header('Cache-Control', 'no-store').send({ error, error_description: description });
}

/** The provider that signs with the current key. When the key changes, a new provider replaces it; running requests finish. */
function createProviders(settings: TokenEndpointSettings, log: FastifyBaseLogger): () => Promise<Provider> {
  const checkSecret = createSecretCheck();
  let current: { kid: string; provider: Promise<Provider> } | undefined;

  return async () => {
    const key = keyThatSigns(await settings.loadKeys(), new Date(settings.now()));
    if (!key) throw new Error('No signing key is active');
    if (current?.kid !== key.kid) {
      const provider = createTokenProvider({ ...settings, checkSecret, key });
      current = { kid: key.kid, provider: provider.then(created => observe(created, settings, log)) };
      current.provider.catch(() => {
        current = undefined;
      });
    }
    return current.provider;
  };
}

function observe(provider: Provider, { database, addresses }: TokenEndpointSettings, log: FastifyBaseLogger): Provider {
  provider.on('server_error', (_ctx, error) => log.error(error, 'The token endpoint failed'));
  // Koa emits this event, which the library's types omit. Without a listener Koa writes to stderr.
  (provider as EventEmitter).on('error', error => log.error(error, 'The token endpoint failed'));
  provider.use(async (ctx, next) => {
    await next();
    if (lacksClientAuthentication(ctx as KoaContextWithOIDC)) {
      ctx.status = 401;
      ctx.body = { error: 'invalid_client', error_description: clientAuthenticationMissing };
    }
    if (isOfAnotherGrant(ctx as KoaContextWithOIDC)) {
      ctx.body = {
        error: 'unauthorized_client',
        error_description: 'the client may use grant_type=client_credentials only',
      };
    }
    // RFC 9110, section 15.5.2, requires a challenge with every 401.
    if (ctx.status === 401 && !ctx.response.get('WWW-Authenticate')) {
      ctx.set('WWW-Authenticate', `Basic realm="${provider.issuer}", error="invalid_client"`);
    }
    // The library allows every origin to read some errors.
    if (!ownOrigins(addresses).has(ctx.get('Origin'))) ctx.remove('Access-Control-Allow-Origin');
    ctx.remove('Access-Control-Expose-Headers');
    // A body that was refused for its size is not read to its end.
    if (!ctx.req.complete) ctx.set('Connection', 'close');
    if (ctx.status >= 500 && ctx.status !== 503) {
      ctx.body = { error: 'server_error', error_description: 'the token endpoint failed' };
    }
    await record(ctx as KoaContextWithOIDC, database).catch(error =>
      log.error(error, 'A token request was not recorded'),
    );
  });
  return provider;
}

const clientAuthenticationMissing =
  'send client_id and client_secret, in a Basic Authorization header or in the form, to authenticate the client';

/**
 * True for a refused request that names no client, or whose Authorization header has another scheme than Basic. RFC 6749,
 * section 5.2, calls that `invalid_client`; the library answers `invalid_request`.
 */
function lacksClientAuthentication({ status, headers, oidc }: KoaContextWithOIDC): boolean {
  // Without parameters, the form could not be read. That is a different error.
  if (status !== 400 || !oidc?.params || !oidc.body) return false;
  if (headers.authorization !== undefined) return !/^basic(\s|$)/i.test(headers.authorization);
  return !oidc.body['client_id'];
}

/** True for a grant that this client may not use. RFC 6749, section 5.2, calls that `unauthorized_client`; the library answers `invalid_request`. */
function isOfAnotherGrant({ status, body }: KoaContextWithOIDC): boolean {
  const { error_description: description } = (body ?? {}) as { error_description?: string };
  return status === 400 && description === 'requested grant type is not allowed for this client';
}

/** Records refused requests that name a client, and the last use of clients. Requests without a client id are not recorded. */
async function record(ctx: KoaContextWithOIDC, database: Database): Promise<void> {
  const { client, party, address } = tokenRequestOf(ctx.req);
  if (ctx.status === 200 && client) return noteClientUse(database, client.client_id);
  // Ten recorded refusals precede each 429. Recording the 429 too would let anybody fill the state.
  if (party === undefined || ctx.status === 429 || ctx.status >= 500) return;
  const { error } = ctx.body as { error: string };
  await recordAudit(database, {
    tenant: client?.tenant ?? null,
    principal: client?.client_id ?? 'unknown',
    action: 'token.issue',
    outcome: 'refused',
    details: { error, address },
  });
}
