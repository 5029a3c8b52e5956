// Reads the tables of a version, for questions of the service's own jobs.
import { type DuckDB, literal } from '../duckdb.ts';
import { withDuckDB } from '../waiting-duckdb.ts';
import { tablesInService } from './known-tables.ts';
import { warehouseFile } from './layout.ts';
import type { VersionTables } from './table-parts.ts';

const memoryBytes = 256 * 1024 * 1024;

/** Somebody waits for what an event changes, and the columns of 100,000 accounts take two threads half as long. */
const threads = 2;

/**
 * @param versionFolder a local copy @param spillFolder where DuckDB may spill
 * @param read drops the tables that it makes
 */
export async function withTables<Result>(
  versionFolder: string,
  spillFolder: string,
  read: (duckdb: DuckDB, tables: VersionTables) => Promise<Result>,
): Promise<Result> {
  return withDuckDB({ threads, memoryBytes, spillFolder }, async duckdb => {
    await duckdb.run(`ATTACH ${literal(warehouseFile(versionFolder))} AS warehouse (READ_ONLY)`);
    const result = await read(duckdb, await tablesInService(duckdb.rows, 'warehouse', versionFolder));
    await duckdb.run('DETACH warehouse');
    return result;
  });
}
