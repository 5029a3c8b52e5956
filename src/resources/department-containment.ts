import { defineResource, localId } from './define.ts';
import { commonFields, commonRequired, globalId, text } from './types/shared-types.ts';

export const departmentContainment = defineResource({
  type: 'DepartmentContainsDepartment',
  title: 'Department hierarchy edge',
  kind: 'edge',
  edge: { parent: 'Department', child: 'Department' },
  madeBy: 'connectors',
  table: 'department_hierarchy',
  description: 'A department contains another one in the business hierarchy.',
  collections: [
    {
      path: '/v1/department-contains-department',
      title: 'Department hierarchy edges',
      description: 'All edges of the department hierarchy, from parent to child.',
      order: 'instance',
    },
  ],
  required: [...commonRequired, 'parentId', 'childId', 'globalParentId', 'globalChildId'],
  fields: {
    id: text.min(1).describe('Local id of the edge'),
    parentId: localId('Department').describe('Local id of the containing department'),
    childId: localId('Department').describe('Local id of the contained department'),
    globalParentId: globalId.describe('Global id of the containing department'),
    globalChildId: globalId.describe('Global id of the contained department'),
    ...commonFields,
  },
});
