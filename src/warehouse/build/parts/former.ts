// The version in service, whose rows a build compares with its own.
import { isShortage } from '../../disk-full.ts';
import { type DuckDB, literal } from '../../duckdb.ts';
import { warehouseFile } from '../../version/layout.ts';
import { readTables, type VersionTables } from '../../version/table-parts.ts';

/**
 * Attach the version in service as `former`. A damaged version does not keep a new one from being made: undefined, as when there is
 * none.
 * @param folder the folder of the version
 */
export async function attachFormer(duckdb: DuckDB, folder: string | undefined): Promise<VersionTables | undefined> {
  if (folder === undefined) return undefined;
  try {
    await duckdb.run(`ATTACH ${literal(warehouseFile(folder))} AS former (READ_ONLY)`);
    return await readTables(duckdb.rows, 'former', folder);
  } catch (error) {
    if (isShortage(error)) throw error;
    return undefined;
  }
}
