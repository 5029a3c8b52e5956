// Identifies the settings of a source, without its secrets. A read may bring only changes while they stay the same.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import manifest from '../../package.json' with { type: 'json' };
import type { Connector } from './contract.ts';

/**
 * The digest also depends on the release, because a new release may land more of objects that have not changed.
 * @param settings as the configuration file has them
 */
export function digestOfSettings({ type, settings: schema }: Connector, settings: unknown): string {
  const text = JSON.stringify([manifest.version, type, sorted(withoutSecrets(schema, settings))]);
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** A value without the parts that its schema marks with `.meta({ secret: true })`. */
function withoutSecrets(schema: z.core.$ZodType, value: unknown): unknown {
  if ((schema as z.ZodType).meta?.()?.['secret'] === true) return undefined;
  const { innerType, in: input } = schema._zod.def as { innerType?: z.core.$ZodType; in?: z.core.$ZodType };
  if (innerType ?? input) return withoutSecrets((innerType ?? input)!, value);
  if (schema instanceof z.ZodUnion) {
    return schema.options.reduce((left: unknown, option) => withoutSecrets(option, left), value);
  }
  if (schema instanceof z.ZodIntersection) {
    return withoutSecrets(schema.def.right, withoutSecrets(schema.def.left, value));
  }
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.map(each => withoutSecrets(schema.element, each));
  }
  if (typeof value !== 'object' || value === null) return value;
  const partOf = (key: string) =>
    schema instanceof z.ZodObject
      ? schema.shape[key]
      : schema instanceof z.ZodRecord
        ? schema.def.valueType
        : undefined;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      const part = partOf(key);
      return [key, part ? withoutSecrets(part, each) : each];
    }),
  );
}

/** A value whose objects have their keys in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  );
}
