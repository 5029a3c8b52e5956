// What is read, type by type, in this order.
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
  { lands: 'Account', pages: accountPages },
  { lands: 'Role', pages: rolePages },
  { lands: 'PermissionSet', pages: accessPackagePages },
  { lands: 'ResourceClass', pages: resourceClassPages },
  { lands: 'ResourceInstance', pages: resourcePages },
  { lands: 'ResourceInstanceContainsResourceInstance', pages: containmentPages },
  { lands: 'AuthenticatorEnrollment', pages: enrollmentPages },
  { lands: 'EntityManagedViaObject', pages: membershipPages },
  { lands: 'EntityAssignedAccessToObject', pages: assignmentPages },
];
