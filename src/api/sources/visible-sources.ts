// The sources that a client may see, and the one that a request names.
import { ServiceError } from '../../errors.ts';
import { knownHint } from '../../nearest.ts';
import type { Caller } from '../access/caller.ts';
import type { ListRequest } from '../access/serve-operation.ts';
import { type ServedSource, type ServedTenants, servedTenant } from '../served-tenants.ts';

/** A request about one source. */
export interface SourceRequest extends ListRequest {
  Params: { sourceId: string };
}

export function visibleSources(tenants: ServedTenants, { tenant, visible }: Caller): readonly ServedSource[] {
  const sources = [...servedTenant(tenants, tenant).sources.values()];
  return sources.filter(({ config }) => !visible || visible.instances.has(config.application_instance_id));
}

/** @throws ServiceError NOT_FOUND */
export function sourceOf(tenants: ServedTenants, caller: Caller, id: string): ServedSource {
  const sources = visibleSources(tenants, caller);
  const source = sources.find(({ config }) => config.id === id);
  if (source) return source;
  const names = sources.map(({ config }) => config.id);
  const message = `sourceId: there is no source ${JSON.stringify(id.slice(0, 60))}, or it is not visible to this client; ${knownHint(id, names)}`;
  throw new ServiceError('NOT_FOUND', message, { details: { parameter: 'sourceId' } });
}
