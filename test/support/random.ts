// Random choices that a test makes again. The short form makes the same ones in each run, so that it fails only for what was changed.
// The long form makes new ones: `run/seed.ts` sets and prints their seed.
import process from 'node:process';

const fixedSeed = 786_907;

export interface Random {
  /** A whole number from 0 up to, not including, `limit`. */
  below(limit: number): number;
  of<Value>(values: readonly Value[]): Value;
}

export function testSeed(): number {
  return Number(process.env['ROLECALL_TEST_SEED'] ?? fixedSeed);
}

/** Mulberry32 (https://github.com/cprosche/mulberry32): 32 bits of state are plenty for choosing where to fail. */
export function createRandom(seed: number): Random {
  let state = seed;
  const below = (limit: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
  return { below, of: values => values[below(values.length)]! };
}
