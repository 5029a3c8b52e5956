import { z } from 'zod';
import { defineResource, localId } from './define.ts';
import { EmploymentStatus, EmploymentType, RiskPosture } from './types/enumerations.ts';
import { commonFields, commonRequired, count, email, globalId, text, texts, timestamp } from './types/shared-types.ts';
import { ofObjects, ofTenant } from './visibility/origin.ts';

export const person = defineResource({
  type: 'Person',
  title: 'Person',
  kind: 'object',
  madeBy: 'enrichment',
  description: 'The identity that owns accounts: enrichment joins the accounts and the HR record of one human being.',
  collections: [{ path: '/v1/persons', title: 'Persons', description: 'All persons.', order: 'instance' }],
  required: [...commonRequired, 'displayName'],
  fields: {
    id: text.min(1).describe('Id of the person, stable while the evidence that joins the accounts is the same'),
    displayName: text.describe('Name to show'),
    email: email.describe('Primary e-mail address'),
    alternateEmails: z.array(email).describe('Further e-mail addresses of the person’s accounts'),
    employeeId: localId('Employee').describe('Local id of the employee that the person is'),
    employeeNumber: text.describe('Employee number'),
    employmentStatus: EmploymentStatus.describe('Whether the person works for the organisation at present'),
    employmentType: EmploymentType.describe('Type of employment'),
    hireDate: timestamp.describe('First day of work'),
    terminationDate: timestamp.describe('Last day of work, once it is known'),
    title: text.describe('Job title'),
    department: text.describe('Name of the department'),
    companyName: text.describe('Legal entity that employs the person'),
    managerPersonId: localId('Person').describe('Id of the manager’s person'),
    managerEmail: email.describe('E-mail address of the manager'),
    joinedBy: texts.describe(
      'Evidence by which accounts were joined to the person, such as `email` or `employeeNumber`',
    ),
    globalEmployeeId: ofObjects(['Employee'], globalId.describe('Global id of the employee that the person is')),
    globalManagerPersonId: ofObjects(['Person'], globalId.describe('Global id of the manager’s person')),
    ...commonFields,
    analyticsAccountCount: ofTenant(count.describe('Accounts that were joined to the person')),
    analyticsEnabledAccountCount: ofTenant(count.describe('Accounts that were joined to the person and are enabled')),
    analyticsAdminAccountCount: ofTenant(
      count.describe('Accounts that were joined to the person and administer their application instance'),
    ),
    analyticsNonHumanIdentityCount: ofTenant(
      count.describe('Machine and token accounts that the person’s accounts own'),
    ),
    analyticsAssignedApplicationCount: ofTenant(count.describe('Applications that the person’s accounts reach')),
    analyticsLastActivityDate: ofTenant(timestamp.describe('Last activity of any of the accounts')),
    analyticsDaysSinceLastActivity: ofTenant(count.describe('Days from the last activity to the date of the data')),
    analyticsAccessRiskPosture: ofTenant(
      RiskPosture.describe('Severity of the worst open risk violation of any of the accounts'),
    ),
    analyticsRiskViolationCount: ofTenant(count.describe('Open risk violations of the person and the accounts')),
  },
});
