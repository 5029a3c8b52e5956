// The routes of action jobs: the outcomes of changes, and how changes are cancelled, reverted and approved.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { supportOf } from '../../actions/support.ts';
import type { Database } from '../../database/database.ts';
import { ServiceError } from '../../errors.ts';
import { approveActionJob, cancelActionJob } from '../../state/actions/cancel.ts';
import {
  type ActionJob,
  getActionJob,
  listActionJobs,
  listTargets,
  nameOfPrincipal,
  targetsOfJob,
} from '../../state/actions/jobs.ts';
import { type ActionResult, listRecordChanges, listResults, type ResultPosition } from '../../state/actions/results.ts';
import { changedSources, createRevertJob, revertRefusal } from '../../state/actions/reverts.ts';
import { writeOnce } from '../../state/idempotency.ts';
import { auditingRefusals } from '../access/audited-refusals.ts';
import { type Caller, ownerOfCaller, scopeOf } from '../access/caller.ts';
import { type ItemRequest, type ListRequest, serveOperation } from '../access/serve-operation.ts';
import { revertSelectionSchema } from '../changes/action-schemas.ts';
import { type ChangeOptions, sendAccepted } from '../changes/changes.ts';
import { approvalReason, forbiddenAccounts, refuseForbidden, refuseTooMany } from '../changes/guards.ts';
import type { Operation } from '../contract/operation.ts';
import { signalOf } from '../http/client-signal.ts';
import { idempotentRequest } from '../http/idempotency-key.ts';
import { parsePageQuery, parseParameters, parseUuid, refuseQuery } from '../http/list-query.ts';
import { listPage, type PageTokens } from '../http/page-token.ts';
import { parseBody, refuseBody } from '../http/request-body.ts';
import { servedTenant } from '../served-tenants.ts';
import { actionJobOperations } from './action-job-operations.ts';
import { registerCapabilities } from './capabilities.ts';
import { type EvidenceOptions, registerEvidence } from './evidence.ts';
import { viewJob } from './view-job.ts';

export interface ActionJobOptions extends Omit<ChangeOptions, 'lookups'>, EvidenceOptions {
  readonly pageTokens: PageTokens;
}

type RevertSelection = z.output<typeof revertSelectionSchema>;

/** Pages of results and of changes have a fixed size. */
const resultsPerPage = 200;
/** Before the first record. */
const start: ResultPosition = [-1, -1];

