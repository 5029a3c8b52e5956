// One file of a model: a header of comments that documents the view, and then the view's query.
import { resourceOf } from '../resources/registry.ts';
import { requireSelect, type SqlFile } from '../warehouse/sql-files.ts';

export interface View {
  readonly name: string;
  readonly description: string;
  /** The type of the resource whose field descriptions document the columns of the same names. */
  readonly resource: string | undefined;
  /** Column → description, for the other columns. */
  readonly columns: ReadonlyMap<string, string>;
  readonly sql: string;
  /** A view reads only views of a smaller rank: the number of its file. */
  readonly rank: number;
}

/**
 * Read `sql/views/<model>/<number>_<table>.sql`. Header lines: `-- <column>: <description>`, `-- of: <resource type>`; all
 * other lines are the table's description.
 * @throws Error that names the file and says what is wrong in it
 */
export function parseView(file: SqlFile): View {
  const place = `sql/${file.name}`;
  const [, rank, name] = /\/(\d+)_(\w+)\.sql$/.exec(place) ?? [];
  if (name === undefined) throw new Error(`${place}: a view's file is named <number>_<table>.sql`);
  requireSelect(file);
  const description: string[] = [];
  const columns = new Map<string, string>();
  let resource: string | undefined;
  for (const line of file.header) {
    const [, column, meaning] = /^([a-z_]+): (.*)$/.exec(line) ?? [];
    if (column === undefined) description.push(line);
    else if (column === 'of') resource = meaning!;
    else columns.set(column, meaning!);
  }
  if (resource !== undefined && !resourceOf(resource)) throw new Error(`${place}: ${resource} is not a resource`);
  const about = description.join(' ').trim();
  if (!about) throw new Error(`${place}: the header does not say what the table is`);
  return { name, description: about, resource, columns, sql: file.body, rank: Number(rank) };
}
