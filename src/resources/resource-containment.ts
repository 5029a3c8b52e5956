import { defineResource, localId } from './define.ts';
import { commonFields, commonRequired, globalId, text } from './types/shared-types.ts';

export const resourceContainment = defineResource({
  type: 'ResourceInstanceContainsResourceInstance',
  title: 'Resource hierarchy edge',
  kind: 'edge',
  edge: { parent: 'ResourceInstance', child: 'ResourceInstance' },
  madeBy: 'connectors',
  table: 'resource_hierarchy',
  description: 'A resource instance contains another one.',
  collections: [
    {
      path: '/v1/resource-instance-contains-resource-instance',
      title: 'Resource hierarchy edges',
      description: 'All edges of the resource hierarchy, from parent to child.',
      order: 'instance',
    },
  ],
  required: [...commonRequired, 'parentId', 'childId', 'globalParentId', 'globalChildId'],
  fields: {
    id: text.min(1).describe('Local id of the edge'),
    parentId: localId('ResourceInstance').describe('Local id of the containing resource instance'),
    childId: localId('ResourceInstance').describe('Local id of the contained resource instance'),
    globalParentId: globalId.describe('Global id of the containing resource instance'),
    globalChildId: globalId.describe('Global id of the contained resource instance'),
    ...commonFields,
  },
});
