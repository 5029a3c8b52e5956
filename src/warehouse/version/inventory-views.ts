// Schema `inventory` over a version's tables: one view per relation, limited to what a caller may see.
import type { DuckDBConnection } from '@duckdb/node-api';
import { identifier, literal } from '../duckdb.ts';
import { type InventoryRelation, inventoryRelations, relationQuery } from './inventory.ts';
import { tableRows, type VersionTables } from './table-parts.ts';

/**
 * Create schema `inventory` over a version whose file is attached. `visible` are the only application instances whose rows may be
 * seen; null: all.
 */
export async function createInventory(
  connection: DuckDBConnection,
  tables: VersionTables,
  visible: readonly string[] | null,
): Promise<void> {
  await connection.run('CREATE SCHEMA inventory');
  for (const relation of inventoryRelations()) {
    const { name, copyOf } = relation;
    const stored = copyOf === undefined || tables.parts.has(name) ? name : copyOf;
    const rows = visible ? visibleRows({ ...relation, name: stored }, tables, visible) : tableRows(tables, stored);
    const query = relationQuery(relation, rows, tables.columns.get(stored));
    await connection.run(`CREATE VIEW inventory.${identifier(name)} AS ${query}`);
  }
}

/**
 * The visible rows of a relation, to be used after FROM. The LIMIT removes no row. It is there because DuckDB may not move conditions
 * of a query below a LIMIT, so no expression of a query is ever evaluated on a hidden row, where its error could reveal a value.
 */
function visibleRows(
  { name, applicationInstance }: InventoryRelation,
  tables: VersionTables,
  visible: readonly string[],
): string | undefined {
  const parts = tables.parts.get(name);
  // A part belongs to one application instance, so the parts of others need not be read.
  const kept = parts?.filter(
    part => part.applicationInstanceId === null || visible.includes(part.applicationInstanceId),
  );
  if (kept?.length === 0) return undefined;
  const rows = tableRows(kept ? { ...tables, parts: new Map([[name, kept]]) } : tables, name);
  if (rows === undefined || kept?.every(part => part.applicationInstanceId !== null)) return rows;
  const instances = visible.map(id => `${literal(id)}::UUID`).join(', ') || 'NULL';
  return `(FROM ${rows} WHERE ${applicationInstance} IN (${instances}) LIMIT 9223372036854775807)`;
}
