// POST /oauth2/token: hands the raw request to the OAuth provider and keeps the record of what came of it.
import type { EventEmitter } from 'node:events';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Database } from '../../database/database.ts';
import { recordAudit } from '../../state/audit.ts';
import { createSecretCheck } from '../../state/client-secret.ts';
import { noteClientUse } from '../../state/clients.ts';
import { keyThatSigns, type SigningKey } from '../../state/signing-keys.ts';
import type { Addresses } from './addresses.ts';
import type { FailureLimit } from './failure-limit.ts';
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
    // Before Fastify would read the body: the provider reads it itself, and refuses in the words of RFC 6749.
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
    onRequest: async (_request, reply) =>
      refuse(reply.header('Allow', 'POST'), 405, 'the token endpoint takes POST only'),
    handler: () => {},
  });
}

async function handOver(provider: Provider, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  beginTokenRequest(request.raw, request.ip);
  // Whatever prefix or query the request came with: the provider has no other route here.
  request.raw.url = tokenPath;
  reply.hijack();
  await provider.callback()(request.raw, reply.raw);
}

function refuse(reply: FastifyReply, status: number, description: string, error = 'invalid_request'): FastifyReply {
  return reply.code(status).header('Cache-Control', 'no-store').send({ error, error_description: description });
}

/** The provider that signs with today's key; it is replaced, while requests under way finish, when the key changes. */
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

function observe(provider: Provider, { database }: TokenEndpointSettings, log: FastifyBaseLogger): Provider {
  provider.on('server_error', (_ctx, error) => log.error(error, 'The token endpoint failed'));
  // Koa's own event, which the library's types leave out; without a listener Koa writes to stderr.
  (provider as EventEmitter).on('error', error => log.error(error, 'The token endpoint failed'));
  provider.use(async (ctx, next) => {
    await next();
    if (lacksClientAuthentication(ctx as KoaContextWithOIDC)) {
      ctx.status = 401;
      ctx.body = { error: 'invalid_client', error_description: clientAuthenticationMissing };
    }
    // RFC 9110, section 15.5.2, wants a challenge with every 401.
    if (ctx.status === 401 && !ctx.response.get('WWW-Authenticate')) {
      ctx.set('WWW-Authenticate', `Basic realm="${provider.issuer}", error="invalid_client"`);
    }
    // Tokens are for servers: no page in a browser needs to read them.
    ctx.remove('Access-Control-Allow-Origin');
    ctx.remove('Access-Control-Expose-Headers');
    // A body that was refused for its size is not read to its end, however long it goes on.
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
 * True for a refused request that names no client, or whose Authorization header is of another scheme than Basic. RFC
 * 6749, section 5.2, calls that `invalid_client`, the library `invalid_request`.
 */
function lacksClientAuthentication({ status, headers, oidc }: KoaContextWithOIDC): boolean {
  // Without parameters the form could not be read, which is another mistake.
  if (status !== 400 || !oidc?.params || !oidc.body) return false;
  if (headers.authorization !== undefined) return !/^basic(\s|$)/i.test(headers.authorization);
  return !oidc.body['client_id'];
}

/** Refusals of somebody who named a client, and the use of clients. Noise without a client id is not worth a row. */
async function record(ctx: KoaContextWithOIDC, database: Database): Promise<void> {
  const { client, party, address } = tokenRequestOf(ctx.req);
  if (ctx.status === 200 && client) return noteClientUse(database, client.clientId);
  // A 429 follows ten recorded refusals; recording it too would let anybody fill the state.
  if (party === undefined || ctx.status === 429 || ctx.status >= 500) return;
  const { error } = ctx.body as { error: string };
  await recordAudit(database, {
    tenant: client?.tenant ?? null,
    principal: client?.clientId ?? 'unknown',
    action: 'token.issue',
    outcome: 'refused',
    details: { error, address },
  });
}
