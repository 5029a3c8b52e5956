// What is known about a token request while the OAuth provider handles it: its address and the client that it names.
import type { IncomingMessage } from 'node:http';
import type { Client } from '../../state/clients/clients.ts';

export interface TokenRequest {
  /** Address of the peer, as Fastify finds it behind the trusted proxies. */
  readonly address: string;
  /** Failures of the same party are counted together. Set when a client id was read. */
  party?: string;
  /** The client that the request names; it may be revoked. */
  client?: Client;
  secretHash?: string;
}

const requests = new WeakMap<IncomingMessage, TokenRequest>();

export function beginTokenRequest(message: IncomingMessage, address: string): void {
  requests.set(message, { address });
}

export function tokenRequestOf(message: IncomingMessage): TokenRequest {
  const request = requests.get(message);
  if (!request) throw new Error('A token request reached the provider around the token endpoint');
  return request;
}
