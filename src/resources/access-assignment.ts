import { defineResource, localId } from './define.ts';
import { GlobalObjectType, ObjectType } from './types/enumerations.ts';
import {
  commonFields,
  commonRequired,
  count,
  EntitlementSpecification,
  FederationSpecification,
  globalId,
  text,
  timestamp,
} from './types/shared-types.ts';

export const accessAssignment = defineResource({
  type: 'EntityAssignedAccessToObject',
  title: 'Access assignment',
  kind: 'relationship',
  madeBy: 'connectors',
  description:
    'Links an account, role or user group to what it is granted access to: an assigned application, a deployment of an application, a resource class or a resource instance.',
  collections: [
    {
      path: '/v1/entity-assigned-access-to-object',
      title: 'Access assignments',
      description: 'All grants of access, from entity to object.',
      order: 'instance',
    },
  ],
  required: [...commonRequired, 'entityId', 'entityType', 'assignedObjectId', 'assignedObjectType'],
  fields: {
    id: text.min(1).describe('Local id of the assignment'),
    entityId: localId({ typeField: 'entityType' }).describe('Local id of who has the access'),
    entityType: ObjectType.describe('Type of who has the access: Account, Role or UserGroup'),
    assignedObjectId: localId({ typeField: 'assignedObjectType' }).describe('Local id of what the access is to'),
    assignedObjectType: ObjectType.describe(
      'Type of what the access is to: AssignedApplication, IntegratedApplication, ResourceClass or ResourceInstance',
    ),
    entitlementSpecification: EntitlementSpecification.describe('What is granted or denied, with local ids'),
    federationSpecification: FederationSpecification.describe('How the two sides are federated'),
    globalEntityId: globalId.describe('Global id of who has the access'),
    globalEntityType: GlobalObjectType.describe('`entityType` in global form'),
    globalAssignedObjectId: globalId.describe('Global id of what the access is to'),
    globalAssignedObjectType: GlobalObjectType.describe('`assignedObjectType` in global form'),
    globalEntitlementSpecification: EntitlementSpecification.describe('`entitlementSpecification` with global ids'),
    ...commonFields,
    analyticsLoginEventCount: count.describe('Logins seen through the assignment'),
    analyticsResourceAccessEventCount: count.describe('Uses of the object seen through the assignment'),
    analyticsDaysSinceLastActivity: count.describe('Days from the last use to the date of the data'),
    analyticsFirstActivityDate: timestamp.describe('First use that is known'),
    analyticsLastActivityDate: timestamp.describe('Last use that is known'),
  },
});
