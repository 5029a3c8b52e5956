// Places, service accounts and other resources that have a policy, and what contains them.
import type { Page, SourceRecord } from '../../../src/connector/contract.ts';
import { definedMembers } from '../../../src/connector/json-values.ts';
import { relationshipId } from '../../../src/connector/relationship-id.ts';
import type { GcpClient } from '../client.ts';
import { hierarchyOf } from '../inventory/hierarchy.ts';
import { type PolicyObject, policiesOf } from '../inventory/policies.ts';
import { placeClasses } from '../records/permissions.ts';

export async function* applicationPages({ roots, settings }: GcpClient): AsyncGenerator<Page> {
  const name = settings.organization === undefined ? roots.map(({ path }) => path).join(', ') : roots[0]!.path;
  const record: SourceRecord = {
    ...{ id: 'google-cloud', key: roots[0]!.path, name: `Google Cloud: ${name}` },
    ...{ category: 'Infrastructure', vendorName: 'Google Cloud' },
    supportedFederatedRelationships: ['EntityManagedViaObject', 'EntityAssignedAccessToObject'],
  };
  yield { records: [record], place: () => 'settings' };
}

/** All resources: a container is before what it contains. */
async function resourcesOf(client: GcpClient) {
  const [{ places }, policies] = await Promise.all([hierarchyOf(client), policiesOf(client)]);
  const resources: PolicyObject[] = [...places.values(), ...policies.objects.values()];
  return { resources, gaps: policies.gaps, bindings: policies.bindings };
}

/** Ids of the classes of all resources. */
export async function resourceClasses(client: GcpClient): Promise<string[]> {
  const { resources } = await resourcesOf(client);
  return [...new Set([...placeClasses, ...resources.map(({ kind }) => kind)])].toSorted();
}

const nameOfClass = (id: string) =>
  id.includes('/') ? id.slice(id.indexOf('/') + 1) : id[0]!.toUpperCase() + id.slice(1);

export async function* classPages(client: GcpClient): AsyncGenerator<Page> {
  const classes = await resourceClasses(client);
  yield { records: classes.map(id => ({ id, name: nameOfClass(id) })) };
}

export async function* resourcePages(client: GcpClient): AsyncGenerator<Page> {
  const { resources, gaps, bindings } = await resourcesOf(client);
  const isPublic = (member: string) => member === 'allUsers' || member === 'allAuthenticatedUsers';
  const open = new Set(bindings.flatMap(({ object, members }) => (members.some(isPublic) ? [object.id] : [])));
  const records = resources.map(({ id, kind, name, parent, created }) => ({
    ...{ id, name, displayName: name },
    ...definedMembers({
      ...{ resourceClass: kind, parentId: parent, createdDate: created },
      externallyShared: open.has(id) ? true : undefined,
    }),
  }));
  yield { records, place: () => 'resources', gaps };
}

export async function* containmentPages(client: GcpClient): AsyncGenerator<Page> {
  const { resources, gaps } = await resourcesOf(client);
  const records = resources.flatMap(({ id: childId, parent: parentId }) =>
    parentId === undefined
      ? []
      : [{ id: relationshipId(['ResourceInstance', parentId], ['ResourceInstance', childId]), parentId, childId }],
  );
  yield { records, place: () => 'resources', gaps };
}
