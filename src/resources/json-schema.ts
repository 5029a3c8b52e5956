// JSON Schemas (2020-12) of a resource's records: as the API serves them, and as connectors land them.
import { z } from 'zod';
import { type Fields, landableFields, type RequiredDefault, type Resource } from './define.ts';
import { labelOf } from './types/labels.ts';
import { globalId } from './types/scalars.ts';

export type JsonSchema = Record<string, unknown>;

/** The served object of a resource as a zod schema. Fields that are not required are optional. */
export function servedObject(resource: Resource): z.ZodObject {
  const id = resource.fields['id']!;
  const fields = resource.idIsGlobal ? { ...resource.fields, id: globalId.describe(id.description!) } : resource.fields;
  return objectOf(fields, resource.required);
}

/** The pattern of a served hierarchy edge. Ids are global; strings are escaped as in JSON. */
function edgePattern(edge: { readonly parent: string; readonly child: string }): string {
  const id = '\\{id: "(?:[^"\\\\]|\\\\.)*"\\}';
  return `^\\(:${edge.parent} ${id}\\)-\\[:Contains ${id}\\]->\\(:${edge.child} ${id}\\)$`;
}

/**
 * The schema of one served object of a resource; a string for a hierarchy edge. Further fields are allowed, because adding a
 * field does not break the contract.
 */
export function servedSchema(resource: Resource): JsonSchema {
  if (resource.edge) {
    const { parent, child } = resource.edge;
    return {
      title: resource.title,
      description: resource.description,
      type: 'string',
      pattern: edgePattern(resource.edge),
      examples: [`(:${parent} {id: "…"})-[:Contains {id: "…"}]->(:${child} {id: "…"})`],
    };
  }
  const schema = z.toJSONSchema(servedObject(resource), { override: describeResponse });
  return { title: resource.title, description: resource.description, ...withLabels(resource, schema) };
}

/**
 * The schema of a record that a connector lands: only landable fields, no further fields at any level, no external references,
 * no `null`. Fields that the service fills (see {@link requiredDefaults}) are not required.
 */
export function landingSchema(resource: Resource): JsonSchema {
  if (resource.madeBy !== 'connectors') {
    throw new Error(`${resource.type} is made by enrichment alone: connectors do not land it`);
  }
  const fields = landableFields(resource);
  const filled = new Set([...Object.keys(requiredDefaults(resource)), ...(resource.derived ?? [])]);
  const required = resource.required.filter(name => name in fields && !filled.has(name));
  const schema = z.toJSONSchema(objectOf(fields, required), { override: preferPattern });
  return { title: resource.title, description: resource.description, ...schema };
}

/** The schema of an object of the resource with the label of each field as its title. */
export function withLabels<Schema extends JsonSchema>(resource: Resource, schema: Schema): Schema {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>);
  return {
    ...schema,
    properties: Object.fromEntries(
      properties.map(([name, property]) => [name, { title: labelOf(resource, name), ...property }]),
    ),
  };
}

/** Required field → its default when the source does not provide it; `computed` (define.ts) when it depends on the record. */
export function requiredDefaults(resource: Resource): Readonly<Record<string, RequiredDefault>> {
  return resource.defaults ?? {};
}

/** Field → its values, for fields in which an unlisted value becomes `Unknown` instead of an error. */
export function enumerationsWithUnknown(resource: Resource): Readonly<Record<string, readonly string[]>> {
  const found: Record<string, readonly string[]> = {};
  for (const [name, field] of Object.entries(landableFields(resource))) {
    if (field instanceof z.ZodEnum && field.options.includes('Unknown')) found[name] = field.options.map(String);
  }
  return found;
}

/** Fields that connectors land and that hold an e-mail address, or a list of them. */
export function emailFields(resource: Resource): readonly { readonly name: string; readonly isList: boolean }[] {
  return Object.entries(landableFields(resource)).flatMap(([name, field]) => {
    const isList = field instanceof z.ZodArray;
    return (isList ? field.element : field) instanceof z.ZodEmail ? [{ name, isList }] : [];
  });
}

/** Adapts JSON Schemas of zod for responses: allows fields that a later version adds, and prefers `format` to `pattern`. */
export function describeResponse({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  // `email` is for addresses of ASCII alone.
  if (jsonSchema.format === 'email') jsonSchema.format = 'idn-email';
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

function objectOf(fields: Fields, required: readonly string[]): z.ZodObject {
  return z.strictObject(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, required.includes(name) ? field : field.optional()]),
    ),
  );
}

/** A pattern is exactly what zod accepts. A `format` beside it would be checked too, and differently, so it is removed. */
function preferPattern({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.pattern !== undefined) delete jsonSchema.format;
}
