// Finds the secret values among the settings of a source.
import { z } from 'zod';
import { innerSchema } from '../known-keys.ts';

/** A secret setting that has a value. */
export interface SecretSetting {
  readonly path: readonly string[];
  readonly value: string;
}

/** Every setting whose schema is marked with `.meta({ secret: true })` and that is set, wherever it is nested. */
export function secretSettings(schema: z.ZodType, settings: unknown, path: readonly string[] = []): SecretSetting[] {
  if (schema.meta()?.secret === true) return texts(settings).map(value => ({ path, value }));
  const inner = innerSchema(schema) ?? (schema.def as { in?: z.ZodType }).in;
  if (inner) return secretSettings(inner, settings, path);
  if (typeof settings !== 'object' || settings === null) return [];
  const members = Object.entries(settings);
  if (schema instanceof z.ZodObject) {
    return members.flatMap(([name, value]) => {
      const member = schema.shape[name] as z.ZodType | undefined;
      return member ? secretSettings(member, value, [...path, name]) : [];
    });
  }
  const element =
    schema instanceof z.ZodArray ? schema.element : schema instanceof z.ZodRecord ? schema.valueType : undefined;
  if (element) return members.flatMap(([name, value]) => secretSettings(element as z.ZodType, value, [...path, name]));
  const options = schema instanceof z.ZodUnion ? (schema.options as z.ZodType[]) : [];
  return options.flatMap(option => secretSettings(option, settings, path));
}

/** All texts within a value. */
function texts(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
}
