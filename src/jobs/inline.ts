// The embedded queue: jobs run in this process. Waiting jobs are lost when it ends, and added again from state.
import { within } from '../time-limit.ts';
import { createJobLine, type LineEntry } from './job-line.ts';
import { createProgress } from './progress.ts';
import {
  type AddOptions,
  attempts,
  type Depth,
  firstRetryMs,
  type Job,
  type JobName,
  type JobRun,
  jobNames,
  type Queue,
  QueueUnavailable,
  TerminalFault,
  type WorkOptions,
} from './queue.ts';
import { type Schedule, type ScheduleEntry, scheduleKey, startSchedule } from './schedule.ts';

export interface InlineQueueOptions {
  /** Delay before the first retry of a job; doubled for each further one. */
  readonly firstRetryMs?: number;
}

export function createInlineQueue(options: InlineQueueOptions = {}): Queue {
  const firstDelay = options.firstRetryMs ?? firstRetryMs;
  const lines = new Map(jobNames.map(name => [name, createJobLine(() => runNext(name))]));
  const running = new Set<Promise<void>>();
  const schedules = new Map<string, { readonly entry: ScheduleEntry; readonly started: Schedule }>();
  const progress = createProgress();
  const abort = new AbortController();
  let work: WorkOptions | undefined;
  let closed = false;

  function runNext(name: JobName): void {
    const line = lines.get(name)!;
    while (work?.handlers[name] && !closed && line.depth().active < (work.concurrency[name] ?? 1)) {
      const entry = line.take();
      if (!entry) return;
      const run = carryOut(name, entry, work).finally(() => running.delete(run));
      running.add(run);
    }
  }

  async function carryOut(name: JobName, entry: LineEntry, { handlers, onError }: WorkOptions): Promise<void> {
    const line = lines.get(name)!;
    const run: JobRun = { signal: abort.signal, emit: progress.publish };
    try {
      // Do not run the handler on the call stack of add().
      await Promise.resolve();
      const again = await handlers[name]!(entry.job, run);
      if (again) line.postpone(entry, again.againInMs);
      else line.done(entry);
    } catch (error) {
      // The process stops. Drop the job: state has it, and the next process adds it again.
      if (abort.signal.aborted) return line.done(entry);
      onError(name, entry.job, error);
      const failures = entry.failures + 1;
      if (error instanceof TerminalFault || failures >= attempts) line.giveUp(entry);
      else line.postpone({ ...entry, failures }, firstDelay * 2 ** (failures - 1));
    }
  }

  const stopSchedule = (key: string) => {
    schedules.get(key)?.started.stop();
    schedules.delete(key);
  };

  return {
    async add(name: JobName, job: Job, added: AddOptions = {}) {
      if (closed) throw new QueueUnavailable('The queue is closed');
      lines.get(name)!.add(job, added);
    },
    async work(given) {
      work = given;
      for (const name of jobNames) runNext(name);
    },
    async setSchedules(entries) {
      if (closed) throw new QueueUnavailable('The queue is closed');
      const wanted = new Map(entries.map(entry => [scheduleKey(entry), entry]));
      for (const [key, { entry }] of schedules) {
        const now = wanted.get(key);
        if (now?.pattern !== entry.pattern || now.timeZone !== entry.timeZone) stopSchedule(key);
      }
      for (const [key, entry] of wanted) {
        if (schedules.has(key)) continue;
        const due = () => lines.get('schedule')!.add({ tenant: entry.tenant, id: entry.sourceId }, {});
        schedules.set(key, { entry, started: startSchedule(entry.pattern, entry.timeZone, due) });
      }
    },
    watch: progress.watch,
    async depths() {
      return Object.fromEntries(jobNames.map(name => [name, lines.get(name)!.depth()])) as Record<JobName, Depth>;
    },
    async workers() {
      return Object.fromEntries(jobNames.map(name => [name, work?.handlers[name] ? 1 : 0])) as Record<JobName, number>;
    },
    answers: async () => !closed,
    boardQueues: () => undefined,
    async close(graceMs) {
      closed = true;
      for (const key of [...schedules.keys()]) stopSchedule(key);
      for (const line of lines.values()) line.close();
      const ended = Promise.all(running);
      if (graceMs > 0) await within(graceMs, ended).catch(() => {});
      abort.abort();
      await ended;
    },
  };
}
