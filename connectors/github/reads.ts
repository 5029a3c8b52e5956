// What is read, type by type, in this order.
import type { Read } from '../../src/connector/contract.ts';
import type { GithubClient } from './client.ts';
import { accountPages, applicationPages, authenticatorPages, enrollmentPages } from './reads/accounts.ts';
import { assignmentPages } from './reads/assignments.ts';
import { membershipPages } from './reads/memberships.ts';
import { containmentPages, resourceClassPages, resourcePages } from './reads/resources.ts';
import { rolePages } from './reads/roles.ts';
import { groupPages } from './reads/teams.ts';

export const githubReads: readonly Read<GithubClient>[] = [
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
