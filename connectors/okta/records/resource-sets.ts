// Resource sets, over which custom roles hold, and the resources in them.

import { composeId } from '../../../src/connector/composed-id.ts';
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { present, textOf, timeOf } from './values.ts';

export const resourceClasses: readonly SourceRecord[] = [
  { id: 'resource-set', name: 'ResourceSet', displayName: 'Resource set' },
  { id: 'resource', name: 'Resource', displayName: 'Resource of a resource set' },
];

export function resourceSetOf(set: unknown): SourceRecord | { readonly reason: string } {
  const id = textOf(set, 'id');
  if (id === undefined) return { reason: 'has no id' };
  const name = textOf(set, 'label') ?? id;
  return {
    id,
    ...present({
      ...{ name, displayName: name, resourceClass: 'resource-set' },
      createdDate: timeOf(set, 'created'),
      lastModifiedDate: timeOf(set, 'lastUpdated'),
    }),
  };
}

/** A resource: everything of a kind, or one object, by its ORN (`orn:okta:directory:…:groups:…`) or its address. */
export function containedResourceOf(setId: string, resource: unknown): SourceRecord | { readonly reason: string } {
  const id = textOf(resource, 'id');
  if (id === undefined) return { reason: 'has no id' };
  const name = textOf(resource, 'orn') ?? textOf(resource, '_links', 'self', 'href') ?? id;
  return {
    id: resourceId(setId, id),
    ...present({ name, displayName: shortName(name), resourceClass: 'resource', parentId: setId }),
  };
}

const resourceId = (setId: string, id: string) => composeId([setId, id], '/', /\/+/g);

/** The end of an ORN, which says what the resource is: `users`, `groups:00g1`. */
function shortName(name: string): string {
  const parts = name.startsWith('orn:') ? name.split(':').slice(4) : [name.split('/api/v1/').at(-1)!];
  return parts.join(':') || name;
}
