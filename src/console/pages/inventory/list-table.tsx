import { Fragment, type ReactNode } from 'react';
import type { FieldPath } from '../../api/fields.ts';
import type { Column } from '../../components/table/virtual-table.tsx';
import { Unknown } from '../../components/text/number.tsx';
import { Text } from '../../components/text/text.tsx';
import type { IsAssumed } from '../../objects/assumed-fields.ts';
import { FieldText, isInvented, savedField } from '../../objects/field-text.tsx';
import type { ListSearch } from '../../objects/list-filter.ts';
import { ObjectLink } from '../../objects/object-link.tsx';
import { PagedTable } from '../../objects/paged-list/paged-table.tsx';
import { targetOf } from '../../objects/schema.ts';
import { SelectBox } from '../../objects/selection/select-box.tsx';
import type { Selection } from '../../objects/selection/selection.ts';
import { nameFields, nameOf } from '../../objects/served-object.ts';
import {
  type Collection,
  fetchListPage,
  fieldOf,
  idsIn,
  type ListRow,
  listQuery,
  nameInRow,
  namingColumns,
} from './collection.ts';

/** A column of the list, as the table shows it and as a CSV file has it. */
export interface ListColumn {
  readonly id: string;
  readonly header: string;
  /** The field that it shows; undefined for the name and the source. */
  readonly field?: string;
  readonly isDescendingFirst?: boolean;
  readonly column: Omit<Column<ListRow>, 'id' | 'header'>;
  readonly csv: (row: ListRow) => unknown;
}

interface ListTableProps {
  readonly collection: Collection;
  readonly columns: readonly ListColumn[];
  readonly search: ListSearch;
  readonly onChange: (search: ListSearch) => void;
}

/** The rows of the list. */
export function ListTable({ collection, columns, search, onChange }: ListTableProps): ReactNode {
  const columnFields = fieldsOf(columns);
  const query = listQuery(collection, search, columnFields);
  return (
    <PagedTable
      label={collection.title}
      columns={columns.map(each => tableColumn(each, search, onChange))}
      keyOf={row => (typeof row === 'string' ? row : String(row['globalId']))}
      list={JSON.stringify([collection.path, query, namingColumns(collection, columnFields)])}
      fetchPage={(place, signal) => fetchListPage(collection, query, columnFields, place, signal)}
      canSkip
      empty={{ title: 'Nothing is in this list', next: search.filter && 'Remove a filter to see more.' }}
    />
  );
}

/** The fields that columns show. */
export const fieldsOf = (columns: readonly ListColumn[]): string[] =>
  columns.flatMap(({ field }) => (field === undefined ? [] : [field]));

function tableColumn(
  listColumn: ListColumn,
  search: ListSearch,
  onChange: (search: ListSearch) => void,
): Column<ListRow> {
  const { id, header, field, column } = listColumn;
  if (field === undefined) return { id, header, ...column };
  const sorted = search.sort === field ? 'ascending' : search.sort === `-${field}` ? 'descending' : undefined;
  return { id, header, ...column, sorted, onSort: () => onChange(nextSort(search, listColumn, sorted)) };
}

/**
 * The name and the source of each object, and the chosen fields.
 * @param sourceName names an application instance
 * @param isAssumed says whether a value is only a default
 * @param selection lets the reader select objects
 */
