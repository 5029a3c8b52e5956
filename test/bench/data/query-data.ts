// Child process: multiplies the access assignments of a published version by five, only in its DuckDB file. An extraction of six
// million records would take longer than all measurements with them.
//
//   query-data.ts '{"file":…,"accounts":…}'  →  {"seconds":…}
//
// Layout and values are those of the real version: same table, same order, same strings. Each copy of an assignment has its own
// id, and belongs to an account that is chosen by hash.
import fs from 'node:fs';
import os from 'node:os';
import { openDuckDB } from '../../../src/warehouse/duckdb.ts';

const copies = 5;
const idLength = 36;

const { file, accounts } = JSON.parse(process.argv[2]!) as { file: string; accounts: number };
const spillFolder = `${file}.spill`;
const started = performance.now();
fs.mkdirSync(spillFolder);
const duckdb = await openDuckDB({
  file,
  spillFolder,
  threads: os.availableParallelism(),
  memoryBytes: os.totalmem() / 4,
});
await duckdb.run(`CREATE TEMP TABLE numbered AS
  SELECT (row_number() OVER () - 1)::UBIGINT AS number, "id", "globalId" FROM "Account"`);
// The copies differ only in the last digit of the global id. No two original ids share the other digits, so the order is kept.
await duckdb.run(`CREATE OR REPLACE TABLE "EntityAssignedAccessToObject" AS
  SELECT grants.* EXCLUDE (copy) REPLACE (
    grants."id" || '-' || copy AS "id", account."id" AS "entityId", account."globalId" AS "globalEntityId",
    (left(grants."globalId"::VARCHAR, ${idLength - 1}) || copy)::UUID AS "globalId")
  FROM (SELECT *, unnest(range(${copies})) AS copy FROM "EntityAssignedAccessToObject") AS grants
  JOIN numbered AS account ON account.number = hash(grants."globalId", copy) % ${accounts}
  ORDER BY "objectMetadata"."ApplicationInstanceId", "globalId"`);
await duckdb.run('CHECKPOINT');
duckdb.close();
fs.rmSync(spillFolder, { recursive: true });
process.stdout.write(`${JSON.stringify({ seconds: (performance.now() - started) / 1000 })}\n`);
