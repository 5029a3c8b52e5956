// Schedules of all processes, as BullMQ's job schedulers: each has one delayed job at a time, which makes the next.
import type { AdvancedOptions, JobsOptions, Queue } from 'bullmq';
import type { Job } from '../queue.ts';
import { nextRun, type ScheduleEntry, scheduleKey } from '../schedule.ts';

/** One reading of cron lines everywhere: that which also checks the configuration. */
export const scheduleSettings: AdvancedOptions = {
  repeatStrategy: (milliseconds, { pattern, tz }) => nextRun(pattern!, tz ?? 'UTC', new Date(milliseconds))?.getTime(),
};

/** @param queue the queue of `schedule` jobs */
export async function setSchedules(
  queue: Queue,
  entries: readonly ScheduleEntry[],
  jobOptions: JobsOptions,
): Promise<void> {
  const wanted = new Map(entries.map(entry => [scheduleKey(entry), entry]));
  for (const found of await queue.getJobSchedulers(0, -1, true)) {
    const entry = wanted.get(found.key);
    if (!entry) await queue.removeJobScheduler(found.key);
    // One that is as it should be is left alone: setting it again would forget what is due but has not begun. Its next job
    // can be missing after a crash just in between, and then nothing would ever make another.
    else if (found.pattern === entry.pattern && found.tz === entry.timeZone && found.next !== undefined) {
      if (await queue.getJob(`repeat:${found.key}:${found.next}`)) wanted.delete(found.key);
    }
  }
  for (const [key, { tenant, sourceId, pattern, timeZone }] of wanted) {
    const data: Job = { tenant, id: sourceId };
    await queue.upsertJobScheduler(key, { pattern, tz: timeZone }, { name: 'schedule', data, opts: jobOptions });
  }
}
