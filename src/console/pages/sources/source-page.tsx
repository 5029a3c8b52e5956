// One source: its state, what its last run brought of each type, its runs, and what was rejected.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createLazyRoute, Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, useApi } from '../../api/api.ts';
import type { FieldPath } from '../../api/fields.ts';
import { runsKey, sourcesKey, useLive } from '../../api/live.ts';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { ErrorPanel } from '../../components/feedback/error-panel.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Page, Panel } from '../../components/layout/page.tsx';
import { Count, Unknown } from '../../components/text/number.tsx';
import { Term } from '../../components/text/term.tsx';
import { Text } from '../../components/text/text.tsx';
import { Time } from '../../components/text/time.tsx';
import { CollectionLink } from '../../objects/collection-link.tsx';
import { Schedule, type Source, SourceState, type SyncRun } from '../../objects/source-state.tsx';
import { objectCountQuery, useLastRead } from '../../objects/sources.ts';
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
  const { lastRun, reads } = source;
  return (
    <div className={styles.parts} data-in-order>
      <Panel title="State">
        <dl className={styles.facts}>
          <Fact name="state" fields={['SourceList.items.lastRun.status']}>
            <SourceState source={source} />
          </Fact>
          <Fact name="connector" fields={['SourceList.items.connectorTitle']}>
            <Text>{source.connectorTitle}</Text>
          </Fact>
          <Fact name="schedule" fields={['SourceList.items.schedule']}>
            <Schedule source={source} />
          </Fact>
          <DataInUse source={source} />
          <Fact name="changes from here" fields={['SourceList.items.writes']}>
            {source.writes ? 'allowed' : 'not allowed'}
          </Fact>
          {source.stale && (
            <Fact name="last read completely" fields={['SourceList.items.stale.lastCompleteAt']}>
              {source.stale.lastCompleteAt === undefined ? 'never' : <Time at={source.stale.lastCompleteAt} age />}
            </Fact>
          )}
          {lastRun && <LastRun run={lastRun} />}
        </dl>
        {lastRun !== undefined && lastRun.endedAt === undefined && (
          <div role="status">
            <p>
              <Count>{lastRun.rows}</Count> records so far
              {lastRun.expectedEndAt !== undefined && (
                <>
                  , should end on <Time at={lastRun.expectedEndAt} />
                </>
              )}
            </p>
            <progress className={styles.progress} aria-label="The source is being read" />
          </div>
        )}
      </Panel>
      <HeldBack source={source} />
      {lastRun?.status === 'Failed' && reads.length === 0 ? (
        <Panel title="What was read">
          <EmptyState title="The last run failed before it read anything">
            What earlier runs have read stays in use.
          </EmptyState>
        </Panel>
      ) : (
        <Ledger source={source} />
      )}
      <Runs source={source} />
      {may('admin') && lastRun !== undefined && <RejectedRecords source={source} />}
    </div>
  );
}

/** When the source was last read with success, and what versions have of it: a run that fails takes nothing away. */
function DataInUse({ source: { applicationInstanceId: instance, lastRun } }: { readonly source: Source }): ReactNode {
  const readAt = useLastRead()(instance, lastRun);
  const { data } = useQuery(objectCountQuery(instance));
  const isFailed = lastRun?.status === 'Failed';
  const count = data?.rows[0]?.count;
  const hasData = count === undefined ? lastRun?.endedAt !== undefined : count > 0;
  return (
    <>
      <Fact name={isFailed ? 'last read with success' : 'last read'} fields={['application_instances.newest_read_at']}>
        {readAt === null ? 'never' : readAt === undefined ? <Unknown /> : <Time at={readAt} />}
      </Fact>
      {hasData && (
        <Fact name="what it has">
          <Count>{count}</Count> {count === 1 ? 'object' : 'objects'}
          {isFailed && (count === 1 ? ', which stays in use' : ', which stay in use')}
        </Fact>
      )}
      {hasData && (
        <Fact name="lists">
          <Lists instance={instance} accounts={data?.rows[0]?.accounts} groups={data?.rows[0]?.groups} />
        </Fact>
      )}
    </>
  );
}

interface ListsProps {
  readonly instance: string;
  /** How many there are; undefined: it is not known yet. */
  readonly accounts: number | undefined;
  readonly groups: number | undefined;
}

/** Links to what the source has. */
function Lists({ instance, accounts, groups }: ListsProps): ReactNode {
  if (accounts === 0 && groups === 0) return 'it has no accounts and no groups';
  return (
    <>
      {accounts !== 0 && (
        <CollectionLink path="/v1/accounts" search={{ source: instance }}>
          Its accounts
        </CollectionLink>
      )}
      {accounts !== 0 && groups !== 0 && ', '}
      {groups !== 0 && (
        <CollectionLink path="/v1/user-groups" search={{ source: instance }}>
          its groups
        </CollectionLink>
      )}
    </>
  );
}

function LastRun({ run: { status, endedAt, requests, error, retryAt } }: { readonly run: SyncRun }): ReactNode {
  return (
    <>
      {requests !== undefined && (
        <Fact name="requests" fields={['SyncRun.requests']}>
          <Requests requests={requests} />
        </Fact>
      )}
      {status === 'Failed' && endedAt !== undefined && (
        <Fact name="last run failed" fields={['SyncRun.endedAt']}>
          <Time at={endedAt} />
        </Fact>
      )}
      {error !== undefined && (
        <Fact name="what was wrong" fields={['SyncRun.error']}>
          <Text>{error}</Text>
        </Fact>
      )}
      {retryAt !== undefined && (
        <Fact name="next attempt" fields={['SyncRun.retryAt']}>
          <Time at={retryAt} />
        </Fact>
      )}
    </>
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

interface FactProps {
  readonly name: string;
  /** The fields of the interface that it shows. */
  readonly fields?: readonly FieldPath[];
  readonly children: ReactNode;
}

function Fact({ name, fields = [], children }: FactProps): ReactNode {
  return (
    <div>
      <Term fields={fields}>{name}</Term>
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
