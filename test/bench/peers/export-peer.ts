// Child process: writes the rows of an export without the service: with DuckDB's own COPY of the same SQL, or with a loop that
// reads rows from DuckDB and renders each with csv-stringify.
//
//   export-peer.ts '{"kind":"copy","version":…,"context":…,"file":…}'  →  {"seconds":…,"bytes":…}
import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { stringify } from 'csv-stringify';
import { conditionsOf, rowsOf } from '../../../src/exports/conditions.ts';
import { exportContext, exportViews } from '../../../src/exports/contexts.ts';
import { literal } from '../../../src/warehouse/duckdb.ts';
import { createInventory } from '../../../src/warehouse/version/inventory-views.ts';
import { type Ask, isInOrder, readTables } from '../../../src/warehouse/version/table-parts.ts';

const { kind, version, context, file } = JSON.parse(process.argv[2]!) as {
  kind: 'copy' | 'stringify';
  /** The version's folder. */
  version: string;
  context: string;
  file: string;
};

const connection = await (await DuckDBInstance.create(':memory:')).connect();
await connection.run(`ATTACH ${literal(path.join(version, 'warehouse.duckdb'))} AS warehouse (READ_ONLY)`);
const ask: Ask = async <Row>(sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJS() as Row[];
const tables = await readTables(ask, 'warehouse', version);
await createInventory(connection, tables, null);
for (const statement of exportViews()) await connection.run(statement);
const query = rowsOf(
  exportContext(context)!,
  conditionsOf([], new Date(), () => undefined),
  [],
  type => isInOrder(tables, type),
);

const started = performance.now();
if (kind === 'copy') await connection.run(`COPY (${query}) TO ${literal(file)} (FORMAT csv, HEADER)`);
else await renderRows(connection, query);
const seconds = (performance.now() - started) / 1000;
process.stdout.write(`${JSON.stringify({ seconds, bytes: fs.statSync(file).size })}\n`);

async function renderRows(from: DuckDBConnection, sql: string): Promise<void> {
  const result = await from.stream(sql);
  const rows = async function* () {
    for await (const chunk of result.yieldRowsJson()) yield* chunk;
  };
  const csv = stringify({ header: true, columns: result.columnNames(), escape_formulas: true });
  await pipeline(Readable.from(rows()), csv, fs.createWriteStream(file));
}
