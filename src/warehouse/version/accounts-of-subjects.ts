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

type Naming = 'id' | 'email' | 'name';

/** How the accounts are found that an id, an e-mail address or a name stands for: SQL for the text that is looked for, and for that of an account. */
const namings: Readonly<Record<Naming, readonly (readonly [text: (value: string) => string, ofAccount: string])[]>> = {
  id: [[same, '"id"']],
  email: [
    [lower, 'lower("email")'],
    [lower, 'lower("alias")'],
    [lower, 'lower(unnest("alternateEmails"))'],
  ],
  name: [
    [same, '"id"'],
    [same, `"federationId"->>'$.value'`],
    [lower, 'lower("alias")'],
  ],
};

function same(text: string): string {
  return text;
}

function lower(text: string): string {
  return `lower(${text})`;
}

const memoryBytes = 256 * 1024 * 1024;

/** Somebody waits for what an event changes, and the columns of 100,000 accounts take two threads half as long. */
const threads = 2;

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
  await using duckdb = await openDuckDB({ file: ':memory:', spillFolder, threads, memoryBytes });
  await duckdb.run(`ATTACH ${literal(warehouseFile(versionFolder))} AS warehouse (READ_ONLY)`);
  const tables = await readTables(duckdb.rows, 'warehouse', versionFolder);
  await duckdb.run(
    `CREATE TEMP TABLE named AS SELECT * FROM (SELECT unnest(from_json(${literal(JSON.stringify(named))},
       '[{"event": "INTEGER", "instance": "UUID", "id": "VARCHAR", "email": "VARCHAR", "name": "VARCHAR"}]'), recursive := true))`,
  );
  const accounts = `SELECT "objectMetadata"."ApplicationInstanceId" AS instance, * FROM ${tableRows(tables, 'Account')}`;
  // Each reads one column of all accounts, so only those are run that can find something.
  const found = (['id', 'email', 'name'] as const)
    .filter(name => named.some(each => each[name] !== undefined))
    .flatMap(name =>
      namings[name].map(([text, ofAccount]) => {
        // With the texts written out, DuckDB reads the other columns only of accounts that have one of them.
        const texts = named.flatMap(each => each[name] ?? []).map(each => text(literal(each)));
        return `SELECT event, account.id
          FROM named JOIN (SELECT instance, "id" AS id, ${ofAccount} AS text FROM (${accounts})) AS account
            ON account.instance = named.instance AND account.text = ${text(`named.${name}`)}
          WHERE account.text IN (${texts.join(', ')})`;
      }),
    );
  if (found.length === 0) return new Map();
  const rows = await duckdb.rows<{ event: number; id: string }>(
    `SELECT DISTINCT event, id FROM (${found.join(' UNION ALL ')}) ORDER BY event, id`,
  );
  return new Map(
    [...Map.groupBy(rows, ({ event }) => Number(event))].map(([event, own]) => [event, own.map(({ id }) => id)]),
  );
}
