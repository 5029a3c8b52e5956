// The template of custom applications (docs.veza.com, Open Authorization API; oaaclient `CustomApplication`).
import type { SourceRecord } from '../../src/connector/contract.ts';
import type { ListBuilder } from '../../src/connector/files/imported-lists.ts';
import { flagOfValue } from '../../src/connector/flags.ts';
import { definedMembers, listAt, textAt, timeAt, valueAt } from '../../src/connector/json-values.ts';
import { type RelationshipEnd, relationshipId } from '../../src/connector/relationship-id.ts';
import { assignmentRecord, membershipRecord } from '../../src/connector/relationship-records.ts';
import { customProperties, emailOf, isActive, type OaaPermission, permissionsOf, timeFields } from './records.ts';

interface Resource {
  readonly key: string;
  readonly type: string;
}

interface Application {
  readonly id: string;
  readonly file: string;
  readonly lists: ListBuilder;
  readonly permissions: ReadonlyMap<string, OaaPermission>;
  /** By the keys that permissions refer to: `parent.child`. */
  readonly resources: Map<string, Resource>;
  readonly topResources: Resource[];
  /** Role → names of its permissions. */
  readonly roles: Map<string, readonly string[]>;
  readonly users: Set<string>;
  readonly groups: Set<string>;
}

const identifierOf = (item: unknown): string | undefined => textAt(item, 'id') ?? textAt(item, 'name');

/** @param application the element of `applications` */
export function addApplication(payload: unknown, application: unknown, file: string, lists: ListBuilder): void {
  const id = textAt(application, 'name')!;
  const names = { key: id, name: id, category: 'BusinessApplication' };
  const labels = customProperties(application, { description: textAt(application, 'description') });
  const vendorName = textAt(application, 'application_type');
  lists.add(
    'IntegratedApplication',
    { id, ...names, ...definedMembers({ vendorName }), labels, supportedFederatedRelationships: [] },
    file,
  );
  const app: Application = {
    ...{ id, file, lists, permissions: permissionsOf(payload), resources: new Map(), topResources: [] },
    ...{ roles: new Map(), users: new Set(), groups: new Set() },
  };
  addUsers(app, application);
  addGroups(app, application);
  addRoles(app, application);
  for (const resource of listAt(application, 'resources')) addResource(app, resource, undefined);
  for (const [index, item] of listAt(payload, 'identity_to_permissions').entries())
    addAccess(app, item, `${file} identity_to_permissions[${index}]`);
  // Roles hold what they give in the application, whoever has them.
  for (const [role, names] of app.roles) addGrants(app, ['Role', role], names, undefined, `${file} local_roles`);
  const credentials = listAt(application, 'local_access_creds').length;
  if (credentials === 0) return;
  const message = `${credentials} access credentials (local_access_creds) are not read`;
  lists.miss('Account', { reason: 'unsupported', subject: file, message, missing: 'fields' });
}

function addUsers({ lists, file, users }: Application, application: unknown): void {
  for (const [index, user] of listAt(application, 'local_users').entries()) {
    const place = `${file} local_users[${index}]`;
    const [id, name] = [identifierOf(user), textAt(user, 'name')];
    if (id === undefined || name === undefined) {
      lists.reject('Account', { place, reasons: ['has no name'] });
      continue;
    }
    users.add(id);
    const identities = listAt(user, 'identities').map(String);
    const isService = /service|machine|non.?human|nhi/i.test(textAt(user, 'user_type') ?? '');
    const fields = {
      ...{ alias: name, name, email: emailOf([textAt(user, 'email'), ...identities]), enabled: isActive(user) },
      ...(isService ? { type: 'Machine', subType: 'ServiceAccount' } : { type: 'User' }),
      authenticationFunctions: ['ApplicationAccount'],
      ...timeFields(user),
      profileMetadata: customProperties(user, {
        identities: identities.length > 0 ? identities : undefined,
        deactivatedAt: timeAt(user, 'deactivated_at'),
        userType: textAt(user, 'user_type'),
      }),
    };
    lists.add('Account', { id, ...definedMembers(fields) }, place);
    for (const group of listAt(user, 'groups').map(String)) addMembership(lists, ['Account', id], group, place);
  }
}

