// GET /v1/schema/models: the models that queries can use.
import type { FastifyInstance } from 'fastify';
import { models } from '../../queries/models.ts';
import type { Guard } from '../access/guard.ts';
import { refuseQuery } from '../http/list-query.ts';

export function registerSchemaModels(app: FastifyInstance, guard: Guard): void {
  app.get<{ Querystring: Record<string, unknown> }>(
    '/v1/schema/models',
    { onRequest: guard('read') },
    async request => {
      refuseQuery(request.query);
      return {
        items: (await models()).map(({ name, description, tables }) => ({
          name,
          description,
          tables: tables.map(table => ({ name: table.name, description: table.description, columns: table.columns })),
        })),
      };
    },
  );
}
