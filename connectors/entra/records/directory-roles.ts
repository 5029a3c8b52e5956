// Directory roles, and what they permit (learn.microsoft.com/entra/identity/role-based-access-control).
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { flagOfValue } from '../../../src/connector/flags.ts';
import { definedMembers, listAt, textAt, textsAt, valueAt } from '../../../src/connector/json-values.ts';
import type { MappedItem } from '../../../src/connector/record-pages.ts';
import type { RelationshipEnd } from '../../../src/connector/relationship-id.ts';
import { scopedRoleId } from '../ids.ts';

/** A role as somebody holds it, or may activate it. */
export interface RoleAssignment {
  readonly id: string;
  readonly holder: RelationshipEnd;
  readonly roleId: string;
  /** `/`: the whole tenant. `/administrativeUnits/ID`, or `/ID` of an object. */
  readonly scope: string;
  /** The assignment in the form of Graph. */
  readonly item: unknown;
}

export function roleOf(definition: unknown): MappedItem {
  const id = textAt(definition, 'id');
  if (id === undefined) return { reason: 'has no id' };
  const isBuiltIn = flagOfValue(valueAt(definition, 'isBuiltIn')) ?? true;
  return {
    id,
    ...definedMembers({
      name: textAt(definition, 'displayName') ?? id,
      description: textAt(definition, 'description'),
      type: isBuiltIn ? 'Standard' : 'Custom',
      applicationRoleType: 'directoryRole',
    }),
  };
}

/** The id of the object of a scope; undefined: the whole tenant. */
export function scopedObjectId(scope: string): string | undefined {
  const id = scope.split('/').filter(Boolean).at(-1);
  return id === undefined ? undefined : id;
}

/** Local id of the role that an assignment gives. */
export function heldRoleId({ roleId, scope }: RoleAssignment): string {
  const object = scopedObjectId(scope);
  return object === undefined ? roleId : scopedRoleId(roleId, object);
}

/** @param scopeName name of the administrative unit or object */
export function scopedRoleOf(assignment: RoleAssignment, roleName: string, scopeName: string): SourceRecord {
  return {
    id: heldRoleId(assignment),
    ...{ name: `${roleName} (${scopeName})`, description: `Limited to ${scopeName}` },
    ...{ type: 'Modeled', applicationRoleType: assignment.roleId },
  };
}

/** Actions that a role permits without a condition; a condition limits an action to what its holder owns or is. */
const actionsOf = (definition: unknown): string[] =>
  listAt(definition, 'rolePermissions').flatMap(permission =>
    textAt(permission, 'condition') === undefined ? textsAt(permission, 'allowedResourceActions') : [],
  );

/** Actions by which a holder gains further access: resetting others' credentials, giving roles, changing how people sign in. */
const privileged: readonly RegExp[] = [
  /\/(allEntities|allTasks)\/allTasks$/,
  /\/(users|applications|applicationPolicies|servicePrincipals|groups|groupsAssignableToRoles|policies|domains|roleAssignments|roleDefinitions|conditionalAccessPolicies|entitlementManagement|crossTenantAccessPolicy|oAuth2PermissionGrants|privilegedIdentityManagement|authenticationMethodsPolicy|hybridAuthenticationPolicy|identityProviders)\/(allProperties\/(allTasks|update)|standard\/allTasks|allTasks)$/,
  /\/(password|credentials|federation|owners|authentication)\/update$/,
  /\/authenticationMethods\/(create|delete|basic\/update|standard\/restrictedRead)$/,
  /\/(appRoleAssignedTo|appRoleAssignments|managePermissionGrants\S*|oAuth2PermissionGrants)\/?\S*(update|allTasks|create)?$/,
  /\/(roleAssignments|roleDefinitions)\/\S*(create|update|allTasks)$/,
  /\/conditionalAccessPolicies\/\S*(create|update)$/,
  /\/groups(AssignableToRoles|\.security|\.unified)?\/(members|owners)\/update$/,
];

const isPrivilegedAction = (action: string) =>
  !/\/(read|standard\/read|limitedRead)$/.test(action) && privileged.some(pattern => pattern.test(action));

export const isPrivilegedRole = (definition: unknown) => actionsOf(definition).some(isPrivilegedAction);

/** Who resets passwords or authentication methods of users can sign in as them. */
const resetsPasswords = (definition: unknown) =>
  actionsOf(definition).some(action =>
    /\/users\/(password\/update|authenticationMethods\/(create|basic\/update)|allProperties\/allTasks)$/.test(action),
  );

/** What a role permits. @param isWhole over the whole tenant, and not over a part of it */
export function rolePermissions(definition: unknown, isWhole: boolean) {
  const actions = actionsOf(definition);
  const ends = (...endings: string[]) => actions.some(action => endings.some(ending => action.endsWith(`/${ending}`)));
  return {
    isRead: actions.length > 0,
    isCreate: ends('create', 'allTasks'),
    isUpdate: ends('update', 'allTasks'),
    isDelete: ends('delete', 'allTasks'),
    isPrivileged: isPrivilegedRole(definition),
    fineGrainedSpecifiers: [...actions, ...(!isWhole && resetsPasswords(definition) ? ['impersonate'] : [])],
  };
}