export function registerActionJobs(app: FastifyInstance, options: ActionJobOptions): void {
  const { database, guard, pageTokens } = options;
  const operations = actionJobOperations;
  registerCapabilities(app, options);
  registerEvidence(app, options);
  const viewOf = ({ tenant }: Caller) => {
    const { catalogue } = servedTenant(options.tenants, tenant);
    return (job: ActionJob) => viewJob(job, catalogue);
  };

  serveOperation<ListRequest>(app, operations.listActionJobs, { guard }, async (request, reply) => {
    const { pageSize, pageToken } = parsePageQuery(request.query, ['targetId']);
    const { targetId: asked } = request.query as { targetId?: string };
    const targetId = asked === undefined ? undefined : parseUuid('targetId', asked);
    const caller = request.caller!;
    const list = { tenant: caller.tenant, collection: 'action-jobs', filter: targetId ?? '', visible: caller.visible };
    const page = listPage<number>(pageTokens, list, pageToken);
    const { jobs, next } = await listActionJobs(database, scopeOf(caller), pageSize, page.after, targetId);
    const answer = { items: jobs.map(viewOf(caller)), nextPageToken: page.tokenOf(next) };
    return reply.header('cache-control', 'private, no-store').send(answer);
  });

  serveOperation<ItemRequest>(app, operations.getActionJob, { guard }, async (request, reply) => {
    refuseQuery(request.query);
    const job = await getActionJob(database, scopeOf(request.caller!), parseUuid('id', request.params.id));
    return reply.header('cache-control', 'private, no-store').send(viewOf(request.caller!)(job));
  });

  registerJobLists(app, options);
  serveJobWrite(app, options, operations.cancelActionJob, (transaction, caller, job) =>
    cancelActionJob(transaction, ownerOfCaller(caller), job).then(() => job.job_id),
  );
  serveJobWrite(app, options, operations.stopActionJob, async (transaction, caller, job) => {
    const who = await nameOfPrincipal(transaction, caller.tenant, caller.principal.id);
    await cancelActionJob(transaction, ownerOfCaller(caller), job, `${who ?? caller.principal.id} asked for it`);
    return job.job_id;
  });
  serveJobWrite(
    app,
    options,
    operations.approveActionJob,
    async (transaction, caller, job, { isPerson, forbidden }) => {
      await approveActionJob(transaction, ownerOfCaller(caller), job, isPerson);
      // Since the job was accepted, the accounts and the guards may have changed.
      if (forbidden instanceof Error) throw forbidden;
      refuseForbidden(forbidden);
      const { guards } = servedTenant(options.tenants, job.tenant);
      const targets = await targetsOfJob(transaction, job.job_id);
      const sources = targets.map(target => ({ sourceId: target.source_id }));
      await refuseTooMany(transaction, job.tenant, guards, sources, job.job_id);
      return job.job_id;
    },
  );
  serveJobWrite(app, options, operations.revertActionJob, async (transaction, caller, job, { body }) => {
    const refusal = revertRefusal(job) ?? (await sourceRefusal(options, transaction, job));
    if (refusal) throw refusal;
    const { guards } = servedTenant(options.tenants, job.tenant);
    return createRevertJob(
      transaction,
      ownerOfCaller(caller),
      job.job_id,
      inner => getActionJob(inner, scopeOf(caller), job.job_id),
      {
        objects: body?.targets?.map(id => id.toLowerCase()),
        approval: targets => approvalReason(guards, targets),
        approvalMs: guards.approvalMs,
      },
    );
  });
}

/** The lists of one job: what it names, what came of it, what it changed. */
function registerJobLists(app: FastifyInstance, options: ActionJobOptions): void {
  const { database, guard } = options;
  const operations = actionJobOperations;
  serveOperation<ItemRequest>(app, operations.listActionJobTargets, { guard }, async (request, reply) => {
    parseParameters(request.query, ['pageSize', 'pageToken']);
    const { pageSize } = parsePageQuery(request.query);
    const { job, page } = await jobPage<number>(options, request, 'action-job-targets');
    const { targets, total, next } = await listTargets(database, job, pageSize, page.after ?? -1);
    const items = targets.map(({ object_id: target }) => ({ target }));
    const answer = { items, nextPageToken: page.tokenOf(next), total };
    return reply.header('cache-control', 'private, no-store').send(answer);
  });

  serveOperation<ItemRequest>(app, operations.listActionJobResults, { guard }, async (request, reply) => {
    parseParameters(request.query, ['pageToken']);
    const { job, page } = await jobPage<ResultPosition>(options, request, 'action-job-results');
    const { results, next } = await listResults(database, job.job_id, resultsPerPage, page.after ?? start);
    const isBeingPrepared = job.status === 'Queued' && job.type === 'Change';
    const nextPageToken = page.tokenOf(isBeingPrepared ? start : next);
    const answer = { items: isBeingPrepared ? [] : results.map(viewResult), nextPageToken };
    return reply.header('cache-control', 'private, no-store').send(answer);
  });

  serveOperation<ItemRequest>(app, operations.listActionJobChanges, { guard }, async (request, reply) => {
    parseParameters(request.query, ['pageToken']);
    const { job, page } = await jobPage<ResultPosition>(options, request, 'action-job-changes');
    const { changes, next } = await listRecordChanges(database, job.job_id, resultsPerPage, page.after ?? start);
    const items = changes.map(({ object_id: target, before, after, undone }) => ({ target, before, after, undone }));
    return reply.header('cache-control', 'private, no-store').send({ items, nextPageToken: page.tokenOf(next) });
  });
}

