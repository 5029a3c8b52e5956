// Data that comes in generations: everything of a generation says so, so what mixes two of them shows.
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

/** Objects that leave, and as many that join, from one generation to the next. */
const changed = 5;

/** Names, which every type has, tell the generation. */
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
 * The one generation that all items are of, and of which none is missing.
 * @throws Error that says what is wrong with them
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
