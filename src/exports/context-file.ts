// Parses a file of sql/export: a header of comments that documents the context, then its query.
import { z } from 'zod';
import { resourceOf } from '../resources/registry.ts';
import { type Shape, shapeOf } from '../warehouse/columns.ts';
import { requireSelect, type SqlFile } from '../warehouse/sql-files.ts';

const dataTypes = ['string', 'number', 'boolean', 'timestamp', 'enum'] as const;
/** The type of a column, as filters name it (decisions, Downloads). */
export type DataType = (typeof dataTypes)[number];

export interface ExportColumn {
  readonly name: string;
  readonly dataType: DataType;
  /** The values of an enumeration. */
  readonly values?: readonly string[];
  readonly description: string;
}

export interface ExportContext {
  readonly name: string;
  readonly description: string;
  /** The columns that identify a row. Every order ends with them. */
  readonly key: readonly string[];
  /** The query returns rows in key order without sorting, because it reads one table without a join. */
  readonly inOrder: boolean;
  /** In the order of the export. */
  readonly columns: readonly ExportColumn[];
  readonly sql: string;
}

const ownColumn = /^(\w+) (string|number|boolean|timestamp): (.+)$/;
const fieldColumn = /^(\w+): (\w+)\.(\w+)$/;

/**
 * Read `sql/export/<context>.sql`. Header lines: `-- key: <column>, …`; `-- in order: yes` when the query returns rows in key
 * order without sorting; for each column, in order, either `-- <column> <data type>: <description>` or
 * `-- <column>: <Resource>.<field>`, which takes type, values and description from that field. All other lines are the
 * context's description.
 * @throws Error that names the file and the problem
 */
export function parseContext(file: SqlFile): ExportContext {
  const { name: place, header, body } = file;
  requireSelect(file);
  const description: string[] = [];
  const columns: ExportColumn[] = [];
  let key: string[] = [];
  let inOrder = false;
  for (const line of header) {
    if (line.startsWith('key: ')) key = line.slice(5).split(', ');
    else if (line === 'in order: yes') inOrder = true;
    else {
      const column = columnOf(place, line);
      if (column) columns.push(column);
      else description.push(line);
    }
  }
  const names = columns.map(column => column.name);
  if (key.length === 0 || key.some(column => !names.includes(column))) {
    throw new Error(`sql/${place}: the line \`-- key:\` must name columns of the context`);
  }
  const name = /([^/]+)\.sql$/.exec(place)![1]!;
  return { name, description: description.join(' '), key, inOrder, columns, sql: body };
}

function columnOf(place: string, line: string): ExportColumn | undefined {
  const own = ownColumn.exec(line);
  if (own) return { name: own[1]!, dataType: own[2] as DataType, description: own[3]! };
  const [, name, type, field] = fieldColumn.exec(line) ?? [];
  if (name === undefined) return undefined;
  const schema = resourceOf(type!)?.fields[field!];
  if (!schema) throw new Error(`sql/${place}: ${name}: there is no field ${type}.${field}`);
  const shape = shapeOf(schema);
  const listed = shape.kind === 'list' ? ', joined by `; `' : '';
  return {
    name,
    dataType: dataTypeOf(shape),
    ...(schema instanceof z.ZodEnum && { values: schema.options.map(String) }),
    description: `${schema.description}${listed}`,
  };
}

/** A list is exported as one text in a cell. */
function dataTypeOf({ kind }: Shape): DataType {
  if (kind === 'enumeration') return 'enum';
  if (kind === 'integer' || kind === 'number') return 'number';
  return kind === 'timestamp' || kind === 'boolean' ? kind : 'string';
}
