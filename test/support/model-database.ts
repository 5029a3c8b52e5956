// The newest version of a test's service, opened for SQL with the semantic models over it.
import fs from 'node:fs';
import path from 'node:path';
import { DuckDBInstance, type DuckDBValue } from '@duckdb/node-api';
import { modelStatements } from '../../src/queries/models.ts';
import { tenantKeys } from '../../src/warehouse/keys.ts';
import { createInventory } from '../../src/warehouse/version/inventory-views.ts';
import { type Ask, readTables } from '../../src/warehouse/version/table-parts.ts';
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
  const ask: Ask = async <Row>(sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJS() as Row[];
  const tables = await readTables(ask, 'version', path.join(versions, newest));
  const columns = new Map([...tables.columns].filter(([name]) => !without.includes(name)));
  await createInventory(connection, { ...tables, columns }, null);
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
