// Looks into zod schemas: what they wrap, and the keys that an object may have at a path. Messages about unknown keys suggest the nearest one.
import { z } from 'zod';
// All who check what somebody wrote use this file too.
import './value-problems.ts';

/**
 * The keys of the object at a path (as in zod's issues) inside `schema`; empty when there is no object, or when it may have any
 * key.
 */
export function knownKeys(schema: z.ZodType, at: readonly PropertyKey[]): string[] {
  let found = unwrapped(schema);
  for (const step of at) {
    const inside = innerOf(found, step);
    if (!inside) return [];
    found = unwrapped(inside as z.ZodType);
  }
  return found instanceof z.ZodObject ? Object.keys(found.shape) : [];
}

function innerOf(schema: z.ZodType, step: PropertyKey): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodArray) return schema.element;
  if (schema instanceof z.ZodRecord) return schema.def.valueType;
  return schema instanceof z.ZodObject ? schema.shape[String(step)] : undefined;
}

/** What a schema wraps, for example as optional or with a default; undefined for a schema that wraps nothing. */
export const innerSchema = (schema: z.ZodType) => (schema.def as { innerType?: z.ZodType }).innerType;

/** The schema without all that wraps it. */
export function unwrapped(schema: z.ZodType): z.ZodType {
  const inner = innerSchema(schema);
  return inner ? unwrapped(inner) : schema;
}
