// Lookup files: the graph of access of an application instance once more, as a DuckDB file, and in another file what the search looks
// into. From them a lookup reads its few rows in half the time: the groups of rows are smaller than those of a Parquet file, and
// skipping them is faster. Each table is sorted for the lookups that read it. A file with the key NULL has the rows of all instances that
// have no part of their own.
//
// Only lookups use these files. Their answers are sorted, and so need not come in the same order each time, which a saved query does.
import { identifier, literal } from '../duckdb.ts';
import { lookupTables } from './inventory.ts';
import { lookupFileTypes, partFile, type VersionTables } from './table-parts.ts';

/**
 * Attach the lookup files of a version. @param run runs a statement
 * @returns the tables, of which those with rows in a lookup file are read from there
 */
export async function attachLookupFiles(
  run: (sql: string) => Promise<unknown>,
  tables: VersionTables,
): Promise<VersionTables> {
  const { folder, lookupFiles } = tables;
  if (lookupFiles.length === 0) return tables;
  const attached = new Map<string, string>();
  for (const [index, { type, applicationInstanceId, base }] of lookupFiles.entries()) {
    await run(`ATTACH ${literal(partFile(folder, base))} AS ${type}_${index} (READ_ONLY)`);
    attached.set(`${type} ${applicationInstanceId}`, `${type}_${index}`);
  }
  const parts = new Map(tables.parts);
  for (const [name, { subject, of }] of Object.entries(lookupTables)) {
    // The files of a version that an earlier release made lack the tables that were added since.
    if (!tables.columns.has(name)) continue;
    const own = tables.parts.get(of)?.map(part => {
      const database = attached.get(`${lookupFileTypes[subject]} ${part.applicationInstanceId}`);
      return database === undefined ? part : { ...part, relation: `${database}.main.${identifier(name)}` };
    });
    if (own) parts.set(name, own);
  }
  return { ...tables, parts };
}
