// GET /v1/schema/models: what queries can be asked of.
import type { FastifyInstance } from 'fastify';
import { models } from '../../queries/models.ts';
import type { Guard } from '../access/guard.ts';

export function registerSchemaModels(app: FastifyInstance, guard: Guard): void {
  app.get('/v1/schema/models', { onRequest: guard('read') }, async () => ({
    items: (await models()).map(({ name, description, tables }) => ({
      name,
      description,
      tables: tables.map(table => ({ name: table.name, description: table.description, columns: table.columns })),
    })),
  }));
}
