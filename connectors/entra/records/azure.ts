// Azure's scopes as resources, and its role and deny assignments (learn.microsoft.com/azure/role-based-access-control).

import type { SourceRecord } from '../../../src/connector/contract.ts';
import { flagOfValue } from '../../../src/connector/flags.ts';
import { definedMembers, listAt, textAt, textsAt, timeAt, valueAt } from '../../../src/connector/json-values.ts';
import { metadataItems } from '../../../src/connector/metadata-items.ts';
import type { MappedItem } from '../../../src/connector/record-pages.ts';
import { assignmentRecord, membershipRecord } from '../../../src/connector/relationship-records.ts';
import { azureId, endOfPrincipal } from '../ids.ts';

export const azureRoot = '/';

/** A place where roles are assigned. */
export interface AzureScope {
  readonly id: string;
  readonly name: string;
  readonly kind: 'azure-root' | 'management-group' | 'subscription' | 'resource-group' | 'azure-resource';
  readonly parent: string | undefined;
}

export const azureScopeRecord = ({ id, name, kind, parent }: AzureScope): SourceRecord => ({
  id,
  ...definedMembers({ name, displayName: name, resourceClass: kind, parentId: parent }),
});

/** The scope that an assignment names and that no list has: a resource, or what may not be listed. */
export function scopeNamed(scope: string): AzureScope {
  const id = azureId(scope);
  const segments = id.split('/').filter(Boolean);
  const name = scope.split('/').filter(Boolean).at(-1) ?? scope;
  if (segments.length === 0) return { id: azureRoot, name: 'Azure', kind: 'azure-root', parent: undefined };
  if (segments[0] === 'providers') return { id, name, kind: 'management-group', parent: azureRoot };
  if (segments.length <= 2) return { id, name, kind: 'subscription', parent: azureRoot };
  const isGroup = segments[2] === 'resourcegroups';
  if (isGroup && segments.length === 4)
    return { id, name, kind: 'resource-group', parent: `/${segments.slice(0, 2).join('/')}` };
  return { id, name, kind: 'azure-resource', parent: `/${segments.slice(0, isGroup ? 4 : 2).join('/')}` };
}

/** `applicationRoleType` of Azure's roles. */
export const azureRoleType = 'azureRole';

/** Role definitions have the same name, a GUID, in each subscription. */
export const azureRoleId = (definition: unknown) => textAt(definition, 'name')?.toLowerCase();

export function azureRoleOf(definition: unknown): MappedItem {
  const id = azureRoleId(definition);
  if (id === undefined) return { reason: 'has no name' };
  return {
    id,
    ...definedMembers({
      name: textAt(definition, 'properties', 'roleName') ?? id,
      description: textAt(definition, 'properties', 'description'),
      type: textAt(definition, 'properties', 'type') === 'CustomRole' ? 'Custom' : 'Standard',
      applicationRoleType: azureRoleType,
      createdDate: timeAt(definition, 'properties', 'createdOn'),
      lastModifiedDate: timeAt(definition, 'properties', 'updatedOn'),
    }),
  };
}

/** Whether an action with wildcards contains another one. @param action in lower case */
function covers(pattern: string, action: string): boolean {
  const [first = '', ...parts] = pattern.toLowerCase().split('*');
  const last = parts.pop();
  if (last === undefined) return first === action;
  if (!action.startsWith(first) || !action.endsWith(last)) return false;
  let at = first.length;
  for (const part of parts) {
    const place = action.indexOf(part, at);
    if (place < 0) return false;
    at = place + part.length;
  }
  return at + last.length <= action.length;
}

/** What actions permit, less what `notActions` take away of each permission. */
function azurePermissions(permissions: readonly unknown[]) {
  const all = permissions.flatMap(permission => [
    ...textsAt(permission, 'actions'),
    ...textsAt(permission, 'dataActions'),
  ]);
  const ends = (verb: string) => {
    const endings = ['/*', `/${verb}`];
    return all.some(action => action === '*' || endings.some(ending => action.toLowerCase().endsWith(ending)));
  };
  return {
    isRead: ends('read'),
    isCreate: ends('write'),
    isUpdate: ends('write'),
    isDelete: ends('delete'),
    isExecute: ends('action'),
    isPrivileged: permissions.some(permission => mayGrant(permission) || textsAt(permission, 'actions').includes('*')),
    fineGrainedSpecifiers: [...new Set(all)],
  };
}

