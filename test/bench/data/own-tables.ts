// Child process: copies all rows of a version into tables of DuckDB's own, as whoever works with DuckDB alone would keep them.
//
//   own-tables.ts '{"version":…,"file":…}'  →  {"seconds":…}   `file` is a DuckDB file that can be opened as that of a version
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { identifier, literal, openDuckDB } from '../../../src/warehouse/duckdb.ts';
import { warehouseFile } from '../../../src/warehouse/version/layout.ts';
import { readTables, tableRows } from '../../../src/warehouse/version/table-parts.ts';

const { version, file } = JSON.parse(process.argv[2]!) as { version: string; file: string };
const spillFolder = `${file}.spill`;
const started = performance.now();
fs.mkdirSync(path.dirname(file), { recursive: true });
fs.mkdirSync(spillFolder);
const settings = { spillFolder, threads: os.availableParallelism(), memoryBytes: os.totalmem() / 4 };
// A database in memory, because DuckDB names one after its file.
const duckdb = await openDuckDB({ file: ':memory:', ...settings });
await duckdb.run(`ATTACH ${literal(file)} AS own`);
await duckdb.run(`ATTACH ${literal(warehouseFile(version))} AS warehouse (READ_ONLY)`);
const tables = await readTables(duckdb.rows, 'warehouse', version);
for (const name of tables.columns.keys()) {
  // The names of the files would lead back to them.
  if (name === 'table_parts') continue;
  await duckdb.run(`CREATE TABLE own.main.${identifier(name)} AS FROM ${tableRows(tables, name)!}`);
}
await duckdb[Symbol.asyncDispose]();
fs.rmSync(spillFolder, { recursive: true });
process.stdout.write(`${JSON.stringify({ seconds: (performance.now() - started) / 1000 })}\n`);
