// Records of a source whose accounts can act as others.
import type { SourceRecord } from '../../src/connector/contract.ts';

export const account = (id: string, more: object = {}): SourceRecord => ({
  id,
  alias: id,
  name: id,
  type: 'User',
  enabled: true,
  isAdmin: false,
  hasAPIAccess: false,
  ...more,
});

export const membership = (
  entityId: string,
  managedViaObjectId: string,
  managedViaObjectType = 'UserGroup',
  entityType = 'Account',
): SourceRecord => ({
  id: `${entityType} ${entityId} in ${managedViaObjectType} ${managedViaObjectId}`,
  entityId,
  entityType,
  managedViaObjectId,
  managedViaObjectType,
});

let assignments = 0;

/** @param more fields of the record, and of the entitlement: `type` and `enabled` */
export function assignment(
  entityId: string,
  assignedObjectId: string,
  { type = 'Grant', enabled = true, ...more }: { type?: string; enabled?: boolean } & Record<string, unknown>,
  permissions: object,
): SourceRecord {
  return {
    id: `assignment ${++assignments}`,
    entityId,
    entityType: 'Account',
    assignedObjectId,
    assignedObjectType: 'ResourceInstance',
    entitlementSpecification: { reason: 'AccessControl', reasonSpecificData: { type, enabled, permissions } },
    ...more,
  };
}

/** An entitlement of an account to act as another one, or as everybody with `*`. */
export const impersonating = (entityId: string, target: string, more: Record<string, unknown> = {}): SourceRecord =>
  assignment(entityId, 'everything', more, { fineGrainedSpecifiers: [`impersonate:${target}`] });
