// Who is directly in a group, role or access package.
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { type RelationshipEnd, relationshipId } from '../../../src/connector/relationship-id.ts';

export const membership = (entity: RelationshipEnd, holder: RelationshipEnd): SourceRecord => ({
  id: relationshipId(entity, holder),
  ...{ entityId: entity[1], entityType: entity[0], managedViaObjectId: holder[1], managedViaObjectType: holder[0] },
});
