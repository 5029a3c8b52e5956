// The rows of an SQL query as a table. `object_type`, `object_id` and `object_name` become a link, `fields` their
// labels; the other columns are shown as they are.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { FieldPath } from '../api/fields.ts';
import { sqlPages, sqlQuery } from '../api/sql.ts';
import { QueryView } from '../components/feedback/query-view.tsx';
import { Tag } from '../components/feedback/tag.tsx';
import { type DataColumn, DataTable } from '../components/table/data-table.tsx';
import { isDate, Time } from '../components/text/time.tsx';
import { isTime, Value } from '../components/text/value.tsx';
import { ObjectLink } from './object-link.tsx';
import { isNamed, knownType, namesInQueries } from './object-types.ts';
import { useFieldLabel } from './schema.ts';
import { SelectBox } from './selection/select-box.tsx';
import type { Selection } from './selection/selection.ts';
import { severityRank, severityTone } from './severity.ts';
import { SinceWords } from './since.tsx';
import styles from './sql-list.module.css';

type Row = Readonly<Record<string, unknown>>;

/** Column of an SQL query → the fields of the interface that it shows. */
export type ColumnFields = Readonly<Record<string, readonly FieldPath[]>>;

interface SqlListProps {
  /** What is listed, read aloud: "Members". */
  readonly label: string;
  readonly sql: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** What an empty list means. */
  readonly empty: string;
  /** `rows`: as high as its rows, up to twelve. `fill`: as high as the surrounding element. */
  readonly height?: 'rows' | 'fill';
  /** Column → what it shows of the interface. The names, types and sources of objects need no entry. */
  readonly fields?: ColumnFields | undefined;
  /** Lets the reader select accounts of the list. */
  readonly selection?: Selection | undefined;
  /** The error in the terms of the page, where a reader has written a part of the query. */
  readonly inTermsOfPage?: (error: unknown) => unknown;
}

export function SqlList({
  label,
  sql,
  parameters,
  empty,
  height = 'rows',
  fields = {},
  selection,
  inTermsOfPage,
}: SqlListProps): ReactNode {
  const query = useQuery(sqlQuery<Row>(sql, parameters));
  const labelOf = useFieldLabel();
  return (
    <QueryView query={query} awaited={`the list “${label}”`} inTermsOfPage={inTermsOfPage}>
      {({ rows, hasMore }) =>
        rows.length === 0 ? (
          <p className={styles.empty}>{empty}</p>
        ) : (
          <DataTable
            label={label}
            columns={columnsOf(rows, selection, labelOf).map(column => ({
              ...column,
              fields: fields[column.id] ?? fieldsOfObject(column.id, rows),
            }))}
            rows={rows}
            keyOf={row => JSON.stringify(row)}
            height={height}
            hasMore={hasMore}
            savedColumns={'object_id' in rows[0]! ? idColumn : []}
            pages={() => sqlPages<Row>(sql, parameters)}
          />
        )
      }
    </QueryView>
  );
}

/** Columns that tell rows apart when the name does not. */
const telling = ['source', 'person', 'account'];
const ofObject = ['object_type', 'object_id', 'object_name'];

function columnsOf(
  rows: readonly Row[],
  selection: Selection | undefined,
  labelOf: (type: string, field: string) => string,
): DataColumn<Row>[] {
  const row = rows[0]!;
  const others = Object.keys(row)
    .filter(name => !ofObject.includes(name))
    .map(name => {
      const asDay = rows.some(each => isDay(each[name]));
      return {
        id: name,
        header: name.replaceAll('_', ' '),
        width: Math.max(widthOf(row[name]), headerWidth(name)),
        isKey: telling.includes(name),
        ...(rows.every(each => typeof each[name] === 'number') && { align: 'end' as const }),
        cell: (each: Row) => (
          <Cell name={name} asDay={asDay}>
            {name === 'fields' ? labelsOf(each, labelOf) : each[name]}
          </Cell>
        ),
        csv: (each: Row) => joined(name === 'fields' ? labelsOf(each, labelOf) : each[name]),
        sortBy: (each: Row) => (severities.includes(name) ? severityRank(each[name]) : sortable(each[name])),
      };
    });
  if (!('object_id' in row)) return others;
  const types = new Set(rows.map(each => each['object_type']));
  const header = types.size > 1 ? 'name' : typeName(row['object_type']).toLowerCase();
  return [objectColumn(header, selection), ...(types.size > 1 ? [typeColumn] : []), ...others];
}

