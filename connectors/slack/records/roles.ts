// Roles: what Slack calls account types, and the roles of an organisation (docs.slack.dev/reference/methods/admin.roles.addAssignments).

import type { SourceRecord } from '../../../src/connector/contract.ts';
import { flagOfValue } from '../../../src/connector/flags.ts';
import { textAt, valueAt } from '../../../src/connector/json-values.ts';
import { assignmentRecord } from '../../../src/connector/relationship-records.ts';

export type AccountRole = 'primary-owner' | 'owner' | 'admin' | 'member' | 'guest' | 'single-channel-guest';

const names: Readonly<Record<AccountRole, string>> = {
  'primary-owner': 'Primary Owner',
  owner: 'Workspace Owner',
  admin: 'Workspace Admin',
  member: 'Member',
  guest: 'Multi-Channel Guest',
  'single-channel-guest': 'Single-Channel Guest',
};

const flags: readonly (readonly [flag: string, role: AccountRole])[] = [
  ['is_primary_owner', 'primary-owner'],
  ['is_owner', 'owner'],
  ['is_admin', 'admin'],
  ['is_ultra_restricted', 'single-channel-guest'],
  ['is_restricted', 'guest'],
];

/** The highest role of a user: an owner has the flag of administrators too. */
export function roleOf(user: unknown): AccountRole {
  return flags.find(([flag]) => flagOfValue(valueAt(user, flag)) === true)?.[1] ?? 'member';
}

const administrators: ReadonlySet<string> = new Set(['primary-owner', 'owner', 'admin']);

export const accountRoles: readonly SourceRecord[] = Object.entries(names).map(([id, name]) => ({
  ...{ id, name, type: 'Standard', applicationRoleType: 'account type' },
}));

/** A role of an organisation, held over the organisation, a workspace or a channel. Slack's API gives its id only. */
export interface RoleAssignment {
  readonly userId: string;
  readonly roleId: string;
}

/** @param assignment an item of `admin.roles.listAssignments` */
export function assignmentOf(assignment: unknown): RoleAssignment | undefined {
  const [role, entity, userId] = ['role_id', 'entity_id', 'user_id'].map(name => textAt(assignment, name));
  if (role === undefined || entity === undefined || userId === undefined) return undefined;
  return { userId, roleId: `${role}@${entity}` };
}

export const organisationRole = (id: string): SourceRecord => ({
  ...{ id, name: id.split('@')[0], type: 'Standard', applicationRoleType: 'role of the organisation' },
  description: `held over ${id.slice(id.indexOf('@') + 1)}`,
});

/** What a role of a workspace permits there. */
export function roleAccess(role: SourceRecord, teamId: string): SourceRecord {
  const isAdmin = administrators.has(role.id);
  return assignmentRecord(['Role', role.id], ['IntegratedApplication', teamId], {
    name: role['name'],
    permissions: {
      isRead: true,
      isExecute: true,
      isCreate: isAdmin,
      isUpdate: isAdmin,
      isDelete: isAdmin,
      isPrivileged: isAdmin,
    },
    // An administrator manages channels, and does not read private ones that they are not in.
    appliesToContents: false,
  });
}
