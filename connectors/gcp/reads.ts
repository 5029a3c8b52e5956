// What is read, type by type, in this order.
import type { Read } from '../../src/connector/contract.ts';
import type { GcpClient } from './client.ts';
import { accountPages } from './reads/accounts.ts';
import { assignmentPages, groupPages, membershipPages, rolePages } from './reads/grants.ts';
import { applicationPages, classPages, containmentPages, resourcePages } from './reads/resources.ts';
import { authenticatorPages } from './reads/workload-identity.ts';

export const gcpReads: readonly Read<GcpClient>[] = [
  { lands: 'IntegratedApplication', pages: applicationPages },
  { lands: 'Authenticator', pages: authenticatorPages },
  { lands: 'Account', pages: accountPages },
  { lands: 'UserGroup', pages: groupPages },
  { lands: 'Role', pages: rolePages },
  { lands: 'ResourceClass', pages: classPages },
  { lands: 'ResourceInstance', pages: resourcePages },
  { lands: 'ResourceInstanceContainsResourceInstance', pages: containmentPages },
  { lands: 'EntityManagedViaObject', pages: membershipPages },
  { lands: 'EntityAssignedAccessToObject', pages: assignmentPages },
];
