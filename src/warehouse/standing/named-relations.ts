// What a query reads, as DuckDB's own parser says.
import type { DuckDBConnection } from '@duckdb/node-api';
import { literal } from '../duckdb.ts';
import { relationNameOf } from './statements.ts';

/** The relations and table functions that a query names. Names of its own common table expressions are left out. */
export interface NamedRelations {
  /** By name (`statements.ts`, relationNameOf). */
  readonly relations: ReadonlySet<string>;
  /** Whether it reads anything else: files, or what the engine says of itself. */
  readonly readsOthers: boolean;
}

interface Node {
  readonly type?: string;
  readonly catalog_name?: string;
  readonly schema_name?: string;
  readonly table_name?: string;
  readonly cte_map?: { readonly map: readonly { readonly key: string }[] };
  readonly cte_name?: string;
}

/** @throws Error when the query cannot be parsed */
export async function namedRelations(connection: DuckDBConnection, query: string): Promise<NamedRelations> {
  const reader = await connection.runAndReadAll(`SELECT json_serialize_sql(${literal(query)})`);
  const tree = JSON.parse(String(reader.getRows()[0]![0])) as { error: boolean; error_message?: string };
  if (tree.error) throw new Error(tree.error_message);
  const tables: string[] = [];
  const expressions = new Set<string>();
  let readsOthers = false;
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const node = value as Node;
    if (node.type === 'TABLE_FUNCTION' || node.type === 'SHOW_REF') readsOthers = true;
    for (const { key } of node.cte_map?.map ?? []) expressions.add(key);
    if (node.cte_name) expressions.add(node.cte_name);
    if (node.type === 'BASE_TABLE') {
      tables.push(relationNameOf([node.catalog_name, node.schema_name, node.table_name].filter(Boolean).join('.')));
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(tree);
  return { relations: new Set(tables.filter(table => !expressions.has(table))), readsOthers };
}
