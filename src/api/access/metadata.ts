// The metadata of the authorization server (RFC 8414), and the public keys of its tokens (RFC 7517).
import type { FastifyInstance } from 'fastify';
import { publicJwk, publishSeconds, type SigningKey } from '../../state/signing-keys.ts';
import type { Addresses } from './addresses.ts';

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
    // Required by RFC 8414; there is no authorization endpoint, so no response type.
    response_types_supported: [],
    grant_types_supported: ['client_credentials'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  };

  fastify.get('/.well-known/oauth-authorization-server', async (_request, reply) => {
    reply.header('Cache-Control', caching);
    return metadata;
  });
  fastify.get('/.well-known/jwks.json', async (_request, reply) => {
    const keys = [...(await loadKeys()), ...(await loadEventKeys())].map(publicJwk);
    reply.header('Cache-Control', caching);
    return { keys };
  });
}
