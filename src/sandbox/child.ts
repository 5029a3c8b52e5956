// The inside of a process that reads versions: it runs the commands of its owner, one at a time, and ends with its owner.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { flushCompileCache } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import type { Command, Reply, RequestFailure } from './messages.ts';

/** Where a request writes its output: the named pipe of the process. */
export interface Output {
  readonly path: string;
  /**
   * Describe the output and open the pipe. Nothing may be written before. The pipe stays open for writing until the request
   * ends, so the reader sees the end of the pipe only then, even when the request opens and closes it several times.
   * @returns the descriptor to write to
   */
  begin(about: unknown): number;
}

export interface Handlers<Opening, Opened, Request> {
  open(opening: Opening, pipe: string): Promise<Opened>;
  run(opened: Opened, request: Request, output: Output): Promise<unknown>;
  /** Close what is open, before another version is opened. Without it, the process can open only one. */
  close?(opened: Opened): void;
  /** Turn an error into the failure that the owner receives. */
  explain(error: unknown): RequestFailure;
}

/**
 * Opening a named pipe waits for a reader. The owner opened it for reading before it sent the request. If the owner has ended since
 * then, the first open fails instead of waiting for ever.
 */
function openForWriting(pipe: string): number {
  const probe = fs.openSync(pipe, fs.constants.O_WRONLY | fs.constants.O_NONBLOCK);
  try {
    return fs.openSync(pipe, 'w');
  } finally {
    fs.closeSync(probe);
  }
}

/** An ordinary exit waits for the statement that runs, which may take for ever. */
function endAtOnce(): void {
  try {
    process.kill(process.pid, 'SIGKILL');
  } catch {
    // The filter of system calls allows no signals.
    process.abort();
  }
}

/** The name of the pipe in the folder of the process, which is also its working directory. */
export const pipeName = 'output';

/** Serve the owner until it disconnects. A process without an owner was started by `compile` (launch.ts) to fill the cache; it ends. */
export function serveOwner<Opening, Opened, Request>(handlers: Handlers<Opening, Opened, Request>): void {
  const { open, run, explain } = handlers;
  if (!process.send) {
    flushCompileCache();
    return;
  }
  const pipe = path.resolve(pipeName);
  execFileSync('mkfifo', ['-m', '600', pipe], { env: { PATH: '/usr/bin:/bin' } });
  let opened: Opened | undefined;
  const send = (reply: Reply) => process.send!(reply);

  async function carryOut(command: Command): Promise<Reply> {
    if ('open' in command) {
      if (opened !== undefined) handlers.close!(opened);
      opened = await open(command.open as Opening, pipe);
      return { opened: true };
    }
    let descriptor: number | undefined;
    try {
      const begin = (about: unknown) => {
        descriptor = openForWriting(pipe);
        send({ streaming: about });
        return descriptor;
      };
      return { result: await run(opened!, command.run as Request, { path: pipe, begin }) };
    } finally {
      if (descriptor !== undefined) fs.closeSync(descriptor);
    }
  }

  // Write the compiled program now, for the next process: a process that is killed writes nothing at its end. A confined
  // process cannot write to the cache, because processes that are not confined run the programs in it.
  flushCompileCache();

  process.on('disconnect', endAtOnce);
  process.on('message', (command: Command) => {
    carryOut(command)
      .catch((error: unknown): Reply => ({ failure: explain(error) }))
      .then(send);
  });
}
