// Accounts, roles and memberships.
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { metadataItems } from '../../../src/connector/metadata-items.ts';
import type { KindOfLogin } from '../../../src/connector/sql/account-kind.ts';
import { linkId, publicId, roleId } from '../ids.ts';
import { isPredefined, type RoleRow } from '../role-kinds.ts';
import { section } from '../sections.ts';

export const everyRolesGroup: SourceRecord = {
  id: publicId,
  name: 'PUBLIC',
  description: 'Every role of the server, now and in future',
  type: 'Modeled',
  isDynamic: true,
  isAssignableToRole: false,
};

export const accountSection = section<RoleRow>('roles', 'pg_roles', ['oid'], (row, { roles, client }) =>
  roles.get(row.oid)?.isAccount ? [accountOf(row, client.kindOf)] : [],
);

export const roleSection = section<RoleRow>('roles', 'pg_roles', ['oid'], (row, { roles }) =>
  roles.get(row.oid)?.isRole ? [roleOf(row, roles.get(row.oid)!.isAccount)] : [],
);

export const groupSection = section<RoleRow>('roles', 'pg_roles', ['oid'], (row, { roles }) =>
  roles.get(row.oid)?.isGroup ? [groupOf(row)] : [],
);

/** Every account is in PUBLIC. An account that is a role too holds that role. */
export const accountMembershipSection = section<RoleRow>('roles', 'pg_roles', ['oid'], (row, { roles }) => {
  const known = roles.get(row.oid);
  if (!known?.isAccount) return [];
  return [
    membership(roleId(row.oid), 'Account', publicId, 'UserGroup'),
    ...(known.isRole ? [membership(roleId(row.oid), 'Account', roleId(row.oid), 'Role')] : []),
  ];
});

export interface MembershipRow {
  readonly role: number;
  readonly member: number;
  readonly admin: boolean;
  readonly inherits: boolean;
  readonly may_become: boolean;
}

/**
 * A member that neither inherits the role's privileges nor may become it can only give the role to others. It is not a member here;
 * its administration of the role is landed as an access assignment.
 */
export const roleMembershipSection = section<MembershipRow>(
  'memberships',
  'pg_auth_members',
  ['role', 'member'],
  (row, { roles }) => {
    if (!row.inherits && !row.may_become) return [];
    const { id, type } = roles.entity(row.member);
    return [membership(id, type, roleId(row.role), roles.entity(row.role).type)];
  },
);

function membership(entityId: string, entityType: string, holderId: string, holderType: string): SourceRecord {
  return {
    id: linkId(entityId, 'via', holderId),
    entityId,
    entityType,
    managedViaObjectId: holderId,
    managedViaObjectType: holderType,
  };
}

function accountOf(row: RoleRow, kindOf: KindOfLogin): SourceRecord {
  const isAdmin = row.superuser || row.becomes !== null;
  // Superusers are not counted against the limit.
  const enabled = row.can_login && (row.connection_limit !== 0 || row.superuser);
  const passwordExpires = momentOf(row.valid_until);
  return {
    id: roleId(row.oid),
    alias: row.name,
    name: row.name,
    ...kindOf({ name: row.name, isAdmin, isMachine: row.replication && !row.superuser }),
    accountRole: row.superuser ? 'superuser' : 'login',
    accountRoleDisplayName: row.superuser ? 'Superuser' : 'Login role',
    authenticationFunctions: ['ApplicationAccount'],
    enabled,
    isAdmin,
    hasAPIAccess: enabled,
    profileMetadata: [
      ...metadataItems('pg_roles', {
        canLogin: row.can_login,
        superuser: row.superuser,
        createRole: row.create_role,
        createDatabase: row.create_database,
        replication: row.replication,
        bypassRowSecurity: row.bypass_row_security,
        inherit: row.inherit,
        connectionLimit: row.connection_limit < 0 ? undefined : row.connection_limit,
        passwordExpires,
        isPasswordExpired: row.valid_until === null ? undefined : row.valid_until * 1000 < Date.now(),
        comment: row.comment ?? undefined,
      }),
      ...metadataItems('privileges', { administratorBecause: reasonsOf(row) }),
    ],
  };
}

function reasonsOf({ superuser, becomes }: RoleRow): string[] | undefined {
  if (superuser) return ['superuser'];
  return becomes?.map(name => `may become ${name}`);
}

/** Undefined when there is none, and for years that a timestamp of the interface cannot have. */
function momentOf(seconds: number | null): Date | undefined {
  if (seconds === null || !Number.isFinite(seconds)) return undefined;
  const date = new Date(seconds * 1000);
  const year = date.getUTCFullYear();
  return year >= 0 && year <= 9999 ? date : undefined;
}

const groupOf = ({ oid, name, comment }: RoleRow): SourceRecord => ({
  id: roleId(oid),
  name,
  ...(comment !== null && { description: comment }),
  type: 'Security',
  isDynamic: false,
  isAssignableToRole: true,
});

function roleOf(row: RoleRow, isAccount: boolean): SourceRecord {
  const isStandard = isPredefined(row);
  return {
    id: roleId(row.oid),
    name: row.name,
    ...(row.comment !== null && { description: row.comment }),
    applicationRoleType: isStandard ? 'predefined role' : isAccount ? 'login role with members' : 'role',
    type: isStandard ? 'Standard' : 'Custom',
    isCustom: !isStandard,
  };
}
