// How a declared field is stored: its DuckDB type.
//
// Scalars, lists of scalars and objects whose members are always present have DuckDB types. Sparse objects, which may nest
// deeply and are mostly empty, are stored as the JSON text that the connector sent. As a STRUCT, each of their declared members
// would cost time in every pass over the rows, even when it is empty.
import type { z } from 'zod';
import { innerSchema } from '../known-keys.ts';
import type { Fields } from '../resources/define.ts';
import { identifier } from './duckdb.ts';

/** The parts of a zod schema that matter for storage. */
export type Shape =
  | { kind: 'text' | 'enumeration' | 'uuid' | 'timestamp' | 'integer' | 'number' | 'boolean' | 'json' }
  | { kind: 'list'; item: Shape }
  | { kind: 'struct'; sparse: boolean; fields: Record<string, Shape> };

interface Definition {
  type: string;
  format?: string;
  element?: z.ZodType;
  shape?: Record<string, z.ZodType>;
}

/** A cache, because every statement needs the shape of every column. */
const shapes = new WeakMap<z.ZodType, Shape>();

export function shapeOf(schema: z.ZodType): Shape {
  const known = shapes.get(schema) ?? computeShape(schema);
  shapes.set(schema, known);
  return known;
}

function computeShape(schema: z.ZodType): Shape {
  const definition = schema.def as unknown as Definition;
  switch (definition.type) {
    case 'optional':
      return shapeOf(innerSchema(schema)!);
    case 'string':
      if (definition.format === 'uuid') return { kind: 'uuid' };
      return { kind: definition.format === 'datetime' ? 'timestamp' : 'text' };
    case 'number':
      return { kind: definition.format === 'safeint' ? 'integer' : 'number' };
    case 'boolean':
      return { kind: 'boolean' };
    case 'enum':
      return { kind: 'enumeration' };
    case 'array':
      return { kind: 'list', item: shapeOf(definition.element!) };
    case 'object':
      return {
        kind: 'struct',
        sparse: Object.values(definition.shape!).some(field => field.def.type === 'optional'),
        fields: Object.fromEntries(Object.entries(definition.shape!).map(([name, field]) => [name, shapeOf(field)])),
      };
    case 'lazy':
      return { kind: 'json' };
    default:
      throw new Error(`no storage for a field of zod type ${definition.type}`);
  }
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

/** Whether values of the shape are stored as JSON text. */
export function isJson(shape: Shape): boolean {
  if (shape.kind === 'list') return shape.item.kind === 'struct' || isJson(shape.item);
  return shape.kind === 'json' || (shape.kind === 'struct' && shape.sparse);
}

function duckdbType(shape: Shape): string {
  if (isJson(shape)) return scalarTypes.json;
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

/** Where a record holds timestamps: paths of field names from the top level. */
export function timestampPaths(fields: Fields): string[][] {
  const pathsIn = (shape: Shape): string[][] => {
    if (shape.kind === 'timestamp') return [[]];
    if (shape.kind === 'struct') {
      return Object.entries(shape.fields).flatMap(([name, field]) => pathsIn(field).map(path => [name, ...path]));
    }
    if (shape.kind === 'list' && pathsIn(shape.item).length > 0) throw new Error('no storage for timestamps in a list');
    return [];
  };
  return Object.entries(fields).flatMap(([name, field]) => pathsIn(shapeOf(field)).map(path => [name, ...path]));
}

/** The structure of values that are JSON text, as DuckDB's `from_json` takes it: `{"a": ["VARCHAR"]}`. */
export function jsonStructure(shape: Shape): unknown {
  if (shape.kind === 'list') return [jsonStructure(shape.item)];
  if (shape.kind !== 'struct') return scalarTypes[shape.kind];
  return Object.fromEntries(Object.entries(shape.fields).map(([name, field]) => [name, jsonStructure(field)]));
}
