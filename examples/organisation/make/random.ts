// Reproducible random numbers: mulberry32, seeded by a word.

export interface Random {
  /** At least 0, below 1. */
  next(): number;
  /** An integer from `low` to `high`, both included. */
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** `count` different items, or all items if there are fewer. */
  sample<Item>(items: readonly Item[], count: number): Item[];
  /** Lowercase hexadecimal digits. */
  hex(length: number): string;
}

export function randomOf(seed: string): Random {
  let state = 0x9e3779b9;
  for (const character of seed) state = Math.imul(state ^ character.codePointAt(0)!, 0x85ebca6b) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between,
    chance: probability => next() < probability,
    pick: items => items[between(0, items.length - 1)]!,
    sample(items, count) {
      const rest = [...items];
      for (let index = rest.length - 1; index > 0; index--) {
        const other = between(0, index);
        [rest[index], rest[other]] = [rest[other]!, rest[index]!];
      }
      return rest.slice(0, count);
    },
    hex: length => Array.from({ length }, () => between(0, 15).toString(16)).join(''),
  };
}
