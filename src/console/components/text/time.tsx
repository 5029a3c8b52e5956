import { type ReactNode, useSyncExternalStore } from 'react';
import styles from './text.module.css';

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

const localDate = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** Whether a time is a date without a time of the day: its midnight in UTC. In the reader's zone it could be the day before. */
export const isDate = (time: Date): boolean => time.getTime() % 86_400_000 === 0;

export const formatMoment = (time: Date): string => (isDate(time) ? date : moment).format(time);
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });
/** "Yesterday" says as much as a number. "Last year" could be two months ago, or two years. */
const relative = {
  day: new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' }),
  other: new Intl.RelativeTimeFormat(undefined),
};

const units = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** How long ago, or how far ahead: "3 days ago". */
function formatAge(time: Date, now = Date.now()): string {
  const distance = time.getTime() - now;
  const [unit, ms] = units.find(([, size]) => Math.abs(distance) >= size) ?? ['second', 1000];
  return relative[unit === 'day' ? 'day' : 'other'].format(Math.trunc(distance / ms), unit);
}

/** The last day, in UTC, of what the service ends with the midnight after it: `2027-03-31`. @param end ISO 8601; anything else is returned as it is */
export function lastDayOf(end: string): string {
  const last = new Date(Date.parse(end) - 1);
  return Number.isNaN(last.getTime()) ? end : last.toISOString().slice(0, 10);
}

/** The present time in steps, so that an age that stays on the screen stays true. One timer serves all ages. */
const clockMs = 15_000;
const ticks = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function onTick(tick: () => void): () => void {
  ticks.add(tick);
  timer ??= setInterval(() => {
    for (const each of ticks) each();
  }, clockMs);
  return () => {
    ticks.delete(tick);
    if (ticks.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function Age({ time }: { readonly time: Date }): ReactNode {
  return useSyncExternalStore(onTick, () => formatAge(time));
}

interface TimeProps {
  readonly at: string;
  readonly age?: boolean;
  readonly day?: boolean;
}

/**
 * A time in the reader's zone, with UTC on hover; a date without a time as a date.
 * @param at ISO 8601
 * @param age show how long ago instead
 * @param day leave out the time of the day
 */
export function Time({ at, age = false, day = false }: TimeProps): ReactNode {
  const time = new Date(at);
  // Not a time: show what the service sent.
  if (Number.isNaN(time.getTime())) return <bdi>{at}</bdi>;
  const title = isDate(time)
    ? at.slice(0, 10)
    : `${time.toISOString().replace('T', ' ').replace('.000Z', ' UTC').replace('Z', ' UTC')}\n${exact.format(time)}`;
  return (
    <time className={styles.time} dateTime={at} title={title}>
      {age ? <Age time={time} /> : day && !isDate(time) ? localDate.format(time) : formatMoment(time)}
    </time>
  );
}
