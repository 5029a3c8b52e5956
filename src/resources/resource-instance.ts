import { z } from 'zod';
import { defineResource, localId } from './define.ts';
import { commonFields, commonRequired, count, flag, globalId, text, timestamp } from './types/shared-types.ts';
import { ofInstance } from './visibility/origin.ts';

export const resourceInstance = defineResource({
  type: 'ResourceInstance',
  title: 'Resource instance',
  kind: 'object',
  madeBy: 'connectors',
  dataDate: 'object',
  description: 'A single resource that an application holds, such as one repository or one folder.',
  collections: [
    { path: '/v1/resource-instances', title: 'Resource instances', description: 'All resources.', order: 'instance' },
  ],
  required: [...commonRequired, 'name'],
  fields: {
    id: text.min(1).describe('Local id of the resource'),
    name: text.min(1).describe('Name'),
    displayName: text.min(1).describe('Name to show'),
    resourceClass: localId('ResourceClass').describe('Local id of the class of the resource'),
    parentId: localId('ResourceInstance').describe('Local id of the resource that contains this one'),
    pageUri: text.describe('Address of the resource in the application'),
    isSensitive: flag.describe('True when the source marks the resource as sensitive'),
    externallyShared: flag.describe('True when people outside the organisation can reach the resource'),
    ownerAccountIds: z.array(localId('Account')).describe('Local ids of the accounts that own the resource'),
    createdDate: timestamp.describe('When the resource was made'),
    lastModifiedDate: timestamp.describe('When the resource was last changed'),
    sourceTag: text.describe('Data source tag'),
    globalResourceClass: globalId.describe('Global id of the class of the resource'),
    globalParentId: globalId.describe('Global id of the resource that contains this one'),
    ...commonFields,
    analyticsAccountsWithAccessCount: ofInstance(
      count.describe('Accounts that reach the resource, nesting included, without those that denials keep out'),
    ),
    analyticsAccountsWithAccessCountIsApproximate: ofInstance(
      flag.describe(
        'True when the accounts were too many to count, so that their number is an estimate that does not consider denials',
      ),
    ),
  },
});
