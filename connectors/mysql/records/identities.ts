// Accounts, roles and memberships.
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { metadataItems } from '../../../src/connector/metadata-items.ts';
import type { MysqlClient } from '../client.ts';
import { mysqlAccountId, mysqlLinkId, mysqlPublicId, mysqlRoleId, rowText } from '../ids.ts';
import { type AccountRow, isPublic } from '../principals.ts';
import { section } from '../sections.ts';

const accountTable = 'accounts';

/** MariaDB has PUBLIC since 10.11, MySQL has not. */
export async function publicGroup({ product, version }: MysqlClient): Promise<SourceRecord[]> {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (product !== 'mariadb' || major < 10 || (major === 10 && minor < 11)) return [];
  return [
    {
      id: mysqlPublicId,
      name: 'PUBLIC',
      description: 'Every account of the server, now and in future',
      type: 'Modeled',
      isDynamic: true,
      isAssignableToRole: true,
    },
  ];
}

export const mysqlAccountSection = section<AccountRow>(
  'accounts',
  accountTable,
  ['host', 'user'],
  (row, { principals, client }) => (principals.get(row.user, row.host)?.isAccount ? [accountOf(row, client)] : []),
);

export const mysqlRoleSection = section<AccountRow>('accounts', accountTable, ['host', 'user'], (row, context) => {
  const known = context.principals.get(row.user, row.host);
  if (!known?.isRole || isPublic(row.user, row.host)) return [];
  return [
    {
      id: mysqlRoleId(row.user, row.host),
      name: row.user || "''",
      applicationRoleType: known.isAccount ? 'account that is granted as a role' : 'role',
      type: 'Custom',
      isCustom: true,
    },
  ];
});

/** Every account is in PUBLIC, where there is one. An account that is a role too holds that role. */
export const ownMembershipSection = section<AccountRow>(
  'accounts',
  accountTable,
  ['host', 'user'],
  ({ user, host }, { principals, client }) => {
    const known = principals.get(user, host);
    if (!known?.isAccount) return [];
    const id = mysqlAccountId(user, host);
    return [
      ...(client.product === 'mariadb' ? [membership(id, 'Account', mysqlPublicId, 'UserGroup')] : []),
      ...(known.isRole ? [membership(id, 'Account', mysqlRoleId(user, host), 'Role')] : []),
    ];
  },
);

export interface RoleMemberRow {
  readonly host: string;
  readonly user: string;
  readonly role: string;
  readonly role_host: string;
  readonly admin: number;
  readonly is_default: number;
}

export const memberSection = section<RoleMemberRow>(
  'memberships',
  'memberships of roles',
  ['host', 'user', 'role', 'role_host'],
  (row, { principals, client }) =>
    principals.members(row, client.product).map(holder => {
      const record = membership(holder.id, holder.type, mysqlRoleId(row.role, row.role_host), 'Role');
      return holder.isNamed ? record : { ...record, id: `${record.id} from ${rowText(row)}` };
    }),
);

function membership(entityId: string, entityType: string, holderId: string, holderType: string): SourceRecord {
  return {
    id: mysqlLinkId(entityId, 'via', holderId),
    entityId,
    entityType,
    managedViaObjectId: holderId,
    managedViaObjectType: holderType,
  };
}

/** Privileges with which an account can give itself, or take over, every other one. */
const administrative = new Set(['SUPER', 'CREATE USER', 'SYSTEM_USER']);

function accountOf(row: AccountRow, client: MysqlClient): SourceRecord {
  const held = row.privileges === '' ? [] : row.privileges.split(',');
  const because = held.filter(name => administrative.has(name));
  const isAdmin = because.length > 0;
  const enabled = Number(row.is_locked) !== 1;
  const changed = passwordChanged(row);
  // The name of an anonymous account is empty.
  const name = row.user || "''";
  return {
    id: mysqlAccountId(row.user, row.host),
    alias: name,
    name,
    displayName: `${name}@${row.host}`,
    ...client.kindOf({ name: row.user, isAdmin }),
    accountRole: isAdmin ? 'administrator' : 'account',
    authenticationFunctions: ['ApplicationAccount'],
    authenticationMethods: methodsOf(row),
    enabled,
    isAdmin,
    hasAPIAccess: enabled,
    ...(changed !== undefined && { lastPasswordChangedDate: changed.toISOString() }),
    profileMetadata: [
      ...metadataItems('account', {
        host: row.host,
        passwordExpires: expiryOf(row, changed, client.defaultLifetime),
        isPasswordExpired: row.is_password_expired === 1,
        tlsRequired: row.tls_required || 'NO',
      }),
      ...metadataItems('privileges', { administratorBecause: isAdmin ? because : undefined }),
    ],
  };
}

/** https://mariadb.com/kb/en/authentication-plugins/, https://dev.mysql.com/doc/refman/8.4/en/authentication-plugins.html */
const methodTypes: Readonly<Record<string, string>> = {
  unix_socket: 'UnixSocket',
  auth_socket: 'UnixSocket',
  pam: 'PAM',
  authentication_pam: 'PAM',
  gssapi: 'Kerberos',
  authentication_kerberos: 'Kerberos',
  authentication_ldap_simple: 'LDAP',
  authentication_ldap_sasl: 'LDAP',
  mysql_no_login: 'None',
};

function methodsOf({ plugin, other_plugins: others }: AccountRow) {
  const plugins = new Set<string>();
  if (others !== null) for (const name of JSON.parse(others) as string[]) plugins.add(name);
  if (plugin) plugins.add(plugin);
  return [...plugins].map(name => ({ type: methodTypes[name] ?? 'Password', description: name }));
}

function passwordChanged({ password_changed: seconds }: AccountRow): Date | undefined {
  return seconds === null || Number(seconds) <= 0 ? undefined : new Date(Number(seconds) * 1000);
}

/** Undefined when the password is valid for ever, or when it is not known when it was set. */
function expiryOf(row: AccountRow, changed: Date | undefined, defaultLifetime: number): Date | undefined {
  const own = row.password_lifetime === null ? -1 : Number(row.password_lifetime);
  const days = own < 0 ? defaultLifetime : own;
  return days === 0 || changed === undefined ? undefined : new Date(changed.getTime() + days * 86_400_000);
}
