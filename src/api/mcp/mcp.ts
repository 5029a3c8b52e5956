// POST /mcp: the Model Context Protocol (revision 2025-11-25, streamable HTTP without sessions), for assistants. Its tools are requests to
// the other routes with the caller's token (`service-requests.ts`). Beside it is the metadata of the protected resource (RFC 9728), by
// which a client finds the authorization server. The SDK loads with the first request: it takes 30 MB.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../database/database.ts';
import { ServiceError } from '../../errors.ts';
import { type Addresses, type AddressSettings, mcpPath, resolveAddresses } from '../access/addresses.ts';
import type { Guard } from '../access/guard.ts';
import { ownOrigins } from '../access/own-origins.ts';
import type { TrustedIssuer } from '../access/trusted-issuers.ts';
import { signalOf } from '../http/client-signal.ts';
import { createServiceRequests } from './service-requests.ts';

export interface McpOptions {
  readonly database: Database;
  readonly guard: Guard;
  readonly access: AddressSettings;
  readonly trustedIssuers: readonly TrustedIssuer[];
}

const metadataPath = '/.well-known/oauth-protected-resource';

export function registerMcp(app: FastifyInstance, { database, guard, access, trustedIssuers }: McpOptions): void {
  const addresses = resolveAddresses(access);
  registerMetadata(app, addresses, trustedIssuers);
  const origins = ownOrigins(addresses);
  const metadata = `${addresses.baseUrl}${metadataPath}${mcpPath}`;
  app.post(mcpPath, { onRequest: guard('read', { metadata }) }, async (request, reply) => {
    refuseOtherOrigin(request, origins);
    // The protocol has had no batches since revision 2025-06-18. One request could make any number of calls.
    if (Array.isArray(request.body)) throw new ServiceError('BAD_REQUEST', 'the body must be one message, not a batch');
    const { createProtocolServer, createTransport } = await import('./protocol-server.ts');
    const service = createServiceRequests(app, request, signalOf(reply));
    const server = createProtocolServer({ database, caller: request.caller!, service, log: request.log });
    const transport = createTransport();
    await server.connect(transport);
    try {
      const answer = await transport.handleRequest(webRequest(request, addresses), { parsedBody: request.body });
      return await sendAnswer(reply, answer);
    } finally {
      await server.close();
    }
  });
}

/** A page of another site could make a browser call the service under another name (DNS rebinding), so the protocol asks for this check. */
function refuseOtherOrigin({ headers: { origin } }: FastifyRequest, origins: ReadonlySet<string>): void {
  if (origin === undefined || origins.has(origin)) return;
  throw new ServiceError('FORBIDDEN', 'Origin: a page of another origin may not use /mcp');
}

/** The request in the form that the SDK takes. The body is parsed already. */
function webRequest({ headers }: FastifyRequest, { baseUrl }: Addresses): Request {
  const taken = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-session-id'].flatMap(name => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as [string, string]] : [];
  });
  return new Request(`${baseUrl}${mcpPath}`, { method: 'POST', headers: taken });
}

async function sendAnswer(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  reply.code(answer.status).header('cache-control', 'private, no-store');
  const type = answer.headers.get('content-type');
  if (type !== null) reply.type(type);
  const text = await answer.text();
  return reply.send(text === '' ? undefined : text);
}

/** RFC 9728 section 3: at the well-known path before the path of the resource. The API as a whole has its metadata there, too. */
function registerMetadata(app: FastifyInstance, addresses: Addresses, trustedIssuers: readonly TrustedIssuer[]): void {
  const { baseUrl, issuer, scopeNames } = addresses;
  const common = {
    authorization_servers: [issuer, ...trustedIssuers.map(trusted => trusted.issuer)],
    bearer_methods_supported: ['header'],
    resource_name: 'Rolecall',
  };
  const document = (resource: string, scopes: readonly string[]) => ({ resource, ...common, scopes_supported: scopes });
  const documents = {
    [metadataPath]: document(baseUrl, Object.values(scopeNames)),
    [`${metadataPath}${mcpPath}`]: document(`${baseUrl}${mcpPath}`, [scopeNames.read, scopeNames.annotate]),
  };
  for (const [path, body] of Object.entries(documents)) {
    app.get(path, async (_request, reply) => reply.header('cache-control', 'public, max-age=3600').send(body));
  }
}
