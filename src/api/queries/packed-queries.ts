// The route of the queries that are shipped with the service.
import type { FastifyInstance } from 'fastify';
import { queryPack } from '../../queries/pack.ts';
import type { Guard } from '../access/guard.ts';
import { type ListRequest, serveOperation } from '../access/serve-operation.ts';
import { refuseQuery } from '../http/list-query.ts';
import { queryOperations } from './query-operations.ts';

export function registerPackedQueries(app: FastifyInstance, guard: Guard): void {
  const { listPackedQueries } = queryOperations;
  serveOperation<ListRequest>(app, listPackedQueries, { guard }, async request => {
    refuseQuery(request.query);
    const items = queryPack().map(({ file: _, ...query }) => query);
    return { items: items.sort((left, right) => left.name.localeCompare(right.name, 'en')) };
  });
}
