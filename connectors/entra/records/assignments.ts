// Access assignments of the directory: roles, app roles, delegated permissions, owners, federated credentials.

import type { SourceRecord } from '../../../src/connector/contract.ts';
import { listAt, textAt, timeAt } from '../../../src/connector/json-values.ts';
import { metadataItems } from '../../../src/connector/metadata-items.ts';
import type { RelationshipEnd } from '../../../src/connector/relationship-id.ts';
import { assignmentRecord } from '../../../src/connector/relationship-records.ts';
import { endOfObject, endOfPrincipal } from '../ids.ts';
import type { RoleAssignment } from './directory-roles.ts';

const withReason = (record: SourceRecord, reason: 'SSO' | 'Ownership'): SourceRecord => ({
  ...record,
  entitlementSpecification: { ...(record['entitlementSpecification'] as object), reason },
});

/** A role that its holder may activate. It is not in force, so nobody has access by it now. */
export function eligibilityOf(
  assignment: RoleAssignment,
  object: RelationshipEnd,
  name: string,
  permissions: object,
): SourceRecord {
  const { holder, roleId, item } = assignment;
  const facts = {
    memberType: textAt(item, 'memberType'),
    start: timeAt(item, 'startDateTime'),
    end: timeAt(item, 'endDateTime'),
  };
  const details = {
    ...{ name: `${name} (eligible)`, description: 'May be activated for a limited time', permissions, enabled: false },
    conditions: { context: metadataItems('entra', { activation: 'eligible', ...facts }) },
  };
  return assignmentRecord(holder, object, details, `eligible:${roleId}`);
}

/** App roles of Microsoft Graph by which their holder gains further access to the tenant. */
const privilegedPermissions =
  /^(RoleManagement\.ReadWrite\.|RoleAssignmentSchedule\.ReadWrite\.|AppRoleAssignment\.ReadWrite\.|Application\.ReadWrite\.All|Directory\.ReadWrite\.|(User|Group|GroupMember|ServicePrincipalEndpoint|Organization|Domain)\.ReadWrite\.|Policy\.ReadWrite\.|UserAuthenticationMethod\.ReadWrite|User-PasswordProfile\.ReadWrite|PrivilegedA\w+\.ReadWrite|EntitlementManagement\.ReadWrite)/;

/** App id of Microsoft Graph: its app roles are permissions on the tenant itself. */
export const graphAppId = '00000003-0000-0000-c000-000000000000';

/** An app role that a user, group or service principal was assigned. @param resource the service principal that offers it */
export function appRoleAssignmentOf(
  assignment: unknown,
  resource: unknown,
  tenantId: string,
): SourceRecord | undefined {
  const end = endOfPrincipal(textAt(assignment, 'principalId'), textAt(assignment, 'principalType'));
  const [resourceId, roleId] = [textAt(resource, 'id'), textAt(assignment, 'appRoleId')];
  if (end === undefined || resourceId === undefined) return undefined;
  const role = listAt(resource, 'appRoles').find(each => textAt(each, 'id') === roleId);
  const value = textAt(role, 'value') ?? textAt(role, 'displayName');
  const isOfGraph = textAt(resource, 'appId') === graphAppId;
  const object: RelationshipEnd = isOfGraph ? ['IntegratedApplication', tenantId] : ['AssignedApplication', resourceId];
  const record = assignmentRecord(
    end,
    object,
    {
      name: value ?? 'assigned',
      description: textAt(role, 'description'),
      permissions: {
        ...(isOfGraph ? graphPermissions(value ?? '') : { isExecute: true }),
        ...(value !== undefined && { formattedScopes: { type: 'AppRole', specifiers: [value] } }),
      },
      accessControlMetadata: metadataItems('entra', { created: timeAt(assignment, 'createdDateTime') }),
    },
    `app-role:${roleId}`,
  );
  return isOfGraph || textAt(assignment, 'principalType') === 'ServicePrincipal' ? record : withReason(record, 'SSO');
}

/** `Noun.Operation.Scope`, such as `User.ReadWrite.All`. */
function graphPermissions(value: string) {
  const writes = /write|manage|create|fullcontrol|send/i.test(value);
  return {
    isRead: true,
    isUpdate: writes,
    isCreate: writes,
    isDelete: writes,
    isPrivileged: privilegedPermissions.test(value),
  };
}

/**
 * Permissions by which an application acts for users who are signed in to it (`oauth2PermissionGrant`). They permit nothing that the
 * user may not do, so they are never privileged.
 */
export function delegatedGrantOf(grant: unknown): SourceRecord | undefined {
  const [client, resource, id] = [textAt(grant, 'clientId'), textAt(grant, 'resourceId'), textAt(grant, 'id')];
  if (client === undefined || resource === undefined || id === undefined) return undefined;
  const user = textAt(grant, 'principalId');
  return assignmentRecord(
    ['Account', client],
    ['AssignedApplication', resource],
    {
      name: 'delegated permissions',
      description: user === undefined ? 'for every user who signs in' : 'for one user',
      permissions: {
        isPrivileged: false,
        formattedScopes: { type: 'OAuth', specifiers: (textAt(grant, 'scope') ?? '').split(/\s+/).filter(Boolean) },
      },
      conditions: { context: metadataItems('entra', { consent: textAt(grant, 'consentType'), user }) },
    },
    `delegated:${id}`,
  );
}

/** Who owns an application can give it a secret, and sign in as it. */
export function ownershipOf(owner: unknown, principalId: string, object: RelationshipEnd): SourceRecord | undefined {
  const end = endOfObject(owner);
  if (end === undefined) return undefined;
  const permissions = {
    ...{ isUpdate: true, isDelete: true, ownershipLevel: 'Owner' },
    fineGrainedSpecifiers: ['owner', `impersonate:${principalId}`],
  };
  return withReason(assignmentRecord(end, object, { name: 'owner', permissions }, `owner:${principalId}`), 'Ownership');
}

/** Who answers for a service principal: its owners, and the sponsors of an agent. */
export function accountabilityOf(
  principalId: string,
  object: RelationshipEnd,
  people: { readonly owners: readonly unknown[]; readonly sponsors: readonly unknown[] },
): SourceRecord | undefined {
  const owners = [...people.owners, ...people.sponsors].flatMap(person => {
    const end = endOfObject(person);
    return end === undefined ? [] : [{ objectId: end[1], objectType: end[0] }];
  });
  if (owners.length === 0) return undefined;
  const sponsors = people.sponsors.flatMap(sponsor => textAt(sponsor, 'id') ?? []);
  const details = {
    name: 'accountable',
    permissions: { ownershipLevel: 'None', owners },
    accessControlMetadata: metadataItems('entra', { sponsors: sponsors.length > 0 ? sponsors : undefined }),
  };
  return withReason(assignmentRecord(['Account', principalId], object, details, 'accountable'), 'Ownership');
}

/** A blueprint holds the credentials of the agent identities that are made from it, so it can sign in as each of them. */
export const blueprintAccessOf = (blueprintId: string, agentId: string, object: RelationshipEnd): SourceRecord =>
  assignmentRecord(
    ['Account', blueprintId],
    object,
    { name: 'blueprint', permissions: { isExecute: true, fineGrainedSpecifiers: [`impersonate:${agentId}`] } },
    `blueprint:${agentId}`,
  );
