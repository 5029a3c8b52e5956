// What Keystone's objects become.
import type { SourceRecord } from '../../src/connector/contract.ts';
import { enabledOfValue } from '../../src/connector/flags.ts';
import { definedMembers, textAt, timeAt, valueAt } from '../../src/connector/json-values.ts';
import { metadataItems } from '../../src/connector/metadata-items.ts';
import type { MappedItem } from '../../src/connector/record-pages.ts';
import { assignmentRecord } from '../../src/connector/relationship-records.ts';
import { type Grant, grantId, placeId } from './grants.ts';

const lacksId = { reason: 'has no id' };

/** @param credentialsOf ids of the application credentials of a user */
export function userOf(
  user: unknown,
  admins: ReadonlySet<string>,
  credentialsOf: (id: string) => readonly string[],
): MappedItem {
  const [id, name] = [textAt(user, 'id'), textAt(user, 'name')];
  if (id === undefined || name === undefined) return lacksId;
  const credentials = credentialsOf(id);
  return {
    id,
    ...definedMembers({
      alias: name,
      name: textAt(user, 'description') || name,
      email: textAt(user, 'email') || undefined,
      department: textAt(user, 'department') || undefined,
      type: 'User',
      enabled: enabledOfValue(valueAt(user, 'enabled')),
      isAdmin: admins.has(id),
      hasAPIAccess: true,
      authenticationFunctions: ['ApplicationAccount'],
      hashIdentifiers: credentials.length > 0 ? credentials.map(credentialIdentifier) : undefined,
      profileMetadata: metadataItems('keystone', {
        domainId: textAt(user, 'domain_id'),
        passwordExpiresAt: timeAt(user, 'password_expires_at'),
      }),
    }),
  };
}

const credentialIdentifier = (id: string) => `keystone-credential:${id}`;

export const credentialAccountId = (id: string) => `credential:${id}`;

/** An application credential: whoever has it acts as its user, with some of the user's roles on one project. */
export function credentialOf(userId: string, credential: unknown): MappedItem {
  const id = textAt(credential, 'id');
  if (id === undefined) return lacksId;
  const name = textAt(credential, 'name') ?? id;
  return {
    id: credentialAccountId(id),
    ...definedMembers({
      ...{ alias: id, name, type: 'Token', subType: 'ApiKey', enabled: true, hasAPIAccess: true },
      ...{ authenticationFunctions: [], mfaRequirements: 'Disabled', ssoRequirements: 'Disabled' },
      createdBy: userId,
      expirationDate: timeAt(credential, 'expires_at'),
      hashIdentifiers: [credentialIdentifier(id)],
      profileMetadata: metadataItems('keystone', {
        projectId: textAt(credential, 'project_id'),
        unrestricted: valueAt(credential, 'unrestricted') === true,
      }),
    }),
  };
}

export function groupOf(group: unknown): MappedItem {
  const [id, name] = [textAt(group, 'id'), textAt(group, 'name')];
  if (id === undefined || name === undefined) return lacksId;
  return {
    id,
    ...definedMembers({
      name,
      description: textAt(group, 'description') || undefined,
      type: 'Security',
      isAssignableToRole: true,
    }),
  };
}

/** A role wherever it is held. Immutable ones are made by Keystone itself. */
export function roleOf(role: unknown): MappedItem {
  const [id, name] = [textAt(role, 'id'), textAt(role, 'name')];
  if (id === undefined || name === undefined) return lacksId;
  const isOfKeystone = valueAt(role, 'options', 'immutable') === true;
  return {
    id,
    ...definedMembers({
      name,
      description: textAt(role, 'description') || undefined,
      type: isOfKeystone ? 'Standard' : 'Custom',
      applicationRoleType: textAt(role, 'domain_id') === undefined ? 'role' : 'role of a domain',
    }),
  };
}

export interface Names {
  readonly roles: ReadonlyMap<string, string>;
  readonly places: ReadonlyMap<string, string>;
}

export function grantedRole(grant: Grant, { roles, places }: Names): SourceRecord {
  const { roleId, place } = grant;
  const where = places.get(placeId(place)) ?? place.id;
  const name = `${roles.get(roleId) ?? roleId} on ${place.isInherited ? `all projects of ${where}` : where}`;
  return { id: grantId(grant), name, type: 'Modeled', applicationRoleType: `role on a ${place.kind}` };
}

/** What a role gives on its place, and not on what is below. What it permits is in the policy files of each service. */
export function grantedAccess(grant: Grant, { roles }: Names): SourceRecord {
  const name = roles.get(grant.roleId) ?? grant.roleId;
  return assignmentRecord(['Role', grantId(grant)], ['ResourceInstance', placeId(grant.place)], {
    name,
    permissions: { isRead: true, isPrivileged: name.toLowerCase() === 'admin' },
    appliesToContents: false,
  });
}
