// Parses a file of sql/export: a header of comments that declares the columns of the context, then its query.
import { z } from 'zod';
import { resourceOf } from '../resources/registry.ts';
import { labelOf } from '../resources/types/labels.ts';
import { type Shape, shapeOf } from '../warehouse/columns.ts';
import { identifier } from '../warehouse/duckdb.ts';
import { requireSelect, type SqlFile } from '../warehouse/sql-files.ts';
import type { DocumentForm } from './document-form.ts';
import { type ExportedState, isExportedState } from './state-tables.ts';

const dataTypes = ['string', 'number', 'boolean', 'timestamp', 'enum'] as const;
/** The type of a column, as filters name it. */
export type DataType = (typeof dataTypes)[number];

export interface ExportColumn {
  readonly name: string;
  readonly dataType: DataType;
  /** The values of an enumeration. */
  readonly values?: readonly string[];
  /** Whether it has several values, which are filtered one by one. A cell of an export has them joined by `; `. */
  readonly isList?: true;
  /** What people call it; absent for columns that are no fields of a resource. */
  readonly label?: string;
  readonly description: string;
}

export interface ExportContext {
  readonly name: string;
  readonly description: string;
  /** The columns that identify a row. Every order ends with them. */
  readonly key: readonly string[];
  /**
   * The type that the query reads without a join. Where the rows of its table come in the order of its list, the rows of the query
   * come in key order without sorting.
   */
  readonly inOrderOf?: string;
  /** Whether the query also reads an earlier version, as schema `earlier`. */
  readonly comparesVersions: boolean;
  /** The tables of state that the query reads besides the version. */
  readonly state: readonly ExportedState[];
  /** In the order of the export. */
  readonly columns: readonly ExportColumn[];
  readonly sql: string;
  /** How the rows become a document; absent for a table. */
  readonly document?: DocumentForm;
}

/** A column with the SQL that its header line declares. */
interface DeclaredColumn extends ExportColumn {
  /** Added to the file's SELECT; absent: the SELECT has the column already, or `expression` makes it. */
  readonly selected?: string;
  /** Computed from the rows of that SELECT; absent: its column of the same name is taken. */
  readonly expression?: string;
}

/**
 * Read `sql/export/<context>.sql`. Header lines: `-- key: <column>, …`; `-- in the order of: <Type>` when the query returns
 * rows in key order where the table of that type has the order of its list; `-- state: <table>, …` when it reads tables of state; `-- compares: two
 * versions` when it reads an earlier version too, as schema `earlier`; and for each column, in order:
 * - `-- <column>: <Resource>.<field>` takes type, values and description from that field, and its value from the table that the
 *   query calls like the resource (`account`, `userGroup`). The SELECT does not name it.
 * - `-- <column> <data type>: <description>` is a column of the SELECT.
 * - `-- origin: the account` declares `applicationInstanceId`, which is a column of the SELECT, and the names of its source and
 *   application.
 *
 * All other lines are the context's description.
 * @throws Error that names the file and the problem
 */
export function parseContext(file: SqlFile): ExportContext {
  const { name: place, header, body } = file;
  requireSelect(file);
  if (!body.startsWith('SELECT'))
    throw new Error(`sql/${place}: the query must begin with SELECT, to which the columns are added`);
  const description: string[] = [];
  const declared: DeclaredColumn[] = [];
  let key: string[] = [];
  let inOrderOf: string | undefined;
  let comparesVersions = false;
  let state: ExportedState[] = [];
  for (const line of header) {
    if (line.startsWith('key: ')) key = line.slice(5).split(', ');
    else if (line.startsWith('origin: ')) declared.push(...originColumns(line.slice(8)));
    else if (line.startsWith('state: ')) state = line.slice(7).split(', ').filter(isExportedState);
    else if (line === 'compares: two versions') comparesVersions = true;
    else if (line.startsWith('in the order of: ')) inOrderOf = line.slice(17);
    else {
      const column = columnOf(place, line);
      if (column) declared.push(column);
      else description.push(line);
    }
  }
  const columns = declared.map(({ selected, expression, ...column }) => column);
  const names = columns.map(column => column.name);
  if (key.length === 0 || key.some(column => !names.includes(column))) {
    throw new Error(`sql/${place}: the line \`-- key:\` must name columns of the context`);
  }
  const name = /([^/]+)\.sql$/.exec(place)![1]!;
  return {
    name,
    description: description.join(' '),
    key,
    ...(inOrderOf && { inOrderOf }),
    comparesVersions,
    state,
    columns,
    sql: queryOf(declared, body),
  };
}

/** The query of a file, with all columns of its header in the order of the header. */
function queryOf(declared: readonly DeclaredColumn[], body: string): string {
  const selected = declared.flatMap(column => column.selected ?? []);
  const columns = declared.map(({ name, expression }) =>
    expression === undefined ? identifier(name) : `${expression} AS ${identifier(name)}`,
  );
  const rows = body.replace(/^SELECT\b/, () => `SELECT ${selected.map(column => `${column},`).join(' ')}`);
  return `SELECT ${columns.join(', ')} FROM (${rows}\n) AS rows`;
}

const ownColumn = /^(\w+) (string|number|boolean|timestamp): (.+)$/;
const fieldColumn = /^(\w+): (\w+)\.(\w+)$/;

function columnOf(place: string, line: string): DeclaredColumn | undefined {
  const own = ownColumn.exec(line);
  if (own) return { name: own[1]!, dataType: own[2] as DataType, description: own[3]! };
  const [, name, type, field] = fieldColumn.exec(line) ?? [];
  if (name === undefined) return undefined;
  const resource = resourceOf(type!);
  const schema = resource?.fields[field!];
  if (!schema) throw new Error(`sql/${place}: ${name}: there is no field ${type}.${field}`);
  const shape = shapeOf(schema);
  const isList = shape.kind === 'list';
  const value = `${type![0]!.toLowerCase()}${type!.slice(1)}.${identifier(field!)}`;
  return {
    name,
    dataType: dataTypeOf(shape),
    ...enumerationOf(schema),
    ...(isList && { isList }),
    label: labelOf(resource!, field!),
    description: `${schema.description}${isList ? ', joined by `; `' : ''}`,
    selected: `${isList ? `array_to_string(${value}, '; ')` : value} AS ${identifier(name)}`,
  };
}

/** @param what the subject of a row, for example `the account` */
function originColumns(what: string): DeclaredColumn[] {
  const application = 'exports.application("applicationInstanceId")';
  return [
    {
      name: 'applicationInstanceId',
      dataType: 'string',
      description: `Application instance (configured source) that ${what} belongs to`,
    },
    {
      name: 'sourceId',
      dataType: 'string',
      description: 'The source, as the configuration names it',
      expression: `${application}."sourceId"`,
    },
    {
      name: 'applicationName',
      dataType: 'string',
      description: 'Name of the application, where the source lands one',
      expression: `${application}."applicationName"`,
    },
  ];
}

/** The values of an enumeration, or of the elements of a list. */
export function enumerationOf(schema: z.ZodType): { readonly values?: readonly string[] } {
  const element = schema instanceof z.ZodArray ? schema.element : schema;
  return element instanceof z.ZodEnum ? { values: element.options.map(String) } : {};
}

/** A list has the type of its elements. */
function dataTypeOf(shape: Shape): DataType {
  const { kind } = shape.kind === 'list' ? shape.item : shape;
  if (kind === 'enumeration') return 'enum';
  if (kind === 'integer' || kind === 'number') return 'number';
  return kind === 'timestamp' || kind === 'boolean' ? kind : 'string';
}
