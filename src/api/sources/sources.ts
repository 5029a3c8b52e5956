// The routes of sources: their state, and what an administrator requests of them.
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/database.ts';
import { ServiceError } from '../../errors.ts';
import { recordAudit } from '../../state/audit.ts';
import { type HeldBackSource, heldBackSources } from '../../state/held-back.ts';
import { isStale, type SourceHealth, sourceHealth } from '../../state/notices/source-health.ts';
import { readsOf } from '../../state/reads.ts';
import { getRun, type ListedRun, lastRuns } from '../../state/run-list.ts';
import { type Build, latestBuild, requestBuild } from '../../state/versions.ts';
import type { Storage } from '../../storage/storage.ts';
import { tenantKeys } from '../../warehouse/keys.ts';
import { rejectedRecords } from '../../warehouse/landing/rejected-records.ts';
import { auditingRefusals } from '../access/audited-refusals.ts';
import type { Guard } from '../access/guard.ts';
import { type ListRequest, serveOperation } from '../access/serve-operation.ts';
import { refuseQuery } from '../http/list-query.ts';
import { parseBody, refuseBody } from '../http/request-body.ts';
import { type ServedSource, type ServedTenants, servedTenant } from '../served-tenants.ts';
import { viewRead, viewRun } from '../sync-runs/view-run.ts';
import { sourceOperations } from './source-operations.ts';
import { sourceSyncSchema } from './source-schemas.ts';
import { type SourceRequest, sourceOf, visibleSources } from './visible-sources.ts';

export interface SourceOptions {
  readonly database: Database;
  readonly storage: Storage;
  readonly tenants: ServedTenants;
  readonly guard: Guard;
}

export function registerSourceRoutes(app: FastifyInstance, options: SourceOptions): void {
  const { database, storage, tenants, guard } = options;
  const { listSources, syncSource, acceptSourceLoss, listRejectedRecords } = sourceOperations;
  const audited = (action: string) => ({ guard, onError: auditingRefusals(database, action) });

  serveOperation<ListRequest>(app, listSources, { guard }, async (request, reply) => {
    refuseQuery(request.query);
    const caller = request.caller!;
    const { staleAfterMs, catalogue } = servedTenant(tenants, caller.tenant);
    const [runs, held, stale, build] = await Promise.all([
      lastRuns(database, caller.tenant),
      heldBackSources(database, caller.tenant),
      staleSources(database, caller.tenant, staleAfterMs),
      // A limited client does not see the newest build, because its findings count objects of all sources.
      caller.visible ? undefined : latestBuild(database, caller.tenant),
    ]);
    const items = await Promise.all(
      visibleSources(tenants, caller).map(async source => {
        const ofSource = ({ source_id: id }: { readonly source_id: string }) => id === source.config.id;
        const run = runs.find(ofSource);
        const reads = run ? await readsOf(database, run.run_id) : [];
        return { ...viewSource(source, run, held.find(ofSource), stale.find(ofSource)), reads: reads.map(viewRead) };
      }),
    );
    const version = catalogue.current()?.number ?? catalogue.damage()?.version;
    return reply
      .header('cache-control', 'private, no-store')
      .send({ items, version, lastBuild: build ? viewBuild(build) : undefined });
  });

  serveOperation<SourceRequest>(app, syncSource, audited('source.sync'), async (request, reply) => {
    refuseQuery(request.query);
    const caller = request.caller!;
    const { config } = sourceOf(tenants, caller, request.params.sourceId);
    const { full = false } = parseBody(sourceSyncSchema, request.body);
    const runId = await servedTenant(tenants, caller.tenant).requestSync(config.id, full);
    await recordAudit(database, {
      ...{ tenant: caller.tenant, principal: caller.principal.id, action: 'source.sync', outcome: 'done' },
      target: config.id,
      details: { runId, full },
    });
    const run = await getRun(database, { tenant: caller.tenant, instances: undefined }, runId);
    return reply.header('cache-control', 'private, no-store').send(viewRun(run!));
  });

  serveOperation<SourceRequest>(app, acceptSourceLoss, audited('source.acceptLoss'), async (request, reply) => {
    refuseQuery(request.query);
    refuseBody(request.body);
    const caller = request.caller!;
    const { config } = sourceOf(tenants, caller, request.params.sourceId);
    const build = await database.transaction(async transaction => {
      const held = await heldBackSources(transaction, caller.tenant);
      if (!held.some(({ source_id: id }) => id === config.id))
        throw new ServiceError('SOURCE_NOT_HELD_BACK', `sourceId: the newest data of ${config.id} are not held back`);
      const requested = await requestBuild(transaction, caller.tenant, { acceptedSources: [config.id] });
      await recordAudit(transaction, {
        ...{ tenant: caller.tenant, principal: caller.principal.id, action: 'source.acceptLoss', outcome: 'done' },
        target: config.id,
        details: { buildId: requested.build_id },
      });
      return requested;
    });
    await servedTenant(tenants, caller.tenant).startBuild(build.build_id);
    return reply.header('cache-control', 'private, no-store').send(viewBuild(build));
  });

  serveOperation<SourceRequest>(app, listRejectedRecords, { guard }, async (request, reply) => {
    refuseQuery(request.query);
    const caller = request.caller!;
    const { config } = sourceOf(tenants, caller, request.params.sourceId);
    const run = (await lastRuns(database, caller.tenant)).find(({ source_id: id }) => id === config.id);
    const items = run ? await rejectedRecords(storage, tenantKeys(caller.tenant).run(config.id, run.run_id)) : [];
    return reply.header('cache-control', 'private, no-store').send({ items });
  });
}

/** Sources whose last complete read is too long ago, as far as they have a schedule. */
async function staleSources(database: Database, tenant: string, staleAfterMs: number): Promise<SourceHealth[]> {
  const all = await sourceHealth(database);
  return all.filter(health => health.tenant === tenant && isStale(health, staleAfterMs));
}

function viewSource(
  { config, connector }: ServedSource,
  run: ListedRun | undefined,
  held: HeldBackSource | undefined,
  stale: SourceHealth | undefined,
): object {
  return {
    sourceId: config.id,
    applicationInstanceId: config.application_instance_id,
    connector: connector.type,
    connectorTitle: connector.title,
    schedule: config.schedule,
    timeZone: config.schedule === undefined ? undefined : config.time_zone,
    writes: config.writes,
    lastRun: run && viewRun(run),
    heldBack: held && { since: held.since, runId: held.run_id, findings: held.findings },
    stale:
      stale && config.schedule !== undefined
        ? { ...(stale.complete_at && { lastCompleteAt: stale.complete_at }) }
        : undefined,
  };
}

function viewBuild(build: Build): object {
  return {
    id: build.build_id,
    status: build.status,
    version: build.version ?? undefined,
    acceptedSources: build.accepted_sources,
    findings: build.findings,
    error: build.error ?? undefined,
    queuedAt: build.queued_at,
    startedAt: build.started_at ?? undefined,
    endedAt: build.ended_at ?? undefined,
  };
}
