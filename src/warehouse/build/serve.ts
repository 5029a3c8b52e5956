// Writes a collection as the exact bytes that the API sends:
//
//   <name>.<n>.json one object (or edge string) per line in list order, each line ending in ",\n": a page is one slice. A
//                   large list is split into parts, which are written in parallel
//   <name>.offsets  where each line begins, as if the parts were one file: little-endian doubles, and the end as the last
//   <name>.ids      global id and row, sorted by global id: `<36 characters><12 hexadecimal digits>\n`
//   <name>.owners   only where the list is not sorted by application instance: for each row the ordinal of its instance, as
//                   a line of eight hexadecimal digits
import fs from 'node:fs';
import path from 'node:path';
import type { Resource } from '../../resources/define.ts';
import { collections, type ServedCollection } from '../../resources/registry.ts';
import { syncAllToDisk } from '../../storage/durable.ts';
import { identifier, literal, type Statements } from '../duckdb.ts';
import { sqlFile } from '../sql-files.ts';
import { type CollectionManifest, collectionName, type InstanceCount, partFile } from '../version/layout.ts';
import type { VersionTables } from '../version/table-parts.ts';
import { documentExpression } from './document.ts';
import { listPieces, numberedRows } from './list-pieces.ts';
import { writeOffsets } from './offsets.ts';

/**
 * Write all collections; resolves to their layout by name once every file is on disk.
 * @param duckdb limits how many of the statements run at once
 * @param counts of all objects, each type in the order of the instances' ids
 */
export async function writeCollections(
  duckdb: Statements,
  folder: string,
  tables: VersionTables,
  counts: readonly InstanceCount[],
  done: (name: string) => void,
): Promise<Record<string, CollectionManifest>> {
  const countsByType = Map.groupBy(counts, ({ type }) => type);
  const written = collections.map(async served => {
    const ofType = countsByType.get(served.resource.type);
    const manifest = ofType
      ? await writeCollection(duckdb, folder, served, tables, ofType)
      : writeEmpty(folder, served);
    done(collectionName(served));
    return [collectionName(served), manifest] as const;
  });
  return Object.fromEntries(await settled(written));
}

async function writeCollection(
  duckdb: Statements,
  folder: string,
  served: ServedCollection,
  tables: VersionTables,
  counts: readonly InstanceCount[],
): Promise<CollectionManifest> {
  const { resource, collection } = served;
  const file = path.join(folder, collectionName(served));
  const contiguous = collection.order === 'instance';
  const rows = contiguous ? '' : sqlFile(`build/serve/${collectionName(served)}.sql`).text;
  const numbered = contiguous
    ? numberedRows(tables, resource.type)
    : `SELECT *, row_number() OVER () - 1 AS "row" FROM (${rows})`;
  const instances = contiguous ? rangesOf(counts) : await instanceRanges(duckdb, numbered);
  const count = instances.reduce((sum, range) => sum + range.count, 0);
  if (count === 0) return writeEmpty(folder, served);

  const pieces = contiguous ? listPieces(tables, resource.type, counts) : [rows];
  const parts = pieces.map((piece, part) =>
    copyLines(duckdb, `SELECT ${lineExpression(resource)} FROM (${piece})`, partFile(file, part)),
  );
  await settled([writeIds(duckdb, numbered, `${file}.ids`), ...parts]);
  const written = writeOffsets(
    parts.map((_, part) => partFile(file, part)),
    `${file}.offsets`,
  );
  if (!contiguous) await writeOwners(duckdb, rows, instances, `${file}.owners`);
  await syncAllToDisk([
    ...parts.map((_, part) => partFile(file, part)),
    ...['ids', 'offsets', ...(contiguous ? [] : ['owners'])].map(ending => `${file}.${ending}`),
  ]);
  return { rows: count, parts: written, contiguous, instances };
}

/** Most collections of most sources are empty; they need no statement. */
function writeEmpty(folder: string, served: ServedCollection): CollectionManifest {
  const file = path.join(folder, collectionName(served));
  const contiguous = served.collection.order === 'instance';
  const empty = [partFile(file, 0), `${file}.ids`, ...(contiguous ? [] : [`${file}.owners`])];
  for (const name of empty) fs.writeFileSync(name, '');
  const parts = writeOffsets([partFile(file, 0)], `${file}.offsets`);
  return { rows: 0, parts, contiguous, instances: [] };
}

/** All results, or the first error. Either comes only when all of the work has ended, so that nothing still writes. */
async function settled<Results extends unknown[]>(
  work: {
    [Index in keyof Results]: Promise<Results[Index]>;
  },
): Promise<Results> {
  await Promise.allSettled(work);
  return (await Promise.all(work)) as Results;
}

async function writeIds(duckdb: Statements, numbered: string, file: string): Promise<void> {
  await copyLines(
    duckdb,
    `SELECT "globalId"::VARCHAR || printf('%012x', "row") FROM (${numbered}) ORDER BY "globalId"`,
    file,
  );
}

/** An item followed by the comma that separates it from the next one. */
function lineExpression(resource: Resource): string {
  if (!resource.edge) return documentExpression(resource, ',');
  const { parent, child } = resource.edge;
  const quoted = (column: string) => `to_json(${identifier(column)}::VARCHAR)::VARCHAR`;
  // (:Department {id: "P"})-[:Contains {id: "E"}]->(:Department {id: "C"})
  return `to_json('(:${parent} {id: ' || ${quoted('globalParentId')} || '})-[:Contains {id: ' || ${quoted('globalId')}
    || '}]->(:${child} {id: ' || ${quoted('globalChildId')} || '})')::VARCHAR || ','`;
}

/** DuckDB's CSV writer with nothing to quote or escape writes each value as one line, at the speed of the disk. */
async function copyLines(duckdb: Statements, query: string, file: string): Promise<void> {
  await duckdb.run(
    `COPY (${query}) TO ${literal(file)} (FORMAT csv, HEADER false, QUOTE '', ESCAPE '', DELIMITER '\x01')`,
  );
}

/** The ranges of a list that is sorted by application instance. */
function rangesOf(counts: readonly InstanceCount[]): CollectionManifest['instances'] {
  let start = 0;
  return counts.map(({ applicationInstanceId, count }) => {
    const range = { applicationInstanceId, start, count };
    start += count;
    return range;
  });
}

async function instanceRanges(duckdb: Statements, numbered: string): Promise<CollectionManifest['instances']> {
  const found = await duckdb.rows<{ applicationInstanceId: string; start: bigint; count: bigint }>(
    `SELECT "objectMetadata"."ApplicationInstanceId"::VARCHAR AS "applicationInstanceId", min("row") AS start, count(*) AS count
     FROM (${numbered}) GROUP BY ALL ORDER BY start`,
  );
  return found.map(row => ({
    applicationInstanceId: row.applicationInstanceId,
    start: Number(row.start),
    count: Number(row.count),
  }));
}

async function writeOwners(
  duckdb: Statements,
  rows: string,
  instances: CollectionManifest['instances'],
  file: string,
): Promise<void> {
  const whens = instances.map(
    ({ applicationInstanceId }, index) => `WHEN ${literal(applicationInstanceId)}::UUID THEN ${index}`,
  );
  const ordinal = whens.length === 0 ? '0' : `CASE "objectMetadata"."ApplicationInstanceId" ${whens.join(' ')} END`;
  await copyLines(duckdb, `SELECT printf('%08x', ${ordinal}) FROM (${rows})`, file);
}
