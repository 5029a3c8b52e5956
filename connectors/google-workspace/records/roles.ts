// Administrator roles and their assignments (…/reference/rest/v1/roles, …/v1/roleAssignments).

import type { SourceRecord } from '../../../src/connector/contract.ts';
import { definedMembers, listAt, textAt, valueAt } from '../../../src/connector/json-values.ts';
import { assignmentRecord } from '../../../src/connector/relationship-records.ts';

/** A role that is held in one organisational unit only: Google has no object for it, only the assignment. */
export interface RoleAssignment {
  readonly assignmentId: string | undefined;
  readonly roleId: string;
  readonly assignee: readonly ['Account' | 'UserGroup', string];
  /** Id of the organisational unit; undefined: the whole organisation. */
  readonly unitId: string | undefined;
}

/** @returns undefined for an item without role or assignee */
export function roleAssignmentOf(item: unknown): RoleAssignment | undefined {
  const [roleId, assignee] = [textAt(item, 'roleId'), textAt(item, 'assignedTo')];
  if (roleId === undefined || assignee === undefined) return undefined;
  const isGroup = textAt(item, 'assigneeType')?.toUpperCase() === 'GROUP';
  const isLimited = textAt(item, 'scopeType') === 'ORG_UNIT';
  return {
    assignmentId: textAt(item, 'roleAssignmentId'),
    roleId,
    assignee: [isGroup ? 'UserGroup' : 'Account', assignee],
    unitId: isLimited ? (textAt(item, 'orgUnitId') ?? 'unknown') : undefined,
  };
}

export const heldRoleId = ({ roleId, unitId }: RoleAssignment) =>
  unitId === undefined ? roleId : `${roleId}@${unitId}`;

/** @param unitId of the organisational unit to which it is limited */
export function roleOf(role: unknown, unitId?: string): SourceRecord | { readonly reason: string } {
  const [id, name] = [textAt(role, 'roleId'), textAt(role, 'roleName')];
  if (id === undefined) return { reason: 'has no roleId' };
  const isSystem = valueAt(role, 'isSystemRole') === true;
  return {
    id: unitId === undefined ? id : `${id}@${unitId}`,
    ...definedMembers({
      name: name ?? id,
      description: [textAt(role, 'roleDescription'), unitId && `only for the organisational unit ${unitId}`]
        .filter(Boolean)
        .join('; '),
      type: isSystem ? 'Standard' : 'Custom',
      isCustom: !isSystem,
    }),
  };
}

/** Privileges with which an administrator takes over accounts, or gives themselves other privileges. */
const takingOver =
  /^(SUPER_ADMIN|ROOT_APP_ADMIN|USERS_(ALL|RESET_PASSWORD|UPDATE|ALIAS|FORCE_PASSWORD_CHANGE)|ROLE_MANAGEMENT|ADMIN_ROLE|USER_SECURITY_ALL|MANAGE_SECURITY|GROUPS_ALL|CHANGE_USER_GROUP_MEMBERSHIP|DOMAIN_MANAGEMENT)/;

/** What a role permits in the organisation. */
export function roleAccess(role: unknown, customerId: string, unitId?: string): SourceRecord | undefined {
  const id = textAt(role, 'roleId');
  if (id === undefined) return undefined;
  const privileges = [...new Set(listAt(role, 'rolePrivileges').flatMap(each => textAt(each, 'privilegeName') ?? []))];
  const roleId = unitId === undefined ? id : `${id}@${unitId}`;
  const isWide = unitId === undefined;
  const isSuper = valueAt(role, 'isSuperAdminRole') === true;
  const permits = (pattern: RegExp) => isSuper || privileges.some(privilege => pattern.test(privilege));
  return assignmentRecord(['Role', roleId], ['IntegratedApplication', customerId], {
    name: textAt(role, 'roleName'),
    description: isWide ? undefined : `only for the organisational unit ${unitId}`,
    permissions: {
      isRead: true,
      isCreate: permits(/_(CREATE|ALL)$/),
      isUpdate: permits(/_(UPDATE|ALL|MANAGE)|^MANAGE|^CHANGE/),
      isDelete: permits(/_(DELETE|ALL)$/),
      // Who administers a unit does not administer the organisation.
      isPrivileged: isWide && permits(takingOver),
      fineGrainedSpecifiers: privileges,
    },
  });
}
