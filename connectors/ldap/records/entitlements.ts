// What accounts of Active Directory may do in the domain: offer services under names, and act for others (delegation).
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { grantedEntitlement } from '../../../src/connector/entitlement.ts';
import { metadataItems } from '../../../src/connector/metadata-items.ts';
import type { LdapClient } from '../client.ts';
import type { DirectoryEntity } from '../directory/entity-index.ts';
import { firstText, numberOf, octetsOf, textsOf } from '../directory/entry.ts';
import { type Found, sidName } from '../directory/indexing.ts';
import type { RawEntry } from '../protocol/messages.ts';
import { allowedSids } from '../values/security-descriptor.ts';
import { uac } from '../values/user-account-control.ts';
import { privilegedGroups, privilegedRoleId } from './privileged-groups.ts';
import { relationId } from './relations.ts';

/** Attributes that the entitlements of an account follow from. */
export const entitlementAttributes: readonly string[] = [
  'cn',
  'dNSHostName',
  'servicePrincipalName',
  'userAccountControl',
  'msDS-AllowedToDelegateTo',
  'msDS-AllowedToActOnBehalfOfOtherIdentity',
];

/** Whether an account has any of them. */
export function isEntitled(entry: RawEntry): boolean {
  const names = ['servicePrincipalName', 'msDS-AllowedToDelegateTo', 'msDS-AllowedToActOnBehalfOfOtherIdentity'];
  const isDelegate = ((numberOf(entry, 'userAccountControl') ?? 0) & uac.trustedForDelegation) !== 0;
  const isHost = textsOf(entry, 'objectClass').some(name => name.toLowerCase() === 'computer');
  return isDelegate || isHost || names.some(name => octetsOf(entry, name).length > 0);
}

/** Finds the accounts that have any of them, by flags with the rule for bits (MS-ADTS, section 3.1.1.3.4.4.1). */
export const entitledFilter = `(&(objectClass=user)(|(objectClass=computer)(servicePrincipalName=*)(msDS-AllowedToDelegateTo=*)(msDS-AllowedToActOnBehalfOfOtherIdentity=*)(userAccountControl:1.2.840.113556.1.4.803:=${uac.trustedForDelegation})))`;

export const domainResourceClasses: readonly SourceRecord[] = [
  { id: 'domain', name: 'domain', displayName: 'Domain' },
  { id: 'computer', name: 'computer', displayName: 'Computer' },
  { id: 'service-account', name: 'service-account', displayName: 'Service account' },
  { id: 'service-principal-name', name: 'service-principal-name', displayName: 'Service principal name' },
];

const domainResourceId = ({ baseKey }: Pick<LdapClient, 'baseKey'>) => `domain:${baseKey}`;
/** Service principal names are compared without case. */
const serviceId = (name: string) => `spn:${name.toLowerCase()}`;
const hostResourceId = (found: Found) => `${isComputer(found) ? 'computer' : 'service-account'}:${found.id}`;

function isComputer({ entry }: Found): boolean {
  return textsOf(entry, 'objectClass').some(name => name.toLowerCase() === 'computer');
}

/** Whether the account is a resource itself: a computer, or an account that others may act at. */
function isResource(found: Found): boolean {
  return isComputer(found) || octetsOf(found.entry, 'msDS-AllowedToActOnBehalfOfOtherIdentity').length > 0;
}

export function domainRecord(client: LdapClient): SourceRecord {
  const name = client.base;
  return { id: domainResourceId(client), name, displayName: name, resourceClass: 'domain', isSensitive: true };
}

/** The account itself as a resource, and the services that it offers. */
export function* resourceRecords(client: LdapClient, found: Found): Generator<SourceRecord> {
  const domainId = domainResourceId(client);
  if (isResource(found)) {
    const name = firstText(found.entry, 'dNSHostName') ?? firstText(found.entry, 'cn') ?? found.entry.dn;
    const resourceClass = isComputer(found) ? 'computer' : 'service-account';
    yield { id: hostResourceId(found), name, displayName: name, resourceClass, parentId: domainId };
  }
  const names = new Map(textsOf(found.entry, 'servicePrincipalName').map(name => [serviceId(name), name]));
  const parentId = isComputer(found) ? hostResourceId(found) : domainId;
  for (const [id, name] of names) yield serviceRecord(id, name, parentId);
}

/** Services to which accounts may delegate, by their local ids. */
export function delegationTargets({ entry }: Found): ReadonlyMap<string, string> {
  return new Map(textsOf(entry, 'msDS-AllowedToDelegateTo').map(name => [serviceId(name), name]));
}