const addMembership = (lists: ListBuilder, entity: RelationshipEnd, group: string, place: string) =>
  lists.add('EntityManagedViaObject', membershipRecord(entity, ['UserGroup', group]), place);

/** `groups` of a group are those that it is a member of. */
function addGroups({ lists, file, groups }: Application, application: unknown): void {
  for (const [index, group] of listAt(application, 'local_groups').entries()) {
    const place = `${file} local_groups[${index}]`;
    const [id, name] = [identifierOf(group), textAt(group, 'name')];
    if (id === undefined || name === undefined) {
      lists.reject('UserGroup', { place, reasons: ['has no name'] });
      continue;
    }
    groups.add(id);
    const fields = { name, type: 'Security', createdDate: timeAt(group, 'created_at') };
    lists.add('UserGroup', { id, ...definedMembers(fields) }, place);
    for (const outer of listAt(group, 'groups').map(String)) addMembership(lists, ['UserGroup', id], outer, place);
  }
}

function addRoles({ lists, file, roles }: Application, application: unknown): void {
  for (const [index, role] of listAt(application, 'local_roles').entries()) {
    const place = `${file} local_roles[${index}]`;
    const [id, name] = [identifierOf(role), textAt(role, 'name')];
    if (id === undefined || name === undefined) {
      lists.reject('Role', { place, reasons: ['has no name'] });
      continue;
    }
    roles.set(id, listAt(role, 'permissions').map(String));
    lists.add('Role', { id, name, type: 'Custom' }, place);
  }
}

function addResource(app: Application, item: unknown, parent: Resource | undefined): void {
  const { lists, file, resources, topResources } = app;
  const [own, name] = [identifierOf(item), textAt(item, 'name')];
  const place = `${file} resources ${parent?.key ?? ''}`;
  if (own === undefined || name === undefined) {
    lists.reject('ResourceInstance', { place, reasons: ['a resource has no name'] });
    return;
  }
  const key = parent === undefined ? own : `${parent.key}.${own}`;
  const resource: Resource = { key, type: textAt(item, 'resource_type') ?? 'resource' };
  resources.set(key, resource);
  if (parent === undefined) topResources.push(resource);
  const { type } = resource;
  lists.add('ResourceClass', { id: type, name: type, displayName: type }, place);
  const parentId = parent?.key;
  const fields = { name, displayName: name, resourceClass: type, parentId };
  lists.add('ResourceInstance', { id: key, ...definedMembers(fields) }, place);
  if (parentId !== undefined)
    lists.add(
      'ResourceInstanceContainsResourceInstance',
      { id: relationshipId(['ResourceInstance', parentId], ['ResourceInstance', key]), parentId, childId: key },
      place,
    );
  for (const inner of listAt(item, 'sub_resources')) addResource(app, inner, resource);
}

function addAccess(app: Application, item: unknown, place: string): void {
  const entity = entityOf(app, item, place);
  if (entity === undefined) return;
  for (const granted of listAt(item, 'application_permissions')) {
    const resources = resourcesIn(app, granted, place);
    const isOverAll = flagOfValue(valueAt(granted, 'apply_to_application')) ?? resources.length === 0;
    const names = [textAt(granted, 'permission') ?? ''];
    if (isOverAll) addGrants(app, entity, names, undefined, place);
    for (const resource of resources) addGrants(app, entity, names, resource, place);
  }
  for (const assigned of listAt(item, 'role_assignments')) addRoleAssignment(app, entity, assigned, place);
}

