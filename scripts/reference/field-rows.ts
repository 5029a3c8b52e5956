// The table rows of a declared field: its type, with links to the types and enumerations that it uses.
import { z } from 'zod';
import { referenceOf } from '../../src/resources/define.ts';
import * as enumerations from '../../src/resources/types/enumerations.ts';
import { linkTo } from './markdown.ts';

export interface FieldRow {
  /** Dotted path; `[]` after a list. */
  readonly path: string;
  readonly type: string;
  readonly description: string;
}

/** Enumerations by name, in alphabetical order. */
export const namedEnumerations: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(enumerations)
    .sort(byName)
    .flatMap(([name, enumeration]) =>
      enumeration instanceof z.ZodEnum ? [[name, enumeration.options.map(String)]] : [],
    ),
);

/** Sorts by name. The order of a module's exports depends on the loader, and documentation needs a fixed one. */
export function byName([left]: [string, unknown], [right]: [string, unknown]): number {
  return left < right ? -1 : 1;
}

const enumerationNames = new Map(Object.entries(namedEnumerations).map(([name, values]) => [values.join(), name]));

/** The row of a field, followed by the rows of its members unless they belong to a named type, which has its own section. */
export function fieldRows(path: string, field: z.ZodType): FieldRow[] {
  const row = { path, type: typeText(field), description: unwrapped(field).description ?? '' };
  return [row, ...memberRows(path, field)];
}

/** The rows of an object type's members. */
export function objectRows(object: z.ZodObject, prefix = ''): FieldRow[] {
  return Object.entries(object.shape).flatMap(([name, member]) => fieldRows(`${prefix}${name}`, member as z.ZodType));
}

function memberRows(path: string, field: z.ZodType): FieldRow[] {
  const type = unwrapped(field);
  if (type instanceof z.ZodArray) return memberRows(`${path}[]`, type.element as z.ZodType);
  return type instanceof z.ZodObject && !titleOf(type) ? objectRows(type, `${path}.`) : [];
}

function typeText(field: z.ZodType): string {
  const type = unwrapped(field);
  const target = referenceOf(type);
  if (target) return 'type' in target ? `id of ${target.type}` : `id, of the type in \`${target.typeField}\``;
  if (type instanceof z.ZodArray) return `${typeText(type.element as z.ZodType)}[]`;
  if (type instanceof z.ZodEnum) return linkTo(enumerationNames.get(type.options.map(String).join())!);
  if (type instanceof z.ZodObject) {
    const title = titleOf(type);
    return title ? linkTo(title) : 'object';
  }
  if (type instanceof z.ZodBoolean) return 'boolean';
  if (type instanceof z.ZodNumber) return type.isInt ? 'integer' : 'number';
  if (type instanceof z.ZodLazy) return 'any value';
  return stringText(type);
}

function stringText(type: z.ZodType): string {
  if (type instanceof z.ZodEmail) return 'e-mail';
  if (type instanceof z.ZodUUID) return 'UUID';
  if (type instanceof z.ZodISODateTime) return 'timestamp';
  if (type instanceof z.ZodString) return 'string';
  throw new Error(`no documentation for zod type ${type.def.type}`);
}

function unwrapped(field: z.ZodType): z.ZodType {
  return field instanceof z.ZodOptional ? unwrapped(field.unwrap() as z.ZodType) : field;
}

function titleOf(type: z.ZodType): string | undefined {
  return z.globalRegistry.get(type)?.title;
}
