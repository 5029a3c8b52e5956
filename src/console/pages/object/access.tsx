// What an account reaches, or who reaches an object. Pages of the list are read on demand.
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { type DataColumn, DataTable } from '../../components/table/data-table.tsx';
import { Unknown } from '../../components/text/number.tsx';
import { Time } from '../../components/text/time.tsx';
import { Value } from '../../components/text/value.tsx';
import { useInstancesWithout } from '../../objects/assumed-fields.ts';
import { ObjectLink } from '../../objects/object-link.tsx';
import type { KnownType } from '../../objects/object-types.ts';
import {
  hasReachers,
  type ReachingAccount,
  type ReachPage,
  reachCount,
  reachedObjectsQuery,
  reachedPages,
  reachingAccountsQuery,
  reachingPages,
  useReachRows,
} from '../../objects/reach-lists.ts';
import { hasBlastRadius, type ServedObject } from '../../objects/served-object.ts';
import { useSourceName } from '../../objects/sources.ts';
import { BlastRadius } from './blast-radius.tsx';
import styles from './object.module.css';
import { PersonReaches } from './person-reaches.tsx';
import { accessColumns, type ReachedObject, reachedColumns } from './reached-columns.tsx';

interface AccessProps {
  readonly type: KnownType;
  readonly id: string;
  readonly object: ServedObject;
}

export function Access({ type, id, object }: AccessProps): ReactNode {
  if (type.type === 'Account') {
    return (
      <>
        {hasBlastRadius(object) && <BlastRadius id={id} />}
        <Reaches id={id} />
      </>
    );
  }
  if (type.type === 'Person') return <PersonReaches id={id} />;
  return hasReachers(type.type) ? <Reachers type={type.type} id={id} /> : null;
}

function Reaches({ id }: { readonly id: string }): ReactNode {
  const query = useInfiniteQuery(reachedObjectsQuery(id));
  const columns = reachedColumns<ReachedObject>({
    sourceName: useSourceName(),
    endsOf: row => ({ from: `Account:${id}`, to: `${row.objectType}:${row.objectId}` }),
  });
  return (
    <ReachList
      title="What it reaches"
      nouns={['object', 'objects']}
      order="in no particular order"
      empty="It reaches nothing, as far as the sources say."
      query={query}
      columns={columns}
      keyOf={row => row.objectId}
      pages={() => reachedPages(id)}
    />
  );
}

function Reachers({ type, id }: { readonly type: string; readonly id: string }): ReactNode {
  const query = useInfiniteQuery(reachingAccountsQuery(type, id));
  const isUnsaid = useInstancesWithout('Account')('enabled');
  const enabledOf = (row: ReachingAccount) => (isUnsaid.includes(row.applicationInstanceId) ? undefined : row.enabled);
  const columns: readonly DataColumn<ReachingAccount>[] = [
    {
      id: 'account',
      isKey: true,
      header: 'account',
      fields: ['ReachingAccount.alias'],
      width: 200,
      cell: row => <ObjectLink type="Account" id={row.accountId} name={row.alias} />,
      sortBy: row => row.alias,
    },
    {
      id: 'enabled',
      header: 'enabled',
      fields: ['ReachingAccount.enabled'],
      width: 80,
      cell: row => <Value>{enabledOf(row)}</Value>,
      sortBy: row => enabledOf(row),
    },
    {
      id: 'used',
      header: 'last used',
      fields: ['Account.lastActivityDate'],
      width: 110,
      cell: ({ lastUsed }) => (lastUsed === undefined ? <Unknown /> : <Time at={lastUsed} age />),
      sortBy: ({ lastUsed }) => lastUsed,
    },
    ...accessColumns<ReachingAccount>({
      sourceName: useSourceName(),
      endsOf: row => ({ from: `Account:${row.accountId}`, to: `${type}:${id}` }),
    }),
  ];
  return (
    <ReachList
      title="Who reaches it"
      nouns={['account', 'accounts']}
      order="grouped by source"
      empty="No account reaches it, as far as the sources say."
      query={query}
      columns={columns}
      keyOf={row => row.accountId}
      pages={() => reachingPages(type, id)}
    />
  );
}

interface ReachListProps<Row> {
  readonly title: string;
  /** What is listed: one, several. */
  readonly nouns: readonly [string, string];
  /** The order of the list, in words. */
  readonly order: string;
  readonly empty: string;
  readonly query: UseInfiniteQueryResult<InfiniteData<ReachPage<Row>>>;
  readonly columns: readonly DataColumn<Row>[];
  readonly keyOf: (row: Row) => string;
  /** Every row. */
  readonly pages: () => AsyncIterable<readonly Row[]>;
}

function ReachList<Row>({ title, nouns, order, empty, query, columns, keyOf, pages }: ReachListProps<Row>): ReactNode {
  const rows = useReachRows(query);
  return (
    <Panel
      title={title}
      actions={
        query.hasNextPage && (
          <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Read more
          </Button>
        )
      }
    >
      <QueryView query={query} awaited={title.toLowerCase()}>
        {() =>
          rows.length === 0 ? (
            <p className={styles.muted}>{empty}</p>
          ) : (
            <DataTable
              label={title}
              columns={columns}
              rows={rows}
              keyOf={keyOf}
              height="rows"
              count={reachCount(rows.length, query.hasNextPage, nouns)}
              order={order}
              pages={pages}
            />
          )
        }
      </QueryView>
    </Panel>
  );
}
