// What is read, type by type, in this order.
import type { Gap, Page, Read } from '../../src/connector/contract.ts';
import { textAt, valueAt } from '../../src/connector/json-values.ts';
import { distinctRecords, recordPage } from '../../src/connector/record-pages.ts';
import { membershipRecord } from '../../src/connector/relationship-records.ts';
import type { KeystoneClient } from './client.ts';
import { type Assignment, assignmentOf, closureOf, type Grant, grantId, grantOf, placeId, rulesOf } from './grants.ts';
import { allCredentials, allRoles, keystoneList, membersOf } from './lists.ts';
import {
  credentialAccountId,
  credentialOf,
  grantedAccess,
  grantedRole,
  groupOf,
  type Names,
  roleOf,
  userOf,
} from './records.ts';

export const keystoneReads: readonly Read<KeystoneClient>[] = [
  { lands: 'IntegratedApplication', pages: applicationPages },
  { lands: 'Account', pages: accountPages },
  { lands: 'UserGroup', pages: groupPages },
  { lands: 'Role', pages: rolePages },
  { lands: 'ResourceClass', pages: classPages },
  { lands: 'ResourceInstance', pages: placePages },
  { lands: 'ResourceInstanceContainsResourceInstance', pages: containmentPages },
  { lands: 'EntityManagedViaObject', pages: membershipPages },
  { lands: 'EntityAssignedAccessToObject', pages: accessPages },
];

async function* applicationPages(): AsyncGenerator<Page> {
  yield { records: [{ id: 'keystone', name: 'Keystone', vendorName: 'OpenStack' }] };
}

/** Everything about who holds what, from all lists together. */
async function grantsOf(client: KeystoneClient) {
  return client.once('grants', async () => {
    const [assignments, inferences, projects, domains, roles] = await Promise.all([
      keystoneList(client, 'role_assignments'),
      keystoneList(client, 'role_inferences'),
      keystoneList(client, 'projects'),
      keystoneList(client, 'domains'),
      allRoles(client),
    ]);
    const known: Assignment[] = [];
    const unknown: Gap[] = [];
    for (const item of assignments.items) {
      const assignment = assignmentOf(item);
      if (assignment) known.push(assignment);
      else unknown.push(unreadable(item));
    }
    const places = [
      ...projects.items.map(item => [`project:${textAt(item, 'id')}`, textAt(item, 'name') ?? ''] as const),
      ...domains.items.map(item => [`domain:${textAt(item, 'id')}`, textAt(item, 'name') ?? ''] as const),
      ['system:all', 'the system'] as const,
    ];
    const names: Names = {
      roles: new Map(roles.items.map(item => [textAt(item, 'id') ?? '', textAt(item, 'name') ?? ''])),
      places: new Map(places),
    };
    const ofDomains = new Set(
      roles.items.filter(item => textAt(item, 'domain_id') !== undefined).map(item => textAt(item, 'id')),
    );
    const lists = [assignments, inferences, projects, domains, roles];
    return {
      assignments: known,
      grants: closureOf(
        known.map(({ grant }) => grant),
        rulesOf(inferences.items, projects.items),
      ),
      names,
      /** A role of a domain gives nothing itself: only the roles that it implies count. */
      givesAccess: ({ roleId, place }: Grant) => !place.isInherited && !ofDomains.has(roleId),
      gaps: [...lists.flatMap(({ gaps }) => gaps), ...unknown],
    };
  });
}

const unreadable = (item: unknown): Gap => ({
  reason: 'failed',
  subject: textAt(item, 'links', 'assignment') ?? 'role_assignments',
  message: 'the assignment has another form than the API documents',
  missing: 'objects',
});

async function* accountPages(client: KeystoneClient): AsyncGenerator<Page> {
  const users = await keystoneList(client, 'users');
  const credentials = await allCredentials(client);
  const { ids: admins, gaps } = await administrators(client);
  const held = Map.groupBy(credentials.items, item => textAt(item, 'userId'));
  const idsOf = (user: string) => (held.get(user) ?? []).flatMap(item => textAt(item, 'credential', 'id') ?? []);
  const asFields = gaps.map(gap => ({ ...gap, missing: 'fields' as const }));
  yield recordPage(users.items, user => userOf(user, admins, idsOf), {
    subject: 'users',
    gaps: [...users.gaps, ...asFields],
  });
  yield recordPage(
    credentials.items,
    item => credentialOf(textAt(item, 'userId')!, valueAt(item, 'credential')),
    { subject: 'application_credentials', gaps: credentials.gaps },
    item => {
      const id = textAt(item, 'credential', 'id');
      return id === undefined ? undefined : credentialAccountId(id);
    },
  );
}

/** Who holds the role `admin` on the system, also through a group. */
async function administrators(client: KeystoneClient): Promise<{ ids: ReadonlySet<string>; gaps: readonly Gap[] }> {
  const { assignments, names, gaps } = await grantsOf(client);
  const ofSystem = assignments.filter(
    ({ grant: { roleId, place } }) => place.kind === 'system' && names.roles.get(roleId)?.toLowerCase() === 'admin',
  );
  const ids = new Set<string>();
  const more: Gap[] = [];
  for (const { holder } of ofSystem) {
    if (holder[0] === 'Account') ids.add(holder[1]);
    else {
      const members = await sharedMembers(client, holder[1]);
      for (const member of members.items) ids.add(textAt(member, 'id') ?? '');
      more.push(...members.gaps);
    }
  }
  return { ids, gaps: [...gaps, ...more] };
}

