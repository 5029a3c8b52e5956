// What a person reaches: what each account of the person reaches.
import { useQueries, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { apiQuery } from '../../api/api.ts';
import { ErrorPanel } from '../../components/feedback/error-panel.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { type DataColumn, DataTable } from '../../components/table/data-table.tsx';
import { formatCount } from '../../components/text/number.tsx';
import { ObjectLink } from '../../objects/object-link.tsx';
import { type PersonAccount, personAccountsQuery } from '../../objects/person-accounts.ts';
import { included } from '../../objects/reach-lists.ts';
import { useSourceName } from '../../objects/sources.ts';
import styles from './object.module.css';
import { reachedColumns } from './reached-columns.tsx';

const pageSize = 200;
/** Accounts whose access is read. Hardly anybody has more. */
const accountsRead = 20;

/** @param id of the person */
export function PersonReaches({ id }: { readonly id: string }): ReactNode {
  const query = useQuery(personAccountsQuery(id));
  return (
    <Panel title="What the person reaches">
      <QueryView query={query} awaited="the accounts of the person">
        {({ rows }) => <Reached accounts={rows} />}
      </QueryView>
    </Panel>
  );
}

function Reached({ accounts }: { readonly accounts: readonly PersonAccount[] }): ReactNode {
  const sourceName = useSourceName();
  const read = accounts.slice(0, accountsRead);
  const answers = useQueries({
    queries: read.map(({ id }) =>
      apiQuery('get', '/v1/accounts/{id}/access', { params: { path: { id }, query: { pageSize, include: included } } }),
    ),
  });
  const failed = answers.find(({ error }) => error);
  if (failed)
    return <ErrorPanel error={failed.error} what="The list could not be read" onRetry={() => failed.refetch()} />;
  if (answers.some(({ isPending }) => isPending)) return <Loading>what the person reaches</Loading>;
  const rows = answers.flatMap(({ data }, place) =>
    (data?.items ?? []).map(item => ({ ...item, account: read[place]! })),
  );
  const isCut = accounts.length > read.length || answers.some(({ data }) => data?.nextPageToken !== undefined);
  if (rows.length === 0)
    return <p className={styles.muted}>No account of the person reaches anything, as far as the sources say.</p>;
  const [object, ...others] = reachedColumns<(typeof rows)[number]>({
    sourceName,
    endsOf: row => ({ from: `Account:${row.account.id}`, to: `${row.objectType}:${row.objectId}` }),
  });
  const usable = rows.filter(({ account }) => account.enabled !== false);
  const disabled = rows.filter(({ account }) => account.enabled === false);
  const columns: DataColumn<(typeof rows)[number]>[] = [
    object!,
    {
      id: 'account',
      header: 'account',
      fields: ['Account.alias'],
      width: 150,
      cell: ({ account }) => <ObjectLink type="Account" id={account.id} name={account.alias} />,
      sortBy: ({ account }) => account.alias,
    },
    ...others,
  ];
  const list = (label: string, part: typeof rows) => (
    <DataTable
      label={label}
      columns={columns}
      rows={part}
      keyOf={({ objectId, account }) => `${account.id} ${objectId}`}
      height="rows"
      count={`${formatCount(part.length)} ${part.length === 1 ? 'object' : 'objects'}${isCut ? '; there are more, which the pages of the accounts list' : ''}`}
    />
  );
  return (
    <>
      {usable.length === 0 ? (
        <p className={styles.muted}>No enabled account of the person reaches anything, as far as the sources say.</p>
      ) : (
        list('What the person reaches', usable)
      )}
      {disabled.length > 0 && (
        <>
          <h3 className={styles.listTitle}>Only if a disabled account is enabled again</h3>
          {list('What disabled accounts would reach', disabled)}
        </>
      )}
    </>
  );
}
