// Domains, organizational units and containers as object directories, and every object as a resource that others have rights over.
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { flagOfValue } from '../../../src/connector/flags.ts';
import { definedMembers, listAt, textAt, valueAt } from '../../../src/connector/json-values.ts';
import type { DirectoryObject } from '../client.ts';
import { type Inventory, identifierAt } from '../inventory.ts';
import { type Kind, kinds } from '../kinds.ts';
import { wellKnownName } from '../well-known.ts';
import { directoryOf, timeOfProperty } from './accounts.ts';

const directoryTypes: Partial<Record<Kind, string>> = { domains: 'Domain', ous: 'OrganizationalUnit' };

const nameOf = ({ id, value }: DirectoryObject): string =>
  textAt(value, 'Properties', 'name') ?? wellKnownName(id) ?? id;

export function directoryContainerOf(object: DirectoryObject, inventory: Inventory): SourceRecord {
  const { id, kind, value } = object;
  return {
    id,
    ...definedMembers({
      name: nameOf(object),
      description: textAt(value, 'Properties', 'description'),
      type: directoryTypes[kind] ?? 'Container',
      path: textAt(value, 'Properties', 'distinguishedname'),
      parentId: kind === 'domains' ? undefined : directoryOf(inventory, id),
      directoryProviderId: inventory.objects.get(id)?.domain,
      createdDate: timeOfProperty(value, 'whencreated'),
    }),
  };
}

export function domainProviderOf({ id, value }: DirectoryObject): SourceRecord {
  const name = textAt(value, 'Properties', 'name') ?? id;
  const level = textAt(value, 'Properties', 'functionallevel');
  return {
    id,
    ...definedMembers({
      ...{ name, type: 'ActiveDirectory', vendorName: 'Microsoft', isActive: true, isAuthoritative: true },
      description: level === undefined ? undefined : `Functional level ${level}`,
      domains: name === id ? undefined : [name.toLowerCase()],
      createdDate: timeOfProperty(value, 'whencreated'),
    }),
  };
}

const referredClass = 'referred';
const linkClass = 'gplinks';

export const directoryResourceClasses: readonly SourceRecord[] = [
  ...Object.entries(kinds).map(([id, name]) => ({ id, name: id, displayName: name })),
  { id: linkClass, name: linkClass, displayName: 'Link of a group policy' },
  { id: referredClass, name: referredClass, displayName: 'Object that the collection does not describe' },
];

/**
 * The container whose rights pass on to an object. An object that is protected takes over none (adminSDHolder), so it is in no
 * container here: the object directories say where it is.
 */
export function inheritsFrom({ objects }: Inventory, id: string): string | undefined {
  const object = objects.get(id);
  if (object === undefined || object.isProtected || object.parent === undefined) return undefined;
  return objects.has(object.parent) && object.parent !== id ? object.parent : undefined;
}

export function directoryResourceOf(object: DirectoryObject, inventory: Inventory): SourceRecord {
  const { id, kind, value } = object;
  return {
    id,
    ...definedMembers({
      ...{ name: nameOf(object), displayName: nameOf(object), resourceClass: kind },
      parentId: inheritsFrom(inventory, id),
      isSensitive: kind === 'domains' ? true : undefined,
      createdDate: timeOfProperty(value, 'whencreated'),
    }),
  };
}

/** What a domain or unit says of the policies that apply in it. Who changes the unit changes its links. */
export function policyLinksOf(object: DirectoryObject, { policyNames }: Inventory): SourceRecord[] {
  const { id, value } = object;
  return listAt(value, 'Links').flatMap(link => {
    const policy = identifierAt(link, 'GUID');
    if (policy === undefined) return [];
    const isEnforced = flagOfValue(valueAt(link, 'IsEnforced')) === true;
    const name = `${policyNames.get(policy) ?? policy} at ${nameOf(object)}${isEnforced ? ' (enforced)' : ''}`;
    return [{ id: `${id}#${policy}`, name, displayName: name, resourceClass: linkClass, parentId: id }];
  });
}

export const referredResource = (id: string, name = wellKnownName(id) ?? id): SourceRecord => ({
  ...{ id, name, displayName: name, resourceClass: referredClass },
});
