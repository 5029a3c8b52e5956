// The long form tries other random choices in each run. Every test takes the one seed of the run, which repeats it.
import { randomInt } from 'node:crypto';
import process from 'node:process';
import { isLong } from '../long-tests.ts';

export default function setup(): void {
  if (!isLong) return;
  process.env['ROLECALL_TEST_SEED'] ??= String(randomInt(1_000_000));
  console.log(`ROLECALL_TEST_SEED=${process.env['ROLECALL_TEST_SEED']}`);
}
