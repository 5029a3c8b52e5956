// One review, for who sent it: how far it is, who was asked, what was decided, and the change of what is taken away.
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { createLazyRoute, Link, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Schemas } from '../../../../clients/typescript/index.ts';
import { Confirmation, type StartedChange, StartedJob } from '../../actions/confirmation.tsx';
import { Evidence } from '../../actions/evidence.tsx';
import type { Change } from '../../actions/operations.ts';
import { reviewQuestion, reviewStatuses, reviewsKey } from '../../actions/review-words.ts';
import { api, apiQuery, useApi } from '../../api/api.ts';
import { pollMs } from '../../api/live.ts';
import { Button } from '../../components/controls/button.tsx';
import { Copyable } from '../../components/controls/copyable.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { ErrorPanel } from '../../components/feedback/error-panel.tsx';
import { Awaited } from '../../components/feedback/loading.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Tag } from '../../components/feedback/tag.tsx';
import { Page, Panel } from '../../components/layout/page.tsx';
import { formatCount } from '../../components/text/number.tsx';
import { Text } from '../../components/text/text.tsx';
import { Time } from '../../components/text/time.tsx';
import { may } from '../../session/session.ts';
import { Reviewers, ReviewLines } from './review-tables.tsx';
import styles from './reviews.module.css';

export const page = createLazyRoute('/reviews/$id')({ component: ReviewPage });

type Review = Schemas['ReviewDetails'];

/** How often a review that is not ended is read again: reviewers decide outside of this session. */
const againMs = pollMs;

function ReviewPage(): ReactNode {
  const { id } = useParams({ from: '/reviews/$id' });
  const query = useApi(
    'get',
    '/v1/reviews/{id}',
    { params: { path: { id } } },
    { refetchInterval: ({ state: { data } }) => (data && data.status !== 'Closed' ? againMs : false) },
  );
  const review = query.data;
  return (
    <Page
      title={review?.title ?? 'Review'}
      about={
        review ? (
          <>
            {reviewQuestion(review)} Asked by <Text>{review.requestedByName ?? review.requestedBy}</Text> on{' '}
            <Time at={review.createdAt} />.
          </>
        ) : (
          query.isLoading && <Awaited />
        )
      }
      actions={<Link to="/reviews">All reviews</Link>}
    >
      <QueryView
        query={query}
        awaited="the review"
        missing={
          <EmptyState title="There is no review at this address">
            It was never sent, or you may not see it. <Link to="/reviews">All reviews</Link>
          </EmptyState>
        }
      >
        {data => <KnownReview review={data} />}
      </QueryView>
    </Page>
  );
}

/** After a change of the review: read it and the list again. */
async function refresh(client: QueryClient, id: string): Promise<void> {
  const { queryKey } = apiQuery('get', '/v1/reviews/{id}', { params: { path: { id } } });
  await client.invalidateQueries({ queryKey });
  await client.invalidateQueries({ queryKey: reviewsKey });
}

function KnownReview({ review }: { readonly review: Review }): ReactNode {
  const [change, setChange] = useState<Change>();
  const [started, setStarted] = useState<StartedChange>();
  const client = useQueryClient();
  const names = new Map(review.lines.map(({ accountId, account }) => [accountId, account]));
  if (started)
    return (
      <Panel title="The job">
        <StartedJob {...started} onClose={() => setStarted(undefined)} />
      </Panel>
    );
  if (change)
    return (
      <Panel title="What would happen">
        <Confirmation
          change={change}
          guard={{
            purpose: `review: ${review.title}`,
            review: review.id,
            rollout: { first: 3, stopAtFailedPercent: 20 },
          }}
          nameOf={id => names.get(id)}
          onStart={(id, leftOut) => {
            setChange(undefined);
            setStarted({ id, leftOut });
            void refresh(client, review.id);
          }}
          onClose={() => setChange(undefined)}
        />
      </Panel>
    );
  return (
    <>
      <Panel title="State">
        <Progress review={review} />
        <Buttons review={review} onPropose={setChange} />
      </Panel>
      <Panel title="Who was asked">
        {review.reviewers.length === 0 ? (
          <p>Nobody: no address is known for any of the accounts.</p>
        ) : (
          <Reviewers reviewers={review.reviewers} />
        )}
        {may('admin') && review.status === 'Open' && review.reviewers.length > 0 && <Links id={review.id} />}
      </Panel>
      <Panel title="Decisions">
        <ReviewLines lines={review.lines} />
      </Panel>
    </>
  );
}

