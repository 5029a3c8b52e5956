import type { ReactNode } from 'react';
import type { Column } from '../../components/table/virtual-table.tsx';
import { Text } from '../../components/text/text.tsx';
import { Value } from '../../components/text/value.tsx';
import type { ListSearch } from '../../objects/list-filter.ts';
import { ObjectLink } from '../../objects/object-link.tsx';
import { PagedTable } from '../../objects/paged-list/paged-table.tsx';
import { nameOf } from '../../objects/served-object.ts';
import { useSourceName } from '../../objects/sources.ts';
import { type Collection, fetchListPage, fieldOf, type ListRow, listQuery } from './collection.ts';

interface ListTableProps {
  readonly collection: Collection;
  readonly columns: readonly string[];
  readonly search: ListSearch;
  readonly onChange: (search: ListSearch) => void;
}

/** The rows of the list. */
export function ListTable({ collection, columns, search, onChange }: ListTableProps): ReactNode {
  const query = listQuery(collection, search, columns);
  return (
    <PagedTable
      label={collection.title}
      columns={useColumns(collection, columns, search, onChange)}
      keyOf={row => (typeof row === 'string' ? row : String(row['globalId']))}
      list={JSON.stringify([collection.path, query])}
      fetchPage={(place, signal) => fetchListPage(collection, query, place, signal)}
      canSkip
      empty={{ title: 'Nothing is in this list', next: search.filter && 'Remove a filter to see more.' }}
    />
  );
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
