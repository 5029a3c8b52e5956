// The newest version of a test's service, opened for SQL with the semantic models over it.
import fs from 'node:fs';
import path from 'node:path';
import { DuckDBInstance, type DuckDBValue } from '@duckdb/node-api';
import { modelStatements } from '../../src/queries/models.ts';
import { tenantKeys } from '../../src/warehouse/keys.ts';
import { inventoryRelations, relationQuery } from '../../src/warehouse/version/inventory.ts';
import type { TestService } from './service/service.ts';

export interface ModelDatabase {
  /** Rows as JSON values; `$name` is a bound parameter. */
  rows(sql: string, parameters?: Record<string, DuckDBValue>): Promise<Record<string, unknown>[]>;
  close(): void;
}

/** @param without tables to treat as missing from the version, as in a version made before they existed */
export async function openModels({ config }: TestService, without: readonly string[] = []): Promise<ModelDatabase> {
  const versions = path.join(config.data_dir, tenantKeys(config.tenants[0]!.name).versions);
  const newest = fs.readdirSync(versions).sort().at(-1)!;
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  await connection.run(`ATTACH '${path.join(versions, newest, 'warehouse.duckdb')}' AS version (READ_ONLY)`);
  const found = await connection.runAndReadAll(
    `SELECT table_name AS "table", column_name AS "column" FROM duckdb_columns() WHERE database_name = 'version'`,
  );
  const present = Map.groupBy(found.getRowObjectsJS() as { table: string; column: string }[], row => row.table);
  await connection.run('CREATE SCHEMA inventory');
  for (const relation of inventoryRelations()) {
    const columns = without.includes(relation.name) ? undefined : present.get(relation.name);
    const query = columns
      ? relationQuery(relation, `version."${relation.name}"`, new Set(columns.map(({ column }) => column)))
      : relationQuery(relation);
    await connection.run(`CREATE VIEW inventory."${relation.name}" AS ${query}`);
  }
  for (const statement of modelStatements()) await connection.run(statement);
  await connection.run(`SET search_path = 'service_identity'`);
  return {
    async rows(sql, parameters) {
      return (await connection.runAndReadAll(sql, parameters)).getRowObjectsJson();
    },
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
