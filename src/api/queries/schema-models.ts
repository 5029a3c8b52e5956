// The routes of what queries can use: the models, and the queries that are shipped with the service.
import type { FastifyInstance } from 'fastify';
import { models } from '../../queries/models.ts';
import { queryPack } from '../../queries/pack.ts';
import type { Guard } from '../access/guard.ts';
import { type ListRequest, serveOperation } from '../contract/serve-operation.ts';
import { refuseQuery } from '../http/list-query.ts';
import { queryOperations } from './query-operations.ts';

export function registerSchemaModels(app: FastifyInstance, guard: Guard): void {
  const { listSchemaModels } = queryOperations;
  serveOperation<ListRequest>(app, listSchemaModels, { guard }, async request => {
    refuseQuery(request.query);
    return {
      items: (await models()).map(({ name, description, tables }) => ({
        name,
        description,
        tables: tables.map(table => ({ name: table.name, description: table.description, columns: table.columns })),
      })),
    };
  });
}

export function registerPackedQueries(app: FastifyInstance, guard: Guard): void {
  const { listPackedQueries } = queryOperations;
  serveOperation<ListRequest>(app, listPackedQueries, { guard }, async request => {
    refuseQuery(request.query);
    const items = queryPack().map(({ file: _, ...query }) => query);
    return { items: items.sort((left, right) => left.name.localeCompare(right.name, 'en')) };
  });
}
