// Processes of the bench. Each measurement runs in its own process, so that it shares no memory and no warmed-up code.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';

const nodeFlags = ['--disable-warning=ExperimentalWarning'];
/** The service gets them from scripts/run.sh. */
const serviceFlags = ['--max-semi-space-size=8', '--heap-growing-percent=50'];
/** USER_HZ of Linux. */
const ticksPerSecond = 100;
const runner = path.join(import.meta.dirname, '../../scripts/run.sh');

export interface Child {
  readonly process: ChildProcess;
  /** The JSON on the child's first line of output, parsed. */
  readonly first: Promise<unknown>;
  /** Resolves when it has ended. */
  readonly ended: Promise<void>;
  /** Ask it to end, and wait until it has. */
  stop(): Promise<void>;
}

/** Start `test/bench/<name>` with a JSON argument. Its stderr is shown. A program of `service/` runs as the service does. */
export function start(name: string, argument: unknown): Child {
  const flags = [...nodeFlags, ...(name.startsWith('service/') ? serviceFlags : [])];
  return startProgram(process.execPath, [...flags, path.join(import.meta.dirname, name), JSON.stringify(argument)]);
}

/** Start the command line as operators do. */
export function startCommand(parameters: readonly string[]): Child {
  return startProgram('/bin/sh', [runner, 'src/cli/main.ts', ...parameters]);
}

function startProgram(program: string, parameters: readonly string[]): Child {
  const child = spawn(program, parameters, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const lines = readline.createInterface({ input: child.stdout });
  const first = new Promise<unknown>((resolve, reject) => {
    lines.once('line', line => {
      try {
        resolve(JSON.parse(line));
      } catch {
        resolve(line);
      }
    });
    ended.then(([code, signal]) =>
      reject(new Error(`${parameters.join(' ')} ended (${code ?? signal}) and said nothing`)),
    );
  });
  first.catch(() => {});
  return {
    process: child,
    first,
    ended: ended.then(() => {}),
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Run `test/bench/<name>` to its end; resolves to its parsed output. */
export async function run<Result>(name: string, argument: unknown): Promise<Result> {
  const child = start(name, argument);
  const result = await child.first;
  await child.ended;
  return result as Result;
}

/** Flush the file systems, so that the disk writes of one measurement do not slow down the next. */
export function settleDisk(): void {
  execFileSync('sync');
}

/** Resident bytes of a process (proc(5), `VmRSS`). */
export function residentBytes(pid: number): number {
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)![1]) * 1024;
}

/** Resident bytes of a process, in which a page that several processes share counts in parts (proc(5), `Pss`). */
export function proportionalBytes(pid: number): number {
  const rollup = fs.readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)![1]) * 1024;
}

/** Seconds of processor time that a process has taken: all of its threads, and its first one alone (proc(5), `stat`). */
export function processorSeconds(pid: number): { readonly all: number; readonly first: number } {
  const secondsIn = (file: string) => {
    // The name of the program may hold blanks and parentheses.
    const fields = fs.readFileSync(file, 'utf8').split(') ').at(-1)!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  };
  return { all: secondsIn(`/proc/${pid}/stat`), first: secondsIn(`/proc/${pid}/task/${pid}/stat`) };
}

/** A process and all its descendants. */
export function familyOf(pid: number): number[] {
  const threads = fs.readdirSync(`/proc/${pid}/task`);
  const children = threads.flatMap(thread =>
    fs.readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(familyOf)];
}

/** The peak resident memory of a child during the work. */
export async function watchingMemory<Result>(
  child: Child,
  work: () => Promise<Result>,
): Promise<{ result: Result; peakBytes: number }> {
  let peakBytes = 0;
  const sample = () => {
    peakBytes = Math.max(peakBytes, residentBytes(child.process.pid!));
  };
  sample();
  const timer = setInterval(sample, 100);
  try {
    const result = await work();
    return { result, peakBytes };
  } finally {
    clearInterval(timer);
  }
}
