// Finds the accounts of a source that subjects of events name, in the version in service.
import { literal, openDuckDB } from '../duckdb.ts';
import { warehouseFile } from './layout.ts';
import { readTables, tableRows } from './table-parts.ts';

/** What names an account of a source. */
export interface AccountOfSubject {
  /** Number of the event. */
  readonly event: number;
  readonly instance: string;
  readonly id?: string;
  readonly email?: string;
  readonly name?: string;
}

const memoryBytes = 256 * 1024 * 1024;

/**
 * Ids and federated ids distinguish case; names and e-mail addresses do not, because systems write them differently.
 * @param versionFolder a local copy @param spillFolder where DuckDB may spill
 * @returns event → local ids of accounts
 */
export async function accountsOfSubjects(
  versionFolder: string,
  spillFolder: string,
  named: readonly AccountOfSubject[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  await using duckdb = await openDuckDB({ file: ':memory:', spillFolder, threads: 1, memoryBytes });
  await duckdb.run(`ATTACH ${literal(warehouseFile(versionFolder))} AS warehouse (READ_ONLY)`);
  const tables = await readTables(duckdb.rows, 'warehouse', versionFolder);
  const instances = [...new Set(named.map(({ instance }) => `${literal(instance)}::UUID`))].join(', ');
  await duckdb.run(
    `CREATE TEMP TABLE named AS SELECT * FROM (SELECT unnest(from_json(${literal(JSON.stringify(named))},
       '[{"event": "INTEGER", "instance": "UUID", "id": "VARCHAR", "email": "VARCHAR", "name": "VARCHAR"}]'), recursive := true))`,
  );
  await duckdb.run(
    `CREATE TEMP TABLE known AS
     SELECT "objectMetadata"."ApplicationInstanceId" AS instance, "id" AS id, lower("alias") AS alias, lower("email") AS email,
       "federationId"->>'$.value' AS federated, "alternateEmails" AS others
     FROM ${tableRows(tables, 'Account')} WHERE "objectMetadata"."ApplicationInstanceId" IN (${instances})`,
  );
  const same = [
    'named.id = known.id',
    'named.name = known.id',
    'named.name = known.federated',
    'lower(named.name) = known.alias',
    'lower(named.email) = known.email',
    'lower(named.email) = known.alias',
  ].map(
    condition => `SELECT event, known.id FROM named JOIN known ON named.instance = known.instance AND ${condition}`,
  );
  const found = await duckdb.rows<{ event: number; id: string }>(
    `SELECT DISTINCT event, id FROM (${same.join(' UNION ALL ')} UNION ALL
       SELECT event, other.id FROM named
       JOIN (SELECT instance, id, lower(unnest(others)) AS email FROM known) AS other
         ON named.instance = other.instance AND lower(named.email) = other.email)
     ORDER BY event, id`,
  );
  return new Map(
    [...Map.groupBy(found, ({ event }) => Number(event))].map(([event, rows]) => [event, rows.map(({ id }) => id)]),
  );
}
