import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schemas } from '../../../clients/typescript/index.ts';
import { api } from '../api/api.ts';
import { Button } from '../components/controls/button.tsx';
import { QueryView } from '../components/feedback/query-view.tsx';
import { Tag, type Tone } from '../components/feedback/tag.tsx';
import { Text } from '../components/text/text.tsx';
import { ObjectLink } from '../objects/object-link.tsx';
import { useObjectNames } from '../objects/object-names.ts';
import styles from './actions.module.css';

type Result = Schemas['ActionJobResult'];

const tones: Readonly<Record<Result['status'], Tone>> = {
  Queued: 'neutral',
  Running: 'info',
  Succeeded: 'good',
  Failed: 'bad',
  Cancelled: 'neutral',
};

/** The outcome of each target. The list is read again whenever the job makes progress. */
export function JobResults({ job }: { readonly job: Schemas['ActionJob'] }): ReactNode {
  const { succeeded, failed } = job.targets;
  const query = useInfiniteQuery({
    queryKey: ['action-job-results', job.id, job.status, job.revertedBy, succeeded + failed],
    queryFn: async ({ pageParam, signal }) => {
      const query = pageParam === undefined ? {} : { pageToken: pageParam };
      const params = { path: { id: job.id }, query };
      return (await api.GET('/v1/action-jobs/{id}/results', { params, signal })).data!;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.nextPageToken,
    placeholderData: former => former,
  });
  const results = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const nameOf = useObjectNames(results.map(({ target }) => target));
  const type = job.operation === 'CreateUserGroup' ? 'UserGroup' : 'Account';
  return (
    <QueryView query={query} awaited="the results">
      {() =>
        results.length > 0 && (
          <>
            <ul className={styles.results} aria-label="Results">
              {results.map(({ target, status, failureReason, pending, undoneBy }, index) => (
                // A target that stands for several records has several results.
                // biome-ignore lint/suspicious/noArrayIndexKey: results have no id, and their order never changes
                <li key={index}>
                  <Tag tone={pending === undefined ? tones[status] : 'info'}>
                    {pending === undefined ? status.toLowerCase() : 'pending'}
                  </Tag>
                  <span>
                    <ObjectLink type={type} id={target} name={nameOf(target)} />
                    {undoneBy !== undefined && (
                      <>
                        {' '}
                        <Tag tone="neutral">
                          <Link to="/jobs/$id" params={{ id: undoneBy }}>
                            Undone
                          </Link>
                        </Tag>
                      </>
                    )}
                  </span>
                  {[failureReason, pending].map(
                    text =>
                      text !== undefined && (
                        <p key={text}>
                          <Text>{text}</Text>
                        </p>
                      ),
                  )}
                </li>
              ))}
            </ul>
            {query.hasNextPage && (
              <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                More results
              </Button>
            )}
          </>
        )
      }
    </QueryView>
  );
}