/** The job and the page that a request names. @param collection what the page token is for */
async function jobPage<Position>(
  { database, pageTokens }: ActionJobOptions,
  request: FastifyRequest<ItemRequest>,
  collection: string,
) {
  const id = parseUuid('id', request.params.id);
  const { pageToken } = parsePageQuery(request.query);
  const caller = request.caller!;
  const list = { tenant: caller.tenant, collection, filter: id, visible: caller.visible };
  const page = listPage<Position>(pageTokens, list, pageToken);
  return { job: await getActionJob(database, scopeOf(caller), id), page };
}

interface JobWrite {
  readonly body: RevertSelection | undefined;
  /** Whether the session of a browser authenticates the request. */
  readonly isPerson: boolean;
  /** The accounts among the targets that guards forbid to change now; an error when it can't be found out. Empty unless the job is approved. */
  readonly forbidden: ReadonlyMap<string, string> | Error;
}

/** Serve a write about a job. @param write resolves to the id of the job that the client is to poll */
function serveJobWrite(
  app: FastifyInstance,
  options: ActionJobOptions,
  operation: Operation,
  write: (transaction: Database, caller: Caller, job: ActionJob, asked: JobWrite) => Promise<string>,
): void {
  const { database, guard } = options;
  const audited = { guard, onError: auditingRefusals(database, `change.${operation.operationId}`) };
  serveOperation<ItemRequest>(app, operation, audited, async (request, reply) => {
    refuseQuery(request.query);
    if (operation.requestSchema === undefined) refuseBody(request.body);
    const body = request.body === undefined ? undefined : parseBody(revertSelectionSchema, request.body);
    const id = parseUuid('id', request.params.id);
    const caller = request.caller!;
    const forbidden =
      operation === actionJobOperations.approveActionJob
        ? await forbiddenNow(options, caller, id, signalOf(reply)).catch((error: Error) => error)
        : new Map<string, string>();
    const asked = { body, isPerson: request.session !== null, forbidden };
    const jobId = await writeOnce(database, idempotentRequest(request), {
      make: inner =>
        inner.transaction(async transaction =>
          write(transaction, caller, await getActionJob(transaction, scopeOf(caller), id), asked),
        ),
      idOf: made => made,
      find: async (_transaction, made) => made,
    });
    return sendAccepted(options, request, reply, jobId);
  });
}

/** Accounts among the targets of a job that guards forbid to change now. Queried before the transaction, which other requests wait for. */
async function forbiddenNow(
  { database, tenants, runner }: ActionJobOptions,
  caller: Caller,
  id: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const job = await getActionJob(database, scopeOf(caller), id);
  const targets = await targetsOfJob(database, job.job_id);
  const guarding = { tenant: servedTenant(tenants, job.tenant), runner, caller, signal };
  return forbiddenAccounts(
    guarding,
    targets.map(target => target.object_id),
  );
}

/** Why a source of the job would refuse to undo its change. */
async function sourceRefusal(
  { tenants }: ActionJobOptions,
  transaction: Database,
  job: ActionJob,
): Promise<ServiceError | undefined> {
  const { sources, baseFolder } = servedTenant(tenants, job.tenant);
  for (const sourceId of await changedSources(transaction, job.job_id)) {
    const source = sources.get(sourceId);
    if (!source) return new ServiceError('OPERATION_NOT_SUPPORTED', `source ${sourceId} is no longer configured`);
    const { refusal } = await supportOf(source, job.operation, baseFolder);
    if (refusal) return refusal;
  }
  return undefined;
}

function viewResult(result: ActionResult): object {
  const { object_id: target, status, failure_reason: reason, pending, undone_by: undoneBy } = result;
  return {
    target,
    status,
    ...(reason !== null && { failureReason: reason }),
    ...(pending !== null && { pending }),
    ...(undoneBy !== null && { undoneBy }),
  };
}
