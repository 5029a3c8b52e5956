// The metadata of the authorization server (RFC 8414), and the public keys of its tokens (RFC 7517).
import type { FastifyInstance } from 'fastify';
import { publicJwk, publishSeconds, type SigningKey } from '../../state/signing-keys.ts';
import type { Addresses } from './addresses.ts';

const authorizationPath = '/oauth2/authorize';

type LoadKeys = () => Promise<readonly SigningKey[]>;

/** @param loadEventKeys loads the keys of security event tokens */
export function metadataRoutes(
  fastify: FastifyInstance,
  { addresses, loadKeys, loadEventKeys }: { addresses: Addresses } & Record<'loadKeys' | 'loadEventKeys', LoadKeys>,
): void {
  // A new key is published this long before it signs, so caches see it in time.
  const caching = `public, max-age=${publishSeconds}`;
  const metadata = {
    issuer: addresses.issuer,
    token_endpoint: addresses.tokenEndpoint,
    jwks_uri: addresses.jwksUri,
    scopes_supported: Object.values(addresses.scopeNames),
    // There is no response type, so the endpoint refuses every request. RFC 8414 would let it be absent, but the official client of the
    // Model Context Protocol takes no metadata without it.
    authorization_endpoint: `${addresses.issuer}${authorizationPath}`,
    response_types_supported: [],
    grant_types_supported: ['client_credentials'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  };

  fastify.get('/.well-known/oauth-authorization-server', async (_request, reply) => {
    reply.header('Cache-Control', caching);
    return metadata;
  });
  // RFC 6749, section 4.1.2.1; without a registered address there is none to redirect to.
  fastify.get(authorizationPath, async (_request, reply) =>
    reply.code(400).header('Cache-Control', 'no-store').send({
      error: 'unsupported_response_type',
      error_description: 'clients get their tokens from the token endpoint, with grant_type=client_credentials',
    }),
  );
  fastify.get('/.well-known/jwks.json', async (_request, reply) => {
    const keys = [...(await loadKeys()), ...(await loadEventKeys())].map(publicJwk);
    reply.header('Cache-Control', caching);
    return { keys };
  });
}
