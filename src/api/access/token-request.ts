// What is known of a token request while the OAuth provider works on it: from where it came and which client it named.
import type { IncomingMessage } from 'node:http';
import type { Client } from '../../state/clients.ts';

export interface TokenRequest {
  /** Address of the peer, as Fastify sees it behind the proxies that it trusts. */
  readonly address: string;
  /** Whose failures count together; set once a client id was read. */
  party?: string;
  /** The client that was named, revoked ones too. */
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
