// Random records that a declaration accepts, made from the declaration.
import fc from 'fast-check';
import { z } from 'zod';
import type { Fields } from '../../src/resources/define.ts';

/** Records of the fields: required ones always there, the others now and then. */
export function recordsOf(fields: Fields, required: readonly string[]): fc.Arbitrary<Record<string, unknown>> {
  const arbitraries = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, valuesOf(field)]));
  const requiredKeys = required.filter(name => name in fields);
  return fc.record(arbitraries, { requiredKeys, noNullPrototype: true });
}

const name = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
const emails = fc.tuple(name, name).map(([user, host]) => `${user}@${host}.example`);
const timestamps = fc
  .date({ min: new Date('1970-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
  .map(date => date.toISOString());

function valuesOf(field: z.ZodType): fc.Arbitrary<unknown> {
  if (field instanceof z.ZodOptional) return valuesOf(field.unwrap() as z.ZodType);
  if (field instanceof z.ZodEnum) return fc.constantFrom(...field.options);
  if (field instanceof z.ZodArray) return fc.array(valuesOf(field.element as z.ZodType), { maxLength: 3 });
  if (field instanceof z.ZodObject) return objectsOf(field);
  if (field instanceof z.ZodBoolean) return fc.boolean();
  if (field instanceof z.ZodNumber) return field.isInt ? fc.nat() : fc.double({ noNaN: true, noDefaultInfinity: true });
  if (field instanceof z.ZodLazy) return fc.jsonValue({ maxDepth: 2 });
  if (field instanceof z.ZodEmail) return emails;
  if (field instanceof z.ZodUUID) return fc.uuid({ version: 5 });
  if (field instanceof z.ZodISODateTime) return timestamps;
  if (field instanceof z.ZodString) return stringsOf(field);
  throw new Error(`no values for zod type ${field.def.type}`);
}

function stringsOf(field: z.ZodString): fc.Arbitrary<string> {
  const { pattern } = z.toJSONSchema(field);
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  return fc.string({ unit: 'binary', minLength: field.minLength ?? 0, maxLength: 12 });
}

function objectsOf(field: z.ZodObject): fc.Arbitrary<Record<string, unknown>> {
  const required = Object.keys(field.shape).filter(member => !(field.shape[member] instanceof z.ZodOptional));
  return recordsOf(field.shape as Fields, required);
}
