import { defineResource } from './define.ts';
import { commonFields, commonRequired, count, email, text } from './types/shared-types.ts';
import { ofInstance } from './visibility/origin.ts';

export const department = defineResource({
  type: 'Department',
  title: 'Department',
  kind: 'object',
  madeBy: 'connectors',
  description: 'A department of the organisation.',
  collections: [{ path: '/v1/departments', title: 'Departments', description: 'All departments.', order: 'instance' }],
  required: [...commonRequired, 'name'],
  fields: {
    id: text.min(1).describe('Local id of the department'),
    name: text.min(1).describe('Name'),
    code: text.describe('Short code'),
    managerEmail: email.describe('E-mail address of the head of the department'),
    costCenter: text.describe('Cost centre that the department is booked on'),
    ...commonFields,
    analyticsMemberCount: ofInstance(count.describe('People in the department, without those of departments below it')),
  },
});
