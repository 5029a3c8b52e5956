// Cron lines (https://croner.56k.guru/usage/pattern/): when a source is due.
import { Cron } from 'croner';
import { OperatorError } from '../errors.ts';

export interface Schedule {
  stop(): void;
}

/** Check a cron line and its time zone without starting anything. */
export function checkSchedule(sourceId: string, pattern: string, timeZone: string): void {
  try {
    new Cron(pattern, { timezone: timeZone, paused: true }).nextRun();
  } catch (cause) {
    const example = 'for example "*/15 * * * *" for every quarter of an hour, or "0 3 * * *" for three at night';
    throw new OperatorError(
      `source ${sourceId}: schedule ${JSON.stringify(pattern)} (${timeZone}) is not a cron line: ${(cause as Error).message}; ${example}`,
      { cause },
    );
  }
}

export function startSchedule(pattern: string, timeZone: string, due: () => void): Schedule {
  const job = new Cron(pattern, { timezone: timeZone, unref: true, protect: true }, due);
  return { stop: () => job.stop() };
}