/** The file also has the ids of objects. */
const idColumn: readonly DataColumn<Row>[] = [
  { id: 'object_id', header: 'id', cell: () => null, csv: row => row['object_id'] },
];

/** Several texts as the table shows them. */
const joined = (value: unknown): unknown =>
  Array.isArray(value) && value.every(each => typeof each === 'string') ? value.join(', ') : value;

/** How many types a list may have for the tooltip of its names to say what is the name of each. */
const mostNamedTypes = 3;

/** What every list has of its objects. */
function fieldsOfObject(column: string, rows: readonly Row[]): readonly FieldPath[] | undefined {
  const types = [...new Set(rows.map(row => row['object_type']))].filter(type => typeof type === 'string');
  const ofFirst = (field: string) => types.slice(0, 1).map(type => `${type}.${field}` as FieldPath);
  if (column === 'source') return ofFirst('objectMetadata.ApplicationInstanceId');
  if (column === 'object_type') return ofFirst('objectMetadata.ObjectOrRelationshipType');
  if (column !== 'object_name' || types.length > mostNamedTypes) return undefined;
  return types.flatMap(type => namesInQueries[type] ?? (isNamed(type) ? [`${type}.name` as FieldPath] : []));
}

/** Columns with the severity of a risk, which has its colour in every list. */
const severities = ['severity', 'worst_risk'];

const isDay = (value: unknown) => isTime(value) && isDate(new Date(value));

interface CellProps {
  readonly name: string;
  /** Some rows have a day only: a column has one form, and the time of the others is in the tooltip. */
  readonly asDay: boolean;
  readonly children: unknown;
}

/** A value of a row; `since` is a day, in the same form as in other lists. */
function Cell({ name, asDay, children }: CellProps): ReactNode {
  if (name === 'since' && typeof children === 'string') return <SinceWords>{children}</SinceWords>;
  if (severities.includes(name) && typeof children === 'string') {
    return <Tag tone={severityTone(children)}>{children}</Tag>;
  }
  if (asDay && isTime(children)) return <Time at={children} day />;
  return <Value line>{children}</Value>;
}

/** The fields of an object that a row names, by their labels. */
function labelsOf({ object_type: type, fields }: Row, labelOf: (type: string, field: string) => string): unknown {
  return Array.isArray(fields) ? fields.map(field => labelOf(String(type), String(field))) : fields;
}

function widthOf(value: unknown): number {
  if (typeof value === 'boolean' || typeof value === 'number') return 110;
  return isTime(value) ? 190 : 150;
}

/** Wide enough for its text in bold, in the usual size. */
const headerWidth = (name: string) => 30 + name.length * 8;

const typeName = (type: unknown) => knownType(String(type))?.one ?? String(type);

const objectColumn = (header: string, selection: Selection | undefined): DataColumn<Row> => ({
  id: 'object_name',
  header,
  isKey: true,
  width: 200,
  cell: row => {
    const [type, id, name] = [String(row['object_type']), String(row['object_id']), row['object_name'] as string];
    return (
      <>
        {selection && type === 'Account' && (
          <SelectBox account={{ id, name: name || id, source: textOf(row['source']) }} selection={selection} />
        )}
        <ObjectLink type={type} id={id} name={name} />
      </>
    );
  },
  csv: row => textOf(row['object_name']) || row['object_id'],
  sortBy: row => sortable(row['object_name']),
});

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

const typeColumn: DataColumn<Row> = {
  id: 'object_type',
  header: 'type',
  width: 130,
  cell: row => typeName(row['object_type']),
  sortBy: row => typeName(row['object_type']),
};

function sortable(value: unknown): string | number | boolean | null {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return value === null || value === undefined ? null : JSON.stringify(value);
}
