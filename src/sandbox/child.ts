// The inside of a process that reads one version: it does what it is told, one thing at a time, and ends with its owner.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { flushCompileCache } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import type { Failure, Order, Report } from './messages.ts';

/** Where a request writes what is streamed: the process's named pipe. */
export interface Output {
  readonly path: string;
  /**
   * Say what comes and begin. Nothing may be written before. The pipe stays open for writing until the request ends, so
   * the reader sees its end only then, however often it is opened in between.
   */
  begin(about: unknown): number;
}

export interface Handlers<Opening, Opened, Request> {
  open(opening: Opening, pipe: string): Promise<Opened>;
  run(opened: Opened, request: Request, output: Output): Promise<unknown>;
  /** What went wrong, in the words of the owner. */
  explain(error: unknown): Failure;
}

/** The named pipe, in the process's own folder, which is where it runs. */
export const pipeName = 'output';

/** Serve the owner until it goes away. A process that has none was started to compile its program ({@link compile}), and ends. */
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

  // For the next one: this one may be killed, and then writes nothing. One that is confined may not write there anyway: what
  // lies there is run by processes that are not.
  flushCompileCache();

  process.on('disconnect', () => process.exit(0));
  process.on('message', (order: Order) => {
    carryOut(order)
      .catch((error: unknown): Report => ({ failure: explain(error) }))
      .then(report);
  });
}
