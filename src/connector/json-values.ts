// Values in JSON answers, whose forms nobody guarantees.
import { z } from 'zod';
import { scalarText } from './exact-json.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** The value at a path; undefined where something on the way is absent or null. */
export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (parent, name) => (isJsonObject(parent) && Object.hasOwn(parent, name) ? parent[name] : undefined) ?? undefined,
    value,
  );
}

/** Whether a value has members; a list counts too. */
export const isJsonObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null;

/** The text at a path, numbers with all their digits; undefined when it is absent, empty, or no scalar. */
export function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  return scalarText(valueAt(value, ...path))?.replaceAll('\0', '\uFFFD') || undefined;
}

/** The list at a path; empty when there is none. */
export function listAt(value: unknown, ...path: readonly string[]): unknown[] {
  const list = valueAt(value, ...path);
  return Array.isArray(list) ? list : [];
}

/** The texts of a list; items that are no text are left out. */
export function textsAt(value: unknown, ...path: readonly string[]): string[] {
  return listAt(value, ...path).filter(item => typeof item === 'string');
}

/** The form that the service lands. `Date.parse` takes much else for a time, such as `zt 12`. */
const time = z.iso.datetime({ offset: true });

/** A time as the service lands it; undefined for what is no time. */
export function timeAt(value: unknown, ...path: readonly string[]): string | undefined {
  const text = textAt(value, ...path);
  return time.safeParse(text).success ? text : undefined;
}

/** The members of an object without those that are undefined. */
export function definedMembers(members: JsonObject): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
