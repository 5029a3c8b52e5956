// One job: what it changes, its progress, its outcome, and how it is undone.
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAreSentencesAwaited, useJobSentences } from '../../actions/job-sentence.ts';
import { JobView } from '../../actions/job-view.tsx';
import { jobTitle } from '../../actions/operations.ts';
import { jobQuery } from '../../api/live.ts';
import { Awaited } from '../../components/feedback/loading.tsx';
import { Page, Panel } from '../../components/layout/page.tsx';
import { Text } from '../../components/text/text.tsx';
import { Time } from '../../components/text/time.tsx';

export const page = createLazyRoute('/jobs/$id')({ component: JobPage });

function JobPage(): ReactNode {
  const { id } = useParams({ from: '/jobs/$id' });
  const { data: job, isLoading } = useQuery(jobQuery(id));
  const sentenceOf = useJobSentences(job ? [job] : []);
  const isAwaited = useAreSentencesAwaited(job ? [job] : []);
  return (
    <Page
      title={job ? jobTitle(job) : 'Job'}
      about={
        job ? (
          <>
            {isAwaited && <Awaited />}
            <Text>{sentenceOf(job)}</Text>. Asked for on <Time at={job.startedAt} />
            {job.completedAt !== null && (
              <>
                , ended on <Time at={job.completedAt} />
              </>
            )}
            .
          </>
        ) : (
          isLoading && <Awaited />
        )
      }
      actions={<Link to="/jobs">All jobs</Link>}
    >
      <Panel title="Results">
        <JobView key={id} id={id} />
      </Panel>
    </Page>
  );
}