/** Whether somebody may give roles to others. */
function mayGrant(permission: unknown): boolean {
  const has = (member: string) =>
    textsAt(permission, member).some(text => covers(text, 'microsoft.authorization/roleassignments/write'));
  return has('actions') && !has('notActions');
}

/** @param definition of its role; undefined: it may not be read, so what it permits is not known */
export function azureAssignmentOf(assignment: unknown, definition: unknown): SourceRecord | undefined {
  const end = endOfPrincipal(
    textAt(assignment, 'properties', 'principalId'),
    textAt(assignment, 'properties', 'principalType'),
  );
  const [scope, id] = [textAt(assignment, 'properties', 'scope'), textAt(assignment, 'id')];
  if (end === undefined || scope === undefined || id === undefined) return undefined;
  const condition = textAt(assignment, 'properties', 'condition');
  const permissions =
    definition === undefined ? undefined : azurePermissions(listAt(definition, 'properties', 'permissions'));
  return assignmentRecord(
    end,
    ['ResourceInstance', azureId(scope)],
    {
      name: textAt(definition, 'properties', 'roleName') ?? assignedRoleId(assignment),
      description: textAt(assignment, 'properties', 'description'),
      permissions,
      conditions: condition === undefined ? undefined : { context: metadataItems('azure', { condition }) },
      accessControlMetadata: metadataItems('azure', { created: timeAt(assignment, 'properties', 'createdOn') }),
    },
    `azure:${(textAt(assignment, 'name') ?? id).toLowerCase()}`,
  );
}

export const assignedRoleId = (assignment: unknown) =>
  textAt(assignment, 'properties', 'roleDefinitionId')?.split('/').filter(Boolean).at(-1)?.toLowerCase();

/** The role that somebody holds somewhere; over what, the access assignment says. */
export function azureMembershipOf(assignment: unknown): SourceRecord | undefined {
  const end = endOfPrincipal(
    textAt(assignment, 'properties', 'principalId'),
    textAt(assignment, 'properties', 'principalType'),
  );
  const role = assignedRoleId(assignment);
  if (end === undefined || role === undefined) return undefined;
  return membershipRecord(end, ['Role', role]);
}

/** The principal of denials that hold for everybody. */
const everybody = '00000000-0000-0000-0000-000000000000';

export const isForEverybody = (denial: unknown) =>
  listAt(denial, 'properties', 'principals').some(principal => textAt(principal, 'id') === everybody);

/** One denial for each principal that it names. Denials for everybody but some cannot be expressed. */
export function azureDenialsOf(denial: unknown): SourceRecord[] {
  const [scope, name] = [textAt(denial, 'properties', 'scope'), textAt(denial, 'name')];
  if (scope === undefined || name === undefined || isForEverybody(denial)) return [];
  const details = {
    name: textAt(denial, 'properties', 'denyAssignmentName') ?? name,
    description: textAt(denial, 'properties', 'description'),
    type: 'Denial',
    permissions: deniedPermissions(listAt(denial, 'properties', 'permissions')),
    ...(flagOfValue(valueAt(denial, 'properties', 'doNotApplyToChildScopes')) === true && { appliesToContents: false }),
  };
  return listAt(denial, 'properties', 'principals').flatMap(principal => {
    const end = endOfPrincipal(textAt(principal, 'id'), textAt(principal, 'type'));
    return end === undefined
      ? []
      : [assignmentRecord(end, ['ResourceInstance', azureId(scope)], details, `denial:${name.toLowerCase()}`)];
  });
}

/** A denial takes a permission away only where it denies every action of the kind; others are named, and take away nothing else. */
function deniedPermissions(permissions: readonly unknown[]) {
  const actions = permissions.flatMap(permission => textsAt(permission, 'actions'));
  const isWhole = permissions.every(permission => listAt(permission, 'notActions').length === 0);
  const denies = (verb: string) =>
    isWhole && actions.some(action => action === '*' || action.toLowerCase() === `*/${verb}`);
  return {
    ...(denies('read') && { isRead: true }),
    ...(denies('write') && { isCreate: true, isUpdate: true }),
    ...(denies('delete') && { isDelete: true }),
    ...(denies('action') && { isExecute: true }),
    fineGrainedSpecifiers: [...new Set([...actions, ...permissions.flatMap(each => textsAt(each, 'dataActions'))])],
  };
}
