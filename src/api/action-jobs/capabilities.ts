// The route of capabilities: what can be changed in each application instance.
import type { FastifyInstance } from 'fastify';
import type { ActionSource } from '../../actions/source-client.ts';
import { supportsOf } from '../../actions/support.ts';
import { actionOperations } from '../../connector/actions.ts';
import { type ListRequest, serveOperation } from '../access/serve-operation.ts';
import type { ChangeOptions } from '../changes/changes.ts';
import { refuseQuery } from '../http/list-query.ts';
import { servedTenant } from '../served-tenants.ts';
import { actionJobOperations } from './action-job-operations.ts';

export function registerCapabilities(
  app: FastifyInstance,
  { tenants, guard }: Pick<ChangeOptions, 'tenants' | 'guard'>,
): void {
  serveOperation<ListRequest>(app, actionJobOperations.listCapabilities, { guard }, async (request, reply) => {
    refuseQuery(request.query);
    const { tenant, visible } = request.caller!;
    const { sources: all, baseFolder } = servedTenant(tenants, tenant);
    const sources = [...all.values()].filter(
      ({ config }) => !visible || visible.instances.has(config.application_instance_id),
    );
    const items = await Promise.all(sources.map(source => view(source, baseFolder)));
    return reply.header('cache-control', 'private, no-cache').send({ items });
  });
}

async function view(source: ActionSource, baseFolder: string): Promise<object> {
  const supports = await supportsOf(source, actionOperations, baseFolder);
  const { config, connector } = source;
  return {
    applicationInstanceId: config.application_instance_id,
    sourceId: config.id,
    connector: connector.type,
    writes: config.writes,
    operations: actionOperations.map((operation, index) => {
      const { declared, refusal } = supports[index]!;
      return {
        operation,
        supported: declared !== undefined,
        ...(refusal && { code: refusal.code, reason: refusal.message }),
        ...(declared && { effect: declared.effect, rights: declared.rights, limits: declared.limits }),
      };
    }),
  };
}
