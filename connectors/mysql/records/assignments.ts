// What each account and role may do: on the server, with other accounts and roles, and with databases and what is in them.
import { metadataItems } from '../../../src/connector/metadata-items.ts';
import { mysqlAccountId, mysqlColumnId, mysqlRoleId, mysqlServerId, mysqlTableId, routineId } from '../ids.ts';
import type { AccountRow } from '../principals.ts';
import { type MysqlSection, section } from '../sections.ts';
import { contentGrants, databaseGrants, origin, recordsOf } from './held-rows.ts';
import type { RoleMemberRow } from './identities.ts';
import { grantOf, grantRecord } from './privileges.ts';

interface Grantee {
  readonly host: string;
  readonly user: string;
}

interface DynamicGrantRow extends Grantee {
  readonly privileges: string;
  readonly grantable: string | null;
}

/** A row of mysql.db: the names of its columns are the server's. */
interface DatabaseGrantRow {
  readonly Host: string;
  readonly Db: string;
  readonly User: string;
  readonly [column: `${string}_priv`]: 'Y' | 'N';
}

interface TableGrantRow extends Grantee {
  readonly db: string;
  readonly name: string;
  /** A set of the server: names joined with commas. */
  readonly privileges: string;
}

interface ColumnGrantRow extends TableGrantRow {
  readonly table_name: string;
}

interface RoutineGrantRow extends TableGrantRow {
  readonly kind: string;
}

interface ProxyRow extends Grantee {
  readonly proxied_host: string;
  readonly proxied_user: string;
  readonly may_grant: number;
}

/** Privileges on the server that let an account act as every other one. */
const impersonating = new Set(['SUPER', 'SET USER', 'SET_USER_ID', 'SET_ANY_DEFINER', 'CREATE USER']);

const globalSection = section<AccountRow>('accounts', 'accounts', ['host', 'user'], (row, { principals }) => {
  const privileges = row.privileges === '' ? [] : row.privileges.split(',');
  const mayGrant = Number(row.may_grant) === 1;
  if (privileges.length === 0 && !mayGrant) return [];
  const specifiers = privileges.some(name => impersonating.has(name)) ? ['impersonate:*'] : [];
  const entitlement = { privileges, mayGrant, specifiers, hasContents: true };
  return recordsOf(principals.entity(row.user, row.host), mysqlServerId, entitlement);
});

const dynamicSection = section<DynamicGrantRow>(
  'dynamic-grants',
  'mysql.global_grants',
  ['host', 'user'],
  ({ user, host, privileges, grantable }, { principals }) => {
    const names = privileges.split(',');
    const specifiers = names.some(name => impersonating.has(name)) ? ['impersonate:*'] : [];
    const metadata = grantable === null ? [] : metadataItems('grant', { grantOption: grantable.split(',') });
    const mayGrant = grantable !== null;
    const entitlement = { privileges: names, mayGrant, specifiers, metadata, appliesToContents: false };
    return recordsOf(principals.entity(user, host), mysqlServerId, entitlement, 'dynamic');
  },
);

const roleSection = section<RoleMemberRow>(
  'memberships',
  'memberships of roles',
  ['host', 'user', 'role', 'role_host'],
  (row, { principals, client }) => {
    const isAccount = principals.get(row.role, row.role_host)?.isAccount === true;
    return principals.members(row, client.product).map(holder => {
      // The default role and ADMIN OPTION are those of the account that the row names.
      const isDefault = holder.isNamed && row.is_default === 1;
      const isAdmin = holder.isNamed && row.admin === 1;
      const entitlement = {
        privileges: ['SET', ...(isDefault ? ['DEFAULT'] : []), ...(isAdmin ? ['ADMIN'] : [])],
        mayGrant: isAdmin,
        specifiers: isAccount ? [`impersonate:${mysqlAccountId(row.role, row.role_host)}`] : [],
        description: 'Membership',
      };
      return grantRecord(holder, mysqlRoleId(row.role, row.role_host), entitlement, origin(row, holder));
    });
  },
);

const proxySection = section<ProxyRow>(
  'proxies',
  'mysql.proxies_priv',
  ['host', 'user', 'proxied_host', 'proxied_user'],
  (row, { principals }) => {
    const isEverybody = row.proxied_user === '';
    const target = mysqlAccountId(row.proxied_user, row.proxied_host);
    const entitlement = {
      privileges: ['PROXY'],
      mayGrant: Number(row.may_grant) === 1,
      specifiers: [`impersonate:${isEverybody ? '*' : target}`],
      appliesToContents: false,
      description: 'May act as the account after logging in, where its plugin allows it',
    };
    const objectId = isEverybody ? mysqlServerId : target;
    return recordsOf(principals.entity(row.user, row.host), objectId, entitlement, isEverybody ? 'proxy' : '');
  },
);

const databaseGrantSection = section<DatabaseGrantRow>(
  'database-grants',
  'mysql.db',
  ['Host', 'Db', 'User'],
  (row, { client, principals, rows }) => {
    const columns = Object.keys(row) as (keyof DatabaseGrantRow & string)[];
    const held = columns.filter(column => column.endsWith('_priv') && row[column] === 'Y');
    const grant = grantOf(held.map(column => column.slice(0, -'_priv'.length)));
    const entitlement = { ...grant, hasContents: true };
    const place = { host: row.Host, user: row.User, db: row.Db };
    return databaseGrants(place, entitlement, { client, principals, rows });
  },
);

const tableGrantSection = section<TableGrantRow>(
  'table-grants',
  'mysql.tables_priv',
  ['host', 'db', 'user', 'name'],
  ({ host, user, db, name, privileges }, { client, principals, rows }) =>
    client.isChosen(db)
      ? contentGrants(
          { user, host },
          mysqlTableId(db, name),
          { ...grantOf(privileges.split(',')), hasContents: true },
          principals,
          rows.hostsOf(user, db, name),
        )
      : [],
);

const columnGrantSection = section<ColumnGrantRow>(
  'column-grants',
  'mysql.columns_priv',
  ['host', 'db', 'user', 'table_name', 'name'],
  ({ host, user, db, table_name: table, name, privileges }, { client, principals, rows }) =>
    client.isChosen(db)
      ? contentGrants(
          { user, host },
          mysqlColumnId(db, table, name),
          grantOf(privileges.split(',')),
          principals,
          rows.hostsOf(user, db, table),
        )
      : [],
);

const routineGrantSection = section<RoutineGrantRow>(
  'routine-grants',
  'mysql.procs_priv',
  ['host', 'db', 'user', 'name', 'kind'],
  ({ host, user, db, name, kind, privileges }, { client, principals, rows }) =>
    client.isChosen(db)
      ? contentGrants(
          { user, host },
          routineId(db, kind, name),
          grantOf(privileges.split(',')),
          principals,
          rows.hostsOf(user, db, `${kind} ${name}`),
        )
      : [],
);

export const mysqlAssignmentSections: readonly MysqlSection[] = [
  globalSection,
  dynamicSection,
  roleSection,
  proxySection,
  databaseGrantSection,
  tableGrantSection,
  columnGrantSection,
  routineGrantSection,
];
