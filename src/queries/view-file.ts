// One file of a model: a header of comments that documents the view, then the query that it is.
import { resourceOf } from '../resources/registry.ts';

export interface View {
  readonly name: string;
  readonly description: string;
  /** Type of the resource whose fields document the columns that are named after them. */
  readonly resource: string | undefined;
  /** Column → description, for the other columns. */
  readonly columns: ReadonlyMap<string, string>;
  readonly sql: string;
}

/**
 * Read `sql/views/<model>/<number>_<table>.sql`. Header lines: `-- <column>: <description>`, `-- of: <resource type>`, and
 * anything else is the table's description.
 * @throws Error naming the file and what is wrong in it
 */
export function parseView(place: string, text: string): View {
  const name = /\/\d+_(\w+)\.sql$/.exec(place)?.[1];
  if (name === undefined) throw new Error(`${place}: a view's file is named <number>_<table>.sql`);
  const header = /^(?:--.*\n)*/.exec(text)![0];
  const sql = text.slice(header.length).trim();
  if (!/^(SELECT|WITH|FROM)\b/.test(sql) || sql.includes(';')) {
    throw new Error(`${place}: after the header comes one SELECT, without a semicolon`);
  }
  const description: string[] = [];
  const columns = new Map<string, string>();
  let resource: string | undefined;
  for (const line of header.split('\n').map(commented => commented.replace(/^-- ?/, ''))) {
    const [, column, meaning] = /^([a-z_]+): (.*)$/.exec(line) ?? [];
    if (column === undefined) description.push(line);
    else if (column === 'of') resource = meaning!;
    else columns.set(column, meaning!);
  }
  if (resource !== undefined && !resourceOf(resource)) throw new Error(`${place}: ${resource} is no resource`);
  const about = description.join(' ').trim();
  if (!about) throw new Error(`${place}: the header does not say what the table is`);
  return { name, description: about, resource, columns, sql };
}
