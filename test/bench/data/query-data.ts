// Child process: multiplies the access assignments of a published version by five, only in its tables. An extraction of six
// million records would take longer than all measurements with them.
//
//   query-data.ts '{"file":…,"accounts":…}'  →  {"seconds":…}
//
// Layout and values are those of the real version: same table, same order, same strings. Each copy of an assignment has its own
// id, and belongs to an account that is chosen by hash.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileFacts } from '../../../src/storage/local-files.ts';
import { parquetOptions } from '../../../src/warehouse/building/parts/write-parts.ts';
import { literal, openDuckDB } from '../../../src/warehouse/duckdb.ts';
import { readManifest, writeManifest } from '../../../src/warehouse/version/manifest.ts';
import { partFiles, readTables, tableRows } from '../../../src/warehouse/version/table-parts.ts';

const copies = 5;
const idLength = 36;

const { file, accounts } = JSON.parse(process.argv[2]!) as { file: string; accounts: number };
const spillFolder = `${file}.spill`;
const started = performance.now();
fs.mkdirSync(spillFolder);
const duckdb = await openDuckDB({
  file: ':memory:',
  spillFolder,
  threads: os.availableParallelism(),
  memoryBytes: os.totalmem() / 4,
});
await duckdb.run(`ATTACH ${literal(file)} AS warehouse`);
const tables = await readTables(duckdb.rows, 'warehouse', path.dirname(file));
const type = 'EntityAssignedAccessToObject';
await duckdb.run(`CREATE TEMP TABLE numbered AS
  SELECT (row_number() OVER () - 1)::UBIGINT AS number, "id", "globalId" FROM ${tableRows(tables, 'Account')!}`);
// The copies differ only in the last digit of the global id. No two original ids share the other digits, so the order is kept.
const copied = `SELECT grants.* EXCLUDE (copy) REPLACE (
    grants."id" || '-' || copy AS "id", account."id" AS "entityId", account."globalId" AS "globalEntityId",
    (left(grants."globalId"::VARCHAR, ${idLength - 1}) || copy)::UUID AS "globalId")
  FROM (SELECT *, unnest(range(${copies})) AS copy FROM ${tableRows(tables, type)!}) AS grants
  JOIN numbered AS account ON account.number = hash(grants."globalId", copy) % ${accounts}
  ORDER BY "objectMetadata"."ApplicationInstanceId", "globalId"`;
const [base] = partFiles({ folder: tables.folder, parts: new Map([[type, tables.parts.get(type) ?? []]]) });
if (base === undefined) await duckdb.run(`CREATE OR REPLACE TABLE warehouse."${type}" AS ${copied}`);
else {
  const made = `${base}.made`;
  await duckdb.run(`COPY (${copied}) TO ${literal(made)} (${parquetOptions})`);
  fs.renameSync(made, base);
}
await duckdb.run('CHECKPOINT warehouse');
await duckdb[Symbol.asyncDispose]();
fs.rmSync(spillFolder, { recursive: true });
// The service opens only files that are as the manifest says.
const folder = path.dirname(file);
const manifest = readManifest(folder);
const changed = [file, ...(base === undefined ? [] : [base])];
const facts = await Promise.all(
  changed.map(async place => [path.relative(folder, place), await fileFacts(place)] as const),
);
writeManifest(folder, { ...manifest, files: { ...manifest.files, ...Object.fromEntries(facts) } });
process.stdout.write(`${JSON.stringify({ seconds: (performance.now() - started) / 1000 })}\n`);
