// The graph of access around one object, layer by layer: for drawing it.
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../errors.ts';
import type { ItemRequest } from '../access/serve-operation.ts';
import { serveOperation } from '../access/serve-operation.ts';
import { signalOf, whenOver } from '../http/client-signal.ts';
import { parseUuid } from '../http/list-query.ts';
import type { LookupOptions } from '../lookups/paged-lookup.ts';
import { servedTenant } from '../served-tenants.ts';
import { versionAsOf } from '../version-as-of.ts';
import { parseGraphQuery } from './graph-query.ts';
import { type LayerRow, type LookUpLayer, readLayers, type Start } from './layers.ts';
import { namesOf } from './permissions.ts';
import { reachOperations } from './reach-operations.ts';

export function registerAccessGraph(app: FastifyInstance, { tenants, guard, lookups }: LookupOptions): void {
  serveOperation<ItemRequest>(app, reachOperations.getAccessGraph, { guard }, async (request, reply) => {
    const query = parseGraphQuery(request.query);
    const id = parseUuid('id', request.params.id);
    const { tenant, clientId, visible } = request.caller!;
    const version = await versionAsOf(servedTenant(tenants, tenant).catalogue, query.asOf);
    whenOver(reply, version.hold());
    const signal = signalOf(reply);
    const where = { clientId, versionFolder: version.folder, visible };
    const [start] = await lookups.rows<Start>({ ...where, name: 'access_nodes', parameters: { ids: id } }, signal);
    if (!start) throw new ServiceError('NOT_FOUND', `id: there is no ${id}, or it is not visible to this client`);
    const lookUp: LookUpLayer = parameters =>
      lookups.rows<LayerRow>({ ...where, name: 'access_layer', parameters }, signal);
    const { nodes, steps } = await readLayers(start, query, lookUp);
    return reply
      .header('cache-control', 'private, no-store')
      .header('warehouse-version', String(version.number))
      .send({
        nodes: nodes.map(({ number: _number, listed: _listed, name, isEnabled, contentsId, ...node }) => ({
          ...node,
          contentsId: contentsId ?? undefined,
          objectName: name ?? undefined,
          isEnabled: isEnabled ?? undefined,
        })),
        steps: steps.map(({ id: stepId, permissions, ...step }) => {
          return { ...step, id: stepId ?? undefined, permissions: namesOf(permissions) };
        }),
        isComplete: nodes.every(({ stepCount, listed }) => listed === stepCount),
      });
  });
}
