// The type of a registry field, derived from its zod schema: the few kinds that a mapping has to distinguish.

import type { z } from 'zod';
import { flagWords } from '../../../src/connector/flags.ts';
import { innerSchema } from '../../../src/known-keys.ts';

export type FieldType =
  | { readonly kind: 'text' | 'flag' | 'number' | 'timestamp' | 'any'; readonly schema: z.ZodType }
  | { readonly kind: 'enumeration'; readonly values: readonly string[] }
  | { readonly kind: 'list'; readonly of: FieldType }
  | {
      readonly kind: 'object';
      readonly title: string | undefined;
      readonly fields: Readonly<Record<string, FieldType>>;
    };

const known = new WeakMap<z.ZodType, FieldType>();

/** The type of a field of the registry. A schema of another kind accepts any JSON value. */
export function fieldTypeOf(schema: z.ZodType): FieldType {
  const found = known.get(schema);
  if (found) return found;
  const type = read(schema);
  known.set(schema, type);
  return type;
}

function read(schema: z.ZodType): FieldType {
  const definition = schema.def as z.core.$ZodTypeDef & { format?: string };
  switch (definition.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return fieldTypeOf(innerSchema(schema)!);
    case 'string':
      return { kind: definition.format === 'datetime' ? 'timestamp' : 'text', schema };
    case 'boolean':
      return { kind: 'flag', schema };
    case 'number':
    case 'int':
      return { kind: 'number', schema };
    case 'enum':
      return { kind: 'enumeration', values: (schema as z.ZodEnum).options as string[] };
    case 'array':
      return { kind: 'list', of: fieldTypeOf((schema as z.ZodArray<z.ZodType>).element) };
    case 'object': {
      const shape = Object.entries((schema as z.ZodObject).shape as Record<string, z.ZodType>);
      const fields = Object.fromEntries(shape.map(([name, field]) => [name, fieldTypeOf(field)]));
      return { kind: 'object', title: schema.meta()?.title, fields };
    }
    default:
      return { kind: 'any', schema };
  }
}

/** The type as messages name it, for example `a boolean (true, false, …)`. */
export function describeType(type: FieldType): string {
  switch (type.kind) {
    case 'text':
      return 'text';
    case 'flag':
      return `a boolean (${flagWords})`;
    case 'number':
      return 'a number';
    case 'timestamp':
      return 'a timestamp';
    case 'any':
      return 'any JSON value';
    case 'enumeration':
      return `one of ${type.values.join(', ')}`;
    case 'list':
      return `a list; each element ${describeType(type.of)}`;
    case 'object':
      return `an object with the fields ${Object.keys(type.fields).join(', ')}`;
  }
}
