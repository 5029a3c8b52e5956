import { defineResource, localId } from './define.ts';
import { GlobalObjectType, ObjectType } from './types/enumerations.ts';
import { commonFields, commonRequired, FederationSpecification, globalId, text } from './types/shared-types.ts';

export const managedVia = defineResource({
  type: 'EntityManagedViaObject',
  title: 'Membership',
  kind: 'relationship',
  madeBy: 'connectors',
  table: 'managed_via',
  description:
    'Links an entity to the object that it is managed through, such as an account to the user group or role that it is a member of.',
  collections: [
    {
      path: '/v1/entity-managed-via-object',
      title: 'Memberships',
      description: 'All memberships and other ways in which one entity is managed through another.',
      order: 'instance',
    },
  ],
  required: [...commonRequired, 'entityId', 'entityType', 'managedViaObjectId', 'managedViaObjectType'],
  fields: {
    id: text.min(1).describe('Local id of the relationship'),
    entityId: localId({ typeField: 'entityType' }).describe('Local id of the managed entity'),
    entityType: ObjectType.describe('Type of the managed entity, for example Account'),
    managedViaObjectId: localId({ typeField: 'managedViaObjectType' }).describe(
      'Local id of the object that it is managed through',
    ),
    managedViaObjectType: ObjectType.describe('Type of that object, for example UserGroup or Role'),
    federationSpecification: FederationSpecification.describe('How the two sides are federated'),
    globalEntityId: globalId.describe('Global id of the managed entity'),
    globalEntityType: GlobalObjectType.describe('`entityType` in global form'),
    globalManagedViaObjectId: globalId.describe('Global id of the object that it is managed through'),
    globalManagedViaObjectType: GlobalObjectType.describe('`managedViaObjectType` in global form'),
    ...commonFields,
  },
});
