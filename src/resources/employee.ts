import { z } from 'zod';
import { defineResource, localId } from './define.ts';
import { EmploymentStatus, EmploymentType } from './types/enumerations.ts';
import {
  commonFields,
  commonRequired,
  count,
  email,
  globalId,
  MetadataItem,
  text,
  timestamp,
} from './types/shared-types.ts';
import { ofObjects, ofTenant } from './visibility/origin.ts';

export const employee = defineResource({
  type: 'Employee',
  title: 'Employee',
  kind: 'object',
  madeBy: 'connectors',
  dataDate: 'object',
  description: 'Somebody who works for the organisation, as an HR system records it.',
  collections: [
    { path: '/v1/employees', title: 'Employees', description: 'All employees of HR sources.', order: 'instance' },
  ],
  required: [...commonRequired, 'employmentStatus'],
  defaults: { employmentStatus: 'Unknown' },
  fields: {
    id: text.min(1).describe('Local id of the employee in the HR system'),
    employeeNumber: text.describe('Employee number, by which other systems know the employee'),
    name: text.min(1).describe('Full name'),
    displayName: text.describe('Name to show; `name` where the source has none'),
    firstName: text.describe('Given name'),
    lastName: text.describe('Family name'),
    email: email.describe('Work e-mail address'),
    alternateEmails: z.array(email).describe('Further e-mail addresses'),
    employmentStatus: EmploymentStatus.describe('Whether the employee works for the organisation at present'),
    employmentType: EmploymentType.describe('Type of employment'),
    hireDate: timestamp.describe('First day of work'),
    terminationDate: timestamp.describe('Last day of work, once it is known'),
    title: text.describe('Job title'),
    jobCode: text.describe('Job profile id'),
    jobFamily: text.describe('Job family'),
    jobFamilyGroup: text.describe('Broadest grouping of jobs'),
    jobFunction: text.describe('Role-level descriptor of the job'),
    department: text.describe('Name of the department'),
    departmentId: localId('Department').describe('Local id of the department'),
    costCenter: text.describe('Cost centre'),
    companyName: text.describe('Legal entity that employs the employee'),
    location: text.describe('Place of work'),
    countryCode: text
      .regex(/^[A-Z]{2}$/, 'expected two capital letters (ISO 3166-1 alpha-2)')
      .describe('Country of work, ISO 3166-1 alpha-2'),
    managerEmployeeId: localId('Employee').describe('Local id of the manager'),
    managerEmail: email.describe('E-mail address of the manager'),
    createdDate: timestamp.describe('When the record was made'),
    lastModifiedDate: timestamp.describe('When the record was last changed'),
    sourceTag: text.describe('Data source tag'),
    profileMetadata: z
      .array(MetadataItem)
      .describe('Further facts of the source, and raw values that an enumeration does not have'),
    globalDepartmentId: globalId.describe('Global id of the department'),
    globalManagerEmployeeId: globalId.describe('Global id of the manager'),
    ...commonFields,
    enrichedPersonId: ofObjects(['Person'], globalId.describe('Global id of the person that the employee is')),
    analyticsAccountCount: ofTenant(count.describe('Accounts that were joined to the employee’s person')),
    analyticsEnabledAccountCount: ofTenant(
      count.describe('Accounts that were joined to the employee’s person and are enabled'),
    ),
  },
});
