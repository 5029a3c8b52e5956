// Generated from the interface of the service by `npm run docs`. Do not edit.

/** Every type of object and relationship, and the collections that list it. */
export const resources = [
  {
    type: 'Account',
    title: 'Account',
    kind: 'object',
    collections: [{ path: '/v1/accounts', title: 'Accounts' }, { path: '/v1/non-human-identities', title: 'Machine identities' }],
  },
  {
    type: 'Role',
    title: 'Role',
    kind: 'object',
    collections: [{ path: '/v1/roles', title: 'Roles' }],
  },
  {
    type: 'UserGroup',
    title: 'User group',
    kind: 'object',
    collections: [{ path: '/v1/user-groups', title: 'User groups' }],
  },
  {
    type: 'AssignedApplication',
    title: 'Assigned application',
    kind: 'object',
    collections: [{ path: '/v1/assigned-applications', title: 'Assigned applications' }],
  },
  {
    type: 'IntegratedApplication',
    title: 'Integrated application',
    kind: 'object',
    collections: [{ path: '/v1/integrated-applications', title: 'Integrated applications' }],
  },
  {
    type: 'Authenticator',
    title: 'Authenticator',
    kind: 'object',
    collections: [{ path: '/v1/authenticators', title: 'Authenticators' }],
  },
  {
    type: 'AuthenticatorEnrollment',
    title: 'Authenticator enrollment',
    kind: 'object',
    collections: [{ path: '/v1/authenticator-enrollments', title: 'Authenticator enrollments' }],
  },
  {
    type: 'EntityAssignedAccessToObject',
    title: 'Access assignment',
    kind: 'relationship',
    collections: [{ path: '/v1/entity-assigned-access-to-object', title: 'Access assignments' }],
  },
  {
    type: 'EntityManagedViaObject',
    title: 'Membership',
    kind: 'relationship',
    collections: [{ path: '/v1/entity-managed-via-object', title: 'Memberships' }],
  },
  {
    type: 'ResourceClass',
    title: 'Resource class',
    kind: 'object',
    collections: [{ path: '/v1/resource-classes', title: 'Resource classes' }],
  },
  {
    type: 'ResourceInstance',
    title: 'Resource instance',
    kind: 'object',
    collections: [{ path: '/v1/resource-instances', title: 'Resource instances' }],
  },
  {
    type: 'ResourceInstanceContainsResourceInstance',
    title: 'Resource hierarchy edge',
    kind: 'edge',
    collections: [{ path: '/v1/resource-instance-contains-resource-instance', title: 'Resource hierarchy edges' }],
  },
  {
    type: 'Department',
    title: 'Department',
    kind: 'object',
    collections: [{ path: '/v1/departments', title: 'Departments' }],
  },
  {
    type: 'DepartmentContainsDepartment',
    title: 'Department hierarchy edge',
    kind: 'edge',
    collections: [{ path: '/v1/department-contains-department', title: 'Department hierarchy edges' }],
  },
  {
    type: 'ObjectDirectory',
    title: 'Object directory',
    kind: 'object',
    collections: [{ path: '/v1/object-directories', title: 'Object directories' }],
  },
  {
    type: 'DirectoryProvider',
    title: 'Directory provider',
    kind: 'object',
    collections: [{ path: '/v1/directory-providers', title: 'Directory providers' }],
  },
  {
    type: 'PermissionSet',
    title: 'Permission set',
    kind: 'object',
    collections: [{ path: '/v1/permission-sets', title: 'Permission sets' }],
  },
  {
    type: 'Employee',
    title: 'Employee',
    kind: 'object',
    collections: [{ path: '/v1/employees', title: 'Employees' }],
  },
  {
    type: 'Person',
    title: 'Person',
    kind: 'object',
    collections: [{ path: '/v1/persons', title: 'Persons' }],
  },
  {
    type: 'Activity',
    title: 'Activity',
    kind: 'object',
    collections: [{ path: '/v1/activities', title: 'Activities' }],
  },
  {
    type: 'RiskDefinition',
    title: 'Risk definition',
    kind: 'object',
    collections: [{ path: '/v1/risk-definitions', title: 'Risk definitions' }],
  },
  {
    type: 'RiskViolation',
    title: 'Risk violation',
    kind: 'object',
    collections: [{ path: '/v1/risk-violations', title: 'Risk violations' }],
  },
] as const;
