import { defineResource, localId } from './define.ts';
import { PermissionSetType } from './types/enumerations.ts';
import { commonFields, commonRequired, count, globalId, Permissions, text, timestamp } from './types/shared-types.ts';
import { ofInstance } from './visibility/origin.ts';

export const permissionSet = defineResource({
  type: 'PermissionSet',
  title: 'Permission set',
  kind: 'object',
  madeBy: 'connectors',
  description: 'A named bundle of permissions that an application gives as a whole.',
  collections: [
    { path: '/v1/permission-sets', title: 'Permission sets', description: 'All permission sets.', order: 'instance' },
  ],
  required: [...commonRequired, 'name', 'type'],
  defaults: { type: 'Unknown' },
  fields: {
    id: text.min(1).describe('Local id of the permission set'),
    name: text.min(1).describe('Name'),
    description: text.describe('What the application says the set is for'),
    type: PermissionSetType.describe('Who defines the set: privileged users (Custom) or the application (Standard)'),
    permissions: Permissions.describe('What the set permits'),
    resourceClass: localId('ResourceClass').describe('Local id of the class of resources that the set applies to'),
    createdBy: localId('Account').describe('Local id of the account that made the set'),
    createdDate: timestamp.describe('When the set was made'),
    lastModifiedBy: localId('Account').describe('Local id of the account that last changed the set'),
    lastModifiedDate: timestamp.describe('When the set was last changed'),
    sourceTag: text.describe('Data source tag'),
    globalResourceClass: globalId.describe('Global id of the class of resources that the set applies to'),
    globalCreatedBy: globalId.describe('Global id of the account that made the set'),
    globalLastModifiedBy: globalId.describe('Global id of the account that last changed the set'),
    ...commonFields,
    analyticsAccountsWithAccessCount: ofInstance(count.describe('Accounts that hold the set, nesting included')),
    analyticsAssignedRoleCount: ofInstance(count.describe('Roles that hold the set')),
  },
});
