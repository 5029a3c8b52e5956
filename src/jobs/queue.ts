// The names of background jobs, and the contract of every queue. State is the truth: a job holds only ids, adding one twice is
// harmless, and jobs that a queue loses are added again from state.
//
// A queue is in the process, or BullMQ's on Redis or PostgreSQL. Every 10 s each worker adds the open jobs that it finds in state, so
// nothing is lost when a queue loses its content.
import type { Queue as BullQueue } from 'bullmq';
import type { ProgressEvent } from './progress.ts';
import type { ScheduleEntry } from './schedule.ts';

export const jobNames = [
  'act',
  'extract',
  'build',
  'export',
  'notify',
  'report',
  'schedule',
  'signals',
  'sweep',
] as const;
export type JobName = (typeof jobNames)[number];

export interface Job {
  readonly tenant: string;
  /** The id of an action job, a run, an export, a source or a tenant, depending on the job's name. */
  readonly id: string;
}

export interface AddOptions {
  /** 1 to 2^20; lower runs first, equal in the order of adding. Jobs without a priority run before all others. */
  readonly priority?: number;
  /** Delay before the job may run. */
  readonly delayMs?: number;
  /**
   * Run the job now even if it is in the queue with a delay: the process that delayed it may have had a wrong clock. If the
   * server remembers the job's key but has lost the job, the job is added again.
   */
  readonly now?: boolean;
}

export interface JobRun {
  /** Aborts when the process stops and the grace period is over. A job whose handler throws then returns to the queue. */
  readonly signal: AbortSignal;
  /** Send an event to all watchers. Never fails. Events may be lost: state has the outcome. */
  emit(event: ProgressEvent): void;
}

/** Returned by a handler to run the job again after this delay, because something that it needs is not ready. No failure. */
export interface Again {
  readonly againInMs: number;
}

/**
 * Runs a job; resolves when it is done. A handler throws only for faults of the service; a failure of a source is an outcome in
 * state. When it throws, the job is retried with growing delays, up to `attempts` times. A TerminalFault is not retried.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: most handlers return nothing, and void is the type of that
export type JobHandler = (job: Job, run: JobRun) => Promise<void | Again>;

export interface WorkOptions {
  /** Jobs of the other names are left to other processes. */
  readonly handlers: Partial<Record<JobName, JobHandler>>;
  /** The most jobs of a name that run at once in this process; default 1. */
  readonly concurrency: Partial<Record<JobName, number>>;
  /** Called with every error that a handler throws, and with jobs whose workers died too often. */
  onError(name: JobName, job: Job, error: unknown): void;
}

export interface Depth {
  readonly waiting: number;
  readonly active: number;
  /** Waiting for their time: added with a delay, to be retried, or due by a schedule. */
  readonly delayed: number;
  /** Failed and kept for inspection. The same job can still be added. */
  readonly failed: number;
}

export interface Queue {
  /**
   * Add a job. While a job with this name, tenant and id waits or is delayed, adding it again changes nothing. While it runs,
   * adding it any number of times makes it run once more afterwards (if it is delayed or retried anyway, that run counts).
   * @throws QueueUnavailable within about two seconds
   */
  add(name: JobName, job: Job, options?: AddOptions): Promise<void>;
  /** Start to take jobs; call once per queue. While the queue's server is unavailable, this waits for it. */
  work(options: WorkOptions): Promise<void>;
  /**
   * Replace all schedules by these. When one is due, the job `schedule` with the source's id is added, once for all processes.
   * If one was due several times while no process worked, its job is added once. A server that loses its data loses the
   * schedules too, so set them again from time to time; that changes nothing while they exist.
   * @throws QueueUnavailable when the server is unavailable
   */
  setSchedules(schedules: readonly ScheduleEntry[]): Promise<void>;
  /** Progress events of the jobs of all processes, from now on until the signal aborts. */
  watch(signal: AbortSignal): AsyncIterable<ProgressEvent>;
  /** @throws QueueUnavailable within about two seconds */
  depths(): Promise<Record<JobName, Depth>>;
  /**
   * How many processes take jobs of each name, in the whole deployment.
   * @throws QueueUnavailable within about two seconds, and when the server does not list its clients
   */
  workers(): Promise<Record<JobName, number>>;
  /** Whether the queue's server answers. */
  answers(): Promise<boolean>;
  /** The queues as BullMQ's own objects, for its page; undefined for the embedded queue. */
  boardQueues(): readonly BullQueue[] | undefined;
  /**
   * Stop taking jobs. Running ones get `graceMs` to finish, then their signals abort. Jobs that throw then return to the queue,
   * and another process can take them at once.
   */
  close(graceMs: number): Promise<void>;
}

/** Attempts of a job. After the last one, the sweep adds the job again from state as long as it is open there. */
export const attempts = 5;
export const firstRetryMs = 1_000;

/** The job can never succeed, so it is not retried. */
export class TerminalFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'TerminalFault';
  }
}

/** The queue's server does not answer. State knows the job, so the sweep adds it later. */
export class QueueUnavailable extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'QueueUnavailable';
  }
}
