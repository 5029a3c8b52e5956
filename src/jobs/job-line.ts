// The jobs of one name in the embedded queue: waiting, running and delayed.
import type { AddOptions, Depth, Job } from './queue.ts';

export interface LineEntry {
  readonly job: Job;
  readonly options: AddOptions;
  readonly failures: number;
}

export interface JobLine {
  add(job: Job, options: AddOptions): void;
  /** Take the next waiting job. It counts as running from now on. */
  take(): LineEntry | undefined;
  /** A running job has finished. */
  done(entry: LineEntry): void;
  /** A running job has to run again after that time. */
  postpone(entry: LineEntry, milliseconds: number): void;
  /** A running job has failed and is not retried. */
  giveUp(entry: LineEntry): void;
  depth(): Depth;
  /** Drop all jobs that do not run, and accept no more. */
  close(): void;
}

/** Jobs without a priority run before all others, as in BullMQ. */
const noPriority = 0;
/** The longest delay of a Node timer (31 bits). A longer delay is split into several timers. */
const longestTimerMs = 2 ** 31 - 1;

/** @param changed called when a job may be ready to take */
export function createJobLine(changed: () => void): JobLine {
  /** Priority → waiting jobs, in the order of arrival. */
  const waiting = new Map<number, Map<string, LineEntry>>();
  const delayed = new Map<string, NodeJS.Timeout>();
  /** Running job → the options with which it was added again since it started. */
  const active = new Map<string, AddOptions | undefined>();
  let failed = 0;
  let closed = false;

  const keyOf = ({ tenant, id }: Job) => JSON.stringify([tenant, id]);
  const waits = (key: string) => [...waiting.values()].some(entries => entries.has(key));

  function enter(entry: LineEntry, delayMs: number): void {
    if (closed) return;
    const key = keyOf(entry.job);
    if (delayMs > 0) {
      const due = () => {
        delayed.delete(key);
        enter(entry, Math.max(0, delayMs - longestTimerMs));
      };
      delayed.set(key, setTimeout(due, Math.min(delayMs, longestTimerMs)));
      return;
    }
    const priority = entry.options.priority ?? noPriority;
    const entries = waiting.get(priority) ?? new Map<string, LineEntry>();
    waiting.set(priority, entries.set(key, entry));
    changed();
  }

  function leave({ job }: LineEntry): void {
    const key = keyOf(job);
    const again = active.get(key);
    active.delete(key);
    if (again) enter({ job, options: again, failures: 0 }, again.delayMs ?? 0);
    changed();
  }

  return {
    add(job, options) {
      const key = keyOf(job);
      if (active.has(key)) active.set(key, options);
      else if (delayed.has(key) && options.now) {
        clearTimeout(delayed.get(key));
        delayed.delete(key);
        enter({ job, options, failures: 0 }, 0);
      } else if (!delayed.has(key) && !waits(key)) enter({ job, options, failures: 0 }, options.delayMs ?? 0);
    },
    take() {
      const priority = Math.min(...waiting.keys());
      const entries = waiting.get(priority);
      if (!entries) return undefined;
      const [key, entry] = entries.entries().next().value!;
      entries.delete(key);
      if (entries.size === 0) waiting.delete(priority);
      active.set(key, undefined);
      return entry;
    },
    done: leave,
    postpone(entry, milliseconds) {
      const key = keyOf(entry.job);
      active.delete(key);
      enter(entry, milliseconds);
      changed();
    },
    giveUp(entry) {
      failed += 1;
      leave(entry);
    },
    depth() {
      const count = [...waiting.values()].reduce((sum, entries) => sum + entries.size, 0);
      return { waiting: count, active: active.size, delayed: delayed.size, failed };
    },
    close() {
      closed = true;
      for (const timer of delayed.values()) clearTimeout(timer);
      delayed.clear();
      waiting.clear();
    },
  };
}
