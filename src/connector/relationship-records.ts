// Relationships as most systems state them: who is in what, and who may do what with what. Their ids are made of their ends.
import type { SourceRecord } from './contract.ts';
import { grantedEntitlement } from './entitlement.ts';
import { definedMembers } from './json-values.ts';
import { type RelationshipEnd, relationshipId } from './relationship-id.ts';

/**
 * A record of `EntityManagedViaObject`: the entity is in the group, or holds the role.
 * @param kind tells several memberships between the same ends apart
 */
export const membershipRecord = (entity: RelationshipEnd, holder: RelationshipEnd, kind?: string): SourceRecord => ({
  id: relationshipId(entity, holder, kind),
  ...{ entityId: entity[1], entityType: entity[0], managedViaObjectId: holder[1], managedViaObjectType: holder[0] },
});

/**
 * A record of `EntityAssignedAccessToObject`: a grant of the system's own access control.
 * @param details members of `reasonSpecificData`; those that are undefined are left out
 * @param kind tells several grants between the same ends apart
 */
export const assignmentRecord = (
  entity: RelationshipEnd,
  object: RelationshipEnd,
  details: Readonly<Record<string, unknown>>,
  kind?: string,
): SourceRecord => ({
  id: relationshipId(entity, object, kind),
  ...{ entityId: entity[1], entityType: entity[0], assignedObjectId: object[1], assignedObjectType: object[0] },
  entitlementSpecification: grantedEntitlement(definedMembers(details)),
});

/** @param key of the application instance that the entity of the relationship lies in: the identity provider, or the deployment, that has it */
export const fromElsewhere = (record: SourceRecord, key: string): SourceRecord => ({
  ...record,
  federationSpecification: { isFederated: true, connectionType: 'Source', sourceAuthenticationKey: key },
});
