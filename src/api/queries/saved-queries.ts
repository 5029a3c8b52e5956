// Saved queries: create, list, get, replace, delete. Their SQL is checked when it runs, not here.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { defaultModel } from '../../queries/limits.ts';
import { writeOnce } from '../../state/idempotency.ts';
import {
  createSavedQuery,
  deleteSavedQuery,
  getSavedQuery,
  listSavedQueries,
  type SavedQueryPosition,
  type SavedQueryScope,
  updateSavedQuery,
} from '../../state/saved-queries.ts';
import { auditingRefusals } from '../access/audited-refusals.ts';
import type { Caller } from '../access/caller.ts';
import type { Guard } from '../access/guard.ts';
import { type ListRequest, serveOperation } from '../access/serve-operation.ts';
import { idempotentRequest } from '../http/idempotency-key.ts';
import { parsePageQuery, refuseQuery } from '../http/list-query.ts';
import { listPage, type PageTokens } from '../http/page-token.ts';
import { parseBody, refuseBody } from '../http/request-body.ts';
import { savedQueryOperations } from './query-operations.ts';
import { savedQueryCreationSchema, savedQueryUpdateSchema } from './query-schemas.ts';

export interface SavedQueryOptions {
  readonly database: Database;
  readonly pageTokens: PageTokens;
  readonly guard: Guard;
  /** Names of the semantic models that a query can target. */
  readonly models: readonly string[];
}

interface SavedQueryRequest extends ListRequest {
  Params: { query_id: string };
}

export function registerSavedQueries(app: FastifyInstance, options: SavedQueryOptions): void {
  const { database, pageTokens, guard } = options;
  const { creation, update } = bodiesFor(options.models);
  const operations = savedQueryOperations;
  const audited = (verb: string) => ({ guard, onError: auditingRefusals(database, `savedQuery.${verb}`) });

  serveOperation<ListRequest>(app, operations.createSavedQuery, audited('create'), async (request, reply) => {
    refuseQuery(request.query);
    const caller = request.caller!;
    const { tenant, principal } = caller;
    const text = parseBody(creation, request.body);
    const created = await writeOnce(database, idempotentRequest(request), {
      make: transaction => createSavedQuery(transaction, tenant, text, principal),
      idOf: ({ query_id }) => query_id,
      find: (transaction, id) => getSavedQuery(transaction, savedQueriesOf(caller), id),
    });
    const location = `${operations.listSavedQueries.path}/${created.query_id}`;
    return reply.code(201).header('location', location).send(created);
  });

  serveOperation<ListRequest>(app, operations.listSavedQueries, { guard }, async (request, reply) => {
    const { pageSize, pageToken } = parsePageQuery(request.query);
    const caller = request.caller!;
    const list = { tenant: caller.tenant, collection: 'saved-queries', filter: '', visible: caller.visible };
    const page = listPage<SavedQueryPosition>(pageTokens, list, pageToken);
    const { items, next } = await listSavedQueries(database, savedQueriesOf(caller), pageSize, page.after);
    return reply.header('cache-control', 'private, no-cache').send({ items, nextPageToken: page.tokenOf(next) });
  });

  serveOperation<SavedQueryRequest>(app, operations.getSavedQuery, { guard }, async (request, reply) => {
    refuseQuery(request.query);
    const found = await getSavedQuery(database, savedQueriesOf(request.caller!), request.params.query_id);
    return reply.header('cache-control', 'private, no-cache').send(found);
  });

  serveOperation<SavedQueryRequest>(app, operations.updateSavedQuery, audited('update'), async request => {
    refuseQuery(request.query);
    const caller = request.caller!;
    const { version, ...text } = parseBody(update, request.body);
    return updateSavedQuery(database, savedQueriesOf(caller), request.params.query_id, text, version, caller.principal);
  });

  serveOperation<SavedQueryRequest>(app, operations.deleteSavedQuery, audited('delete'), async (request, reply) => {
    refuseQuery(request.query);
    refuseBody(request.body);
    const caller = request.caller!;
    await deleteSavedQuery(database, savedQueriesOf(caller), request.params.query_id, caller.principal);
    return reply.code(204).send();
  });
}

/** A client that is limited to application instances has access only to the queries that it created. */
export function savedQueriesOf({ tenant, principal, visible }: Caller): SavedQueryScope {
  return { tenant, madeBy: visible && principal };
}

/** The bodies of the interface, with the existing models. */
function bodiesFor(models: readonly string[]) {
  const model = z.enum(models);
  return {
    creation: savedQueryCreationSchema.extend({ model: model.default(defaultModel) }),
    update: savedQueryUpdateSchema.extend({ model }),
  };
}