const sharedMembers = (client: KeystoneClient, id: string) =>
  client.once(`members of ${id}`, () => membersOf(client, id));

async function* groupPages(client: KeystoneClient): AsyncGenerator<Page> {
  const { items, gaps } = await keystoneList(client, 'groups');
  yield recordPage(items, groupOf, { subject: 'groups', gaps });
}

async function* rolePages(client: KeystoneClient): AsyncGenerator<Page> {
  const { items, gaps } = await allRoles(client);
  yield recordPage(items, roleOf, { subject: 'roles', gaps });
  const { grants, names, gaps: missing } = await grantsOf(client);
  yield { records: [...grants.values()].map(({ grant }) => grantedRole(grant, names)), gaps: missing };
}

async function* classPages(): AsyncGenerator<Page> {
  yield { records: ['system', 'domain', 'project'].map(name => ({ id: name, name })) };
}

async function* placePages(client: KeystoneClient): AsyncGenerator<Page> {
  yield { records: [{ id: 'system:all', name: 'The system', resourceClass: 'system' }] };
  for (const [list, kind] of [
    ['domains', 'domain'],
    ['projects', 'project'],
  ] as const) {
    const { items, gaps } = await keystoneList(client, list);
    const place = (item: unknown) => {
      const [id, name] = [textAt(item, 'id'), textAt(item, 'name')];
      if (id === undefined || name === undefined) return { reason: 'has no id or no name' };
      const parentId = kind === 'project' ? parentOf(item) : undefined;
      return { id: placeId({ kind, id }), name, resourceClass: kind, ...(parentId !== undefined && { parentId }) };
    };
    const idOf = (item: unknown) => {
      const id = textAt(item, 'id');
      return id === undefined ? undefined : placeId({ kind, id });
    };
    yield recordPage(items, place, { subject: list, gaps }, idOf);
  }
}

/** The domain contains its uppermost projects. */
function parentOf(project: unknown): string | undefined {
  const [parent, domain] = [textAt(project, 'parent_id'), textAt(project, 'domain_id')];
  if (parent !== undefined && parent !== domain) return placeId({ kind: 'project', id: parent });
  return domain === undefined ? undefined : placeId({ kind: 'domain', id: domain });
}

async function* containmentPages(client: KeystoneClient): AsyncGenerator<Page> {
  const { items, gaps } = await keystoneList(client, 'projects');
  const records = items.flatMap(project => {
    const [id, parentId] = [textAt(project, 'id'), parentOf(project)];
    if (id === undefined || parentId === undefined) return [];
    const childId = placeId({ kind: 'project', id });
    return [{ id: `${parentId}>${childId}`, parentId, childId }];
  });
  yield { records, gaps };
}

async function* membershipPages(client: KeystoneClient): AsyncGenerator<Page> {
  const groups = await keystoneList(client, 'groups');
  yield { records: [], gaps: groups.gaps };
  for (const id of groups.items.flatMap(group => textAt(group, 'id') ?? [])) {
    const { items, gaps } = await sharedMembers(client, id);
    const records = items.flatMap(user => {
      const member = textAt(user, 'id');
      return member === undefined ? [] : [membershipRecord(['Account', member], ['UserGroup', id])];
    });
    yield { records, gaps };
  }
  const { assignments, grants, gaps } = await grantsOf(client);
  const held = assignments.map(({ holder, grant }) => membershipRecord(holder, ['Role', grantId(grant)]));
  const following = [...grants.values()].flatMap(({ grant, with: follows }) => [
    membershipRecord(['Role', grantId(grant)], ['Role', grant.roleId]),
    ...follows.map(other => membershipRecord(['Role', grantId(grant)], ['Role', grantId(other)])),
  ]);
  yield { records: distinctRecords([...held, ...following]), gaps };
  yield* credentialMemberships(client, new Set(grants.keys()));
}

/** The roles of an application credential, as far as somebody holds them. */
async function* credentialMemberships(client: KeystoneClient, known: ReadonlySet<string>): AsyncGenerator<Page> {
  const { items, gaps } = await allCredentials(client);
  const records = items.flatMap(item => {
    const [id, project] = ['id', 'project_id'].map(name => textAt(item, 'credential', name));
    const roles = valueAt(item, 'credential', 'roles');
    if (id === undefined || project === undefined || !Array.isArray(roles)) return [];
    return roles.flatMap(role => {
      const grant = `${textAt(role, 'id')}@project:${project}`;
      if (!grantOf(grant) || !known.has(grant)) return [];
      return [membershipRecord(['Account', credentialAccountId(id)], ['Role', grant])];
    });
  });
  yield { records: distinctRecords(records), gaps };
}

async function* accessPages(client: KeystoneClient): AsyncGenerator<Page> {
  const { grants, names, givesAccess, gaps } = await grantsOf(client);
  const records = [...grants.values()].filter(({ grant }) => givesAccess(grant));
  yield { records: records.map(({ grant }) => grantedAccess(grant, names)), gaps };
}
