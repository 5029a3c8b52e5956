// A worker of one queue: calls the handler for each BullMQ job, and sets the job's outcome by what the handler does.
import {
  type Job as BullJob,
  DelayedError,
  UnrecoverableError,
  WaitingError,
  type Worker,
  type WorkerOptions,
} from 'bullmq';
import { type Progress, throttleReads } from '../progress.ts';
import { type Job, type JobHandler, type JobName, TerminalFault } from '../queue.ts';
import type { Backend } from './backends.ts';
import { scheduleSettings } from './schedules.ts';

export interface WorkerTiming {
  /** A worker that has not renewed the lock of its job for this long counts as dead. It renews the lock twice in that time. */
  readonly lockMs: number;
  /** Interval of the check for jobs of dead workers. */
  readonly stalledCheckMs: number;
}

/**
 * The timing for the default time of leases: a lock lasts as long as a lease. Until the lock expires, no other worker gets the job
 * of a dead worker. After a pause of the process or of Redis, a living worker can count as dead. It still holds its lease, so its
 * job does not run twice.
 */
export const workerTiming: WorkerTiming = { lockMs: 15_000, stalledCheckMs: 5_000 };

/** A job fails once this many of its workers have died: it probably kills them. Restarts count too, so the number is not small. */
const deadWorkers = 10;

export interface WorkerSettings {
  readonly backend: Backend;
  readonly queueName: string;
  readonly name: JobName;
  readonly handler: JobHandler;
  readonly concurrency: number;
  readonly timing: WorkerTiming;
  readonly progress: Progress;
  /** Aborts when no further job may start. */
  readonly stopping: AbortSignal;
  /** Aborts when running jobs must stop. */
  readonly signal: AbortSignal;
  readonly telemetry: WorkerOptions['telemetry'];
  onError(name: JobName, job: Job, error: unknown): void;
  onWarning(error: Error): void;
}

export interface RunningWorker {
  readonly worker: Worker;
  /** Resolves when no handler runs. */
  idle(): Promise<void>;
}

export function startWorker(settings: WorkerSettings): RunningWorker {
  const { backend, name, timing, onError } = settings;
  const running = new Set<Promise<unknown>>();
  const worker = new backend.Worker(
    settings.queueName,
    (job: BullJob<Job>, token?: string) => carryOut(job, token!, settings, running),
    {
      ...backend.forWork(),
      concurrency: settings.concurrency,
      lockDuration: timing.lockMs,
      stalledInterval: timing.stalledCheckMs,
      maxStalledCount: deadWorkers,
      settings: scheduleSettings,
      ...(settings.telemetry && { telemetry: settings.telemetry }),
    },
  );
  worker.on('error', settings.onWarning);
  worker.on('failed', (job, error) => {
    // Errors of handlers were reported when they were thrown. This reports jobs that BullMQ itself fails before their handler runs.
    if (job && error instanceof UnrecoverableError && !(error instanceof HandlerFault)) onError(name, job.data, error);
  });
  return {
    worker,
    async idle() {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}

/** BullMQ stores only the kind of an error. The text may contain data of a source; only `onError` receives it. */
class HandlerFault extends UnrecoverableError {}

async function carryOut(
  job: BullJob<Job>,
  token: string,
  settings: WorkerSettings,
  running: Set<Promise<unknown>>,
): Promise<void> {
  const { name, handler, progress, stopping, signal } = settings;
  if (stopping.aborted) return handBack(job, token);
  const { tenant, id } = job.data;
  const throttle = throttleReads(progress.publish);
  const run = (async () => handler({ tenant, id }, { signal, emit: throttle.emit }))();
  running.add(run);
  let again: Awaited<ReturnType<JobHandler>>;
  try {
    again = await run;
  } catch (error) {
    if (signal.aborted) return handBack(job, token);
    settings.onError(name, { tenant, id }, error);
    const kind = error instanceof Error ? error.name : 'Error';
    throw error instanceof TerminalFault ? new HandlerFault(kind) : new Error(kind);
  } finally {
    running.delete(run);
    throttle.flush();
  }
  if (!again) return;
  await job.moveToDelayed(Date.now() + again.againInMs, token);
  throw new DelayedError();
}

/** Return the job to the front of the queue, without counting a failure. */
async function handBack(job: BullJob<Job>, token: string): Promise<never> {
  await job.moveToWait(token);
  throw new WaitingError();
}
