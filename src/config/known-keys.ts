// Finds the keys that an object may have at a path inside a zod schema, for messages about unknown keys.
import { z } from 'zod';

/** The keys of the object at a path (as in zod's issues) inside `schema`; empty when there is no object. */
export function knownKeys(schema: z.ZodType, at: readonly PropertyKey[]): string[] {
  let found: z.ZodType | undefined = unwrap(schema);
  for (const step of at) {
    if (found instanceof z.ZodArray) found = unwrap(found.element as z.ZodType);
    else if (found instanceof z.ZodObject) found = unwrap(found.shape[String(step)] as z.ZodType);
    else return [];
  }
  return found instanceof z.ZodObject ? Object.keys(found.shape) : [];
}

function unwrap(schema: z.ZodType): z.ZodType {
  const inner = (schema.def as { innerType?: z.ZodType }).innerType;
  return inner ? unwrap(inner) : schema;
}
