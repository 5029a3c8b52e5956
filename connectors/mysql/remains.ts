// What is left in the grant tables of accounts and roles that do not exist. The server gives nobody anything because of it, but it would
// be in force again for a new account or role of the name. The ledger names it.
import type { Gap } from '../../src/connector/contract.ts';
import { isDeniedStatement } from '../../src/connector/sql/mysql/failures.ts';
import type { MysqlClient } from './client.ts';
import { mysqlAccountId, mysqlRoleId, qualifiedName } from './ids.ts';
import type { Principals } from './principals.ts';
import type { RoleMemberRow } from './records/identities.ts';
import { type MysqlStatementName, mysqlStatement } from './statements.ts';

/** The ledger names so many rows of one table, and counts the others. */
const namedRows = 20;

interface RemainsRow {
  readonly host: string;
  readonly user: string;
  readonly db?: string;
  readonly name?: string;
  readonly proxied_user?: string;
  readonly proxied_host?: string;
}

const isKnown = (principals: Principals, user: string, host: string) => principals.entity(user, host) !== undefined;
const nameOf = (user: string, host: string) => (host === '' ? mysqlRoleId : mysqlAccountId)(user, host);

/** Memberships of, and in, what does not exist. */
export const membershipRemains = (client: MysqlClient) =>
  remainsIn<RoleMemberRow>(client, 'memberships', 'memberships of roles', 4, (row, principals) =>
    isKnown(principals, row.user, row.host) && principals.get(row.role, row.role_host)
      ? undefined
      : `${nameOf(row.user, row.host)} in ${mysqlRoleId(row.role, row.role_host)}`,
  );

/** Privileges of nobody. */
export async function grantRemains(client: MysqlClient): Promise<Gap[]> {
  const ofContents = (row: RemainsRow, principals: Principals) =>
    principals.holders(row.user, row.host).length > 0 ? undefined : `${nameOf(row.user, row.host)} on ${placeOf(row)}`;
  return [
    ...(await remainsIn<RemainsRow>(client, 'database-rows', 'mysql.db', 0, (row, principals) =>
      principals.holders(row.user, row.host, true).length > 0
        ? undefined
        : `${nameOf(row.user, row.host)} on ${placeOf(row)}`,
    )),
    ...(await remainsIn(client, 'table-grants', 'mysql.tables_priv', 4, ofContents)),
    ...(await remainsIn(client, 'column-grants', 'mysql.columns_priv', 5, ofContents)),
    ...(await remainsIn(client, 'routine-grants', 'mysql.procs_priv', 5, ofContents)),
    ...(await remainsIn<RemainsRow>(client, 'proxies', 'mysql.proxies_priv', 4, (row, principals) =>
      isKnown(principals, row.user, row.host)
        ? undefined
        : `${nameOf(row.user, row.host)} as ${mysqlAccountId(row.proxied_user ?? '', row.proxied_host ?? '')}`,
    )),
    ...(await remainsIn<RemainsRow>(client, 'dynamic-grants', 'mysql.global_grants', 2, (row, principals) =>
      isKnown(principals, row.user, row.host) ? undefined : nameOf(row.user, row.host),
    )),
  ];
}

const placeOf = ({ db = '', name }: RemainsRow) => (name === undefined ? qualifiedName(db) : qualifiedName(db, name));

/**
 * @param keys how many columns the key of the statement has
 * @param describe the text of a row for nobody; undefined for other rows
 */
async function remainsIn<Row extends object>(
  client: MysqlClient,
  statement: MysqlStatementName,
  table: string,
  keys: number,
  describe: (row: Row, principals: Principals) => string | undefined,
): Promise<Gap[]> {
  const text = mysqlStatement(client.product, statement);
  if (text === undefined) return [];
  const principals = await client.principals();
  const names: string[] = [];
  let count = 0;
  try {
    for await (const rows of client.session.pages<Row>(text, Array<string>(keys).fill(''))) {
      for (const row of rows) {
        const name = describe(row, principals);
        if (name === undefined) continue;
        count += 1;
        if (names.length < namedRows) names.push(name);
      }
    }
  } catch (error) {
    // The section that reads the table says so.
    if (!isDeniedStatement(error)) throw error;
    return [];
  }
  if (count === 0) return [];
  const more = count > names.length ? `, and ${count - names.length} more` : '';
  const message = `remains of accounts or roles that do not exist give nothing: ${names.join(', ')}${more}`;
  return [{ reason: 'unsupported', subject: table, message, missing: 'fields' }];
}
