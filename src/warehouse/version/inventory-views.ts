// Schema `inventory` over a version's file: one view per relation, limited to what a caller may see.
import type { DuckDBConnection } from '@duckdb/node-api';
import { identifier, literal } from '../duckdb.ts';
import { inventoryRelations, relationQuery } from './inventory.ts';

/**
 * Create schema `inventory` over the attached database `warehouse`. `visible` are the only application instances whose rows
 * may be seen; null: all. The LIMIT removes no row. It is there because DuckDB may not move conditions of a query below a LIMIT,
 * so no expression of a query is ever evaluated on a hidden row, where its error could reveal a value.
 */
export async function createInventory(connection: DuckDBConnection, visible: readonly string[] | null): Promise<void> {
  await connection.run('CREATE SCHEMA inventory');
  const found = await connection.runAndReadAll(
    "SELECT table_name, list(column_name) FROM duckdb_columns() WHERE database_name = 'warehouse' GROUP BY ALL",
  );
  const present = new Map(found.getRowsJson() as [string, string[]][]);
  for (const relation of inventoryRelations()) {
    const columns = present.get(relation.name);
    const table = columns && `warehouse.main.${identifier(relation.name)}`;
    const instances = visible?.map(id => `${literal(id)}::UUID`).join(', ') || 'NULL';
    const limited =
      table && visible
        ? `(FROM ${table} WHERE ${relation.applicationInstance} IN (${instances}) LIMIT 9223372036854775807)`
        : table;
    const rows = relationQuery(relation, limited, new Set(columns));
    await connection.run(`CREATE VIEW inventory.${identifier(relation.name)} AS ${rows}`);
  }
}
