import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schemas } from '../../../../clients/typescript/index.ts';
import { undoneAt, useJobSentences } from '../../actions/job-sentence.ts';
import { sqlQuery } from '../../api/sql.ts';
import { Awaited } from '../../components/feedback/loading.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Tag, type Tone } from '../../components/feedback/tag.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { Text } from '../../components/text/text.tsx';
import { Time } from '../../components/text/time.tsx';
import { FieldChanges } from '../../objects/field-changes.tsx';
import { may } from '../../session/session.ts';
import { useJobsAbout } from './jobs-about.ts';
import styles from './object.module.css';

interface Seen {
  readonly change: 'Appeared' | 'Changed' | 'Vanished';
  readonly changed_at: string;
  readonly version: number;
  /** A value of NULL: the field has no value. */
  readonly fields: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[] | null;
}

const history = `SELECT change, changed_at, version, fields FROM changes WHERE object_id = :id::UUID ORDER BY version DESC`;
const tones: Readonly<Record<Seen['change'], Tone>> = { Appeared: 'good', Changed: 'info', Vanished: 'bad' };
const shownChanges = 50;

type ActionJob = Schemas['ActionJob'];

/** What has changed about the object, as long as the history is kept, and for an account who asked for which change. @param id global id */
export function History({ type, id }: { readonly type: string; readonly id: string }): ReactNode {
  const query = useQuery(sqlQuery<Seen>(history, { id }, shownChanges));
  const jobs = useJobsAbout(id, type === 'Account' && may('read'));
  const made = jobs.data?.items ?? [];
  return (
    <Panel title="History">
      {jobs.isLoading && <Awaited />}
      <QueryView query={query} awaited="the history">
        {({ rows, hasMore }) =>
          rows.length === 0 && made.length === 0 ? (
            <p className={styles.muted}>Nothing has changed since the history began.</p>
          ) : (
            <ol className={styles.history}>
              {inOrder(rows, made).map(entry =>
                'seen' in entry ? (
                  <SeenEntry key={`${entry.seen.version} ${entry.at}`} type={type} seen={entry.seen} />
                ) : (
                  <JobEntry key={entry.job.id} job={entry.job} jobs={made} />
                ),
              )}
              {hasMore && <li>Older changes are not shown.</li>}
            </ol>
          )
        }
      </QueryView>
    </Panel>
  );
}

type Entry = { readonly at: string } & ({ readonly seen: Seen } | { readonly job: ActionJob });

/** Newest first. A job comes before the version that shows it. */
function inOrder(rows: readonly Seen[], jobs: readonly ActionJob[]): Entry[] {
  const entries: Entry[] = [
    ...rows.map(seen => ({ at: seen.changed_at, seen })),
    ...jobs.map(job => ({ at: job.completedAt ?? job.startedAt, job })),
  ];
  return entries.toSorted((left, right) => new Date(right.at).getTime() - new Date(left.at).getTime());
}

function SeenEntry({ type, seen }: { readonly type: string; readonly seen: Seen }): ReactNode {
  return (
    <li>
      <Tag tone={tones[seen.change]}>{seen.change}</Tag> <Time at={seen.changed_at} />
      {seen.change === 'Changed' && <FieldChanges type={type} fields={seen.fields ?? []} />}
    </li>
  );
}

/** Who changed the account from here, and the way to the job. */
function JobEntry({ job, jobs }: { readonly job: ActionJob; readonly jobs: readonly ActionJob[] }): ReactNode {
  const sentenceOf = useJobSentences([job]);
  const undone = undoneAt(job, jobs);
  return (
    <li>
      <Tag>Job</Tag> <Time at={job.completedAt ?? job.startedAt} />{' '}
      <Link to="/jobs/$id" params={{ id: job.id }}>
        <Text>{sentenceOf(job)}</Text>
      </Link>
      {undone !== undefined && `, ${undone}`}
    </li>
  );
}
