// Finds the keys that an object may have at a path inside a zod schema. Messages about unknown keys suggest the nearest one.
import { z } from 'zod';

/**
 * The keys of the object at a path (as in zod's issues) inside `schema`; empty when there is no object, or when it may have any
 * key.
 */
export function knownKeys(schema: z.ZodType, at: readonly PropertyKey[]): string[] {
  let found = unwrap(schema);
  for (const step of at) {
    const inside = innerOf(found, step);
    if (!inside) return [];
    found = unwrap(inside as z.ZodType);
  }
  return found instanceof z.ZodObject ? Object.keys(found.shape) : [];
}

function innerOf(schema: z.ZodType, step: PropertyKey): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodArray) return schema.element;
  if (schema instanceof z.ZodRecord) return schema.def.valueType;
  return schema instanceof z.ZodObject ? schema.shape[String(step)] : undefined;
}

function unwrap(schema: z.ZodType): z.ZodType {
  const inner = (schema.def as { innerType?: z.ZodType }).innerType;
  return inner ? unwrap(inner) : schema;
}
