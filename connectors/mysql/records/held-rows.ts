// Assignments for everybody for whom the server uses a row of grants: the account that it names, accounts of the same name at other
// hosts, and all accounts when a row for databases names nobody.
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { metadataItems } from '../../../src/connector/metadata-items.ts';
import type { MysqlClient } from '../client.ts';
import { grantedDatabaseId, literalName } from '../database-names.ts';
import type { GrantRows } from '../grant-rows.ts';
import { coverageOf, type GrantRow, isBeforeRow } from '../hosts.ts';
import { mysqlDatabaseId, rowText } from '../ids.ts';
import type { Holder, MysqlEntity, Principals } from '../principals.ts';
import { grantRecord, type MysqlEntitlement } from './privileges.ts';

/** What is given to an account or role that does not exist gives nothing. */
export const recordsOf = (
  entity: MysqlEntity | undefined,
  objectId: string,
  entitlement: MysqlEntitlement,
  what = '',
): SourceRecord[] => (entity ? [grantRecord(entity, objectId, entitlement, what)] : []);

interface RowContext {
  readonly client: MysqlClient;
  readonly principals: Principals;
  readonly rows: GrantRows;
}

export function databaseGrants(
  row: GrantRow,
  entitlement: MysqlEntitlement,
  { client, principals, rows }: RowContext,
): SourceRecord[] {
  return principals.holders(row.user, row.host, true).flatMap(holder => {
    const ofHolder = entitlementOf(row, holder, entitlement);
    const { inside, hidden } = rows.databasesOf(row, holder);
    const objectId = grantedDatabaseId(row.db, client);
    const what = origin(row, holder);
    if (hidden.length === 0) return [grantRecord(holder, objectId, ofHolder, what)];
    if (literalName(row.db, client) !== undefined) return [];
    // A more specific row counts for some of the databases, so the others are named one by one.
    const others = inside.filter(name => !hidden.includes(name));
    return [
      grantRecord(holder, objectId, { ...ofHolder, appliesToContents: false }, what),
      ...others.map(name => grantRecord(holder, mysqlDatabaseId(name), ofHolder, `from ${rowText(row)} ${row.db}`)),
    ];
  });
}

/** Of a table, column or routine. @param hosts those of all rows of the name for the table or routine */
export function contentGrants(
  row: Omit<GrantRow, 'db'>,
  objectId: string,
  entitlement: MysqlEntitlement,
  principals: Principals,
  hosts: readonly string[],
): SourceRecord[] {
  return principals.holders(row.user, row.host).flatMap(holder => {
    const isHidden = hosts.some(
      host => coverageOf(host, holder.host) === 'always' && isBeforeRow({ ...row, host, db: '' }, { ...row, db: '' }),
    );
    if (isHidden) return [];
    return [grantRecord(holder, objectId, entitlementOf(row, holder, entitlement), origin(row, holder))];
  });
}

/** Distinguishes the assignment because of a row that is not written for its holder. */
export const origin = (row: Omit<GrantRow, 'db'>, holder: Holder) => (holder.isNamed ? '' : `from ${rowText(row)}`);

function entitlementOf(
  row: Omit<GrantRow, 'db'>,
  { isNamed, coverage }: Holder,
  entitlement: MysqlEntitlement,
): MysqlEntitlement {
  if (isNamed) return entitlement;
  return {
    ...entitlement,
    metadata: metadataItems('grant', { grantedTo: rowText(row) }),
    ...(coverage === 'sometimes' && { clientHost: row.host }),
  };
}
