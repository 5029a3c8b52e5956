// The types of fields in words, and who fills a field: for documents and for the description of the schema.
import { z } from 'zod';
import { unwrapped } from '../../known-keys.ts';
import { isLandable, type Resource, referenceOf } from '../define.ts';
import * as enumerations from './enumerations.ts';

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

/** The type of a field in words: `timestamp`, `id of Account`, `AccountType`. @param named shows the name of a type or enumeration */
export function fieldType(field: z.ZodType, named: (name: string) => string = name => name): string {
  const type = unwrapped(field);
  const target = referenceOf(type);
  if (target) return 'type' in target ? `id of ${target.type}` : `id, of the type in \`${target.typeField}\``;
  if (type instanceof z.ZodArray) return `${fieldType(type.element as z.ZodType, named)}[]`;
  if (type instanceof z.ZodEnum) return named(enumerationNames.get(type.options.map(String).join())!);
  if (type instanceof z.ZodObject) {
    const title = titleOf(type);
    return title ? named(title) : 'object';
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

export function titleOf(type: z.ZodType): string | undefined {
  return z.globalRegistry.get(type)?.title;
}

/** Who fills a field. */
export const fillers = ['connector', 'landing', 'enrichment', 'analytics', 'system of record'] as const;
export type Filler = (typeof fillers)[number];

const fillersByName: readonly (readonly [RegExp, Filler])[] = [
  [/^analytics[A-Z]/, 'analytics'],
  [/^sor[A-Z]/, 'system of record'],
  [/^objectMetadata$/, 'landing'],
];

export function filledBy({ madeBy, derived }: Resource, name: string): Filler {
  const special = fillersByName.find(([pattern]) => pattern.test(name));
  if (special) return special[1];
  return !isLandable(name) || madeBy === 'enrichment' || derived?.includes(name) ? 'enrichment' : 'connector';
}
