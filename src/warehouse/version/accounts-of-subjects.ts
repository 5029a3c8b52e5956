// Finds the accounts of a source that subjects of events name, in the version in service.
import { literal } from '../duckdb.ts';
import { tableRows } from './table-parts.ts';
import { withTables } from './with-tables.ts';

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

interface NamingOf {
  /** SQL for the text that is looked for. */
  readonly text: (value: string) => string;
  /** SQL for that of an account, or for a list of texts. */
  readonly ofAccount: string;
  readonly isList?: boolean;
}

/** By what the accounts are found that an id, an e-mail address or a name stands for. */
const namings: Readonly<Record<Naming, readonly NamingOf[]>> = {
  id: [{ text: same, ofAccount: '"id"' }],
  email: [
    { text: lower, ofAccount: 'lower("email")' },
    { text: lower, ofAccount: 'lower("alias")' },
    { text: lower, ofAccount: 'list_transform("alternateEmails", lambda address: lower(address))', isList: true },
  ],
  name: [
    { text: same, ofAccount: '"id"' },
    { text: same, ofAccount: `("federationId"->>'$.value')` },
    { text: lower, ofAccount: 'lower("alias")' },
  ],
};

function same(text: string): string {
  return text;
}

function lower(text: string): string {
  return `lower(${text})`;
}

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
  // Only those that can find something.
  const used = (['id', 'email', 'name'] as const)
    .filter(name => named.some(each => each[name] !== undefined))
    .flatMap(name => namings[name].map(naming => ({ ...naming, name })));
  if (used.length === 0) return new Map();
  const holds = used.map(({ name, text, ofAccount, isList }) => {
    const texts = named.flatMap(each => each[name] ?? []).map(each => text(literal(each)));
    return isList ? `list_has_any(${ofAccount}, [${texts.join(', ')}])` : `${ofAccount} IN (${texts.join(', ')})`;
  });
  const found = used.map(({ name, text, ofAccount, isList }) => {
    const wanted = text(`named.${name}`);
    return `SELECT event, account.id
      FROM named JOIN (SELECT instance, "id" AS id, ${ofAccount} AS text FROM accounts) AS account
        ON account.instance = named.instance AND ${isList ? `list_contains(account.text, ${wanted})` : `account.text = ${wanted}`}`;
  });
  const rows = await withTables(versionFolder, spillFolder, (duckdb, tables) =>
    // The accounts are read once, and few of them have one of the texts.
    duckdb.rows<{ event: number; id: string }>(
      `WITH named AS (SELECT unnest(from_json(${literal(JSON.stringify(named))},
         '[{"event": "INTEGER", "instance": "UUID", "id": "VARCHAR", "email": "VARCHAR", "name": "VARCHAR"}]'), recursive := true)),
       accounts AS MATERIALIZED (
         SELECT "objectMetadata"."ApplicationInstanceId" AS instance, "id", "alias", "email", "alternateEmails", "federationId"
         FROM ${tableRows(tables, 'Account')} WHERE ${holds.join(' OR ')})
       SELECT DISTINCT event, id FROM (${found.join(' UNION ALL ')}) ORDER BY event, id`,
    ),
  );
  return new Map(
    [...Map.groupBy(rows, ({ event }) => Number(event))].map(([event, own]) => [event, own.map(({ id }) => id)]),
  );
}
