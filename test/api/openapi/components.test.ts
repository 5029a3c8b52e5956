// Error codes and ids in the OpenAPI document.
import { expect, test } from 'vitest';
import { openApiReference } from '../../../scripts/reference/openapi.ts';
import { errorCodes } from '../../../src/errors.ts';
import { reasonCodes } from '../../../src/queries/refusal.ts';
import type { JsonSchema } from '../../../src/resources/json-schema.ts';
import { interfaceErrorCodes } from '../../resources/interface-fields.ts';

interface Document {
  paths: Record<string, Record<string, { parameters?: { name: string; in: string; schema: JsonSchema }[] }>>;
  components: { schemas: Record<string, JsonSchema> };
}

const document: Document = JSON.parse(openApiReference());

test('holds the error envelope with every code', () => {
  expect(document.components.schemas['Error']).toMatchObject({
    required: ['code', 'message'],
    properties: {
      code: { enum: Object.keys(errorCodes) },
      reasons: { items: { properties: { code: { enum: [...reasonCodes] } } } },
    },
  });
  expect(Object.keys(errorCodes)).toEqual(expect.arrayContaining(interfaceErrorCodes));
});

/** Paths of properties without a description, also within other properties. */
function undescribed(schema: JsonSchema, path: string): string[] {
  const parts = ['items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf'].flatMap(part =>
    [schema[part] ?? []].flat(),
  );
  return [
    ...parts.flatMap(part => undescribed(part as JsonSchema, path)),
    ...Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>).flatMap(([name, property]) => [
      ...(isDescribed(property) ? [] : [`${path}.${name}`]),
      ...undescribed(property, `${path}.${name}`),
    ]),
  ];
}

/** By itself, or by the component that it refers to. */
function isDescribed({ description, $ref }: JsonSchema): boolean {
  if (typeof description === 'string') return description.trim() !== '';
  return typeof $ref === 'string' && isDescribed(document.components.schemas[$ref.split('/').at(-1)!]!);
}

test('says what every field of a request and an answer means', () => {
  const schemas = Object.entries(document.components.schemas);
  expect(schemas.length).toBeGreaterThan(100);
  expect(schemas.flatMap(([name, schema]) => undescribed(schema, name))).toEqual([]);
});

test('declares every id that the service creates as a UUID', () => {
  const ids = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).flatMap(({ parameters = [] }) =>
      parameters
        // Sources and tenants have the names that the configuration gives them, tables those of the model, and schemas of SCIM that of
        // its RFC.
        .filter(({ in: place, name }) => place === 'path' && !['sourceId', 'namespace', 'table', 'name'].includes(name))
        .map(({ schema }) => ({ path, schema })),
    ),
  );
  expect(ids.length).toBeGreaterThan(40);
  for (const { path, schema } of ids) expect(schema, path).toMatchObject({ format: 'uuid' });
  const property = (schema: string, field: string) =>
    (document.components.schemas[schema]!['properties'] as Record<string, JsonSchema>)[field];
  for (const [schema, ...fields] of [
    ['SavedQuery', 'query_id'],
    ['QueryExecution', 'query_id'],
    ['ActionJob', 'id', 'revertedBy', 'reverts'],
    ['ActionJobResult', 'target'],
    ['JobAccepted', 'jobId'],
    ['DownloadRequest', 'id'],
    ['SyncRun', 'id', 'applicationInstanceId'],
    ['Account', 'globalId', 'globalCreatedBy', 'enrichedPersonId'],
    ['Authenticator', 'id', 'globalId'],
    ['ObjectMetadata', 'ApplicationInstanceId'],
  ] as const) {
    for (const field of fields) expect(JSON.stringify(property(schema, field)), field).toContain('"format":"uuid"');
  }
});

test('speaks of undo to people, whatever fields and paths are called', () => {
  const texts: string[] = Object.values(errorCodes).map(({ meaning }) => meaning);
  JSON.parse(openApiReference(), (key, value) => {
    if (['description', 'summary'].includes(key) && typeof value === 'string') texts.push(value);
    return value;
  });
  const words = texts.map(text => text.replaceAll(/`[^`]*`/g, ''));
  expect(words.filter(text => /\brevert/i.test(text))).toEqual([]);
});
