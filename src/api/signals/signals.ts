// The route that lists signals.
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/database.ts';
import { listSignals, type StoredSignal } from '../../state/signals/signals.ts';
import { globalIdOf } from '../../warehouse/global-id.ts';
import type { Guard } from '../access/guard.ts';
import { type ListRequest, serveOperation } from '../access/serve-operation.ts';
import { visibleTo } from '../access/visible.ts';
import { parseListQuery } from '../http/list-query.ts';
import { listPage, type PageTokens } from '../http/page-token.ts';
import { type ServedTenants, servedTenant } from '../served-tenants.ts';
import { signalOperations } from './signal-operations.ts';

export interface SignalOptions {
  readonly database: Database;
  readonly tenants: ServedTenants;
  readonly guard: Guard;
  readonly pageTokens: PageTokens;
}

export function registerSignals(app: FastifyInstance, { database, tenants, guard, pageTokens }: SignalOptions): void {
  serveOperation<ListRequest>(app, signalOperations.listSignals, { guard }, async (request, reply) => {
    const query = parseListQuery(request.query);
    const caller = request.caller!;
    const { sources } = servedTenant(tenants, caller.tenant);
    const instanceOf = new Map([...sources].map(([id, { config }]) => [id, config.application_instance_id]));
    const visible = visibleTo(caller, query);
    const shown = visible && [...instanceOf].flatMap(([id, instance]) => (visible.has(instance) ? [id] : []));
    const list = {
      tenant: caller.tenant,
      collection: 'signals',
      filter: query.applicationInstanceId ?? '',
      visible: caller.visible,
    };
    const page = listPage<number>(pageTokens, list, query.pageToken);
    const filter = { tenant: caller.tenant, sources: shown };
    const { signals, next } = await listSignals(database, filter, query.pageSize, page.after);
    const items = signals.map(signal => view(caller.tenant, instanceOf.get(signal.source_id), signal));
    return reply.header('cache-control', 'private, no-store').send({ items, nextPageToken: page.tokenOf(next) });
  });
}

/** @param instance of its source; undefined: the source is no longer configured */
function view(tenant: string, instance: string | undefined, signal: StoredSignal): object {
  return {
    id: signal.signal_id,
    transmitter: signal.transmitter,
    jti: signal.jti,
    delivery: signal.delivery,
    eventType: signal.event_type,
    event: signal.event,
    subject: signal.subject ?? undefined,
    issuedAt: signal.issued_at,
    occurredAt: signal.occurred_at,
    receivedAt: signal.received_at,
    sourceId: signal.source_id,
    applicationInstanceId: instance,
    status: signal.status,
    reason: signal.reason ?? undefined,
    globalAccountIds: instance ? signal.account_ids.map(id => globalIdOf(tenant, instance, 'Account', id)) : [],
    runId: signal.run_id ?? undefined,
    version: signal.version ?? undefined,
  };
}
