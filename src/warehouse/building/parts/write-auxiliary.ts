// Writes the tables of a version other than those of its resources. As with resources, application instances with many rows have parts
// of their own, which other versions share.
import path from 'node:path';
import { type DuckDB, identifier, literal, type Statements } from '../../duckdb.ts';
import { auxiliaryTables } from '../../version/inventory.ts';
import { filesOfRecords, hasInstances, recordFile, recordTables, writeRecordFile } from '../../version/record-files.ts';
import { partFile, partRows, type TablePart, type VersionTables } from '../../version/table-parts.ts';
import { isNoneOf, isOneOf, rowsOfInstances, type UnchangedInstances } from '../previous/rows.ts';
import { takeOverFile } from '../take-over.ts';
import type { PreviousPart } from './compare.ts';
import { instancesWithParts, mostParts } from './plan.ts';
import { takeOverPart } from './write-delta.ts';
import { lookupOptions, nameOf, writeFile } from './write-parts.ts';

export type AuxiliaryTable = keyof typeof auxiliaryTables;

export interface AuxiliaryOptions {
  /** The folder of the version. */
  readonly folder: string;
  /** The minimum number of rows of a part. */
  readonly partRows: number;
  readonly unchanged: UnchangedInstances;
}

const instance = 'application_instance_id';

/** The columns of a auxiliary table, for CREATE TABLE. */
export function auxiliaryColumns(name: AuxiliaryTable): string {
  return Object.entries(auxiliaryTables[name])
    .map(([column, type]) => `${identifier(column)} ${type}`)
    .join(', ');
}

/**
 * Write a table. Its rows have no hashes of their own: a part is taken over when its instance is unchanged or all rows are as before, and
 * otherwise written again.
 * @param staged a table with the rows of the instances that were computed, in the order in which they are looked up
 * @returns its parts; none when all of its rows lie in the DuckDB file
 */
export async function writeAuxiliary(
  duckdb: DuckDB,
  name: AuxiliaryTable,
  staged: string,
  { folder, partRows, unchanged }: AuxiliaryOptions,
): Promise<TablePart[]> {
  const previous = unchanged.previous?.parts.get(name) ?? [];
  const taken = previous.filter(({ applicationInstanceId: id }) => id !== null && unchanged.instances.has(id));
  const counts = await duckdb.rows<{ id: string; count: number }>(
    `SELECT ${instance}::VARCHAR AS id, count(*)::DOUBLE AS count FROM ${staged} WHERE ${instance} IS NOT NULL GROUP BY ALL`,
  );
  const large = instancesWithParts(counts, partRows).slice(0, Math.max(0, mostParts - taken.length));
  const parts = taken.map(part => takeOverPart(folder, { part, folder: unchanged.previous!.folder }));
  for (const { id, count } of large) {
    const own = `FROM ${staged} WHERE ${isOneOf(instance, new Set([id]))}`;
    const before = previous.find(part => part.applicationInstanceId === id && part.rows === count);
    const known = before && { part: before, folder: unchanged.previous!.folder };
    const isUnchanged = known !== undefined && (await isAsBefore(duckdb, name, own, known));
    parts.push(
      isUnchanged
        ? takeOverPart(folder, known)
        : await writePart(duckdb, folder, { name, applicationInstanceId: id, query: own, count }),
    );
  }
  const own = `FROM ${staged} WHERE ${isNoneOf(instance, new Set(large.map(({ id }) => id)))}`;
  const small = unchanged.instances.difference(new Set(taken.map(({ applicationInstanceId: id }) => id!)));
  const rest =
    small.size === 0
      ? own
      : `(FROM ${rowsOfInstances(unchanged.previous!, name, small, true)}) UNION ALL BY NAME (${own})`;
  if (parts.length === 0) {
    await duckdb.run(`INSERT INTO warehouse.main.${name} BY NAME ${rest}`);
    return [];
  }
  const others = await writePart(duckdb, folder, { name, applicationInstanceId: null, query: rest });
  if (others.rows > 0) parts.push(others);
  await writeRecordFiles(duckdb, name, parts, { folder, previous: unchanged.previous });
  return parts;
}

/** Write the record files of parts, or take them over with the part. A part that a previous release wrote may have none. */
async function writeRecordFiles(
  duckdb: DuckDB,
  name: AuxiliaryTable,
  parts: readonly TablePart[],
  { folder, previous }: { readonly folder: string; readonly previous: VersionTables | undefined },
): Promise<void> {
  for (const { table } of recordTables.filter(({ of }) => of === name))
    for (const part of parts) {
      const file = recordFile(table, part);
      const isTaken = previous?.parts.get(name)?.includes(part) ?? false;
      const before = isTaken ? filesOfRecords(partFile(previous!.folder, file)) : [];
      for (const each of before)
        takeOverFile(each, path.join(path.dirname(partFile(folder, file)), path.basename(each)));
      if (before.length > 0) continue;
      const rows = partRows([part], folder);
      await writeRecordFile(duckdb.chunks, partFile(folder, file), rows, table, hasInstances(part));
    }
}

/** Whether a query has the rows of a part, in any order. */
async function isAsBefore(
  duckdb: DuckDB,
  name: AuxiliaryTable,
  query: string,
  { part, folder }: PreviousPart,
): Promise<boolean> {
  // DuckDB hashes an empty list like an absent one.
  const columns = Object.entries(auxiliaryTables[name]).map(([column, type]) =>
    type.endsWith('[]') ? `${identifier(column)}, ${identifier(column)} IS NULL` : identifier(column),
  );
  const digest = (from: string) => `(SELECT sum(hash(${columns.join(', ')})) FROM (${from}))`;
  const [row] = await duckdb.rows<{ same: boolean }>(
    `SELECT ${digest(query)} IS NOT DISTINCT FROM ${digest(`FROM ${partRows([part], folder)}`)} AS same`,
  );
  return row!.same;
}

interface WrittenPart {
  readonly name: AuxiliaryTable;
  readonly applicationInstanceId: string | null;
  readonly query: string;
  /** Rows of the query, when they are known. */
  readonly count?: number;
}

async function writePart(
  duckdb: Statements,
  folder: string,
  { name, applicationInstanceId, query, count }: WrittenPart,
): Promise<TablePart> {
  const base = path.join(name, `${nameOf(applicationInstanceId)}.base.parquet`);
  const rows = await writeFile(duckdb, folder, base, query, count === undefined ? undefined : lookupOptions(count));
  return { type: name, applicationInstanceId, rows, baseRows: rows, hashKind: '', base, delta: null, gone: null };
}

/** Name parts in the version that is being built. */
export async function recordParts(duckdb: Statements, parts: readonly TablePart[]): Promise<void> {
  if (parts.length === 0) return;
  const columns = Object.keys(parts[0]!) as (keyof TablePart)[];
  const rows = parts.map(part => {
    const values = columns.map(name => part[name]);
    return `(${values.map(value => (typeof value === 'string' ? literal(value) : String(value))).join(', ')})`;
  });
  await duckdb.run(
    `INSERT INTO warehouse.main.table_parts (${columns.map(identifier).join(', ')}) VALUES ${rows.join(', ')}`,
  );
}
