// Tables of state that contexts read besides the version: written into the process of an export for each request.
import type { DuckDBConnection } from '@duckdb/node-api';
import { identifier } from '../warehouse/duckdb.ts';

/** Table → column → DuckDB type. */
const tables = {
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
export type ExportedState = keyof typeof tables;

/** Rows of state, as objects by column. */
export type StateRows = Readonly<Partial<Record<ExportedState, readonly object[]>>>;

export function isExportedState(name: string): name is ExportedState {
  return Object.hasOwn(tables, name);
}

/** Make `exports.<table>` of every table of state, with the given rows; the others are empty. */
export async function writeStateTables(connection: DuckDBConnection, rows: StateRows): Promise<void> {
  for (const [name, columns] of Object.entries(tables)) {
    const table = `exports.${identifier(name)}`;
    const definitions = Object.entries(columns).map(([column, type]) => `${identifier(column)} ${type}`);
    await connection.run(`CREATE OR REPLACE TABLE ${table} (${definitions.join(', ')})`);
    const given = rows[name as ExportedState] ?? [];
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
