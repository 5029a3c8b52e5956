// Access assignments: who may use which application, and who administers what.

import type { SourceRecord } from '../../../src/connector/contract.ts';
import { textAt, timeAt, valueAt } from '../../../src/connector/json-values.ts';
import { metadataItems } from '../../../src/connector/metadata-items.ts';
import { assignmentRecord } from '../../../src/connector/relationship-records.ts';
import { type Assignee, type RoleAssignment, roleIdOf, standardRoles } from './roles.ts';

/** An application that is assigned to a user directly. Rows of scope GROUP repeat what the group is assigned. */
export function appUserOf(appId: string, row: unknown): SourceRecord | undefined {
  const id = textAt(row, 'id');
  if (id === undefined || textAt(row, 'scope') !== 'USER') return undefined;
  return ssoAssignment(['Account', id], appId, {
    userName: textAt(row, 'credentials', 'userName'),
    externalId: textAt(row, 'externalId'),
    status: textAt(row, 'status'),
    created: timeAt(row, 'created'),
  });
}

export function appGroupOf(appId: string, row: unknown): SourceRecord | undefined {
  const id = textAt(row, 'id');
  if (id === undefined) return undefined;
  return ssoAssignment(['UserGroup', id], appId, { lastUpdated: timeAt(row, 'lastUpdated') });
}

function ssoAssignment(
  entity: readonly [string, string],
  appId: string,
  facts: Record<string, string | undefined>,
): SourceRecord {
  const record = assignmentRecord(entity, ['AssignedApplication', appId], {
    name: 'assigned',
    permissions: { isExecute: true, fineGrainedSpecifiers: ['sign-in'] },
    accessControlMetadata: metadataItems('okta', facts),
  });
  return { ...record, entitlementSpecification: { ...(record['entitlementSpecification'] as object), reason: 'SSO' } };
}

/** What a standard role permits, as a right on the organisation. @param roleId of the role, or of a limited one */
export function standardRoleAccess(
  roleId: string,
  type: string,
  host: string,
  targets: readonly string[],
): SourceRecord {
  const role = standardRoles.get(type);
  return assignmentRecord(['Role', roleId], ['IntegratedApplication', host], {
    name: role?.name ?? type,
    ...(targets.length > 0 && {
      description: `only for ${targets.join(', ')}`,
      accessControlMetadata: metadataItems('okta', { targets }),
    }),
    permissions: {
      ...role?.permissions,
      // Who administers some groups or applications does not administer the organisation.
      isPrivileged: (role?.isPrivileged ?? false) && targets.length === 0,
      fineGrainedSpecifiers: [type],
    },
  });
}

/** A custom role over a resource set. @param permissions labels such as `okta.users.manage` */
export function customRoleAccess(assignment: RoleAssignment, permissions: readonly string[]): SourceRecord | undefined {
  const [roleId, { assignee, resourceSet, label }] = [roleIdOf(assignment), assignment];
  if (roleId === undefined || resourceSet === undefined) return undefined;
  return assignmentRecord(
    entityOf(assignee),
    ['ResourceInstance', resourceSet],
    { name: label, description: 'Custom administrator role', permissions: permissionsOf(permissions) },
    roleId,
  );
}

const entityOf = ({ type, id }: Assignee) => [type, id] as const;

/** Labels end with what they permit: `.read`, `.manage`, `.create`, or the name of one action. */
function permissionsOf(labels: readonly string[]) {
  const ends = (ending: string) => labels.some(label => label.endsWith(`.${ending}`));
  const manages = ends('manage');
  return {
    isRead: labels.length > 0,
    isCreate: manages || ends('create'),
    isUpdate: manages || labels.some(label => !/\.(read|create)$/.test(label)),
    isDelete: manages,
    isPrivileged: labels.some(label => /\.(manage|credentials|roles|members|assignment)/.test(label)),
    fineGrainedSpecifiers: [...labels],
  };
}

/** The scopes that a service application was granted. Several grants make one right on the organisation. */
export function grantedScopes(appId: string, host: string, grants: readonly unknown[]): SourceRecord | undefined {
  const active = grants.filter(grant => textAt(grant, 'status') === 'ACTIVE');
  const scopes = active.flatMap(grant => textAt(grant, 'scopeId') ?? []);
  if (scopes.length === 0) return undefined;
  const grantors = [...new Set(active.flatMap(grant => textAt(valueAt(grant, 'createdBy'), 'id') ?? []))];
  return assignmentRecord(
    ['Account', appId],
    ['IntegratedApplication', host],
    {
      name: 'granted scopes',
      permissions: {
        ...permissionsOf(scopes),
        // A scope permits only what the administrator roles of the application permit too.
        isPrivileged: false,
        formattedScopes: { type: 'OAuth', specifiers: scopes },
      },
      accessControlMetadata: metadataItems('okta', { grantedBy: grantors.length > 0 ? grantors : undefined }),
    },
    'scopes',
  );
}
