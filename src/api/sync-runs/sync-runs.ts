// The routes of sync runs: the progress and results of reads.
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/database.ts';
import { ServiceError } from '../../errors.ts';
import { readsOf } from '../../state/reads.ts';
import { getRun, listRuns, type RunFilter } from '../../state/run-list.ts';
import type { Caller } from '../access/caller.ts';
import type { Guard } from '../access/guard.ts';
import { type ItemRequest, type ListRequest, serveOperation } from '../access/serve-operation.ts';
import { visibleTo } from '../access/visible.ts';
import { parseListQuery, parseUuid, refuseQuery } from '../http/list-query.ts';
import { listPage, type PageTokens } from '../http/page-token.ts';
import { syncRunOperations } from './sync-run-operations.ts';
import { viewRead, viewRun } from './view-run.ts';

export interface SyncRunOptions {
  readonly database: Database;
  readonly guard: Guard;
  readonly pageTokens: PageTokens;
}

export function registerSyncRuns(app: FastifyInstance, { database, guard, pageTokens }: SyncRunOptions): void {
  const { listSyncRuns, getSyncRun } = syncRunOperations;

  serveOperation<ListRequest>(app, listSyncRuns, { guard }, async (request, reply) => {
    const query = parseListQuery(request.query);
    const caller = request.caller!;
    const filter = filterOf(caller, visibleTo(caller, query));
    const list = {
      tenant: caller.tenant,
      collection: 'sync-runs',
      filter: query.applicationInstanceId ?? '',
      visible: caller.visible,
    };
    const page = listPage<number>(pageTokens, list, query.pageToken);
    const { runs, next } = await listRuns(database, filter, query.pageSize, page.after);
    const answer = { items: runs.map(viewRun), nextPageToken: page.tokenOf(next) };
    return reply.header('cache-control', 'private, no-store').send(answer);
  });

  serveOperation<ItemRequest>(app, getSyncRun, { guard }, async (request, reply) => {
    refuseQuery(request.query);
    const caller = request.caller!;
    const id = parseUuid('id', request.params.id);
    const run = await getRun(database, filterOf(caller, caller.visible?.instances), id);
    if (!run)
      throw new ServiceError('NOT_FOUND', `id: there is no sync run ${id}, or it is not visible to this client`);
    const reads = await readsOf(database, id);
    return reply.header('cache-control', 'private, no-store').send({ ...viewRun(run), reads: reads.map(viewRead) });
  });
}

function filterOf({ tenant }: Caller, visible: ReadonlySet<string> | undefined): RunFilter {
  return { tenant, instances: visible && [...visible] };
}
