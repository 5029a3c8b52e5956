// JSON made from a JSON Schema, right or nearly so, and then bent: what a careless or hostile client sends.
import type { Random } from './random.ts';

export type Schema = Readonly<Record<string, unknown>>;

export interface RandomJson {
  /** A value that the schema allows, as far as the schema says it. */
  of(schema: Schema): unknown;
  /** The value with up to three places changed to something that nobody expects. */
  bent(value: unknown): unknown;
  /** Any text at all. */
  text(): string;
}

const hostileValues: readonly unknown[] = [
  null,
  {},
  [],
  '',
  -0,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  true,
  { toString: 1 },
  { toJSON: 1 },
  { valueOf: null, toString: null },
  { length: 1e9 },
  { hasOwnProperty: 1 },
  [[[[]]]],
  'a\0b',
  '\ud83d',
  '\u202e\u200d\ufeff',
  '__proto__',
  'constructor',
  '${jndi:x}',
  "'; DROP TABLE accounts; --",
  '../../etc/passwd',
  'x'.repeat(70_000),
];

/** @param texts what strings without a format are chosen from, besides any text */
export function createRandomJson(random: Random, definitions: Schema, texts: readonly string[]): RandomJson {
  const chance = (oneIn: number) => random.below(oneIn) === 0;

  function text(): string {
    if (!chance(4)) return random.of(texts);
    const unit = () => String.fromCodePoint(random.below(chance(3) ? 0x10000 : 0x7f));
    return Array.from({ length: random.below(chance(10) ? 3000 : 20) }, unit).join('');
  }

  function object({ properties = {}, required = [], additionalProperties }: Schema): unknown {
    const needed = new Set(required as string[]);
    const chosen = Object.entries(properties as Record<string, Schema>).filter(
      ([name]) => needed.has(name) || chance(2),
    );
    const made = Object.fromEntries(chosen.map(([name, schema]) => [name, of(schema)]));
    if (typeof additionalProperties === 'object' && chance(2)) made[text()] = of(additionalProperties as Schema);
    return made;
  }

  function of(schema: Schema): unknown {
    const { $ref, anyOf, oneOf, type, items } = schema;
    const limits = schema as { minimum?: number; maximum?: number };
    if (typeof $ref === 'string') return of(definitions[$ref.split('/').at(-1)!] as Schema);
    if ('const' in schema) return schema['const'];
    if (Array.isArray(schema['enum'])) return random.of(schema['enum']);
    if (Array.isArray(anyOf ?? oneOf)) return of(random.of((anyOf ?? oneOf) as Schema[]));
    switch (type) {
      case 'object':
        return object(schema);
      case 'array':
        return Array.from({ length: random.below(4) }, () => of((items ?? {}) as Schema));
      case 'integer':
        return (limits.minimum ?? 0) + random.below(Math.min((limits.maximum ?? 1000) + 1, 10_001));
      case 'number':
        return random.below(1000) / 7;
      case 'boolean':
        return chance(2);
      case 'string':
        return text();
      default:
        return random.of(hostileValues);
    }
  }

  function bentOnce(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || chance(4)) return random.of(hostileValues);
    if (Array.isArray(value)) {
      if (value.length === 0 || chance(4)) return [...value, random.of(hostileValues)];
      const at = random.below(value.length);
      return value.with(at, bentOnce(value[at]));
    }
    const names = Object.keys(value);
    if (names.length === 0 || chance(5)) return { ...value, [text()]: random.of(hostileValues) };
    const name = random.of(names);
    if (chance(6)) return Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
    return { ...value, [name]: bentOnce((value as Record<string, unknown>)[name]) };
  }

  return {
    of,
    text,
    bent(value) {
      let result = value;
      for (let times = random.below(3); times >= 0; times -= 1) result = bentOnce(result);
      return result;
    },
  };
}