/** A service that accounts may delegate to although no account that can be seen offers it. */
export const unofferedService = (client: LdapClient, id: string, name: string) =>
  serviceRecord(id, name, domainResourceId(client));

function serviceRecord(id: string, name: string, parentId: string): SourceRecord {
  return { id, name, displayName: name, resourceClass: 'service-principal-name', parentId };
}

export function* entitlementRecords(client: LdapClient, found: Found): Generator<SourceRecord> {
  const { entry } = found;
  const flags = numberOf(entry, 'userAccountControl') ?? 0;
  const account = { kind: 'account', id: found.id } as const;
  for (const name of new Set(textsOf(entry, 'servicePrincipalName').map(serviceId))) {
    yield assigned(account, 'serves', name, 'Runs the service with this name', {
      fineGrainedSpecifiers: ['servicePrincipalName'],
      ownershipLevel: 'Owner',
      isExecute: true,
      isPrivileged: false,
    });
  }
  if ((flags & uac.trustedForDelegation) !== 0) {
    const text = 'Unconstrained delegation: may act as any account that signs in to it, at any service';
    const permissions = { fineGrainedSpecifiers: ['delegation:unconstrained', 'impersonate:*'], isPrivileged: true };
    yield assigned(account, 'delegates-to', domainResourceId(client), text, permissions);
  }
  const anyProtocol = (flags & uac.trustedToAuthenticateForDelegation) !== 0;
  for (const name of new Set(textsOf(entry, 'msDS-AllowedToDelegateTo').map(serviceId))) {
    const text = anyProtocol
      ? 'Constrained delegation with protocol transition: may act as any account at this service'
      : 'Constrained delegation: may act at this service as any account that signs in to it';
    yield assigned(account, 'delegates-to', name, text, {
      fineGrainedSpecifiers: [
        anyProtocol ? 'delegation:protocol-transition' : 'delegation:constrained',
        'impersonate:*',
      ],
      isPrivileged: true,
    });
  }
  for (const sid of new Set(octetsOf(entry, 'msDS-AllowedToActOnBehalfOfOtherIdentity').flatMap(actingSids))) {
    const holder = client.index.find(sidName(sid));
    if (!holder || holder.kind === 'container') continue;
    const text = 'Resource-based constrained delegation: may act as any account at the services of this account';
    const permissions = { fineGrainedSpecifiers: ['delegation:resource-based', 'impersonate:*'], isPrivileged: true };
    yield assigned(holder, 'acts-for', hostResourceId(found), text, permissions);
  }
}

function actingSids(descriptor: Buffer): string[] {
  return allowedSids(descriptor) ?? [];
}

/** What the roles of privileged groups give. */
export function* privilegedEntitlements(client: LdapClient): Generator<SourceRecord> {
  const everything = { isCreate: true, isRead: true, isUpdate: true, isDelete: true, isExecute: true };
  const { domainSid } = client;
  if (domainSid === undefined) return;
  for (const group of privilegedGroups) {
    const sid = group.sid(domainSid);
    if (!client.index.find(sidName(sid))) continue;
    yield assigned(
      { kind: 'role', id: privilegedRoleId(sid) },
      'administers',
      domainResourceId(client),
      group.description,
      {
        ...(group.administers && everything),
        fineGrainedSpecifiers: group.administers ? ['administer', 'impersonate:*'] : [group.name],
        isPrivileged: true,
      },
      group.administers,
    );
  }
}

const entityTypes = { account: 'Account', group: 'UserGroup', role: 'Role' } as const;

function assigned(
  { kind, id }: DirectoryEntity,
  verb: 'serves' | 'delegates-to' | 'acts-for' | 'administers',
  objectId: string,
  description: string,
  permissions: { readonly fineGrainedSpecifiers: readonly string[] } & Record<string, unknown>,
  appliesToContents = true,
): SourceRecord {
  const name = permissions.fineGrainedSpecifiers[0]!;
  return {
    id: relationId(id, verb, objectId),
    entityId: id,
    entityType: entityTypes[kind as keyof typeof entityTypes],
    assignedObjectId: objectId,
    assignedObjectType: 'ResourceInstance',
    entitlementSpecification: grantedEntitlement({
      name,
      description,
      ...(!appliesToContents && { appliesToContents }),
      permissions,
      accessControlMetadata: metadataItems('activeDirectory', { right: name }),
    }),
  };
}

/** The edge above a resource: the domain contains computers and services, a computer its services. */
export function containmentRecord({ id, parentId }: SourceRecord): SourceRecord {
  const parent = String(parentId);
  return { id: relationId(parent, 'contains', id), parentId: parent, childId: id };
}
