// Cron patterns: a wrong one is refused with a correction, and a valid one fires when it is due.
import { describe, expect, it } from 'vitest';
import { checkSchedule, startSchedule } from '../../src/jobs/schedule.ts';

describe('a schedule', () => {
  it.each([['*/15 * * * *'], ['0 3 * * 1-5'], ['@daily']])('may be %s', pattern => {
    expect(() => checkSchedule('app', pattern, 'Europe/Amsterdam')).not.toThrow();
  });

  it.each([
    ['every day', 'UTC'],
    ['99 * * * *', 'UTC'],
    ['* * * * *', 'Europe/Atlantis'],
  ])('may not be %s in %s', (pattern, zone) => {
    expect(() => checkSchedule('app', pattern, zone)).toThrow(
      /^source app: schedule .* is not a cron line: .*for example/,
    );
  });

  it('fires when it is due, and not once it is stopped', async () => {
    let due = 0;
    await new Promise<void>(resolve => {
      const schedule = startSchedule('* * * * * *', 'UTC', () => {
        due += 1;
        schedule.stop();
        resolve();
      });
    });
    expect(due).toBe(1);
  });
});
