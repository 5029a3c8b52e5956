// What is read, type by type.
import type { Read } from '../../src/connector/contract.ts';
import type { EntraClient } from './client.ts';
import { accountPages } from './reads/accounts.ts';
import { assignmentPages } from './reads/assignments.ts';
import { groupPages } from './reads/groups.ts';
import { membershipPages } from './reads/memberships.ts';
import { accessPackagePages, rolePages } from './reads/roles.ts';
import { containmentPages, resourceClassPages, resourcePages } from './reads/scopes.ts';
import {
  applicationPages,
  authenticatorPages,
  directoryProviderPages,
  enrollmentPages,
  tenantPages,
} from './reads/sign-in.ts';

export const entraReads: readonly Read<EntraClient>[] = [
  { lands: 'IntegratedApplication', pages: tenantPages },
  { lands: 'DirectoryProvider', pages: directoryProviderPages },
  { lands: 'Authenticator', pages: authenticatorPages },
  { lands: 'AssignedApplication', pages: applicationPages },
  { lands: 'UserGroup', pages: groupPages },
  { lands: 'Account', needs: ['DirectoryProvider'], pages: accountPages },
  { lands: 'Role', pages: rolePages },
  { lands: 'PermissionSet', pages: accessPackagePages },
  { lands: 'ResourceClass', pages: resourceClassPages },
  { lands: 'ResourceInstance', needs: ['ResourceClass'], pages: resourcePages },
  { lands: 'ResourceInstanceContainsResourceInstance', needs: ['ResourceInstance'], pages: containmentPages },
  { lands: 'AuthenticatorEnrollment', needs: ['Account'], pages: enrollmentPages },
  { lands: 'EntityManagedViaObject', needs: ['Account', 'UserGroup', 'Role', 'PermissionSet'], pages: membershipPages },
  {
    lands: 'EntityAssignedAccessToObject',
    needs: ['Account', 'UserGroup', 'Role', 'AssignedApplication', 'IntegratedApplication', 'ResourceInstance'],
    pages: assignmentPages,
  },
];
