// Runs inside a process that reads one version: it carries out its owner's orders, one at a time, and ends with its owner.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { flushCompileCache } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import type { Failure, Order, Report } from './messages.ts';

/** Where a request writes its stream: the process's named pipe. */
export interface Output {
  readonly path: string;
  /**
   * Report what follows and open the pipe. Nothing may be written before. The pipe stays open for writing until the request ends,
   * so the reader sees the end only then, even when the request opens and closes the pipe in between.
   */
  begin(about: unknown): number;
}

export interface Handlers<Opening, Opened, Request> {
  open(opening: Opening, pipe: string): Promise<Opened>;
  run(opened: Opened, request: Request, output: Output): Promise<unknown>;
  /** Translates an error for the owner. */
  explain(error: unknown): Failure;
}

/** The name of the pipe in the process's own folder, which is its working directory. */
export const pipeName = 'output';

/** Serve the owner until it disconnects. A process without an owner was started to compile its program (launch.ts) and ends. */
export function serveOwner<Opening, Opened, Request>({ open, run, explain }: Handlers<Opening, Opened, Request>): void {
  if (!process.send) {
    flushCompileCache();
    return;
  }
  const pipe = path.resolve(pipeName);
  execFileSync('mkfifo', ['-m', '600', pipe], { env: { PATH: '/usr/bin:/bin' } });
  let opened: Opened | undefined;
  const report = (message: Report) => process.send!(message);

  async function carryOut(order: Order): Promise<Report> {
    if ('open' in order) {
      opened = await open(order.open as Opening, pipe);
      return { opened: true };
    }
    let descriptor: number | undefined;
    try {
      const begin = (about: unknown) => {
        descriptor = fs.openSync(pipe, 'w');
        report({ streaming: about });
        return descriptor;
      };
      return { result: await run(opened!, order.run as Request, { path: pipe, begin }) };
    } finally {
      if (descriptor !== undefined) fs.closeSync(descriptor);
    }
  }

  // Save the compiled program for later processes now, because this process may be killed, and then writes nothing. A confined
  // process is not allowed to write there: processes that are not confined run what is in that folder.
  flushCompileCache();

  process.on('disconnect', () => process.exit(0));
  process.on('message', (order: Order) => {
    carryOut(order)
      .catch((error: unknown): Report => ({ failure: explain(error) }))
      .then(report);
  });
}
