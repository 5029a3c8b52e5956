import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { createStore, useStore } from '../../api/store.ts';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { ErrorPanel } from '../../components/feedback/error-panel.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { type Column, VirtualTable } from '../../components/table/virtual-table.tsx';
import { formatCount } from '../../components/text/number.tsx';
import { Text } from '../../components/text/text.tsx';
import { Value } from '../../components/text/value.tsx';
import type { ListSearch } from '../../objects/list-filter.ts';
import { ObjectLink } from '../../objects/object-link.tsx';
import { createPagedRows, type PagedRows } from '../../objects/paged-rows.ts';
import { nameOf } from '../../objects/served-object.ts';
import { useSourceName } from '../../objects/sources.ts';
import { type Collection, fetchListPage, fieldOf, type ListRow, listQuery } from './collection.ts';
import styles from './inventory.module.css';

interface ListTableProps {
  readonly collection: Collection;
  readonly columns: readonly string[];
  readonly search: ListSearch;
  readonly onChange: (search: ListSearch) => void;
}

const nothing = createStore({ count: 0, isWhole: false, total: undefined, error: undefined, resumesAt: undefined });

/** The rows of the list. What is scrolled away is dropped, so a list may have any number of rows. */
export function ListTable({ collection, columns, search, onChange }: ListTableProps): ReactNode {
  const rows = useRows(collection, columns, search);
  const { count, isWhole, total, error, resumesAt } = useStore(rows?.state ?? nothing);
  const onRange = useCallback((first: number, last: number) => rows?.want(first, last), [rows]);
  const shown = useColumns(collection, columns, search, onChange);
  const failure = error !== undefined && (
    <ErrorPanel error={error} what={`${collection.title} could not be read`} onRetry={() => rows?.retry()} />
  );
  const isAwaited = !isWhole && count <= (resumesAt ?? 0);
  if (rows === undefined || isAwaited || count === 0) {
    if (failure) return failure;
    if (!isWhole) {
      return (
        <Loading>
          {resumesAt === undefined
            ? collection.title.toLowerCase()
            : 'the newest version of the list, up to the same row'}
        </Loading>
      );
    }
    return (
      <EmptyState title="Nothing is in this list">{search.filter ? 'Remove a filter to see more.' : ''}</EmptyState>
    );
  }
  return (
    <div className={styles.list}>
      {failure}
      {resumesAt !== undefined && (
        <p role="status" className={styles.notice}>
          A newer version has replaced the one that this list was read from. The list was begun again at the same row.
        </p>
      )}
      <VirtualTable
        label={collection.title}
        columns={shown}
        count={count}
        total={total}
        rowAt={index => rows.row(index)}
        keyOf={row => (typeof row === 'string' ? row : String(row['globalId']))}
        onRange={onRange}
        startAt={resumesAt ?? 0}
      />
      <p className={styles.count}>
        {isWhole ? `${formatCount(count)} rows` : `${formatCount(count)} rows so far; scroll for more`}
        {!isWhole && total !== undefined && ` of ${formatCount(total)}`}
      </p>
    </div>
  );
}

/** The rows, fetched anew when what is asked for changes. */
function useRows(collection: Collection, columns: readonly string[], search: ListSearch) {
  const query = useMemo(() => listQuery(collection, search, columns), [collection, search, columns]);
  const asked = JSON.stringify(query);
  const [rows, setRows] = useState<PagedRows<ListRow>>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same question is not asked again
  useEffect(() => {
    const paged = createPagedRows<ListRow>((token, signal) => fetchListPage(collection, query, token, signal));
    setRows(paged);
    return () => paged.stop();
  }, [collection.path, asked]);
  return rows;
}

function useColumns(
  collection: Collection,
  columns: readonly string[],
  search: ListSearch,
  onChange: (search: ListSearch) => void,
): Column<ListRow>[] {
  const sourceName = useSourceName();
  if (collection.type.kind === 'edge') {
    return [{ id: 'text', header: 'Edge', cell: row => <Text line>{String(row)}</Text> }];
  }
  const { type } = collection.type;
  const name: Column<ListRow> = {
    id: 'object',
    header: collection.type.one,
    width: 220,
    cell: row => typeof row !== 'string' && <ObjectLink type={type} id={String(row['globalId'])} name={nameOf(row)} />,
  };
  const source: Column<ListRow> = {
    id: 'source',
    header: 'source',
    width: 120,
    cell: row => <Text line>{sourceName(String(fieldOf(row, 'objectMetadata.ApplicationInstanceId')))}</Text>,
  };
  const others = columns.map((field): Column<ListRow> => {
    const described = collection.fields.find(each => each.name === field);
    const sorted = search.sort === field ? 'ascending' : search.sort === `-${field}` ? 'descending' : undefined;
    return {
      id: field,
      header: field,
      about: described?.description,
      align: described?.dataType === 'number' ? 'end' : 'start',
      width: described?.dataType === 'boolean' ? 110 : 180,
      sorted,
      onSort: () => onChange(nextSort(search, field, sorted)),
      cell: row => <Value line>{fieldOf(row, field)}</Value>,
    };
  });
  return [name, source, ...others];
}

/** Ascending, then descending, then the order of the collection. */
function nextSort(search: ListSearch, field: string, sorted: 'ascending' | 'descending' | undefined): ListSearch {
  const { sort: _former, ...others } = search;
  if (sorted === 'descending') return others;
  return { ...others, sort: sorted === 'ascending' ? `-${field}` : field };
}
