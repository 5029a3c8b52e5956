// How a declared field is stored: its DuckDB type, and the expression that renders it as the API's JSON.
import type { z } from 'zod';
import type { Fields, Resource } from '../resources/define.ts';
import { identifier } from './duckdb.ts';

/** What the storage needs to know of a zod schema. */
type Shape =
  | { kind: 'text' | 'enumeration' | 'uuid' | 'timestamp' | 'integer' | 'number' | 'boolean' | 'json' }
  | { kind: 'list'; item: Shape }
  | { kind: 'struct'; fields: Record<string, Shape> };

interface Definition {
  type: string;
  format?: string;
  innerType?: z.ZodType;
  element?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  checks?: { _zod: { def: { check: string; format?: string } } }[];
}

function shapeOf(schema: z.ZodType): Shape {
  const definition = schema.def as unknown as Definition;
  switch (definition.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return shapeOf(definition.innerType!);
    case 'string':
      if (definition.format === 'uuid') return { kind: 'uuid' };
      return { kind: definition.format === 'datetime' ? 'timestamp' : 'text' };
    case 'number':
      return { kind: isInteger(definition) ? 'integer' : 'number' };
    case 'boolean':
      return { kind: 'boolean' };
    case 'enum':
      return { kind: 'enumeration' };
    case 'array':
      return { kind: 'list', item: shapeOf(definition.element!) };
    case 'object':
      return {
        kind: 'struct',
        fields: Object.fromEntries(Object.entries(definition.shape!).map(([name, field]) => [name, shapeOf(field)])),
      };
    case 'lazy':
    case 'union':
    case 'any':
    case 'unknown':
      return { kind: 'json' };
    default:
      throw new Error(`no storage for a field of zod type ${definition.type}`);
  }
}

function isInteger(definition: Definition): boolean {
  return (
    definition.format === 'safeint' ||
    (definition.checks ?? []).some(
      check => check._zod.def.check === 'number_format' && check._zod.def.format === 'safeint',
    )
  );
}

const scalarTypes = {
  text: 'VARCHAR',
  enumeration: 'VARCHAR',
  uuid: 'UUID',
  timestamp: 'TIMESTAMP',
  integer: 'BIGINT',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  json: 'JSON',
} as const;

function duckdbType(shape: Shape): string {
  if (shape.kind === 'list') return `${duckdbType(shape.item)}[]`;
  if (shape.kind === 'struct') {
    const members = Object.entries(shape.fields).map(([name, field]) => `${identifier(name)} ${duckdbType(field)}`);
    return `STRUCT(${members.join(', ')})`;
  }
  return scalarTypes[shape.kind];
}

/** Field → DuckDB type, in declared order. */
export function columnTypes(fields: Fields): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, duckdbType(shapeOf(field))]));
}

/**
 * The SQL expression that renders a row of a resource's table as the JSON object that the API sends. An absent value is
 * left out, at every depth: `concat_ws` passes over NULL, and anything joined to NULL is NULL.
 */
export function documentExpression(resource: Resource): string {
  const shape: Shape = {
    kind: 'struct',
    fields: Object.fromEntries(Object.entries(resource.fields).map(([name, field]) => [name, shapeOf(field)])),
  };
  return structExpression(shape, name => identifier(name));
}

function structExpression(shape: Shape & { kind: 'struct' }, access: (name: string) => string): string {
  const members = Object.entries(shape.fields).map(([name, field]) => memberExpression(name, field, access(name)));
  return `'{' || concat_ws(',', ${members.join(', ')}) || '}'`;
}

function memberExpression(name: string, shape: Shape, value: string): string {
  const rendered = `'"${name}":' || ${valueExpression(shape, value)}`;
  return shape.kind === 'struct' ? `CASE WHEN ${value} IS NOT NULL THEN ${rendered} END` : rendered;
}

let lambdaDepth = 0;

function valueExpression(shape: Shape, value: string): string {
  switch (shape.kind) {
    case 'enumeration':
    case 'uuid':
      return `'"' || ${value} || '"'`;
    case 'timestamp':
      return `'"' || replace(${value}::VARCHAR, ' ', 'T') || 'Z"'`;
    case 'integer':
    case 'number':
    case 'boolean':
    case 'json':
      return `${value}::VARCHAR`;
    case 'text':
      return `to_json(${value})::VARCHAR`;
    case 'struct':
      return structExpression(shape, name => `${value}.${identifier(name)}`);
    case 'list': {
      if (shape.item.kind === 'text' || shape.item.kind === 'enumeration') return `to_json(${value})::VARCHAR`;
      lambdaDepth += 1;
      const item = `item${lambdaDepth}`;
      const rendered = valueExpression(shape.item, item);
      lambdaDepth -= 1;
      return `'[' || array_to_string(list_transform(${value}, lambda ${item}: ${rendered}), ',') || ']'`;
    }
  }
}
