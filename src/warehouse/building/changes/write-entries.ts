// Writes the table `changes`. Its rows lie in files that hold the changes of a range of versions, which later versions share as long as
// the history keeps these versions as they are. Few rows lie in the DuckDB file, or in one file that each version writes again.
import path from 'node:path';
import { literal, type Statements } from '../../duckdb.ts';
import { sqlFile } from '../../sql-files.ts';
import type { HistoryPoint } from '../../version/manifest.ts';
import { partRows, type TablePart, tableRows, type VersionTables } from '../../version/table-parts.ts';
import { recordParts } from '../parts/write-auxiliary.ts';
import { takeOverPart } from '../parts/write-delta.ts';
import { writeFile } from '../parts/write-parts.ts';

export interface EntriesOptions {
  /** The version that is written, and its folder. */
  readonly version: number;
  readonly folder: string;
  /** The tables of the version in service. */
  readonly before: VersionTables;
  /** Previous version → the point to which its changes belong now. Changes of other versions are dropped. */
  readonly into: ReadonlyMap<number, HistoryPoint>;
  /** The minimum number of rows of a file that other versions share. */
  readonly partRows: number;
  /** Take over no file of the version in service. */
  readonly isFull: boolean;
}

/** Write the table, and name its files. `history.changes` has the changes since the version in service. */
export async function writeEntries(duckdb: Statements, options: EntriesOptions): Promise<void> {
  const { before, into, folder } = options;
  const previous = before.parts.get('changes') ?? [];
  const unchanged = options.isFull ? [] : previous.filter(part => isAsBefore(part, into));
  const others = previous.filter(part => !unchanged.includes(part));
  const rows = previous.length === 0 ? tableRows(before, 'changes') : rowsOfParts(others, before.folder);
  if (rows !== undefined) await carryOver(duckdb, rows, into);
  const count = await countEntries(duckdb);
  // Each file is at least twice as large as the next one, so a row is copied at most once for each doubling of the total.
  let total = count;
  for (const part of unchanged.toSorted((one, other) => one.rows - other.rows)) {
    if (count < options.partRows || part.rows >= 2 * total) continue;
    await duckdb.run(`INSERT INTO history.changes BY NAME FROM ${rowsOfParts([part], before.folder)!}`);
    unchanged.splice(unchanged.indexOf(part), 1);
    total += part.rows;
  }
  const parts = unchanged.map(part => takeOverPart(folder, { part, folder: before.folder }));
  const ordered = 'FROM history.changes ORDER BY object_type, object_id, version';
  if (parts.length === 0 && total < options.partRows) {
    await duckdb.run(`INSERT INTO warehouse.main.changes BY NAME ${ordered}`);
    return;
  }
  if (total > 0) parts.push(await writePart(duckdb, options, total, ordered));
  await recordParts(duckdb, parts);
}

function rowsOfParts(parts: readonly TablePart[], folder: string): string | undefined {
  return parts.length === 0 ? undefined : partRows(parts, folder);
}

async function countEntries(duckdb: Statements): Promise<number> {
  const [row] = await duckdb.rows<{ count: bigint }>('SELECT count(*) AS count FROM history.changes');
  return Number(row!.count);
}

/** Shared files are named by their versions: `4-17.17.base.parquet`, written by version 17. */
async function writePart(
  duckdb: Statements,
  { version, folder, partRows: least }: EntriesOptions,
  rows: number,
  query: string,
): Promise<TablePart> {
  const [range] = await duckdb.rows<{ first: bigint; last: bigint }>(
    'SELECT min(version) AS first, max(version) AS last FROM history.changes',
  );
  const name = rows < least ? 'others' : `${range!.first}-${range!.last}.${version}`;
  const base = path.join('changes', `${name}.base.parquet`);
  await writeFile(duckdb, folder, base, query);
  return {
    ...{ type: 'changes', applicationInstanceId: null, rows, baseRows: rows },
    ...{ hashKind: '', base, delta: null, gone: null },
  };
}

/** Whether a file can be taken over: all of its versions are still kept, and no version was merged into or out of them. */
function isAsBefore({ base }: TablePart, into: ReadonlyMap<number, HistoryPoint>): boolean {
  const range = /^(\d+)-(\d+)\./.exec(path.basename(base));
  if (!range) return false;
  const [first, last] = [Number(range[1]), Number(range[2])];
  const isIn = (version: number) => version >= first && version <= last;
  const isSame = [...into].every(
    ([version, point]) => version === point.version || !(isIn(version) || isIn(point.version)),
  );
  return isSame && into.has(first) && into.has(last);
}

/**
 * Add the changes of previous versions to `history.changes`.
 * @param rows where they come from, to be used after FROM
 */
async function carryOver(duckdb: Statements, rows: string, into: ReadonlyMap<number, HistoryPoint>): Promise<void> {
  if (into.size === 0) return;
  const points = [...into].map(
    ([version, point]) => `(${version}, ${point.version}, ${literal(point.generatedAt)}::TIMESTAMP)`,
  );
  await duckdb.run(`CREATE TABLE history.points AS
    FROM (VALUES ${points.join(', ')}) AS points(version, into_version, into_time);
    CREATE VIEW history.entries AS FROM ${rows}`);
  await duckdb.run(`INSERT INTO history.changes BY NAME ${sqlFile('building/changes/carry_over.sql').text}`);
}
