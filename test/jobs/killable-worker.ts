// A worker process to be killed: it takes an extract job, prints which, and never ends it.
import { writeSync } from 'node:fs';
import type { WorkerTiming } from '../../src/jobs/bullmq/worker.ts';
import { openQueue } from '../../src/jobs/open-queue.ts';

export interface KillableWorker {
  readonly url: string;
  readonly prefix: string;
  readonly timing: WorkerTiming;
}

const { url, ...options } = JSON.parse(process.argv[2]!) as KillableWorker;
const queue = await openQueue(url, options);
await queue.work({
  handlers: {
    extract: ({ id }) => {
      writeSync(1, `${id}\n`);
      return new Promise(() => {});
    },
  },
  concurrency: {},
  onError(_name, _job, error) {
    throw error;
  },
});
