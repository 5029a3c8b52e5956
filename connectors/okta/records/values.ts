// Values in Okta's answers, whose forms nobody guarantees.
import { scalarText } from '../../../src/connector/exact-json.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** The value at a path; undefined where something on the way is absent. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((found, name) => (found as JsonObject | null | undefined)?.[name] ?? undefined, value);
}

/** The text at a path; undefined when it is absent, empty, or no scalar. */
export function textOf(value: unknown, ...path: readonly string[]): string | undefined {
  return scalarText(at(value, ...path)) || undefined;
}

export function listOf(value: unknown, ...path: readonly string[]): unknown[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** The texts of a list; others are left out. */
export function textsOf(value: unknown, ...path: readonly string[]): string[] {
  return listOf(value, ...path).filter(item => typeof item === 'string');
}

/** A time as the service lands it; undefined for what is no time. */
export function timeOf(value: unknown, ...path: readonly string[]): string | undefined {
  const text = textOf(value, ...path);
  return text !== undefined && !Number.isNaN(Date.parse(text)) ? text : undefined;
}

/** The members of an object without those that are undefined. */
export function present(members: JsonObject): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
