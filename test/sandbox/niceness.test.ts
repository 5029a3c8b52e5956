// Background work lowers its priority, and never raises it: without root, the operating system refuses that.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const file = path.resolve(import.meta.dirname, '../../src/niceness.ts');
const program = `
  import os from 'node:os';
  import { lowerPriority } from '${file}';
  os.setPriority(Number(process.argv[1]));
  lowerPriority(Number(process.argv[2]));
  console.log(os.getPriority());`;

/** The niceness of a process that had the first one and asked for the second one. */
async function nicenessAfter(own: number, asked: number): Promise<number> {
  const args = ['--input-type=module', '--eval', program, String(own), String(asked)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return Number(stdout);
}

it('a process that is less nice becomes as nice', async () => {
  expect(await nicenessAfter(12, 15)).toBe(15);
});

it('a process that is nicer stays so', async () => {
  expect(await nicenessAfter(15, 12)).toBe(15);
});
