// DuckDB over one version, for a process that reads it. It can reach the version's file, read-only, and nothing else.
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { instanceOptions, literal } from '../duckdb.ts';
import { createInventory } from './inventory-views.ts';

export interface VersionOpening {
  /** The version's DuckDB file. */
  readonly file: string;
  readonly threads: number;
  readonly memoryBytes: number;
  /** The only application instances whose rows may be seen; null: all. */
  readonly visible: readonly string[] | null;
}

/** Schema `inventory` over a version. Until {@link lock} is called, a statement can still reach everything. */
export async function openVersionFile(opening: VersionOpening, spillFolder: string): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(':memory:', {
    ...instanceOptions({ ...opening, spillFolder }),
    allow_community_extensions: 'false',
  });
  const connection = await instance.connect();
  await connection.run(`ATTACH ${literal(opening.file)} AS warehouse (READ_ONLY)`);
  await createInventory(connection, opening.visible);
  return connection;
}

/** From now on statements can reach only the outside paths that `settings` allow, and no setting can be changed. */
export async function lock(connection: DuckDBConnection, settings: Readonly<Record<string, string>>): Promise<void> {
  const last = { TimeZone: literal('UTC'), ...settings, enable_external_access: 'false', lock_configuration: 'true' };
  for (const [name, value] of Object.entries(last)) await connection.run(`SET ${name} = ${value}`);
}
