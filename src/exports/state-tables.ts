// Tables of state that contexts read besides the version: written into the process of an export for each request.
import type { DuckDBConnection } from '@duckdb/node-api';
import { identifier } from '../warehouse/duckdb.ts';

/** Table → column → DuckDB type. */
export const readStateTables = {
  service_users: {
    client_id: 'VARCHAR',
    name: 'VARCHAR',
    scopes: 'VARCHAR[]',
    application_instance_ids: 'VARCHAR[]',
    created_at: 'TIMESTAMP',
    created_by: 'VARCHAR',
    revoked_at: 'TIMESTAMP',
    last_used_at: 'TIMESTAMP',
  },
  account_changes: {
    job_id: 'VARCHAR',
    target: 'INTEGER',
    record: 'INTEGER',
    source_id: 'VARCHAR',
    account_local_id: 'VARCHAR',
    operation: 'VARCHAR',
    job_type: 'VARCHAR',
    status: 'VARCHAR',
    principal_id: 'VARCHAR',
    started_at: 'TIMESTAMP',
    ended_at: 'TIMESTAMP',
  },
} as const;
export type ReadStateTable = keyof typeof readStateTables;

/** Rows of state, as objects by column. */
export type StateRows = Readonly<Partial<Record<ReadStateTable, readonly object[]>>>;

export function isStateTable(name: string): name is ReadStateTable {
  return Object.hasOwn(readStateTables, name);
}

/** Make `exports.<table>` of every table of state, with the given rows; the others are empty. */
export async function writeStateTables(connection: DuckDBConnection, rows: StateRows): Promise<void> {
  for (const [name, columns] of Object.entries(readStateTables)) {
    const table = `exports.${identifier(name)}`;
    const definitions = Object.entries(columns).map(([column, type]) => `${identifier(column)} ${type}`);
    await connection.run(`CREATE OR REPLACE TABLE ${table} (${definitions.join(', ')})`);
    const given = rows[name as ReadStateTable] ?? [];
    if (given.length === 0) continue;
    const members = Object.entries(columns).map(([column, type]) => {
      const value = type.endsWith('[]') ? `row->>'$.${column}[*]'` : `row->>'$.${column}'`;
      return `CAST(${value} AS ${type})`;
    });
    await connection.run(
      `INSERT INTO ${table} SELECT ${members.join(', ')} FROM (SELECT unnest(from_json($rows::JSON, '["JSON"]')) AS row)`,
      { rows: JSON.stringify(given) },
    );
  }
}
