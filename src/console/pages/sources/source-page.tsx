// One source: its state, what its last run brought of each type, its runs, and what was rejected.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createLazyRoute, Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, useApi } from '../../api/api.ts';
import { runsKey, sourcesKey, useLive } from '../../api/live.ts';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { ErrorPanel } from '../../components/feedback/error-panel.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Page, Panel } from '../../components/layout/page.tsx';
import { Count, Unknown } from '../../components/text/number.tsx';
import { Text } from '../../components/text/text.tsx';
import { Time } from '../../components/text/time.tsx';
import { CollectionLink } from '../../objects/collection-link.tsx';
import { Schedule, type Source, SourceState, type SyncRun } from '../../objects/source-state.tsx';
import { may } from '../../session/session.ts';
import { HeldBack } from './held-back.tsx';
import { Ledger } from './ledger.tsx';
import { RejectedRecords } from './rejected-records.tsx';
import { Runs } from './runs.tsx';
import styles from './sources.module.css';

export const page = createLazyRoute('/sources/$sourceId')({ component: SourcePage });

function SourcePage(): ReactNode {
  useLive();
  const { sourceId } = useParams({ from: '/sources/$sourceId' });
  const query = useApi('get', '/v1/sources');
  const isKnown = query.data?.items.some(each => each.sourceId === sourceId) ?? false;
  return (
    <Page title={sourceId} actions={isKnown && may('admin') && <ReadNow sourceId={sourceId} />}>
      <QueryView query={query} awaited="the source">
        {({ items }) => {
          const source = items.find(each => each.sourceId === sourceId);
          if (source) return <KnownSource source={source} />;
          return (
            <EmptyState title="There is no such source">
              <Link to="/sources">All sources</Link>
            </EmptyState>
          );
        }}
      </QueryView>
    </Page>
  );
}

function KnownSource({ source }: { readonly source: Source }): ReactNode {
  const { lastRun } = source;
  return (
    <div className={styles.parts}>
      <Panel title="State">
        <dl className={styles.facts}>
          <Fact name="state">
            <SourceState source={source} />
          </Fact>
          <Fact name="connector">
            <Text>{source.connectorTitle}</Text>
          </Fact>
          <Fact name="schedule">
            <Schedule source={source} />
          </Fact>
          {lastRun?.endedAt !== undefined && (
            <Fact name="what it has">
              <CollectionLink path="/v1/accounts" search={{ source: source.applicationInstanceId }}>
                Its accounts
              </CollectionLink>
              {', '}
              <CollectionLink path="/v1/user-groups" search={{ source: source.applicationInstanceId }}>
                its groups
              </CollectionLink>
            </Fact>
          )}
          <Fact name="changes from here">{source.writes ? 'allowed' : 'not allowed'}</Fact>
          <Fact name="last read">{lastRun?.endedAt === undefined ? <Unknown /> : <Time at={lastRun.endedAt} />}</Fact>
          {source.stale && (
            <Fact name="last read completely">
              {source.stale.lastCompleteAt === undefined ? 'never' : <Time at={source.stale.lastCompleteAt} age />}
            </Fact>
          )}
          {lastRun?.requests !== undefined && (
            <Fact name="requests">
              <Requests requests={lastRun.requests} />
            </Fact>
          )}
          {lastRun?.error !== undefined && (
            <Fact name="what was wrong">
              <Text>{lastRun.error}</Text>
            </Fact>
          )}
          {lastRun?.retryAt !== undefined && (
            <Fact name="tried again">
              <Time at={lastRun.retryAt} />
            </Fact>
          )}
        </dl>
        {lastRun !== undefined && lastRun.endedAt === undefined && (
          <div role="status">
            <p>
              <Count>{lastRun.rows}</Count> records so far
              {lastRun.expectedEndAt !== undefined && (
                <>
                  , should end <Time at={lastRun.expectedEndAt} />
                </>
              )}
            </p>
            <progress className={styles.progress} aria-label="The source is being read" />
          </div>
        )}
      </Panel>
      <HeldBack source={source} />
      <Ledger source={source} />
      <Runs source={source} />
      {may('admin') && lastRun !== undefined && <RejectedRecords source={source} />}
    </div>
  );
}

/** What the run has sent, and what the source still allows. */
function Requests({ requests: { sent, limit } }: { readonly requests: NonNullable<SyncRun['requests']> }): ReactNode {
  return (
    <>
      <Count>{sent}</Count> sent
      {limit && (
        <>
          , <Count>{limit.remaining}</Count>
          {limit.allowed !== undefined && (
            <>
              {' '}
              of <Count>{limit.allowed}</Count>
            </>
          )}{' '}
          left until <Time at={limit.resetAt} />
        </>
      )}
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Requests a run: of what has changed, or of everything. */
function ReadNow({ sourceId }: { readonly sourceId: string }): ReactNode {
  const client = useQueryClient();
  const sync = useMutation({
    mutationFn: (full: boolean) =>
      api.POST('/v1/sources/{sourceId}/sync', { params: { path: { sourceId } }, body: full ? { full } : {} }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: sourcesKey });
      await client.invalidateQueries({ queryKey: runsKey });
    },
  });
  return (
    <>
      <Button look="primary" disabled={sync.isPending} onClick={() => sync.mutate(false)}>
        Read now
      </Button>
      <Button
        title="Also objects that have not changed since the last complete read"
        disabled={sync.isPending}
        onClick={() => sync.mutate(true)}
      >
        Read everything again
      </Button>
      {sync.isError && <ErrorPanel error={sync.error} what="The source is not read" />}
    </>
  );
}
