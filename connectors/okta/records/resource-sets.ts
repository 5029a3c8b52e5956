// Resource sets, over which custom roles hold, and the resources in them.

import { composeId } from '../../../src/connector/composed-id.ts';
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { definedMembers, textAt, timeAt } from '../../../src/connector/json-values.ts';

export const resourceClasses: readonly SourceRecord[] = [
  { id: 'resource-set', name: 'ResourceSet', displayName: 'Resource set' },
  { id: 'resource', name: 'Resource', displayName: 'Resource of a resource set' },
];

export function resourceSetOf(set: unknown): SourceRecord | { readonly reason: string } {
  const id = textAt(set, 'id');
  if (id === undefined) return { reason: 'has no id' };
  const name = textAt(set, 'label') ?? id;
  return {
    id,
    ...definedMembers({
      ...{ name, displayName: name, resourceClass: 'resource-set' },
      createdDate: timeAt(set, 'created'),
      lastModifiedDate: timeAt(set, 'lastUpdated'),
    }),
  };
}

/** A resource: everything of a kind, or one object, by its ORN (`orn:okta:directory:…:groups:…`) or its address. */
export function containedResourceOf(setId: string, resource: unknown): SourceRecord | { readonly reason: string } {
  const id = textAt(resource, 'id');
  if (id === undefined) return { reason: 'has no id' };
  const name = textAt(resource, 'orn') ?? textAt(resource, '_links', 'self', 'href') ?? id;
  return {
    id: resourceId(setId, id),
    ...definedMembers({ name, displayName: shortName(name), resourceClass: 'resource', parentId: setId }),
  };
}

const resourceId = (setId: string, id: string) => composeId([setId, id], '/', /\/+/g);

/** The end of an ORN, which says what the resource is: `users`, `groups:00g1`. */
function shortName(name: string): string {
  const parts = name.startsWith('orn:') ? name.split(':').slice(4) : [name.split('/api/v1/').at(-1)!];
  return parts.join(':') || name;
}
