// What is read, type by type, in this order. Memberships come before accounts, because they show the members who are no users.
import type { Read } from '../../src/connector/contract.ts';
import type { GoogleClient } from './client.ts';
import { accountPages, enrollmentPages } from './reads/accounts.ts';
import { deviceClassPages, devicePages } from './reads/devices.ts';
import { groupPages, membershipPages } from './reads/groups.ts';
import { customerPages, departmentPages, providerPages, unitEdgePages } from './reads/organisation.ts';
import { assignmentPages, rolePages } from './reads/roles.ts';

export const googleReads: readonly Read<GoogleClient>[] = [
  { lands: 'IntegratedApplication', pages: customerPages },
  { lands: 'DirectoryProvider', pages: providerPages },
  { lands: 'Department', pages: departmentPages },
  { lands: 'DepartmentContainsDepartment', pages: unitEdgePages },
  { lands: 'UserGroup', pages: groupPages },
  { lands: 'Role', pages: rolePages },
  { lands: 'EntityManagedViaObject', pages: membershipPages },
  { lands: 'Account', pages: accountPages },
  { lands: 'AuthenticatorEnrollment', pages: enrollmentPages },
  { lands: 'ResourceClass', pages: deviceClassPages },
  { lands: 'ResourceInstance', pages: devicePages },
  { lands: 'EntityAssignedAccessToObject', pages: assignmentPages },
];
