// Background jobs by name, and what every queue does with them. State is the truth: a job carries ids and nothing else,
// adding one twice is harmless, and what a queue loses is added again from state.
import type { Queue as BullQueue } from 'bullmq';
import type { ProgressEvent } from './progress.ts';
import type { ScheduleEntry } from './schedule.ts';

export const jobNames = ['extract', 'build', 'export', 'schedule', 'sweep'] as const;
export type JobName = (typeof jobNames)[number];

export interface Job {
  readonly tenant: string;
  /** What the job is about: a run, an export, a source, a tenant. */
  readonly id: string;
}

export interface AddOptions {
  /** 1 to 2^20, lower goes first, equal in the order of adding. Jobs without one go before all that have one. */
  readonly priority?: number;
  /** Not before so many milliseconds have passed. */
  readonly delayMs?: number;
  /**
   * If it is there and put off, it comes now: whoever put it off may have had another clock. If its server knows its name and
   * has lost it, it is added anew.
   */
  readonly now?: boolean;
}

export interface JobRun {
  /** Aborts when the process stops and the job's time to finish is over; whoever throws then gets its job handed back. */
  readonly signal: AbortSignal;
  /** Tell whoever watches. Never fails, and may be lost: state has the outcome. */
  emit(event: ProgressEvent): void;
}

/** The same job comes again after so many milliseconds, which is no failure: what it needs is not there yet. */
export interface Again {
  readonly againInMs: number;
}

/**
 * Carries a job out; resolves when it is done. Throwing is for faults of the service (what goes wrong with a source is an
 * outcome in state): the job is tried again, each time later, until `attempts` are used up. A TerminalFault is not tried
 * again.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: most handlers return nothing, and void is what that is called
export type JobHandler = (job: Job, run: JobRun) => Promise<void | Again>;

export interface WorkOptions {
  /** Jobs of the other names are left to other processes. */
  readonly handlers: Partial<Record<JobName, JobHandler>>;
  /** How many jobs of a name run at once in this process; default 1. */
  readonly concurrency: Partial<Record<JobName, number>>;
  /** Told of everything that a handler throws, and of jobs that killed their workers too often. */
  onError(name: JobName, job: Job, error: unknown): void;
}

export interface Depth {
  readonly waiting: number;
  readonly active: number;
  /** Waiting for their time: added with a delay, to be tried again, or due by a schedule. */
  readonly delayed: number;
  /** Given up and kept to be looked at. They keep nobody from adding the same job. */
  readonly failed: number;
}

export interface Queue {
  /**
   * Have a job carried out. While one with this name, tenant and id waits or is delayed, adding it again changes nothing;
   * while it runs, it runs once more afterwards, however often it was added (a job that then asks to come again, or is
   * tried again, takes that along).
   * @throws QueueUnavailable within about two seconds
   */
  add(name: JobName, job: Job, options?: AddOptions): Promise<void>;
  /** Take jobs from now on, once per queue. With the queue's server away they are taken when it is back. */
  work(options: WorkOptions): Promise<void>;
  /**
   * Make the schedules be exactly these. When one is due, the job `schedule` with the source's id is added, once for all
   * processes. What was due while nobody worked is added once. A server that lost everything loses these too: set them
   * again from time to time, which changes nothing while they are there.
   * @throws QueueUnavailable when the server is away
   */
  setSchedules(schedules: readonly ScheduleEntry[]): Promise<void>;
  /** What the jobs of all processes tell, from now on until the signal aborts. */
  watch(signal: AbortSignal): AsyncIterable<ProgressEvent>;
  /** @throws QueueUnavailable within about two seconds */
  depths(): Promise<Record<JobName, Depth>>;
  /** Whether the queue's server answers. */
  answers(): Promise<boolean>;
  /** The queues as BullMQ's own objects, for its page; undefined for the embedded queue. */
  boardQueues(): readonly BullQueue[] | undefined;
  /**
   * Stop taking jobs. The running ones get `graceMs` to finish, then their signals abort, and those that throw are handed
   * back for another process to take at once.
   */
  close(graceMs?: number): Promise<void>;
}

/** A supervisor's own patience is 30 s more often than not (Kubernetes' default); jobs are aborted before that. */
export const defaultGraceMs = 25_000;

/** Trying a job again. After that, the sweep adds it again from state for as long as it is open there. */
export const attempts = 5;
export const firstRetryMs = 1_000;

/** What this job wants cannot be done, now or later. */
export class TerminalFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'TerminalFault';
  }
}

/** The queue's server does not answer. State has what was to be added, so the sweep adds it later. */
export class QueueUnavailable extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'QueueUnavailable';
  }
}
