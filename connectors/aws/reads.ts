// What is read, type by type, in this order. AWS has no list of changes: every read is a full one.
import type { Read } from '../../src/connector/contract.ts';
import type { AwsClient } from './client.ts';
import { accountPages } from './reads/accounts.ts';
import { assignmentPages } from './reads/assignments.ts';
import { groupPages } from './reads/groups.ts';
import { membershipPages } from './reads/memberships.ts';
import { containmentPages, resourceClassPages, resourcePages } from './reads/resources.ts';
import { rolePages } from './reads/roles.ts';
import { applicationPages, authenticatorPages, enrollmentPages } from './reads/sign-in.ts';

export const awsReads: readonly Read<AwsClient>[] = [
  { lands: 'IntegratedApplication', pages: applicationPages },
  { lands: 'Authenticator', pages: authenticatorPages },
  { lands: 'UserGroup', pages: groupPages },
  { lands: 'Account', pages: accountPages },
  { lands: 'Role', pages: rolePages },
  { lands: 'ResourceClass', pages: resourceClassPages },
  { lands: 'ResourceInstance', pages: resourcePages },
  { lands: 'ResourceInstanceContainsResourceInstance', pages: containmentPages },
  { lands: 'AuthenticatorEnrollment', pages: enrollmentPages },
  { lands: 'EntityManagedViaObject', pages: membershipPages },
  { lands: 'EntityAssignedAccessToObject', pages: assignmentPages },
];
