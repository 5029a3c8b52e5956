// Digests of the tables in the DuckDB file of a version. DuckDB lays its file out differently each time, so its bytes say nothing.
import { identifier, openDuckDB } from '../duckdb.ts';
import { warehouseFile } from '../version/layout.ts';
import type { ReadingOptions } from './vocabulary.ts';

/** Table → its number of rows and a hash of them, in any order. @param folder of the version, which nobody else has open */
export async function tableDigests(folder: string, options: ReadingOptions): Promise<Record<string, string>> {
  await using duckdb = await openDuckDB({ ...options, file: warehouseFile(folder) });
  const tables = await duckdb.rows<{ schema: string; name: string }>(
    'SELECT schema_name AS schema, table_name AS name FROM duckdb_tables() WHERE NOT temporary ORDER BY ALL',
  );
  const digests: Record<string, string> = {};
  for (const { schema, name } of tables) {
    const [row] = await duckdb.rows<{ rows: bigint; hash: bigint | null }>(
      `SELECT count(*) AS rows, sum(hash(to_json(each)::VARCHAR)::HUGEINT) AS hash FROM ${identifier(schema)}.${identifier(name)} AS each`,
    );
    digests[`${schema}.${name}`] = `${row!.rows} ${row!.hash ?? 0}`;
  }
  return digests;
}
