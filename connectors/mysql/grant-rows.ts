// The rows of grants on databases, and the hosts of other rows. For one client, the server uses the most specific row only.

import { isDeniedStatement } from '../../src/connector/sql/mysql/failures.ts';
import type { MysqlSession } from '../../src/connector/sql/mysql/session.ts';
import { literalName, patternMatcher } from './database-names.ts';
import { coverageOf, type GrantRow, isBeforeRow } from './hosts.ts';
import type { Holder } from './principals.ts';
import { type MysqlStatementName, mysqlStatement, type Product } from './statements.ts';

/** What the rows are read with. */
interface RowServer {
  readonly session: MysqlSession;
  readonly product: Product;
  readonly hasPatterns: boolean;
  databases(): Promise<readonly { readonly name: string }[]>;
}

export interface GrantRows {
  /** The databases in a pattern, with those for which a more specific row counts for each client of the account. */
  databasesOf(
    row: GrantRow,
    holder: Holder,
  ): { readonly inside: readonly string[]; readonly hidden: readonly string[] };
  /** The hosts of the rows that a name has for a table or routine, where there are several. */
  hostsOf(user: string, db: string, name: string): readonly string[];
}

export async function readGrantRows(client: RowServer): Promise<GrantRows> {
  const rows = await rowsOf<GrantRow>(client, 'database-rows');
  const byUser = Map.groupBy(rows, ({ user }) => user);
  const several = await rowsOf<GrantRow & { name: string }>(client, 'rows-of-several-hosts');
  const keyOf = (user: string, db: string, name: string) => JSON.stringify([user, db, name]);
  const hosts = Map.groupBy(several, ({ user, db, name }) => keyOf(user, db, name));
  const databases = await client.databases();
  const inside = new Map<string, readonly string[]>();
  const matchesOf = (db: string) => {
    const names = inside.get(db) ?? namesIn(db, databases, client);
    inside.set(db, names);
    return names;
  };
  return {
    databasesOf(row, holder) {
      const names = matchesOf(row.db);
      const rivals = [
        ...(byUser.get(holder.user) ?? []),
        ...(holder.host !== '' && holder.user !== '' ? (byUser.get('') ?? []) : []),
      ];
      const stronger = rivals.filter(other => isStronger(other, row, holder));
      const hidden = names.filter(name => stronger.some(({ db }) => matchesOf(db).includes(name)));
      return { inside: names, hidden };
    },
    hostsOf: (user, db, name) => (hosts.get(keyOf(user, db, name)) ?? []).map(({ host }) => host),
  };
}

/** A row that is for some clients only hides others for these clients only. */
function isStronger(other: GrantRow, row: GrantRow, { host }: Holder): boolean {
  const isOther = other.host !== row.host || other.db !== row.db || other.user !== row.user;
  const isForAll = host === '' ? other.host === '' : other.host !== '' && coverageOf(other.host, host) === 'always';
  return isOther && isForAll && isBeforeRow(other, row);
}

function namesIn(
  pattern: string,
  databases: readonly { readonly name: string }[],
  client: RowServer,
): readonly string[] {
  const literal = literalName(pattern, client);
  if (literal !== undefined) return [literal];
  const matches = patternMatcher(pattern);
  return databases.filter(({ name }) => matches(name)).map(({ name }) => name);
}

/** A table that may not be read is a gap of its section. */
async function rowsOf<Row extends object>({ session, product }: RowServer, name: MysqlStatementName): Promise<Row[]> {
  try {
    return await session.rows<Row>(mysqlStatement(product, name)!);
  } catch (error) {
    if (!isDeniedStatement(error)) throw error;
    return [];
  }
}