export function listColumns(
  { type: { type, kind, one }, fields }: Collection,
  chosen: readonly string[],
  sourceName: (instance: string) => string,
  isAssumed: IsAssumed,
  selection?: Selection,
): ListColumn[] {
  if (kind === 'edge') {
    const text = { cell: (row: ListRow) => <Text line>{String(row)}</Text> };
    return [{ id: 'text', header: 'Edge', column: text, csv: String }];
  }
  const instanceOf = (row: ListRow) => String(fieldOf(row, 'objectMetadata.ApplicationInstanceId'));
  const sourceOf = (row: ListRow) => sourceName(instanceOf(row));
  const idOf = (row: ListRow) => String(fieldOf(row, 'globalId'));
  const named = nameFields
    .filter(name => fields.some(field => field.name === name))
    .map(name => `${type}.${name}` as FieldPath);
  const first: ListColumn[] = [
    {
      id: 'object',
      header: one,
      column: {
        ...(named.length > 1 && { about: 'The first of these that its source gives:' }),
        fields: named,
        width: 240,
        isKey: true,
        cell: row =>
          typeof row !== 'string' && (
            <>
              {selection && (
                <SelectBox
                  account={{ id: idOf(row), name: nameOf(row), source: instanceOf(row) }}
                  selection={selection}
                />
              )}
              <ObjectLink type={type} id={idOf(row)} name={nameOf(row)} />
            </>
          ),
      },
      csv: row => (typeof row === 'string' ? row : nameOf(row)),
    },
    {
      id: 'source',
      header: 'Source',
      column: {
        fields: [`${type}.objectMetadata.ApplicationInstanceId` as FieldPath],
        width: 150,
        isKey: true,
        cell: row => <Text line>{sourceOf(row)}</Text>,
      },
      csv: sourceOf,
    },
  ];
  const naming = namingColumns({ fields }, chosen);
  const saidOf = (row: ListRow, field: string) =>
    typeof row !== 'string' && isAssumed(row, field) ? undefined : fieldOf(row, field);
  const isBeingRead = (row: ListRow, field: string) =>
    typeof row !== 'string' && typeof row[field] === 'boolean' && isAssumed(row, field) === undefined;
  const others = chosen.map((field): ListColumn => {
    const isNaming = naming.includes(field);
    const described = fields.find(each => each.name === field);
    const format = described?.format ?? 'text';
    return {
      id: field,
      header: described?.label ?? field,
      field,
      isDescendingFirst: described?.dataType === 'number' || format === 'time',
      column: {
        fields: [`${type}.${field}` as FieldPath],
        align: described?.dataType === 'number' ? 'end' : 'start',
        width: widths[format] ?? 160,
        cell: row =>
          isNaming ? (
            <NamedObjects row={row} field={field} fields={fields} />
          ) : (
            <FieldText format={format} line>
              {isBeingRead(row, field) ? '…' : saidOf(row, field)}
            </FieldText>
          ),
      },
      csv: row => {
        const value = saidOf(row, field);
        if (isNaming) {
          const called = idsIn(row, field).map(id => nameInRow(row, id) ?? id);
          return called.length === 0 ? undefined : called.join(', ');
        }
        return format === 'e-mail' && isInvented(value) ? undefined : savedField(format, value);
      },
    };
  });
  return [...first, ...others];
}

interface NamedObjectsProps {
  readonly row: ListRow;
  readonly field: string;
  /** All fields of the type. */
  readonly fields: Collection['fields'];
}

/** The objects that a field names by global ids, as links. */
function NamedObjects({ row, field, fields }: NamedObjectsProps): ReactNode {
  const ids = idsIn(row, field);
  const type = typeof row === 'string' ? undefined : targetOf(field, row, fields);
  if (ids.length === 0 || type === undefined) return <Unknown />;
  return ids.map((id, index) => (
    <Fragment key={id}>
      {index > 0 && ', '}
      <ObjectLink type={type} id={id} name={nameInRow(row, id)} />
    </Fragment>
  ));
}

/** Pixels that the values of a format usually need. The name and the source tell rows apart, so they get theirs first. */
const widths: Partial<Record<Collection['fields'][number]['format'], number>> = {
  'e-mail': 220,
  count: 110,
  days: 110,
  'yes or no': 100,
  choice: 130,
  time: 150,
};

/** One way, the other way, then the order of the collection. Numbers and times begin with the largest and the newest. */
function nextSort(
  search: ListSearch,
  { field = '', isDescendingFirst }: ListColumn,
  sorted: 'ascending' | 'descending' | undefined,
): ListSearch {
  const { sort: _former, ...others } = search;
  const [first, second] = isDescendingFirst
    ? (['descending', 'ascending'] as const)
    : (['ascending', 'descending'] as const);
  const next = sorted === undefined ? first : sorted === first ? second : undefined;
  if (next === undefined) return others;
  return { ...others, sort: next === 'descending' ? `-${field}` : field };
}
