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
import { globalFormOf, ofInstance } from './visibility/origin.ts';

export const accessAssignment = defineResource({
  type: 'EntityAssignedAccessToObject',
  title: 'Access assignment',
  kind: 'relationship',
  madeBy: 'connectors',
  table: 'access_assignments',
  dataDate: { type: 'Account' },
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
    entityId: localId({ typeField: 'entityType' }).describe('Local id of the entity that has the access'),
    entityType: ObjectType.describe('Type of the entity that has the access: Account, Role or UserGroup'),
    assignedObjectId: localId({ typeField: 'assignedObjectType' }).describe('Local id of the object of the access'),
    assignedObjectType: ObjectType.describe(
      'Type of the object of the access: AssignedApplication, IntegratedApplication, ResourceClass or ResourceInstance',
    ),
    entitlementSpecification: EntitlementSpecification.describe('What is granted or denied, with local ids'),
    federationSpecification: FederationSpecification.describe('How the two sides are federated'),
    globalEntityId: globalId.describe('Global id of the entity that has the access'),
    globalEntityType: GlobalObjectType.describe('`entityType` in global form'),
    globalAssignedObjectId: globalId.describe('Global id of the object of the access'),
    globalAssignedObjectType: GlobalObjectType.describe('`assignedObjectType` in global form'),
    globalEntitlementSpecification: globalFormOf(
      'entitlementSpecification',
      EntitlementSpecification.describe('`entitlementSpecification` with global ids'),
    ),
    ...commonFields,
    analyticsLoginEventCount: ofInstance(count.describe('Known logins through the assignment')),
    analyticsResourceAccessEventCount: ofInstance(count.describe('Known uses of the object through the assignment')),
    analyticsDaysSinceLastActivity: ofInstance(count.describe('Days from the last use to the date of the data')),
    analyticsFirstActivityDate: ofInstance(timestamp.describe('First known use')),
    analyticsLastActivityDate: ofInstance(timestamp.describe('Last known use')),
  },
});
