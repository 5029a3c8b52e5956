// A worker of one queue: a BullMQ job becomes a call of its handler, and what the handler does becomes the job's fate.
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
  /** A worker that has not said that it lives for so long is taken for dead. It says so twice in that time. */
  readonly lockMs: number;
  /** How often it is looked for jobs of the dead. */
  readonly stalledCheckMs: number;
}

/**
 * As long as a lease holds: while the queue takes a dead worker for alive, nobody else gets its job. A worker that is wrongly
 * taken for dead, after a pause of the process or of Redis, still holds its lease, so its job is not done twice.
 */
export const workerTiming: WorkerTiming = { lockMs: 15_000, stalledCheckMs: 5_000 };

/** A job whose workers died so often kills them. Restarts kill workers too, so it is not a small number. */
const deadWorkers = 10;

export interface WorkerSettings {
  readonly backend: Backend;
  readonly queueName: string;
  readonly name: JobName;
  readonly handler: JobHandler;
  readonly concurrency: number;
  readonly timing: WorkerTiming;
  readonly progress: Progress;
  /** Aborts when no job is to begin any more. */
  readonly stopping: AbortSignal;
  /** Aborts when running jobs are to end. */
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
    // What a handler threw was told when it did. This is BullMQ's own verdict, about a job that did not get that far.
    if (job && error instanceof UnrecoverableError && !(error instanceof HandlerFault)) onError(name, job.data, error);
  });
  return {
    worker,
    async idle() {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}

/** What BullMQ stores of a fault: its kind. The text may hold data of a source, and is told to `onError`. */
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

/** To the front of the queue, at once and without counting as a failure. */
async function handBack(job: BullJob<Job>, token: string): Promise<never> {
  await job.moveToWait(token);
  throw new WaitingError();
}
