// Cron lines (https://croner.56k.guru/usage/pattern/) that say when a source is due.
import { Cron } from 'croner';
import { OperatorError } from '../errors.ts';

/** When a source is due. */
export interface ScheduleEntry {
  readonly tenant: string;
  readonly sourceId: string;
  /** Cron line. */
  readonly pattern: string;
  /** IANA name. */
  readonly timeZone: string;
}

export interface Schedule {
  stop(): void;
}

/** Check a cron line and its time zone without starting anything. */
export function checkSchedule(sourceId: string, pattern: string, timeZone: string): void {
  try {
    nextRun(pattern, timeZone, new Date());
  } catch (cause) {
    const example = 'for example "*/15 * * * *" for every quarter of an hour, or "0 3 * * *" for three at night';
    throw new OperatorError(
      `source ${sourceId}: schedule ${JSON.stringify(pattern)} (${timeZone}) is not a cron line: ${(cause as Error).message}; ${example}`,
      { cause },
    );
  }
}

/** The first time after `after` at which it is due; undefined when it is never due again. */
export function nextRun(pattern: string, timeZone: string, after: Date): Date | undefined {
  return new Cron(pattern, { timezone: timeZone, paused: true }).nextRun(after) ?? undefined;
}

/** The last time up to and including `now` at which it was due; undefined when it never was. */
export function lastDue(pattern: string, timeZone: string, now: Date): Date | undefined {
  // previousRuns() excludes the reference time itself.
  const after = new Date(now.getTime() + 1);
  return new Cron(pattern, { timezone: timeZone, paused: true }).previousRuns(1, after)[0];
}

export function startSchedule(pattern: string, timeZone: string, due: () => void): Schedule {
  const job = new Cron(pattern, { timezone: timeZone, unref: true, protect: true }, due);
  return { stop: () => job.stop() };
}

/** Identifies a schedule. Two entries with the same key are the same schedule, which may have changed. */
export const scheduleKey = ({ tenant, sourceId }: ScheduleEntry): string => `${tenant}/${sourceId}`;
