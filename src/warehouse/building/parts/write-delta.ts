// Writes what differs from the previous version, and takes over the files that stay.
import path from 'node:path';
import type { DuckDB } from '../../duckdb.ts';
import { partFile, partRows, type TablePart } from '../../version/table-parts.ts';
import { hashedRows } from '../rows/row-hash.ts';
import { takeOverFile } from '../take-over.ts';
import { comparison, type PreviousPart } from './compare.ts';
import { nameOf, type PartRows, writeFile } from './write-parts.ts';

/** Take over all files of a previous part. */
export function takeOverPart(folder: string, previous: PreviousPart): TablePart {
  const { base, delta, gone } = previous.part;
  for (const file of [base, delta, gone]) if (file !== null) takeOver(previous.folder, folder, file);
  return previous.part;
}

/** Take over the base of a previous part, and write a delta with what the table `differing` says. */
export async function writeDelta(
  duckdb: DuckDB,
  folder: string,
  previous: PreviousPart,
  rows: PartRows,
): Promise<TablePart> {
  const { type, applicationInstanceId, base } = previous.part;
  takeOver(previous.folder, folder, base);
  const file = (kind: string) => path.join(type, `${nameOf(applicationInstanceId)}.${kind}.parquet`);
  const [delta, gone] = [file('delta'), file('gone')];
  const differing = `(SELECT "globalId" FROM ${comparison}.differing WHERE now IS NOT NULL)`;
  const changed = `FROM (${rows.rows}) SEMI JOIN ${differing} USING ("globalId")`;
  const { part } = previous;
  // A row that differs from the base but not from the previous version is in the previous delta. So only the previous delta is looked at.
  const known =
    part.delta === null
      ? undefined
      : partRows([{ ...part, base: part.delta, delta: null, gone: null }], previous.folder);
  await writeFile(duckdb, folder, delta, `${hashedRows(rows.resource, changed, known)} ORDER BY "globalId"`);
  await writeFile(
    ...[duckdb, folder, gone],
    `SELECT "globalId", was AS row_hash FROM ${comparison}.differing WHERE was IS NOT NULL ORDER BY "globalId"`,
  );
  return { ...part, rows: rows.count, delta, gone };
}

function takeOver(previousFolder: string, folder: string, file: string): void {
  takeOverFile(partFile(previousFolder, file), partFile(folder, file));
}
