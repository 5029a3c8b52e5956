// The authorization server as one Fastify plugin: token endpoint, metadata, keys. It adds nothing to requests and replies.
import type { FastifyPluginAsync } from 'fastify';
import type { Database } from '../../database/database.ts';
import type { SigningKey } from '../../state/signing-keys.ts';
import { type AddressSettings, resolveAddresses } from './addresses.ts';
import { createFailureLimit, type FailureLimit } from './failure-limit.ts';
import { metadataRoutes } from './metadata.ts';
import { createSigningKeyLookup, type SigningKeyLookup } from './signing-key-lookup.ts';
import { tokenEndpoint } from './token-endpoint.ts';

export interface AccessSettings extends AddressSettings {
  readonly database: Database;
  /** The configured addresses, with `{environment}` not yet replaced; default: the addresses in use. */
  readonly templates?: Pick<AddressSettings, 'baseUrl' | 'authUrl'>;
  /** Milliseconds since 1970; for tests. */
  readonly now?: () => number;
  /** The limit on failures at the token endpoint; default: a limit in the memory of this process. */
  readonly failures?: FailureLimit;
  /** The keys that sign security event tokens; absent: none are sent. */
  readonly eventKeys?: () => Promise<readonly SigningKey[]>;
  /** Default: its own look-up. */
  readonly signingKeys?: SigningKeyLookup;
}

export const accessPlugin: FastifyPluginAsync<AccessSettings> = async (fastify, settings) => {
  const { database, now = Date.now, failures = createFailureLimit() } = settings;
  const addresses = resolveAddresses(settings);
  const { get: loadKeys } = settings.signingKeys ?? createSigningKeyLookup(database, now);

  const eventKeys = settings.eventKeys ?? (async () => []);
  metadataRoutes(fastify, { addresses, loadKeys, loadEventKeys: eventKeys });
  tokenEndpoint(fastify, { database, addresses, loadKeys, now, failures });
};
