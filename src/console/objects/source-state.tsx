import type { ReactNode } from 'react';
import type { Schemas } from '../../../clients/typescript/index.ts';
import { Tag, type Tone } from '../components/feedback/tag.tsx';
import { Text } from '../components/text/text.tsx';

export type Source = Schemas['SourceList']['items'][number];
export type SyncRun = Schemas['SyncRun'];

const tones: Readonly<Record<SyncRun['status'], Tone>> = {
  Queued: 'neutral',
  Running: 'info',
  Landed: 'good',
  Partial: 'warning',
  HeldBack: 'bad',
  Failed: 'bad',
};

const words: Readonly<Record<SyncRun['status'], string>> = {
  Queued: 'queued',
  Running: 'being read',
  Landed: 'read',
  Partial: 'read in part',
  HeldBack: 'held back',
  Failed: 'failed',
};

export const runWords = (status: SyncRun['status']): string => words[status];

export function RunStatus({ status }: { readonly status: SyncRun['status'] }): ReactNode {
  return <Tag tone={tones[status]}>{words[status]}</Tag>;
}

/** Of a run that is tried again, that it is: it waits for the source, and no longer for its turn. */
function LastRunStatus({ run }: { readonly run: SyncRun | undefined }): ReactNode {
  if (run === undefined) return <Tag>never read</Tag>;
  return run.retryAt === undefined ? <RunStatus status={run.status} /> : <Tag tone="warning">delayed</Tag>;
}

/** The state of a source: that of its last run, and whether its data are held back or older than its schedule promises. */
export function SourceState({ source: { lastRun, heldBack, stale } }: { readonly source: Source }): ReactNode {
  return (
    <>
      <LastRunStatus run={lastRun} />
      {heldBack && lastRun?.status !== 'HeldBack' && (
        <>
          {' '}
          <Tag tone="bad">held back</Tag>
        </>
      )}
      {stale && (
        <>
          {' '}
          <Tag tone="warning">stale</Tag>
        </>
      )}
    </>
  );
}

/** The words of {@link SourceState}. */
export const stateWords = ({ lastRun, heldBack, stale }: Source): string =>
  [
    lastRun === undefined ? 'never read' : lastRun.retryAt === undefined ? words[lastRun.status] : 'delayed',
    heldBack && lastRun?.status !== 'HeldBack' && 'held back',
    stale && 'stale',
  ]
    .filter(Boolean)
    .join(', ');

const zoneOf = ({ timeZone }: Source) => (timeZone === undefined ? '' : ` (${timeZone})`);

/** The words of {@link Schedule}. */
export const scheduleText = (source: Source): string =>
  source.schedule === undefined ? 'on request' : `${scheduleWords(source.schedule)}${zoneOf(source)}`;

export function Schedule({ source }: { readonly source: Source }): ReactNode {
  if (source.schedule === undefined) return scheduleText(source);
  return (
    <span title={`${source.schedule}${zoneOf(source)}`}>
      <Text line>{scheduleText(source)}</Text>
    </span>
  );
}

/** The usual cron expressions in words; any other one stays. */
function scheduleWords(schedule: string): string {
  const [, minutes, minute, hour] = /^(?:\*\/(\d+)|(\d+)) (\*|\d+) \* \* \*$/.exec(schedule) ?? [];
  if (minutes !== undefined) return hour === '*' ? `every ${minutes} minutes` : schedule;
  if (minute === undefined || hour === undefined) return schedule;
  if (hour === '*') return minute === '0' ? 'every hour' : `every hour, at minute ${minute}`;
  return `every day at ${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
}
