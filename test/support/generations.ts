// Data that comes in generations. Every object carries the number of its generation, so a mix of two generations is noticed.
import type { SourceRecord } from '../../src/connector/contract.ts';
import { resourceOf } from '../../src/resources/registry.ts';
import { sampleRecord } from './scripted-source.ts';

/** Type → where it is listed, and how many objects each generation has. */
export const generated = {
  Account: { list: '/v1/accounts', count: 300 },
  Role: { list: '/v1/roles', count: 120 },
  UserGroup: { list: '/v1/user-groups', count: 80 },
} as const;
export type GeneratedType = keyof typeof generated;
export const generatedTypes = Object.keys(generated) as GeneratedType[];

/** The number of objects that leave from one generation to the next; the same number joins. */
const changed = 5;

/** The generation is in the name, a field that every type has. */
export function recordOf(type: GeneratedType, generation: number, index: number): SourceRecord {
  const record = sampleRecord(resourceOf(type)!, generation * changed + index);
  return { ...record, name: `${type} of generation ${generation}` };
}

export function recordsOf(type: GeneratedType, generation: number): SourceRecord[] {
  return Array.from({ length: generated[type].count }, (_, index) => recordOf(type, generation, index));
}

export interface ListedItem {
  readonly id: string;
  readonly name?: string;
}

/**
 * The generation of the items.
 * @throws Error unless the items are exactly one whole generation; it says what is wrong
 */
export function generationOf(type: GeneratedType, items: readonly ListedItem[], sources = 1): number {
  const { count } = generated[type];
  const names = new Set(items.map(item => item.name));
  const generation = Number(/ of generation (\d+)$/.exec([...names][0] ?? '')?.[1]);
  const ids = new Set(items.map(item => item.id));
  const whole =
    names.size === 1 &&
    items.length === count * sources &&
    Array.from({ length: count }, (_, index) => `${type}-${generation * changed + index}`).every(id => ids.has(id));
  if (!whole) {
    throw new Error(
      `${type}: ${items.length} items, ${ids.size} ids, are no whole generation: ${[...names].join('; ')}`,
    );
  }
  return generation;
}
