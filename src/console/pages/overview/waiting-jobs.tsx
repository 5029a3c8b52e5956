// Changes that wait for the approval of a second person, for who can give it.
import { Link } from '@tanstack/react-router';
import { Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAreSentencesAwaited, useJobSentences } from '../../actions/job-sentence.ts';
import { isWaiting } from '../../actions/job-view.tsx';
import { useApi } from '../../api/api.ts';
import { Awaited } from '../../components/feedback/loading.tsx';
import { Text } from '../../components/text/text.tsx';
import { Time } from '../../components/text/time.tsx';
import styles from './overview.module.css';

const shownJobs = 3;

export function WaitingJobs(): ReactNode {
  const { data, isLoading } = useApi('get', '/v1/action-jobs', { params: { query: { pageSize: 200 } } });
  const jobs = data?.items.filter(isWaiting) ?? [];
  const sentenceOf = useJobSentences(jobs.slice(0, shownJobs));
  const isNamed = !useAreSentencesAwaited(jobs.slice(0, shownJobs));
  if (isLoading || !isNamed) return <Awaited />;
  if (jobs.length === 0) return null;
  return (
    <section className={styles.alerts} aria-label="Changes that wait for approval">
      <Hourglass size={18} aria-hidden="true" />
      <ul>
        {jobs.slice(0, shownJobs).map(job => (
          <li key={job.id}>
            <Link to="/jobs/$id" params={{ id: job.id }}>
              <Text>{sentenceOf(job)}</Text>
            </Link>
            <span>
              has waited for approval since <Time at={job.startedAt} />
              {job.purpose === undefined ? (
                ', without a purpose.'
              ) : (
                <>
                  : <Text>{job.purpose}</Text>
                </>
              )}
            </span>
          </li>
        ))}
        {jobs.length > shownJobs && (
          <li>
            <Link to="/jobs">{jobs.length - shownJobs} more</Link>
          </li>
        )}
      </ul>
    </section>
  );
}
