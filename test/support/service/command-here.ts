// Runs the command line in this process, which takes a tenth of the processor time of a process of its own. The streams and the
// environment that a command sees are its own; other code of this process sees those of the process meanwhile. A test of signals,
// terminals, files with relative names or the mode of files needs a real process.
import { AsyncLocalStorage } from 'node:async_hooks';
import process from 'node:process';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { run } from '../../../src/cli/program.ts';

export interface Ended {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
}

/** Thrown where the command would end the process. */
class Exit extends Error {}

interface Own {
  stdin: Readable;
  stdout: PassThrough;
  stderr: PassThrough;
  env: NodeJS.ProcessEnv;
}

const running = new AsyncLocalStorage<Own>();

/** Let a property of the process be the command's own while a command runs. */
function overlay<Name extends keyof Own>(name: Name): void {
  const former = Object.getOwnPropertyDescriptor(process, name)!;
  let value = former.value;
  const read = () => (former.get ? former.get.call(process) : value);
  Object.defineProperty(process, name, {
    configurable: true,
    enumerable: true,
    get: () => running.getStore()?.[name] ?? read(),
    set(next) {
      const own = running.getStore();
      if (own) own[name] = next;
      else if (former.set) former.set.call(process, next);
      else value = next;
    },
  });
}

let isReady = false;
function prepare(): void {
  if (isReady) return;
  isReady = true;
  for (const name of ['stdin', 'stdout', 'stderr', 'env'] as const) overlay(name);
  const exit = process.exit;
  process.exit = code => {
    if (!running.getStore()) return exit.call(process, code);
    process.exitCode = code;
    throw new Exit();
  };
}

const signals = ['SIGINT', 'SIGTERM'] as const;

let last: Promise<unknown> = Promise.resolve();

/** Commands run one after the other, because the exit code belongs to the process. @param env the whole environment of the command */
export function runHere(args: readonly string[], options: Options): Promise<Ended> {
  const ended = last.then(() => runAlone(args, options));
  last = ended.catch(() => {});
  return ended;
}

interface Options {
  readonly input?: string | Buffer;
  readonly env: NodeJS.ProcessEnv;
}

async function runAlone(args: readonly string[], { input = '', env }: Options): Promise<Ended> {
  prepare();
  const stdin = Readable.from(input.length === 0 ? [] : [Buffer.from(input)], { objectMode: false });
  const own: Own = { stdin, stdout: new PassThrough(), stderr: new PassThrough(), env };
  const printed = Promise.all([buffer(own.stdout), buffer(own.stderr)]);
  const before = new Map(signals.map(signal => [signal, new Set(process.listeners(signal))]));
  const former = process.exitCode;
  process.exitCode = undefined;
  try {
    await running.run(own, () => run([process.execPath, 'rolecall', ...args]));
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
  } finally {
    for (const signal of signals)
      for (const listener of process.listeners(signal))
        if (!before.get(signal)!.has(listener)) process.removeListener(signal, listener);
    own.stdout.end();
    own.stderr.end();
  }
  const code = Number(process.exitCode ?? 0);
  process.exitCode = former;
  const [stdout, stderr] = await printed;
  return { stdout: stdout.toString(), stderr: stderr.toString(), code };
}