/** A role for some resources only is a role of its own: whoever has it does not have the role in the whole application. */
function addRoleAssignment(app: Application, entity: RelationshipEnd, assigned: unknown, place: string): void {
  const { lists, roles } = app;
  const role = textAt(assigned, 'role') ?? '';
  const names = roles.get(role);
  if (names === undefined) {
    lists.reject('EntityManagedViaObject', { place, reasons: [`there is no role \`${role}\``] });
    return;
  }
  const resources = resourcesIn(app, assigned, place);
  if (flagOfValue(valueAt(assigned, 'apply_to_application')) === true)
    lists.add('EntityManagedViaObject', membershipRecord(entity, ['Role', role]), place);
  for (const resource of resources) {
    const id = `${role}@${resource.key}`;
    const record: SourceRecord = { id, name: `${role} on ${resource.key}`, type: 'Modeled' };
    lists.add('Role', record, place);
    lists.add('EntityManagedViaObject', membershipRecord(entity, ['Role', id]), place);
    addGrants(app, ['Role', id], names, resource, place, true);
  }
}

/** Identities of an identity provider are in no list: they are people with an address, or groups. */
function entityOf({ lists, users, groups }: Application, item: unknown, place: string): RelationshipEnd | undefined {
  const [identity, type] = [textAt(item, 'identity') ?? '', textAt(item, 'identity_type')];
  if (type === 'local_user' && users.has(identity)) return ['Account', identity];
  if (type === 'local_group' && groups.has(identity)) return ['UserGroup', identity];
  if (type === 'idp' && identity !== '') {
    const id = `idp:${identity}`;
    const email = emailOf([identity]);
    if (email === undefined) {
      lists.add('UserGroup', { id, name: identity, type: 'Sync', sourceTag: 'idp' }, place);
      return ['UserGroup', id];
    }
    const names = { alias: identity, name: identity, email, type: 'User', userType: 'idp' };
    lists.add('Account', { id, ...names, authenticationFunctions: ['ApplicationAccount'] }, place);
    return ['Account', id];
  }
  const reason = `there is no identity \`${identity}\` of the type \`${type}\``;
  for (const list of ['EntityManagedViaObject', 'EntityAssignedAccessToObject'])
    lists.reject(list, { place, reasons: [reason] });
  return undefined;
}

/** Older payloads name one `resource`. */
function resourcesIn({ resources, lists }: Application, item: unknown, place: string): Resource[] {
  const keys = [...listAt(item, 'resources').map(String), ...[textAt(item, 'resource') ?? []].flat()];
  return keys.flatMap(key => {
    const resource = resources.get(key);
    if (resource) return [resource];
    lists.reject('EntityAssignedAccessToObject', { place, reasons: [`there is no resource \`${key}\``] });
    return [];
  });
}

/**
 * @param resource undefined: the application
 * @param isOfRole permissions of a role that are for other classes of resources are left out
 */
function addGrants(
  { id, lists, permissions, topResources }: Application,
  entity: RelationshipEnd,
  names: readonly string[],
  resource: Resource | undefined,
  place: string,
  isOfRole = false,
): void {
  for (const name of names) {
    const permission = permissions.get(name.toLowerCase());
    if (permission === undefined) {
      lists.reject('EntityAssignedAccessToObject', { place, reasons: [`there is no permission \`${name}\``] });
      continue;
    }
    const { resourceTypes, reachesSubResources } = permission;
    if (isOfRole && resource && resourceTypes.length > 0 && !resourceTypes.includes(resource.type)) continue;
    const over = (object: RelationshipEnd) =>
      lists.add(
        'EntityAssignedAccessToObject',
        assignmentRecord(
          entity,
          object,
          { name: permission.name, permissions: permission.permissions, appliesToContents: reachesSubResources },
          permission.name,
        ),
        place,
      );
    over(resource === undefined ? ['IntegratedApplication', id] : ['ResourceInstance', resource.key]);
    if (resource !== undefined || !reachesSubResources) continue;
    for (const top of topResources) over(['ResourceInstance', top.key]);
  }
}
