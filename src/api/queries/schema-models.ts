// The route that describes the data: the resources with their fields, and the models that queries can use.
import type { FastifyInstance } from 'fastify';
import { filterTypes } from '../../exports/filters.ts';
import { listFields } from '../../lookups/list-fields.ts';
import { models } from '../../queries/models.ts';
import type { Resource } from '../../resources/define.ts';
import { resources } from '../../resources/registry.ts';
import { filledBy } from '../../resources/types/field-type.ts';
import { formatOf, labelOf } from '../../resources/types/labels.ts';
import type { Guard } from '../access/guard.ts';
import { type ListRequest, serveOperation } from '../access/serve-operation.ts';
import { refuseQuery } from '../http/list-query.ts';
import { queryOperations } from './query-operations.ts';

export function registerSchemaModels(app: FastifyInstance, guard: Guard): void {
  const { listSchemaModels } = queryOperations;
  serveOperation<ListRequest>(app, listSchemaModels, { guard }, async request => {
    refuseQuery(request.query);
    return {
      resources: resources.map(resourceView),
      items: (await models()).map(({ name, description, tables }) => ({
        name,
        description,
        tables: tables.map(table => ({ name: table.name, description: table.description, columns: table.columns })),
      })),
    };
  });
}

function resourceView(resource: Resource): object {
  const { type, title, description, kind, collections: served, required } = resource;
  return {
    ...{ type, title, description, kind },
    collections: served.map(({ path, title: name, description: about }) => ({ path, title: name, description: about })),
    fields: listFields(resource).map(field => ({
      name: field.name,
      label: labelOf(resource, field.name),
      format: formatOf(field.name, field.schema),
      type: field.type,
      description: field.description,
      filledBy: filledBy(resource, field.name.split('.')[0]!),
      isRequired: required.includes(field.name),
      values: field.values,
      dataType: field.dataType,
      filterTypes: filterTypes[field.dataType],
    })),
  };
}
