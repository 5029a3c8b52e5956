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

/** Where each name of a subject is looked for. Ids distinguish case; names and addresses do not, because systems write them differently. */
const fields: readonly {
  readonly by: 'id' | 'email' | 'name';
  readonly value: string;
  readonly ignoresCase: boolean;
}[] = [
  { by: 'id', value: '"id"', ignoresCase: false },
  { by: 'name', value: '"id"', ignoresCase: false },
  { by: 'name', value: `"federationId"->>'$.value'`, ignoresCase: false },
  { by: 'name', value: '"alias"', ignoresCase: true },
  { by: 'email', value: '"email"', ignoresCase: true },
  { by: 'email', value: '"alias"', ignoresCase: true },
  { by: 'email', value: 'unnest("alternateEmails")', ignoresCase: true },
];

const memoryBytes = 256 * 1024 * 1024;

/**
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
  await duckdb.run(
    `CREATE TEMP TABLE named AS SELECT * FROM (SELECT unnest(from_json(${literal(JSON.stringify(named))},
       '[{"event": "INTEGER", "instance": "UUID", "id": "VARCHAR", "email": "VARCHAR", "name": "VARCHAR"}]'), recursive := true))`,
  );
  const accounts = `(SELECT "objectMetadata"."ApplicationInstanceId" AS instance, * FROM ${tableRows(tables, 'Account')})`;
  const queries = fields.flatMap(({ by, value, ignoresCase }) => {
    const values = named.flatMap(subject => subject[by] ?? []);
    if (values.length === 0) return [];
    const folded = (text: string) => (ignoresCase ? `lower(${text})` : text);
    // A list of values is looked up while the file is read. A join would read all accounts.
    return `SELECT event, known.id FROM (
        SELECT instance, id, value FROM (SELECT instance, "id" AS id, ${value} AS value FROM ${accounts})
        WHERE ${folded('value')} IN (${values.map(each => folded(literal(each))).join(', ')})
      ) AS known
      JOIN named ON named.instance = known.instance AND ${folded(`named.${by}`)} = ${folded('known.value')}`;
  });
  const found = await duckdb.rows<{ event: number; id: string }>(
    `SELECT DISTINCT event, id FROM (${queries.join(' UNION ALL ')}) ORDER BY event, id`,
  );
  return new Map(
    [...Map.groupBy(found, ({ event }) => Number(event))].map(([event, rows]) => [event, rows.map(({ id }) => id)]),
  );
}
