// The routes of the blast radius: of accounts, and of machine and token accounts alone.
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../errors.ts';
import type { Lookups } from '../../lookups/lookups.ts';
import type { Guard } from '../access/guard.ts';
import { type ItemRequest, serveOperation } from '../access/serve-operation.ts';
import type { Operation } from '../contract/operation.ts';
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

export function registerBlastRadius(app: FastifyInstance, options: BlastRadiusOptions): void {
  const { getBlastRadius, getAccountBlastRadius } = blastRadiusOperations;
  serveBlastRadius(app, options, getBlastRadius, {
    collection: 'non-human-identities',
    called: 'machine or token account',
  });
  serveBlastRadius(app, options, getAccountBlastRadius, { collection: 'accounts', called: 'account' });
}

interface ServedAccounts {
  /** The collection that the account has to be in. */
  readonly collection: string;
  readonly called: string;
}

function serveBlastRadius(
  app: FastifyInstance,
  { tenants, guard, lookups }: BlastRadiusOptions,
  operation: Operation,
  { collection, called }: ServedAccounts,
): void {
  serveOperation<ItemRequest>(app, operation, { guard }, async (request, reply) => {
    const { asOf } = parseParameters(request.query, ['asOf']);
    const caller = request.caller!;
    const id = parseUuid('id', request.params.id);
    const version = await versionAsOf(servedTenant(tenants, caller.tenant).catalogue, asOf);
    whenOver(reply, version.hold());
    if (!version.collection(collection).has(id, caller.visible)) {
      const message = `id: there is no ${called} ${id}, or it is not visible to this client`;
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
