// The routes of API clients: an administrator lists, creates and revokes them.
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/database.ts';
import { ServiceError } from '../../errors.ts';
import {
  addClient,
  type Client,
  findClient,
  includesScope,
  listClients,
  revokeClient,
} from '../../state/clients/clients.ts';
import { auditingRefusals } from '../access/audited-refusals.ts';
import { type Caller, requireWholeTenant } from '../access/caller.ts';
import type { Guard } from '../access/guard.ts';
import { type ListRequest, serveOperation } from '../access/serve-operation.ts';
import { parseUuid, refuseQuery } from '../http/list-query.ts';
import { parseBody, refuseBody } from '../http/request-body.ts';
import { type ServedTenants, servedTenant } from '../served-tenants.ts';
import { clientOperations } from './client-operations.ts';
import { clientCreationSchema } from './client-schemas.ts';

export interface ClientRouteOptions {
  readonly database: Database;
  readonly tenants: ServedTenants;
  readonly guard: Guard;
}

interface ClientRequest extends ListRequest {
  Params: { clientId: string };
}

const what = 'The administration of clients';

export function registerClients(app: FastifyInstance, { database, tenants, guard }: ClientRouteOptions): void {
  const operations = clientOperations;
  const audited = (action: string) => ({ guard, onError: auditingRefusals(database, action) });

  serveOperation<ListRequest>(app, operations.listClients, { guard }, async (request, reply) => {
    refuseQuery(request.query);
    const caller = request.caller!;
    requireWholeTenant(caller, what);
    const clients = await listClients(database, caller.tenant);
    return reply.header('cache-control', 'private, no-store').send({ items: clients.map(one => view(one, caller)) });
  });

  serveOperation<ListRequest>(app, operations.createClient, audited('client.add'), async (request, reply) => {
    refuseQuery(request.query);
    const caller = request.caller!;
    requireWholeTenant(caller, what);
    const { name, scopes, ...limits } = parseBody(clientCreationSchema, request.body);
    const lacking = scopes.find(scope => !includesScope(caller.scopes, scope));
    if (lacking)
      throw new ServiceError('FORBIDDEN', `scopes: this token lacks the ${lacking} scope, so it cannot give it`);
    requireKnown(tenants, caller.tenant, limits.applicationInstanceIds ?? []);
    const { tenant, principal } = caller;
    const made = await addClient(database, { tenant, name, scopes, ...limits, createdBy: principal.id });
    return reply
      .code(201)
      .header('cache-control', 'private, no-store')
      .send({ ...view(made.client, caller), clientSecret: made.clientSecret });
  });

  serveOperation<ClientRequest>(app, operations.revokeClient, audited('client.revoke'), async (request, reply) => {
    refuseQuery(request.query);
    refuseBody(request.body);
    const caller = request.caller!;
    requireWholeTenant(caller, what);
    const id = parseUuid('clientId', request.params.clientId);
    const found = await findClient(database, id);
    if (found?.tenant !== caller.tenant) throw new ServiceError('NOT_FOUND', `clientId: there is no client ${id}`);
    // A client that is revoked already stays so.
    await revokeClient(database, id, caller.principal.id);
    return reply.code(204).send();
  });
}

/** @throws ServiceError BAD_REQUEST for an application instance that no source has: the client would see nothing */
function requireKnown(tenants: ServedTenants, tenant: string, instances: readonly string[]): void {
  const { sources, serviceInstance } = servedTenant(tenants, tenant);
  const known = new Set([...sources.values()].map(({ config }) => config.application_instance_id));
  const unknown = instances.find(id => !known.has(id.toLowerCase()) && id.toLowerCase() !== serviceInstance);
  if (unknown === undefined) return;
  throw new ServiceError('BAD_REQUEST', `applicationInstanceIds: no source has the application instance ${unknown}`);
}

function view(client: Client, { clientId }: Caller): object {
  return {
    clientId: client.client_id,
    name: client.name,
    scopes: client.scopes,
    applicationInstanceIds: client.application_instance_ids ?? undefined,
    personData: client.application_instance_ids ? client.person_data : undefined,
    createdAt: client.created_at,
    createdBy: client.created_by,
    revokedAt: client.revoked_at ?? undefined,
    lastUsedAt: client.last_used_at ?? undefined,
    isOwn: client.client_id === clientId,
  };
}
