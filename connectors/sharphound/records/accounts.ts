// Users and computers as accounts. SharpHound may also collect passwords from attributes (`userpassword`): they are never taken.
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { scalarText } from '../../../src/connector/exact-json.ts';
import { flagOfValue } from '../../../src/connector/flags.ts';
import { definedMembers, textAt, textsAt, valueAt } from '../../../src/connector/json-values.ts';
import { metadataItems } from '../../../src/connector/metadata-items.ts';
import type { DirectoryObject } from '../client.ts';
import type { Inventory } from '../inventory.ts';
import { directoryKinds, type ReferenceKind } from '../kinds.ts';
import { isSystemAccount, relativeId, wellKnownName } from '../well-known.ts';

/** Seconds since 1970. 0 and −1 stand for a time that is not known or has not been. */
export function timeOfProperty(value: unknown, name: string): string | undefined {
  const text = scalarText(valueAt(value, 'Properties', name));
  const seconds = text === undefined ? Number.NaN : Number(text);
  if (!(seconds > 0 && seconds < 253_402_300_800)) return undefined;
  return new Date(seconds * 1000).toISOString();
}

const flagAt = (value: unknown, name: string) => flagOfValue(valueAt(value, 'Properties', name));

export function directoryAccountOf(object: DirectoryObject, inventory: Inventory): SourceRecord {
  const { id, value, kind } = object;
  const property = (name: string) => textAt(value, 'Properties', name);
  const alias = property('samaccountname') ?? property('name') ?? id;
  const enabled = flagAt(value, 'enabled');
  const times = ['lastlogon', 'lastlogontimestamp'].map(name => timeOfProperty(value, name));
  return {
    id,
    ...definedMembers({
      alias,
      name: property('displayname') ?? alias,
      displayName: property('displayname'),
      email: property('email'),
      ...accountKind(object),
      userType: kind === 'computers' ? 'computer' : 'user',
      enabled,
      isAdmin: inventory.administrators.has(id),
      authenticationFunctions: ['Directory'],
      title: property('title'),
      objectDirectoryContainerId: directoryOf(inventory, id),
      createdDate: timeOfProperty(value, 'whencreated'),
      lastActivityDate: times
        .filter(time => time !== undefined)
        .toSorted()
        .at(-1),
      lastPasswordChangedDate: timeOfProperty(value, 'pwdlastset'),
      profileMetadata: profileOf(id, value),
    }),
  };
}

function accountKind({ id, kind, value }: DirectoryObject): { type: string; subType: string } {
  if (kind === 'computers') return { type: 'Machine', subType: 'Workload' };
  const isService = flagAt(value, 'gmsa') === true || flagAt(value, 'msa') === true || flagAt(value, 'hasspn') === true;
  // krbtgt holds the keys of the domain. Nobody signs in with it.
  if (isService || isSystemAccount(id) || relativeId(id) === 502) return { type: 'Machine', subType: 'ServiceAccount' };
  if (relativeId(id) === 500) return { type: 'User', subType: 'Admin' };
  return { type: 'User', subType: relativeId(id) === 501 ? 'Guest' : 'Unknown' };
}

/** Local id of the object directory that holds an object: its container, or its domain. */
export function directoryOf({ objects }: Inventory, id: string): string | undefined {
  const { parent, domain } = objects.get(id) ?? {};
  const isDirectory = (candidate: string | undefined): candidate is string =>
    candidate !== undefined && directoryKinds.has(objects.get(candidate)?.kind ?? 'gpos');
  return [parent, domain].filter(candidate => candidate !== id).find(isDirectory);
}

function profileOf(id: string, value: unknown) {
  const property = (name: string) => textAt(value, 'Properties', name);
  const isSet = (name: string) => flagAt(value, name) || undefined;
  const names = textsAt(value, 'Properties', 'serviceprincipalnames');
  return metadataItems('activeDirectory', {
    objectSid: id,
    distinguishedName: property('distinguishedname'),
    domain: property('domain'),
    description: property('description'),
    servicePrincipalNames: names.length > 0 ? names : undefined,
    operatingSystem: property('operatingsystem'),
    adminCount: isSet('admincount'),
    isManagedServiceAccount: isSet('gmsa') ?? isSet('msa'),
    isProtected: flagOfValue(valueAt(value, 'IsACLProtected')) || undefined,
    passwordNotRequired: isSet('passwordnotreqd'),
    passwordNeverExpires: isSet('pwdneverexpires'),
    mayNotBeDelegated: isSet('sensitive'),
    needsNoPreauthentication: isSet('dontreqpreauth'),
    trustedForDelegation: isSet('unconstraineddelegation'),
    trustedToAuthenticateForDelegation: isSet('trustedtoauth'),
    isDomainController: isSet('isdc'),
    hasLaps: isSet('haslaps'),
  });
}

/** An account that the collection only refers to: one of another domain, of a computer, or that was deleted. */
export const referredAccount = (id: string, kind: ReferenceKind): SourceRecord => ({
  ...{ id, alias: wellKnownName(id) ?? id, name: wellKnownName(id) ?? id, userType: 'referred' },
  ...(kind === 'computer' ? { type: 'Machine', subType: 'Workload' } : { type: 'User', subType: 'Unknown' }),
  profileMetadata: metadataItems('activeDirectory', { objectSid: id }),
});
