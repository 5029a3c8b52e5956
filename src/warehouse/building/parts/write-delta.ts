// Writes what differs from the former version, and takes over the files that stay.
import path from 'node:path';
import type { DuckDB } from '../../duckdb.ts';
import { partFile, partRows, type TablePart } from '../../version/table-parts.ts';
import { takeOverFile } from '../take-over.ts';
import { comparison, type FormerPart } from './compare.ts';
import { hashedRows } from './row-hash.ts';
import { nameOf, type PartRows, writeFile } from './write-parts.ts';

/** Take over all files of a former part. */
export function keepPart(folder: string, former: FormerPart): TablePart {
  const { base, delta, gone } = former.part;
  for (const file of [base, delta, gone]) if (file !== null) takeOver(former.folder, folder, file);
  return former.part;
}

/** Take over the base of a former part, and write a delta with what the table `differing` says. */
export async function writeDelta(
  duckdb: DuckDB,
  folder: string,
  former: FormerPart,
  rows: PartRows,
): Promise<TablePart> {
  const { type, applicationInstanceId, base } = former.part;
  takeOver(former.folder, folder, base);
  const file = (kind: string) => path.join(type, `${nameOf(applicationInstanceId)}.${kind}.parquet`);
  const [delta, gone] = [file('delta'), file('gone')];
  const differing = `(SELECT "globalId" FROM ${comparison}.differing WHERE now IS NOT NULL)`;
  const changed = `FROM (${rows.rows}) SEMI JOIN ${differing} USING ("globalId")`;
  const { part } = former;
  // A row that differs from the base but not from the former version is in the former delta. So only the former delta is looked at.
  const known =
    part.delta === null ? undefined : partRows([{ ...part, base: part.delta, delta: null, gone: null }], former.folder);
  await writeFile(duckdb, folder, delta, `${hashedRows(rows.resource, changed, known)} ORDER BY "globalId"`);
  await writeFile(
    ...[duckdb, folder, gone],
    `SELECT "globalId", was AS row_hash FROM ${comparison}.differing WHERE was IS NOT NULL ORDER BY "globalId"`,
  );
  return { ...part, rows: rows.count, delta, gone };
}

function takeOver(formerFolder: string, folder: string, file: string): void {
  takeOverFile(partFile(formerFolder, file), partFile(folder, file));
}
