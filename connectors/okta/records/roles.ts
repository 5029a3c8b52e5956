// Administrator roles (developer.okta.com/docs/api/openapi/okta-management/guides/roles).
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { definedMembers, textAt, timeAt } from '../../../src/connector/json-values.ts';
import { limitedRoleId } from '../ids.ts';

export interface Assignee {
  readonly type: 'Account' | 'UserGroup';
  readonly id: string;
}

/** A role as somebody holds it. */
export interface RoleAssignment {
  readonly assignee: Assignee;
  /** Id of the assignment. */
  readonly id: string;
  /** A standard role such as `USER_ADMIN`, or `CUSTOM`. */
  readonly type: string;
  readonly label: string | undefined;
  /** Of a custom role: its id, and that of the resource set that it is held over. */
  readonly role?: string | undefined;
  readonly resourceSet?: string | undefined;
  /** Names of the groups and applications that a standard role is limited to; empty: it holds for the whole organisation. */
  readonly targets: readonly string[];
}

interface StandardRole {
  readonly name: string;
  /** Whether it changes what others may do, or how they sign in. */
  readonly isPrivileged: boolean;
  readonly permissions: Readonly<Record<string, boolean>>;
}

const everything = { isCreate: true, isRead: true, isUpdate: true, isDelete: true };

/** The standard roles, by their type in the API. */
export const standardRoles: ReadonlyMap<string, StandardRole> = new Map(
  Object.entries({
    SUPER_ADMIN: { name: 'Super Administrator', isPrivileged: true, permissions: { ...everything, isShare: true } },
    ORG_ADMIN: { name: 'Organizational Administrator', isPrivileged: true, permissions: everything },
    USER_ADMIN: { name: 'Group Administrator', isPrivileged: true, permissions: everything },
    HELP_DESK_ADMIN: {
      name: 'Help Desk Administrator',
      isPrivileged: true,
      permissions: { isRead: true, isUpdate: true },
    },
    GROUP_MEMBERSHIP_ADMIN: {
      ...{ name: 'Group Membership Administrator', isPrivileged: true },
      permissions: { isRead: true, isUpdate: true },
    },
    APP_ADMIN: { name: 'Application Administrator', isPrivileged: true, permissions: everything },
    API_ACCESS_MANAGEMENT_ADMIN: {
      name: 'API Access Management Administrator',
      isPrivileged: true,
      permissions: everything,
    },
    API_ADMIN: { name: 'API Access Management Administrator', isPrivileged: true, permissions: everything },
    MOBILE_ADMIN: { name: 'Mobile Administrator', isPrivileged: false, permissions: { isRead: true, isUpdate: true } },
    READ_ONLY_ADMIN: { name: 'Read-Only Administrator', isPrivileged: false, permissions: { isRead: true } },
    REPORT_ADMIN: { name: 'Report Administrator', isPrivileged: false, permissions: { isRead: true } },
  }),
);

export const standardRoleRecords = (): SourceRecord[] =>
  [...standardRoles].map(([type, { name }]) => ({ id: type, name, type: 'Standard', applicationRoleType: type }));

export function customRoleOf(role: unknown): SourceRecord | { readonly reason: string } {
  const [id, name] = [textAt(role, 'id'), textAt(role, 'label')];
  if (id === undefined) return { reason: 'has no id' };
  return {
    id,
    ...definedMembers({
      name: name ?? id,
      description: textAt(role, 'description'),
      type: 'Custom',
      applicationRoleType: 'CUSTOM',
      createdDate: timeAt(role, 'created'),
      lastModifiedDate: timeAt(role, 'lastUpdated'),
    }),
  };
}

/** The local id of the role that an assignment gives; undefined for a custom role whose id the assignment does not say. */
export function roleIdOf({ type, role, targets, assignee }: RoleAssignment): string | undefined {
  if (type === 'CUSTOM') return role;
  return targets.length > 0 ? limitedRoleId(type, assignee.id) : type;
}

/** A role of one holder: a standard role that is limited to some groups or applications. */
export function limitedRoleOf({ type, targets, assignee }: RoleAssignment): SourceRecord {
  const name = standardRoles.get(type)?.name ?? type;
  const shown =
    targets.length > 3 ? `${targets.slice(0, 3).join(', ')} and ${targets.length - 3} more` : targets.join(', ');
  return {
    id: limitedRoleId(type, assignee.id),
    name: `${name} (limited)`,
    description: `Limited to ${shown}`,
    type: 'Modeled',
    applicationRoleType: type,
  };
}
