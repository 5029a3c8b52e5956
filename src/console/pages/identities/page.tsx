// The machine identities: accounts of machines, keys and tokens, the ones that can do the most first.
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { sqlQuery } from '../../api/sql.ts';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Tag, type Tone } from '../../components/feedback/tag.tsx';
import { Page } from '../../components/layout/page.tsx';
import { type DataColumn, DataTable } from '../../components/table/data-table.tsx';
import { Count, Unknown } from '../../components/text/number.tsx';
import { Text } from '../../components/text/text.tsx';
import { Time } from '../../components/text/time.tsx';
import { choiceWords } from '../../objects/field-text.tsx';
import { sourcesQuery } from '../../objects/sources.ts';
import styles from './identities.module.css';
import { type Identity, identitiesSql } from './identities.ts';
import { type IdentitiesSearch, identitiesSearch } from './identities-search.ts';

export const page = createLazyRoute('/identities')({ component: IdentitiesPage });

const ownerWords = { nobody: 'nobody', gone: 'only people who left or are disabled', someone: 'somebody' } as const;
const ownerTones: Readonly<Record<Identity['owner'], Tone>> = { nobody: 'bad', gone: 'warning', someone: 'neutral' };

const columns: readonly DataColumn<Identity>[] = [
  {
    id: 'name',
    isKey: true,
    header: 'identity',
    fields: ['Account.alias'],
    about: 'Opens what it reaches',
    width: 360,
    cell: row => (
      <span className={styles.identity}>
        <Link to="/access" search={{ from: `Account:${row.id}` }}>
          <Text line>{row.alias}</Text>
        </Link>
        <small title={kindOf(row)}>{kindOf(row)}</small>
      </span>
    ),
    sortBy: row => row.alias,
  },
  {
    id: 'accounts',
    header: 'can act as',
    fields: ['Account.analyticsImpersonatableAccountsCount'],
    about:
      'Other accounts that it can act as, directly or through others: its blast radius. An administrator can act as every account of its source if it may call the API',
    width: 110,
    align: 'end',
    cell: row => <Count>{row.accounts}</Count>,
    sortBy: row => row.accounts,
  },
  {
    id: 'resources',
    header: 'resources',
    fields: ['Account.analyticsResourceInstanceCount'],
    about: 'Resources that it reaches as itself, without acting as another account',
    width: 90,
    align: 'end',
    cell: row => <Count>{row.resources}</Count>,
    sortBy: row => row.resources,
  },
  {
    id: 'owner',
    header: 'belongs to',
    fields: ['Account.enrichedOwnerAccountIds'],
    width: 220,
    cell: row => <Owner identity={row} />,
    csv: ownerText,
    sortBy: row => `${row.owner} ${row.owner_names?.join() ?? ''}`,
  },
  {
    id: 'source',
    isKey: true,
    header: 'source',
    fields: ['Account.objectMetadata.ApplicationInstanceId'],
    width: 140,
    cell: row => <Text line>{row.source}</Text>,
    sortBy: row => row.source,
  },
  {
    id: 'used',
    header: 'last used',
    fields: ['Account.lastActivityDate'],
    width: 130,
    cell: row => (row.last_used === null ? <Unknown /> : <Time at={row.last_used} age />),
    sortBy: row => row.last_used,
  },
  {
    id: 'state',
    header: 'state',
    fields: ['Account.enabled', 'Account.isAdmin'],
    width: 150,
    csv: row => statesOf(row).join(', '),
    cell: row =>
      statesOf(row).map(state => (
        <Tag key={state} tone={state === 'administrator' ? 'warning' : 'neutral'}>
          {state}
        </Tag>
      )),
  },
];

/** In the table, the kind stands beside the name: a column of its own would leave no room for the others. */
const savedColumns: readonly DataColumn<Identity>[] = [{ id: 'kind', header: 'kind', cell: kindOf, csv: kindOf }];

function statesOf({ enabled, is_admin }: Identity): string[] {
  return [
    ...(enabled === null ? ['state not known'] : enabled ? [] : ['disabled']),
    ...(is_admin === true ? ['administrator'] : []),
  ];
}

function kindOf({ kind, sub_kind }: Identity): string {
  return choiceWords(sub_kind ?? kind);
}

const namesOf = (names: Identity['owner_names']) => names?.filter(name => name !== null).join(', ');

/** The words of {@link Owner}. */
function ownerText({ owner, owner_names: names }: Identity): string {
  const named = namesOf(names);
  if (owner === 'someone') return named || 'a machine account';
  return [owner === 'nobody' ? 'nobody' : 'left', named].filter(Boolean).join(' ');
}

function Owner({ identity: { owner, owner_names: names } }: { readonly identity: Identity }): ReactNode {
  const named = namesOf(names);
  return (
    <span className={styles.owner}>
      {owner !== 'someone' && <Tag tone={ownerTones[owner]}>{owner === 'nobody' ? 'nobody' : 'left'}</Tag>}
      {owner === 'someone' && !named && 'a machine account'}
      {named && <Text line>{named}</Text>}
    </span>
  );
}

function IdentitiesPage(): ReactNode {
  const search = useSearch({ from: '/identities', select: identitiesSearch });
  const { kind = null, owner = null, source = null, disabled = false } = search;
  const query = useQuery(sqlQuery<Identity>(identitiesSql, { kind, owner, source, disabled }));
  return (
    <Page
      title="Machine identities"
      about="Accounts of machines, keys and tokens. First those that can act as the most accounts. Choose one to see what it reaches."
      height="whole"
    >
      <Choices search={search} />
      <QueryView query={query} awaited="the machine identities">
        {({ rows, hasMore }) =>
          rows.length === 0 ? (
            <EmptyState title="No machine identity is like this">Take a choice away to see more.</EmptyState>
          ) : (
            <DataTable
              label="Machine identities"
              columns={columns}
              savedColumns={savedColumns}
              rows={rows}
              keyOf={({ id }) => id}
              count={
                <span role="status">
                  <Count>{rows.length}</Count> {search.disabled ? '' : 'enabled '}
                  {rows.length === 1 ? 'identity' : 'identities'}
                  {hasMore && ' are shown; there are more with a smaller blast radius'}
                </span>
              }
            />
          )
        }
      </QueryView>
    </Page>
  );
}

function Choices({ search }: { readonly search: IdentitiesSearch }): ReactNode {
  const navigate = useNavigate({ from: '/identities' });
  const sources = useQuery(sourcesQuery);
  const set = (name: keyof IdentitiesSearch, value: unknown) =>
    void navigate({ search: former => ({ ...former, [name]: value || undefined }) as IdentitiesSearch, replace: true });
  return (
    <div className={styles.choices}>
      <label>
        Kind
        <select value={search.kind ?? ''} onChange={event => set('kind', event.target.value)}>
          <option value="">Every kind</option>
          <option value="Token">keys and tokens</option>
          <option value="Machine">machine accounts</option>
        </select>
      </label>
      <label>
        Belongs to
        <select value={search.owner ?? ''} onChange={event => set('owner', event.target.value)}>
          <option value="">Anybody or nobody</option>
          {Object.entries(ownerWords).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <label>
        Source
        <select value={search.source ?? ''} onChange={event => set('source', event.target.value)}>
          <option value="">Every source</option>
          {(sources.data?.rows ?? []).map(({ source_id }) => (
            <option key={source_id} value={source_id}>
              {source_id}
            </option>
          ))}
        </select>
      </label>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={search.disabled ?? false}
          onChange={event => set('disabled', event.target.checked)}
        />
        Also disabled ones
      </label>
    </div>
  );
}
