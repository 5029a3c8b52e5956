// What a query reads, and when it gives no rows, as DuckDB's own parser says.
import type { DuckDBConnection } from '@duckdb/node-api';
import { literal } from '../duckdb.ts';
import { type EmptyWhen, emptyWhen, isScalar, type QueryNode } from './emptiness.ts';
import { relationNameOf } from './statements.ts';

/** The relations and table functions that a query names. Names of its own common table expressions are left out. */
export interface NamedRelations {
  /** By name (`statements.ts`, relationNameOf). */
  readonly relations: ReadonlySet<string>;
  /** Whether it reads anything else: files, or what the engine says of itself. */
  readonly readsOthers: boolean;
  readonly emptyWhen: EmptyWhen;
}

/** @param scalars see {@link scalarFunctions} @throws Error when the query cannot be parsed */
export async function namedRelations(
  connection: DuckDBConnection,
  query: string,
  scalars: ReadonlySet<string>,
): Promise<NamedRelations> {
  const tree = await parsed(connection, query);
  const tables: string[] = [];
  const expressions = new Set<string>();
  let readsOthers = false;
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const node = value as QueryNode & { readonly cte_name?: string };
    if (node.type === 'TABLE_FUNCTION' || node.type === 'SHOW_REF') readsOthers = true;
    for (const { key } of node.cte_map?.map ?? []) expressions.add(key);
    if (node.cte_name) expressions.add(node.cte_name);
    if (node.type === 'BASE_TABLE') {
      tables.push(relationNameOf([node.catalog_name, node.schema_name, node.table_name].filter(Boolean).join('.')));
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(tree);
  return {
    relations: new Set(tables.filter(table => !expressions.has(table))),
    readsOthers,
    emptyWhen: emptyWhen(tree, scalars),
  };
}

async function parsed(connection: DuckDBConnection, query: string): Promise<QueryNode> {
  const reader = await connection.runAndReadAll(`SELECT json_serialize_sql(${literal(query)})`);
  const answer = JSON.parse(String(reader.getRows()[0]![0])) as
    | { readonly error: true; readonly error_message: string }
    | { readonly error: false; readonly statements: readonly { readonly node: QueryNode }[] };
  if (answer.error) throw new Error(answer.error_message);
  return answer.statements[0]!.node;
}

/** The names of the functions that give values for each row, and so none for no row. */
export async function scalarFunctions(connection: DuckDBConnection): Promise<Set<string>> {
  // `nullif` is a macro without an aggregate, and `unnest` is also a table function.
  const reader = await connection.runAndReadAll(`SELECT function_name FROM duckdb_functions() GROUP BY function_name
    HAVING bool_and(function_type = 'scalar') OR function_name IN ('nullif', 'unnest')`);
  return new Set(reader.getRows().map(([name]) => String(name)));
}

/** Whether a macro gives a value for each row. @param text the statement that creates it */
export async function isScalarMacro(
  connection: DuckDBConnection,
  text: string,
  scalars: ReadonlySet<string>,
): Promise<boolean> {
  const body = /\)\s+AS\s+(?!TABLE\b)(.*)$/s.exec(text)?.[1];
  return body !== undefined && isScalar(await parsed(connection, `SELECT ${body}`), scalars);
}
