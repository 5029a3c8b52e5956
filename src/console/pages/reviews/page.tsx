// The reviews, newest first, with what is undecided.
import { useInfiniteQuery } from '@tanstack/react-query';
import { createLazyRoute, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schemas } from '../../../../clients/typescript/index.ts';
import { AssignedReview, useAssignedReviews } from '../../actions/assigned-reviews.tsx';
import { reviewQuestion, reviewStatuses, reviewsKey } from '../../actions/review-words.ts';
import { api } from '../../api/api.ts';
import { ActionLink, Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { Awaited } from '../../components/feedback/loading.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Tag } from '../../components/feedback/tag.tsx';
import { Page, Panel } from '../../components/layout/page.tsx';
import { type DataColumn, DataTable } from '../../components/table/data-table.tsx';
import { Count } from '../../components/text/number.tsx';
import { Text } from '../../components/text/text.tsx';
import { Time } from '../../components/text/time.tsx';
import styles from './reviews.module.css';

export const page = createLazyRoute('/reviews')({ component: ReviewsPage });

type Review = Schemas['Review'];

function ReviewsPage(): ReactNode {
  const query = useInfiniteQuery({
    queryKey: reviewsKey,
    queryFn: async ({ pageParam, signal }) => {
      const query = { pageSize: 200, ...(pageParam !== undefined && { pageToken: pageParam }) };
      return (await api.GET('/v1/reviews', { params: { query }, signal })).data!;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.nextPageToken,
  });
  const reviews = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Page
      title="Reviews"
      about="What managers and owners were asked, and what they decided. A review changes nothing by itself."
      height="whole"
      actions={
        <>
          {query.hasNextPage && (
            <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              Read more
            </Button>
          )}
          <ActionLink to="/fix" search={{ ask: true }}>
            Ask about accounts
          </ActionLink>
        </>
      }
    >
      <Asked />
      <QueryView query={query} awaited="the reviews">
        {() =>
          reviews.length === 0 ? (
            <NoReview />
          ) : (
            <DataTable
              label="Reviews"
              columns={columns}
              rows={reviews}
              keyOf={({ id }) => id}
              hasMore={query.hasNextPage}
            />
          )
        }
      </QueryView>
    </Page>
  );
}

/** How long reviewers have in the command of an example. */
const usualDays = 14;

/** What a review is for, and how the first one is begun. */
function NoReview(): ReactNode {
  const due = new Date(Date.now() + usualDays * 86_400_000).toISOString().slice(0, 10);
  return (
    <EmptyState title="Nobody was asked yet">
      <p>
        A review asks the manager or owner of each account whether it is still needed. This page then shows what they
        decided.
      </p>
      <p>
        Begin with <Link to="/risks">a risk</Link> or with{' '}
        <Link to="/overview/$list" params={{ list: 'leavers' }}>
          the accounts of people who left
        </Link>
        . Or, on the page <Link to="/fix">Fix</Link>, choose accounts and “Ask managers and owners first”.
      </p>
      <p>In a terminal, this asks about the accounts of people who left:</p>
      <code className={styles.command}>
        rolecall reviews create 'Is this still needed?' --rule leaver_with_enabled_account --due {due}
      </code>
    </EmptyState>
  );
}

/** Also those that are decided: a decision can be changed while the review is open. */
function Asked(): ReactNode {
  const { reviews, isAwaited } = useAssignedReviews();
  if (isAwaited) return <Awaited />;
  if (reviews.length === 0) return null;
  return (
    <Panel title="You are asked">
      <ul className={styles.asked} aria-label="Reviews that ask you">
        {reviews.map(review => (
          <li key={review.id}>
            <AssignedReview review={review} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const columns: readonly DataColumn<Review>[] = [
  {
    ...{ id: 'title', header: 'title', fields: ['Review.title'], isKey: true, width: 300 },
    cell: ({ id, title }) => (
      <Link to="/reviews/$id" params={{ id }}>
        <Text line>{title}</Text>
      </Link>
    ),
    sortBy: ({ title }) => title,
  },
  {
    ...{ id: 'question', header: 'question', fields: ['Review.operation'], width: 260 },
    cell: review => <Text line>{reviewQuestion(review)}</Text>,
    sortBy: reviewQuestion,
  },
  {
    ...{ id: 'status', header: 'status', fields: ['Review.status'], width: 110 },
    cell: ({ status }) => <Tag tone={reviewStatuses[status][1]}>{reviewStatuses[status][0]}</Tag>,
    sortBy: ({ status }) => status,
    csv: ({ status }) => reviewStatuses[status][0],
  },
  {
    ...{ id: 'due', header: 'due', fields: ['Review.due'], width: 190 },
    cell: ({ due }) => <Time at={due} />,
    sortBy: ({ due }) => due,
  },
  ...(
    [
      ['undecided', 'undecided'],
      ['keep', 'keep'],
      ['takeAway', 'take away'],
      ['unasked', 'nobody asked'],
    ] as const
  ).map(([id, header]) => ({
    ...{ id, header, fields: [`Review.counts.${id}` as const], width: 90 + header.length * 3, align: 'end' as const },
    cell: ({ counts }: Review) => <Count>{counts[id]}</Count>,
    sortBy: ({ counts }: Review) => counts[id],
  })),
];
