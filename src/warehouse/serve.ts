// Lay a collection out as the very bytes that the API sends:
//
//   <name>.json     one object (or edge string) a line in list order, each line ending in ",\n": a page is one slice
//   <name>.offsets  where each line begins, little-endian doubles, one more than there are lines
//   <name>.ids      global id and row, sorted by global id: `<36 characters><12 hexadecimal digits>\n`
//   <name>.owners   only where the list is not sorted by application instance: the instance's ordinal of each row, as
//                   eight hexadecimal digits a line
import fs from 'node:fs';
import path from 'node:path';
import type { Resource } from '../resources/define.ts';
import type { ServedCollection } from '../resources/registry.ts';
import { documentExpression } from './document.ts';
import { type DuckDB, identifier, literal } from './duckdb.ts';
import { syncToDisk } from './durable.ts';
import { sqlFile } from './sql-files.ts';

export interface CollectionManifest {
  readonly rows: number;
  readonly bytes: number;
  /** Sorted by application instance: each instance is one range of rows. Else rows are told apart by `.owners`. */
  readonly contiguous: boolean;
  readonly instances: readonly { applicationInstanceId: string; start: number; count: number }[];
}

/** The name of a collection's files, from its path: `/v1/roles` → `roles`. */
export function collectionName(served: ServedCollection): string {
  return served.collection.path.replace(/^\/v1\//, '');
}

export async function writeCollection(
  duckdb: DuckDB,
  folder: string,
  served: ServedCollection,
): Promise<CollectionManifest> {
  const { resource, collection } = served;
  const file = path.join(folder, collectionName(served));
  const contiguous = collection.order === 'instance';
  const rows = contiguous ? `FROM ${identifier(resource.type)}` : sqlFile(`serve/${collectionName(served)}.sql`).text;
  const lines = [
    copyLines(duckdb, `SELECT ${lineExpression(resource)} FROM (${rows})`, `${file}.json`),
    copyLines(
      duckdb,
      `SELECT "globalId"::VARCHAR || printf('%012x', "row") FROM (
         SELECT "globalId", row_number() OVER () - 1 AS "row" FROM (${rows})
       ) ORDER BY "globalId"`,
      `${file}.ids`,
    ),
  ];
  // Both end before an error is passed on: whoever removes the folder must not meet a statement that still writes there.
  for (const ended of await Promise.allSettled(lines)) if (ended.status === 'rejected') throw ended.reason;
  const instances = await instanceRanges(duckdb, rows);
  if (!contiguous) await writeOwners(duckdb, rows, instances, `${file}.owners`);
  const { count, bytes } = writeOffsets(`${file}.json`, `${file}.offsets`);
  const endings = ['json', 'ids', 'offsets', ...(contiguous ? [] : ['owners'])];
  for (const ending of endings) syncToDisk(`${file}.${ending}`);
  return { rows: count, bytes, contiguous, instances };
}

/** An item with the comma that separates it from the next. */
function lineExpression(resource: Resource): string {
  if (!resource.edge) return documentExpression(resource, ',');
  const { parent, child } = resource.edge;
  const quoted = (column: string) => `to_json(${identifier(column)}::VARCHAR)::VARCHAR`;
  // (:Department {id: "P"})-[:Contains {id: "E"}]->(:Department {id: "C"})
  return `to_json('(:${parent} {id: ' || ${quoted('globalParentId')} || '})-[:Contains {id: ' || ${quoted('globalId')}
    || '}]->(:${child} {id: ' || ${quoted('globalChildId')} || '})')::VARCHAR || ','`;
}

/** DuckDB's CSV writer with nothing to quote or escape writes each value as one line, at the speed of the disk. */
async function copyLines(duckdb: DuckDB, query: string, file: string): Promise<void> {
  await duckdb.run(
    `COPY (${query}) TO ${literal(file)} (FORMAT csv, HEADER false, QUOTE '', ESCAPE '', DELIMITER '\x01')`,
  );
}

async function instanceRanges(duckdb: DuckDB, rows: string): Promise<CollectionManifest['instances']> {
  const found = await duckdb.rows<{ applicationInstanceId: string; start: bigint; count: bigint }>(
    `SELECT instance::VARCHAR AS "applicationInstanceId", min("row") AS start, count(*) AS count FROM (
       SELECT "objectMetadata"."ApplicationInstanceId" AS instance, row_number() OVER () - 1 AS "row" FROM (${rows})
     ) GROUP BY instance ORDER BY start`,
  );
  return found.map(row => ({
    applicationInstanceId: row.applicationInstanceId,
    start: Number(row.start),
    count: Number(row.count),
  }));
}

async function writeOwners(
  duckdb: DuckDB,
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

/** Find where each line begins. A JSON text holds no raw newline, so every newline ends an item. */
function writeOffsets(json: string, offsets: string): { count: number; bytes: number } {
  const input = fs.openSync(json, 'r');
  const output = fs.openSync(offsets, 'w');
  const chunk = Buffer.allocUnsafe(4 * 1024 * 1024);
  const starts = new Float64Array(64 * 1024);
  let pending = 0;
  let count = 0;
  let position = 0;
  const flush = () => {
    fs.writeSync(output, new Uint8Array(starts.buffer, 0, pending * 8));
    pending = 0;
  };
  try {
    starts[pending++] = 0;
    for (let read = fs.readSync(input, chunk); read > 0; read = fs.readSync(input, chunk)) {
      for (
        let newline = chunk.indexOf(10);
        newline !== -1 && newline < read;
        newline = chunk.indexOf(10, newline + 1)
      ) {
        if (pending === starts.length) flush();
        starts[pending++] = position + newline + 1;
        count += 1;
      }
      position += read;
    }
    flush();
  } finally {
    fs.closeSync(input);
    fs.closeSync(output);
  }
  return { count, bytes: position };
}
