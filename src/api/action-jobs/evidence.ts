// The route of the evidence of a job.
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/database.ts';
import type { Lookups } from '../../lookups/lookups.ts';
import { type ActionJob, getActionJob } from '../../state/actions/jobs.ts';
import { type ActionResult, listRecordChanges, listResults, type RecordChange } from '../../state/actions/results.ts';
import { scopeOf } from '../access/caller.ts';
import type { Guard } from '../access/guard.ts';
import { type ItemRequest, serveOperation } from '../access/serve-operation.ts';
import { signalOf, whenOver } from '../http/client-signal.ts';
import { parseUuid, refuseQuery } from '../http/list-query.ts';
import { type ServedTenants, servedTenant } from '../served-tenants.ts';
import { versionInService } from '../version-in-service.ts';
import { actionJobOperations } from './action-job-operations.ts';
import { type EvidenceViolation, evidenceFiles } from './evidence-files.ts';
import { dataSyncOf } from './view-job.ts';

export interface EvidenceOptions {
  readonly database: Database;
  readonly tenants: ServedTenants;
  readonly guard: Guard;
  readonly lookups: Lookups;
  /** Address of the service. */
  readonly baseUrl: string;
}

export function registerEvidence(app: FastifyInstance, options: EvidenceOptions): void {
  const { database, guard } = options;
  serveOperation<ItemRequest>(app, actionJobOperations.getActionJobEvidence, { guard }, async (request, reply) => {
    refuseQuery(request.query);
    const caller = request.caller!;
    const job = await getActionJob(database, scopeOf(caller), parseUuid('id', request.params.id));
    const { catalogue, sources } = servedTenant(options.tenants, caller.tenant);
    const version = versionInService(catalogue);
    whenOver(reply, version.hold());
    const [results, changes] = await Promise.all([everyResult(database, job), everyChange(database, job)]);
    const ids = JSON.stringify([...new Set(results.map(({ object_id: id }) => id))]);
    const where = { clientId: caller.clientId, versionFolder: version.folder, visible: caller.visible };
    const [found, violations] = await Promise.all([
      options.lookups.rows<{ readonly id: string; readonly alias: string; readonly instance: string }>(
        { ...where, name: 'evidence_accounts', parameters: { ids } },
        signalOf(reply),
      ),
      options.lookups.rows<EvidenceViolation>(
        { ...where, name: 'evidence_violations', parameters: { ids, since: job.created_at.toISOString() } },
        signalOf(reply),
      ),
    ]);
    const sourceOf = new Map([...sources.values()].map(({ config }) => [config.application_instance_id, config.id]));
    const accounts = new Map(found.map(({ id, alias, instance }) => [id, { source: sourceOf.get(instance), alias }]));
    const facts = { job, dataSync: dataSyncOf(job, catalogue), results, changes, accounts, violations };
    const files = evidenceFiles({ ...facts, version: version.number, service: options.baseUrl });
    return reply.header('cache-control', 'private, no-store').send({ files });
  });
}

/** A job has at most a thousand targets. */
const everything = 100_000;

const everyResult = async (database: Database, job: ActionJob): Promise<ActionResult[]> =>
  job.status === 'Queued' && job.type === 'Change'
    ? []
    : (await listResults(database, job.job_id, everything, [-1, -1])).results;

async function everyChange(database: Database, job: ActionJob): Promise<Map<string, RecordChange>> {
  const { changes } = await listRecordChanges(database, job.job_id, everything, [-1, -1]);
  return new Map(changes.map(change => [change.object_id, change]));
}
