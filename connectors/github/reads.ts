// What is read, type by type.
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
  { lands: 'ResourceInstance', needs: ['ResourceClass'], pages: resourcePages },
  { lands: 'ResourceInstanceContainsResourceInstance', needs: ['ResourceInstance'], pages: containmentPages },
  { lands: 'AuthenticatorEnrollment', needs: ['Account'], pages: enrollmentPages },
  { lands: 'EntityManagedViaObject', needs: ['Account', 'UserGroup', 'Role'], pages: membershipPages },
  {
    lands: 'EntityAssignedAccessToObject',
    needs: ['Account', 'UserGroup', 'Role', 'IntegratedApplication', 'ResourceInstance'],
    pages: assignmentPages,
  },
];
