// The type of a column as a tree, from the text that DuckDB writes for it, and the same type in the formats of open tables.
import type { FieldIds } from './field-ids.ts';

export type ColumnType =
  | { readonly kind: 'scalar'; readonly name: ScalarName }
  | { readonly kind: 'list'; readonly item: ColumnType }
  | { readonly kind: 'struct'; readonly fields: readonly NamedType[] };

export interface NamedType {
  readonly name: string;
  readonly type: ColumnType;
}

/**
 * DuckDB type → how Iceberg and Delta call it. Times have no zone in the files; they are UTC. Delta has no type for a UUID: its 16 bytes
 * are a binary value.
 */
const scalars = {
  VARCHAR: { iceberg: 'string', delta: 'string' },
  JSON: { iceberg: 'string', delta: 'string' },
  UUID: { iceberg: 'uuid', delta: 'binary' },
  BOOLEAN: { iceberg: 'boolean', delta: 'boolean' },
  USMALLINT: { iceberg: 'int', delta: 'integer' },
  INTEGER: { iceberg: 'int', delta: 'integer' },
  BIGINT: { iceberg: 'long', delta: 'long' },
  DOUBLE: { iceberg: 'double', delta: 'double' },
  DATE: { iceberg: 'date', delta: 'date' },
  TIMESTAMP: { iceberg: 'timestamp', delta: 'timestamp_ntz' },
} as const;

type ScalarName = keyof typeof scalars;

/** @param text for example `STRUCT("type" VARCHAR, id UUID)[]` @throws Error for a type that open tables do not have */
export function columnType(text: string): ColumnType {
  if (text.endsWith('[]')) return { kind: 'list', item: columnType(text.slice(0, -2)) };
  if (text.startsWith('STRUCT(')) {
    const members = splitMembers(text.slice('STRUCT('.length, -1));
    return { kind: 'struct', fields: members.map(namedType) };
  }
  if (text in scalars) return { kind: 'scalar', name: text as ScalarName };
  throw new Error(`open tables have no type for ${text}`);
}

/** The members of a STRUCT: split at commas outside of parentheses. */
function splitMembers(text: string): string[] {
  const members = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === ',' && depth === 0) members.push('');
    else members[members.length - 1] += character;
  }
  return members;
}

function namedType(member: string): NamedType {
  const [, name, type] = /^\s*"?(\w+)"? (.+)$/.exec(member)!;
  return { name: name!, type: columnType(type!) };
}

/** Paths of all fields of a table, from the outer to the inner ones; `element` stands for the items of a list. */
export function fieldPaths(fields: readonly NamedType[], below = ''): string[] {
  return fields.flatMap(({ name, type }) => [`${below}${name}`, ...innerPaths(type, `${below}${name}.`)]);
}

function innerPaths(type: ColumnType, below: string): string[] {
  if (type.kind === 'struct') return fieldPaths(type.fields, below);
  return type.kind === 'list' ? fieldPaths([{ name: 'element', type: type.item }], below) : [];
}

/** The fields of an Iceberg schema (Iceberg table specification, appendix C). Every field is optional: a file may lack it. */
export function icebergFields(fields: readonly NamedType[], ids: FieldIds, below = ''): object[] {
  return fields.map(({ name, type }) => {
    const path = `${below}${name}`;
    return { id: ids.get(path)!, name, required: false, type: icebergType(type, ids, path) };
  });
}

function icebergType(type: ColumnType, ids: FieldIds, path: string): unknown {
  if (type.kind === 'scalar') return scalars[type.name].iceberg;
  if (type.kind === 'struct') return { type: 'struct', fields: icebergFields(type.fields, ids, `${path}.`) };
  const element = `${path}.element`;
  return {
    type: 'list',
    'element-id': ids.get(element)!,
    element: icebergType(type.item, ids, element),
    'element-required': false,
  };
}

/**
 * The names by which fields are found in files without field ids (Iceberg table specification, column projection). Parts have none: they
 * were written before anybody asked for a table, and names are enough.
 */
export function nameMapping(fields: readonly NamedType[], ids: FieldIds, below = ''): object[] {
  return fields.map(({ name, type }) => {
    const path = `${below}${name}`;
    const inner =
      type.kind === 'struct'
        ? nameMapping(type.fields, ids, `${path}.`)
        : type.kind === 'list'
          ? nameMapping([{ name: 'element', type: type.item }], ids, `${path}.`)
          : [];
    return { 'field-id': ids.get(path)!, names: [name], ...(inner.length > 0 && { fields: inner }) };
  });
}

/** A struct type of Delta (Delta transaction log protocol, schema serialization format). */
export function deltaStruct(fields: readonly NamedType[]): object {
  return {
    type: 'struct',
    fields: fields.map(({ name, type }) => ({ name, type: deltaType(type), nullable: true, metadata: {} })),
  };
}

function deltaType(type: ColumnType): unknown {
  if (type.kind === 'scalar') return scalars[type.name].delta;
  if (type.kind === 'struct') return deltaStruct(type.fields);
  return { type: 'array', elementType: deltaType(type.item), containsNull: true };
}
