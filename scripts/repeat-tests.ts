// Runs the short form of the tests again and again beside busy loops, and lists every test that is not green in all rounds: what fails
// there by chance fails elsewhere now and then.
//   npm run repeat -- [--rounds 10] [--loops 3] [test/cli …]
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';

const root = path.resolve(import.meta.dirname, '..');

/** What this script reads of vitest's JSON report. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
}

/** Test → the first line of its error. */
type Failures = ReadonlyMap<string, string>;

const firstLine = (text: string | undefined) => (text ?? '').split('\n')[0]!;

function failuresIn({ testResults }: Report): Failures {
  const failures = new Map<string, string>();
  for (const { name, status, message, assertionResults } of testResults) {
    const file = path.relative(root, name);
    const failed = assertionResults.filter(test => test.status === 'failed');
    for (const { fullName, failureMessages } of failed)
      failures.set(`${file}: ${fullName}`, firstLine(failureMessages?.[0]));
    // A hook or the file itself failed.
    if (status === 'failed' && failed.length === 0) failures.set(file, firstLine(message));
  }
  return failures;
}

async function runRound(folder: string, filters: readonly string[]): Promise<Failures> {
  const file = path.join(folder, 'report.json');
  fs.rmSync(file, { force: true });
  const { ROLECALL_LONG_TESTS: _, ...env } = process.env;
  const args = ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`, ...filters];
  const child = spawn(process.execPath, [path.join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code, signal] = await once(child, 'exit');
  if (!fs.existsSync(file)) return new Map([['the run', `ended with ${signal ?? code} and without a report`]]);
  const failures = failuresIn(JSON.parse(fs.readFileSync(file, 'utf8')));
  return code !== 0 && failures.size === 0 ? new Map([['the run', `ended with ${signal ?? code}`]]) : failures;
}

function startLoops(count: number): ChildProcess[] {
  return Array.from({ length: count }, () => spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }));
}

/** @throws an Error for anything that is not a whole number from the least on */
function parseWhole(name: string, text: string, least: number): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < least)
    throw new Error(`--${name} ${text}: must be a whole number, at least ${least}`);
  return number;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { rounds: { type: 'string', default: '10' }, loops: { type: 'string', default: '3' } },
  });
  const rounds = parseWhole('rounds', values.rounds, 1);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rolecall-repeat-'));
  const loops = startLoops(parseWhole('loops', values.loops, 0));
  const stop = () => {
    for (const loop of loops) loop.kill('SIGKILL');
    fs.rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', stop);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  /** Test → its error in each round in which it failed. */
  const errors = new Map<string, string[]>();
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const began = Date.now();
      const failures = await runRound(folder, positionals);
      for (const [test, error] of failures) errors.set(test, [...(errors.get(test) ?? []), `round ${round}: ${error}`]);
      console.log(`round ${round} of ${rounds}: ${failures.size} failed, ${Math.round((Date.now() - began) / 1000)} s`);
    }
  } finally {
    stop();
  }
  for (const [test, lines] of errors) console.log(`${test}\n  ${lines.join('\n  ')}`);
  console.log(
    errors.size === 0 ? 'every test was green in every round' : `${errors.size} were not green in every round`,
  );
  process.exitCode = errors.size === 0 ? 0 : 1;
}

await main();