/** The links of the reviewers, for an administrator who passes them on. They are read on request, because each reading is audited. */
function Links({ id }: { readonly id: string }): ReactNode {
  const links = useMutation({
    mutationFn: async () => (await api.POST('/v1/reviews/{id}/links', { params: { path: { id } } })).data!,
  });
  return (
    <>
      {links.data ? (
        <ul className={styles.links} aria-label="Links of the reviewers">
          {links.data.items.map(({ address, url }) => (
            <li key={address}>
              <Copyable label={`Link of ${address}`} text={url} />
            </li>
          ))}
        </ul>
      ) : (
        <div className={styles.buttons}>
          <Button disabled={links.isPending} onClick={() => links.mutate()}>
            Show the links to pass on
          </Button>
        </div>
      )}
      <p className={styles.note}>
        Whoever has a link decides as that person. The audit log says who has seen the links.
      </p>
      {links.isError && <ErrorPanel error={links.error} what="The links could not be read" />}
    </>
  );
}

function Progress({ review: { status, due, closedAt, counts, reviewers } }: { readonly review: Review }): ReactNode {
  const [word, tone] = reviewStatuses[status];
  const { lines, keep, takeAway, undecided, unasked, proposed } = counts;
  const isUntold = status !== 'Closed' && undecided > 0 && reviewers.some(({ told }) => told === 'Nobody');
  return (
    <div role="status" className={styles.part}>
      <p>
        <Tag tone={tone}>{word}</Tag> {formatCount(keep)} keep, {formatCount(takeAway)} take away,{' '}
        {formatCount(undecided)} undecided, of {formatCount(lines)}. Due on <Time at={due} />
        {closedAt !== undefined && (
          <>
            , ended on <Time at={closedAt} />
          </>
        )}
        .
      </p>
      <progress className={styles.progress} aria-label="Lines that are decided" max={lines} value={lines - undecided} />
      {unasked > 0 && (
        <p>
          For {formatCount(unasked)} {unasked === 1 ? 'account' : 'accounts'} nobody is known who can be asked.
        </p>
      )}
      {proposed > 0 && <p>{formatCount(proposed)} of those to take away are proposed as a job.</p>}
      {status === 'Overdue' && <p>The time is over: the links take no more decisions.</p>}
      {status === 'Closed' && undecided > 0 && <p>The review was ended, so {keptAccess(undecided)}.</p>}
      {isUntold && (
        <p>
          Nobody was told: no mail server and no subscription to <code>review-requested</code> is configured.{' '}
          {status !== 'Overdue' &&
            (may('admin')
              ? 'Pass the links below on.'
              : 'An administrator finds the links here, and can pass them on.')}
        </p>
      )}
    </div>
  );
}

/** What becomes of lines that nobody decided about, when a review ends. */
const keptAccess = (undecided: number) =>
  `${formatCount(undecided)} undecided ${undecided === 1 ? 'account keeps its' : 'accounts keep their'} access`;

/** What ending a review does, before the click. */
function EndNote({ review: { status, counts } }: { readonly review: Review }): ReactNode {
  const effect =
    status === 'Overdue' ? 'it is closed instead of overdue' : 'reviewers can neither decide nor change a decision';
  return (
    <p className={styles.note}>
      Ending the review is final: {effect}
      {counts.undecided > 0 && `, and ${keptAccess(counts.undecided)}`}.
    </p>
  );
}

interface ButtonsProps {
  readonly review: Review;
  readonly onPropose: (change: Change) => void;
}

/** What the session may do next. Evidence is for everybody who sees the review. */
function Buttons({ review, onPropose }: ButtonsProps): ReactNode {
  const client = useQueryClient();
  const { id, status, operation, container, lines } = review;
  // Until its day, reviewers can change what they decided.
  const canEnd = may('write') && status !== 'Closed';
  const close = useMutation({
    mutationFn: () => api.POST('/v1/reviews/{id}/close', { params: { path: { id } } }),
    onSettled: () => refresh(client, id),
  });
  const accountIds = lines
    .filter(({ decision, jobId }) => decision === 'TakeAway' && jobId === undefined)
    .map(({ accountId }) => accountId);
  const change: Change =
    operation === 'DisableAccount' ? { operation, accountIds } : { operation, containerId: container!.id, accountIds };
  return (
    <>
      <div className={styles.buttons}>
        {may('write') && accountIds.length > 0 && (
          <Button look="primary" onClick={() => onPropose(change)}>
            See what taking away {formatCount(accountIds.length)} would do
          </Button>
        )}
        {canEnd && (
          <Button disabled={close.isPending} onClick={() => close.mutate()}>
            End the review now
          </Button>
        )}
        <Evidence of="reviews" id={id} />
      </div>
      {canEnd && <EndNote review={review} />}
      {close.isError && <ErrorPanel error={close.error} what="The review goes on" />}
    </>
  );
}
