// Which tables versions in service have. The files of a version never change, and DuckDB takes long to list the columns of its tables.
import fs from 'node:fs';
import { LRUCache } from 'lru-cache';
import { warehouseFile } from './layout.ts';
import { type Ask, readTables, type VersionTables } from './table-parts.ts';

/** A process reads few versions at a time: the one in service of each tenant whose data change. */
const known = new LRUCache<string, VersionTables>({ max: 16 });

/** {@link readTables} of a finished version. @param database as which its file is attached @param folder a local copy */
export async function tablesInService(ask: Ask, database: string, folder: string): Promise<VersionTables> {
  const { ino, mtimeMs, size } = fs.statSync(warehouseFile(folder));
  const key = JSON.stringify([folder, ino, mtimeMs, size]);
  const tables = known.get(key) ?? (await readTables(ask, database, folder));
  known.set(key, tables);
  return { ...tables, database };
}
