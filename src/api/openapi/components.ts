// Component schemas of the OpenAPI document: resources and their pages, bodies of the other operations, errors, and shared types.
import { z } from 'zod';
import { errorCodes } from '../../errors.ts';
import { reasonCodes } from '../../queries/refusal.ts';
import {
  describeResponse,
  type JsonSchema,
  servedObject,
  servedSchema,
  withLabels,
} from '../../resources/json-schema.ts';
import { resources } from '../../resources/registry.ts';
import * as sharedTypes from '../../resources/types/shared-types.ts';
import { listSchemaName, partialSchemaName } from '../collections/collection-operations.ts';
import { requestSchemas, responseSchemas } from './schemas.ts';

/** The address of a component schema inside the document. */
export function schemaAddress(name: string): string {
  return `#/components/schemas/${name}`;
}

let made: Readonly<Record<string, JsonSchema>> | undefined;

/** Component name → JSON Schema. Made once: they are the same in every document of a process. */
export function componentSchemas(): Readonly<Record<string, JsonSchema>> {
  made ??= makeSchemas();
  return made;
}

function makeSchemas(): Record<string, JsonSchema> {
  const objects = resources.filter(resource => !resource.edge);
  const described = jsonSchemas(
    {
      ...Object.fromEntries(objects.map(resource => [resource.type, servedObject(resource)])),
      ...responseSchemas,
      ...titledTypes(),
    },
    describeResponse,
  );
  const served = resources.flatMap(resource => [
    [
      resource.type,
      resource.edge
        ? withoutDialect(servedSchema(resource))
        : withHeading(resource, withLabels(resource, described[resource.type]!)),
    ],
    [listSchemaName(resource.type), listSchema(resource.type)],
  ]);
  const partial = objects.flatMap(resource => [
    [partialSchemaName(resource.type), partialSchema(resource, withLabels(resource, described[resource.type]!))],
    [listSchemaName(partialSchemaName(resource.type)), listSchema(partialSchemaName(resource.type))],
  ]);
  return {
    ...described,
    ...Object.fromEntries([...served, ...partial]),
    ...jsonSchemas(requestSchemas),
    Error: errorSchema(),
  };
}

/** Shared types with a title become components of that name. */
function titledTypes(): Record<string, z.ZodType> {
  const found: Record<string, z.ZodType> = {};
  for (const type of Object.values(sharedTypes)) {
    const title = type instanceof z.ZodType ? z.globalRegistry.get(type)?.title : undefined;
    if (title) found[title] = type as z.ZodType;
  }
  // Sort, because the order of a module's exports depends on the loader.
  return Object.fromEntries(Object.entries(found).sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** Schemas that refer to each other by component address. */
function jsonSchemas(
  named: Record<string, z.ZodType>,
  override?: (context: { jsonSchema: z.core.JSONSchema.BaseSchema }) => void,
): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { uri: schemaAddress, io: 'input', ...(override && { override }) });
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withoutDialect(schema)]));
}

/** A component is part of a document, so it has neither a dialect nor a base address. */
function withoutDialect({ $schema, $id, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

function withHeading({ title, description }: { title: string; description: string }, schema: JsonSchema): JsonSchema {
  return { title, description, ...schema };
}

/** An object in a list with `fields`: each field as in the whole object, and none of them is required. */
function partialSchema(
  { title, type }: { title: string; type: string },
  { required: _, ...schema }: JsonSchema,
): JsonSchema {
  return { title: `Part of ${title}`, description: `The fields of ${type} that \`fields\` names`, ...schema };
}

function listSchema(type: string): JsonSchema {
  return {
    type: 'object',
    properties: {
      items: { type: 'array', items: { $ref: schemaAddress(type) }, description: 'The objects of this page, in order' },
      nextPageToken: {
        type: 'string',
        description: 'Present while more pages remain, even when this page is empty; pass it back as `pageToken`',
      },
      totalCount: {
        type: 'integer',
        format: 'int64',
        minimum: 0,
        description: 'Objects of the whole list. Present with `filter`, `sort`, `fields` or `skip`',
      },
    },
    required: ['items'],
  };
}

/** The error envelope, the body of every error response. */
function errorSchema(): JsonSchema {
  return {
    type: 'object',
    properties: {
      code: { type: 'string', enum: Object.keys(errorCodes), description: 'Stable; branch on it' },
      message: { type: 'string', description: 'For people' },
      details: { type: 'object', description: 'Free-form context' },
      reasons: {
        type: 'array',
        description: 'Nested causes, of `QUERY_PARSE_ERROR`',
        items: {
          type: 'object',
          properties: {
            code: { type: 'string', enum: reasonCodes, description: 'Stable; branch on it' },
            message: { type: 'string', description: 'For people' },
          },
          required: ['code', 'message'],
        },
      },
    },
    required: ['code', 'message'],
  };
}
