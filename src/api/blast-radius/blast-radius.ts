// The route of the blast radius of machine and token accounts.
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../errors.ts';
import type { Lookups } from '../../lookups/lookups.ts';
import type { Guard } from '../access/guard.ts';
import { type ItemRequest, serveOperation } from '../access/serve-operation.ts';
import { signalOf, whenOver } from '../http/client-signal.ts';
import { parseParameters, parseUuid } from '../http/list-query.ts';
import { type ServedTenants, servedTenant } from '../served-tenants.ts';
import { versionAsOf } from '../version-as-of.ts';
import { blastRadiusOperations } from './blast-radius-operations.ts';
import { findBlastRadius } from './find-blast-radius.ts';

export interface BlastRadiusOptions {
  readonly tenants: ServedTenants;
  readonly guard: Guard;
  readonly lookups: Lookups;
}

/** The most chains of an answer. */
const mostChains = 100;

export function registerBlastRadius(app: FastifyInstance, { tenants, guard, lookups }: BlastRadiusOptions): void {
  serveOperation<ItemRequest>(app, blastRadiusOperations.getBlastRadius, { guard }, async (request, reply) => {
    const { asOf } = parseParameters(request.query, ['asOf']);
    const caller = request.caller!;
    const id = parseUuid('id', request.params.id);
    const version = await versionAsOf(servedTenant(tenants, caller.tenant).catalogue, asOf);
    whenOver(reply, version.hold());
    if (!version.collection('non-human-identities').has(id, caller.visible)) {
      const message = `id: there is no machine or token account ${id}, or it is not visible to this client`;
      throw new ServiceError('NOT_FOUND', message);
    }
    const where = {
      clientId: caller.clientId,
      versionFolder: version.folder,
      visible: caller.visible,
    };
    const radius = await findBlastRadius(lookups, where, id, { chains: mostChains }, signalOf(reply));
    return reply
      .header('cache-control', 'private, no-store')
      .header('warehouse-version', String(version.number))
      .send({ id, ...radius });
  });
}
