// Groups, and role objects.
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { dnKey, nameInDn } from '../directory/dn.ts';
import type { EntityIndex } from '../directory/entity-index.ts';
import { firstText, numberOf, octetsOf, textsOf } from '../directory/entry.ts';
import type { RawEntry } from '../protocol/messages.ts';
import { sidText } from '../values/identifiers.ts';
import { generalizedTimeMs, isoTime } from '../values/times.ts';
import { wellKnownPrincipal } from './well-known-principals.ts';

/** Attributes to ask for; members are read apart. */
export const groupAttributes: readonly string[] = [
  'objectClass',
  'cn',
  'displayName',
  'description',
  'mail',
  'owner',
  'groupType',
  'gidNumber',
  'objectSid',
  'memberURL',
  'labeledURI',
  'createTimestamp',
  'modifyTimestamp',
  'whenCreated',
  'whenChanged',
];

/** groupType of Active Directory: a group for access, not only for mail (MS-ADTS, section 2.2.12). */
const securityEnabled = 0x80000000;

export function groupRecord(entry: RawEntry, id: string, index: EntityIndex): SourceRecord {
  const sid = octetsOf(entry, 'objectSid')[0];
  const wellKnown = classesOf(entry).includes('foreignsecurityprincipal') && wellKnownPrincipal(sid && sidText(sid));
  if (wellKnown) return { id, name: wellKnown, type: 'Modeled', isDynamic: true };
  const isDynamic = isComputed(entry);
  const owners = ownersOf(entry, index);
  return {
    id,
    name: firstText(entry, 'cn') ?? firstText(entry, 'displayName') ?? nameInDn(entry.dn) ?? entry.dn,
    ...described(entry),
    ...(firstText(entry, 'mail') !== undefined && { email: firstText(entry, 'mail') }),
    type: isDynamic ? 'Dynamic' : groupTypeOf(entry),
    isDynamic,
    ...(owners.length > 0 && { owners }),
    ...datesOf(entry),
  };
}

/** A search as an URL (RFC 4516) in a group: `ldap:///ou=People,dc=example,dc=org??sub?(departmentNumber=12)`. */
const searchUrl = /^ldaps?:\/\/[^?]*\?[^?]*\?/i;

/** Whether the server computes members of the group from a search, besides those that the entry lists. */
function isComputed(entry: RawEntry): boolean {
  const isOfClass = classesOf(entry).some(name => name === 'groupofurls' || name === 'dynamicgroup');
  return isOfClass || ['memberURL', 'labeledURI'].some(name => textsOf(entry, name).some(url => searchUrl.test(url)));
}

/** A role object of the directory: organizationalRole, or a role of 389 Directory Server. */
export function roleRecord(entry: RawEntry, id: string, containerId: string | undefined): SourceRecord {
  const isOfServer = classesOf(entry).some(name => name.startsWith('nsrole') || name.startsWith('ns'));
  return {
    id,
    name: firstText(entry, 'cn') ?? nameInDn(entry.dn) ?? entry.dn,
    ...described(entry),
    applicationRoleType: isOfServer ? 'nsRoleDefinition' : 'organizationalRole',
    type: 'Custom',
    ...(containerId !== undefined && { objectDirectoryContainerId: containerId }),
    ...datesOf(entry),
  };
}

function groupTypeOf(entry: RawEntry): string {
  const flags = numberOf(entry, 'groupType');
  // The value is a signed number of 32 bits.
  if (flags !== undefined) return (flags & securityEnabled) !== 0 ? 'Security' : 'Distribution';
  return classesOf(entry).includes('posixgroup') ? 'Security' : 'Unknown';
}

/** DNs of the owners (RFC 4519, section 2.21). */
export const ownerNames = (entry: RawEntry): string[] => textsOf(entry, 'owner');

/** Owners that are not in the index lie outside the base or cannot be seen. */
function ownersOf(entry: RawEntry, index: EntityIndex) {
  return ownerNames(entry).flatMap(dn => {
    const key = dnKey(dn);
    const owner = key === undefined ? undefined : index.find(key);
    if (owner?.kind === 'account') return [{ objectId: owner.id, objectType: 'Account' }];
    return owner?.kind === 'group' ? [{ objectId: owner.id, objectType: 'UserGroup' }] : [];
  });
}

function described(entry: RawEntry) {
  const description = firstText(entry, 'description');
  return description === undefined ? {} : { description };
}

function datesOf(entry: RawEntry) {
  const timeOf = (...attributes: string[]) => {
    const text = attributes.map(attribute => firstText(entry, attribute)).find(value => value !== undefined);
    return text === undefined ? undefined : isoTime(generalizedTimeMs(text));
  };
  const createdDate = timeOf('createTimestamp', 'whenCreated');
  const lastModifiedDate = timeOf('modifyTimestamp', 'whenChanged');
  return { ...(createdDate && { createdDate }), ...(lastModifiedDate && { lastModifiedDate }) };
}

function classesOf(entry: RawEntry): string[] {
  return textsOf(entry, 'objectClass').map(name => name.toLowerCase());
}
