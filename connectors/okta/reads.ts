// What is read, type by type, in this order.
import type { Read } from '../../src/connector/contract.ts';
import type { OktaClient } from './client.ts';
import { accountPages } from './reads/accounts.ts';
import { activityPages, enrollmentPages } from './reads/activity.ts';
import { assignmentPages } from './reads/assignments.ts';
import { groupPages, membershipPages } from './reads/groups.ts';
import { containmentPages, resourceClassPages, resourcePages, rolePages } from './reads/roles.ts';
import { applicationPages, authenticatorPages, directoryPages, organisationPages } from './reads/sign-in.ts';

export const oktaReads: readonly Read<OktaClient>[] = [
  { lands: 'IntegratedApplication', pages: organisationPages },
  { lands: 'DirectoryProvider', pages: directoryPages },
  { lands: 'Authenticator', pages: authenticatorPages },
  { lands: 'AssignedApplication', pages: applicationPages },
  { lands: 'UserGroup', pages: groupPages },
  { lands: 'Account', pages: accountPages },
  { lands: 'Role', pages: rolePages },
  { lands: 'ResourceClass', pages: resourceClassPages },
  { lands: 'ResourceInstance', pages: resourcePages },
  { lands: 'ResourceInstanceContainsResourceInstance', pages: containmentPages },
  { lands: 'AuthenticatorEnrollment', pages: enrollmentPages },
  { lands: 'EntityManagedViaObject', pages: membershipPages },
  { lands: 'EntityAssignedAccessToObject', pages: assignmentPages },
  { lands: 'Activity', pages: activityPages },
];
