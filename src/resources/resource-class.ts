import { defineResource } from './define.ts';
import { commonFields, commonRequired, count, steward, text } from './types/shared-types.ts';
import { ofInstance } from './visibility/origin.ts';

export const resourceClass = defineResource({
  type: 'ResourceClass',
  title: 'Resource class',
  kind: 'object',
  madeBy: 'connectors',
  description: 'A kind of resource that an application holds, such as repositories or folders.',
  collections: [
    {
      path: '/v1/resource-classes',
      title: 'Resource classes',
      description: 'All kinds of resources.',
      order: 'instance',
    },
  ],
  required: [...commonRequired, 'name'],
  fields: {
    id: text.min(1).describe('Local id of the class'),
    name: text.min(1).describe('Name'),
    displayName: text.min(1).describe('Name to show'),
    pageUri: text.describe('Address of the class in the application'),
    sourceTag: text.describe('Data source tag'),
    ...commonFields,
    ...steward,
    analyticsResourceInstanceCount: ofInstance(
      count.describe('Resource instances that were read and name the class as theirs'),
    ),
  },
});
