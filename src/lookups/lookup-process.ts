// The process that lookups run in. It can read one version's file and nothing else. src/sandbox/process.ts starts it.
import path from 'node:path';
import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';
import { toJson } from '../queries/json-rows.ts';
import { modelStatements } from '../queries/models.ts';
import { serveOwner } from '../sandbox/child.ts';
import { requireSelect, sqlFile } from '../warehouse/sql-files.ts';
import { lock, openVersionFile, type VersionOpening } from '../warehouse/version/read-only.ts';

export type LookupValue = string | number | boolean | null;

export interface LookupRequest {
  /** The file `sql/lookups/<name>.sql`. */
  readonly name: string;
  readonly parameters: Readonly<Record<string, LookupValue>>;
}

interface OpenVersion {
  readonly connection: DuckDBConnection;
  /** By the name of the lookup. Planning takes longer than most lookups. */
  readonly prepared: Map<string, DuckDBPreparedStatement>;
}

async function open(opening: VersionOpening): Promise<OpenVersion> {
  const version = await openVersionFile(opening, path.resolve('spill'));
  const { connection } = version;
  for (const statement of modelStatements()) await connection.run(statement);
  await lock(version, {});
  return { connection, prepared: new Map() };
}

async function run({ connection, prepared }: OpenVersion, { name, parameters }: LookupRequest): Promise<object[]> {
  let statement = prepared.get(name);
  if (!statement) {
    const file = sqlFile(`lookups/${name}.sql`);
    requireSelect(file);
    statement = await connection.prepare(file.text);
    prepared.set(name, statement);
  }
  statement.bind({ ...parameters });
  const result = await statement.runAndReadAll();
  const names = result.columnNames();
  const types = result.columnTypes();
  return result
    .getRows()
    .map(row => Object.fromEntries(row.map((value, column) => [names[column]!, toJson(value, types[column]!)])));
}

serveOwner<VersionOpening, OpenVersion, LookupRequest>({
  open,
  run,
  explain: error => ({ message: (error as Error).message, isUnknown: true }),
});
