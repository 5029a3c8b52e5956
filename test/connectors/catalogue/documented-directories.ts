// The other half of documented-systems.ts: directories, and what remains.
import { type DocumentedSystem, grant, token } from './documented-systems.ts';

const related = (type: string, id: string) => ({ data: { type, id } });
const pageOf = (...data: object[]) => ({
  data,
  meta: { page: { total_filtered_count: data.length }, pagination: { total: data.length } },
});

const datadog: DocumentedSystem = {
  name: 'datadog',
  type: 'datadog',
  settings: url => ({ url, api_key: 'x', application_key: 'y' }),
  answers: {
    'api/v2/users': pageOf(
      {
        id: 'u1',
        attributes: {
          handle: 'ada',
          name: 'Ada',
          status: 'Active',
          disabled: false,
          service_account: false,
          mfa_enabled: true,
          last_login_time: '2026-01-02T00:00:00Z',
        },
        relationships: { roles: { data: [{ id: 'r1' }] } },
      },
      {
        id: 'u2',
        attributes: {
          handle: 'svc',
          name: 'Service',
          status: 'Pending',
          disabled: false,
          service_account: true,
          mfa_enabled: false,
        },
        relationships: { roles: { data: [] } },
      },
    ),
    'api/v2/roles': pageOf({
      id: 'r1',
      attributes: { name: 'Ops', managed: false },
      relationships: { permissions: { data: [{ id: 'p1' }, { id: 'gone' }] } },
    }),
    'api/v2/permissions': {
      data: [
        {
          id: 'p1',
          attributes: { name: 'user_access_manage', description: 'Manage users', created: '2019-01-01T00:00:00Z' },
        },
      ],
    },
    'api/v2/team': pageOf({ id: 't1', attributes: { name: 'SRE' } }),
    'api/v2/team/t1/memberships': pageOf({ id: 'm1', relationships: { user: related('users', 'u1') } }),
    'api/v2/team-hierarchy-links': pageOf(),
    'api/v2/api_keys': pageOf({
      id: 'k1',
      attributes: { name: 'agent', created_at: '2026-01-01T00:00:00Z', date_last_used: '2026-01-02T00:00:00Z' },
      relationships: { created_by: related('users', 'u1') },
    }),
    'api/v2/application_keys': pageOf({
      id: 'k2',
      attributes: { name: 'terraform', scopes: ['monitors_read'], last_used_at: '2026-01-03T00:00:00Z' },
      relationships: { owned_by: related('users', 'u2') },
    }),
  },
  lands: {
    Account: {
      u1: { type: 'User', enabled: true, authenticationMethods: [{ type: 'second factor' }] },
      u2: { type: 'Machine', subType: 'ServiceAccount', enabled: false },
      'api-key:k1': { createdBy: 'u1', lastActivityDate: '2026-01-02T00:00:00.000Z' },
      'application-key:k2': { createdBy: 'u2' },
    },
    PermissionSet: { p1: { name: 'user_access_manage', permissions: { isPrivileged: true } } },
    EntityManagedViaObject: { 'Account:u1>Role:r1': {}, 'Account:u1>UserGroup:t1': {} },
    EntityAssignedAccessToObject: {
      'Role:r1>IntegratedApplication:Datadog': grant({ fineGrainedSpecifiers: ['user_access_manage'] }),
    },
  },
};

const auth0User = (number: number) => ({
  ...{ user_id: `auth0|${number}`, email: `u${number}@one.example`, name: `U${number}`, blocked: number === 1 },
  ...{
    created_at: new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString(),
    multifactor: number === 2 ? ['guardian'] : [],
  },
});
const auth0Users = Array.from({ length: 150 }, (_, number) => auth0User(number));

const auth0: DocumentedSystem = {
  name: 'auth0, which gives users by the time of their creation',
  type: 'auth0',
  settings: url => ({ url, client_id: 'x', client_secret: 'y' }),
  answers: {
    'oauth/token': token,
    'api/v2/users': (query: URLSearchParams) => {
      const [, since = ''] = /^created_at:\["(.*)" TO \*\]$/.exec(query.get('q') ?? '') ?? [];
      return auth0Users.filter(user => user.created_at >= since).slice(0, 100);
    },
    'api/v2/roles': { total: 1, roles: [{ id: 'rol_1', name: 'Admin', description: 'all' }] },
    'api/v2/roles/rol_1/users': (query: URLSearchParams) =>
      query.get('from') === 'two'
        ? { users: [{ user_id: 'auth0|2' }] }
        : { users: [{ user_id: 'auth0|1' }], next: 'two' },
    'api/v2/roles/rol_1/permissions': {
      total: 1,
      permissions: [
        { permission_name: 'read:x', description: 'Read', resource_server_identifier: 'https://api.one.example' },
      ],
    },
    'api/v2/organizations': { organizations: [{ id: 'org_1', name: 'acme', display_name: 'Acme' }] },
    'api/v2/organizations/org_1/members': {
      members: [{ user_id: 'auth0|1', roles: [{ id: 'rol_1', name: 'Admin' }] }],
    },
    'api/v2/clients': {
      total: 2,
      clients: [
        { client_id: 'c1', name: 'Backend', grant_types: ['client_credentials'], global: false },
        { client_id: 'c2', name: 'Web', grant_types: ['authorization_code'], global: false },
      ],
    },
    'api/v2/client-grants': {
      total: 1,
      client_grants: [
        {
          id: 'cgr_1',
          client_id: 'c1',
          audience: 'https://api.one.example',
          scope: ['read:x'],
          subject_type: 'client',
        },
      ],
    },
    'api/v2/resource-servers': {
      total: 1,
      resource_servers: [
        {
          id: 'a',
          name: 'API',
          identifier: 'https://api.one.example',
          scopes: [{ value: 'read:x', description: 'Read' }],
        },
      ],
    },
  },
  lands: {
    Account: {
      ...Object.fromEntries(auth0Users.map(({ user_id, blocked }) => [user_id, { enabled: !blocked }])),
      'client:c1': { type: 'Machine', subType: 'ServicePrincipal' },
    },
    AssignedApplication: { c1: {}, c2: { oauthClientId: 'c2' } },
    Role: { rol_1: {}, 'organization:org_1:role:rol_1': { description: 'Admin in the organisation acme' } },
    PermissionSet: { 'https://api.one.example#read:x': { name: 'read:x' } },
    EntityManagedViaObject: {
      'Account:auth0|1>Role:rol_1': {},
      'Account:auth0|2>Role:rol_1': {},
      'Account:auth0|1>UserGroup:org_1': {},
      'Account:auth0|1>Role:organization:org_1:role:rol_1': {},
      'Role:organization:org_1:role:rol_1>Role:rol_1': {},
    },
    EntityAssignedAccessToObject: {
      'role:rol_1:read:x@https://api.one.example': grant({ fineGrainedSpecifiers: ['read:x'] }),
      'client-grant:cgr_1': {
        entityId: 'client:c1',
        ...grant({ formattedScopes: { specifiers: ['read:x'], type: 'OAuth' } }),
      },
    },
  },
};

const zoomList = (name: string, ...items: object[]) => ({
  total_records: items.length,
  next_page_token: '',
  [name]: items,
});

const zoom: DocumentedSystem = {
  name: 'zoom',
  type: 'zoom',
  settings: url => ({
    url: `${url}/v2`,
    token_url: `${url}/oauth/token`,
    account_id: 'x',
    client_id: 'x',
    client_secret: 'y',
  }),
  answers: {
    'oauth/token': token,
    'v2/users?status=active&page_size=300': zoomList('users', {
      id: 'u1',
      email: 'ada@one.example',
      display_name: 'Ada',
      type: 2,
      status: 'active',
      role_id: '0',
      last_login_time: '2026-01-02T00:00:00Z',
    }),
    'v2/users?status=inactive&page_size=300': zoomList('users', {
      id: 'u2',
      email: 'bob@one.example',
      first_name: 'Bob',
      last_name: 'Lee',
      type: 1,
      status: 'inactive',
      role_id: '2',
    }),
    'v2/users?status=pending&page_size=300': zoomList('users', {
      email: 'eve@one.example',
      status: 'pending',
      type: 1,
    }),
    'v2/groups': zoomList('groups', { id: 'g1', name: 'Sales' }),
    'v2/groups/g1/members': zoomList('members', { id: 'u1', email: 'ada@one.example' }),
    'v2/roles': zoomList('roles', { id: '0', name: 'Owner' }, { id: 'R1', name: 'Helpers' }),
    'v2/roles/0/members': zoomList('members', { id: 'u1' }),
    'v2/roles/R1/members': zoomList('members'),
    'v2/roles/0': { id: '0', name: 'Owner', privileges: ['User:Read'] },
    'v2/roles/R1': { id: 'R1', name: 'Helpers', privileges: ['User:Read', 'User:Edit'] },
  },
  lands: {
    Account: {
      u1: { enabled: true, licenseLevel: 'Full', lastActivityDate: '2026-01-02T00:00:00.000Z' },
      u2: { enabled: false, name: 'Bob Lee', licenseLevel: 'Free' },
      'pending:eve@one.example': { enabled: false },
    },
    Role: { 0: { type: 'Standard' }, R1: { type: 'Custom' } },
    EntityManagedViaObject: { 'Account:u1>UserGroup:g1': {}, 'Account:u1>Role:0': {} },
    EntityAssignedAccessToObject: {
      'Role:0>IntegratedApplication:Zoom': grant({ isPrivileged: true, fineGrainedSpecifiers: ['User:Read'] }),
      'Role:R1>IntegratedApplication:Zoom': grant({
        isPrivileged: true,
        fineGrainedSpecifiers: ['User:Read', 'User:Edit'],
      }),
    },
  },
};

const onelogin: DocumentedSystem = {
  name: 'onelogin, in two pages',
  type: 'onelogin',
  settings: url => ({ url, client_id: 'x', client_secret: 'y' }),
  answers: {
    'auth/oauth2/v2/token': token,
    'api/1/users': {
      pagination: { after_cursor: 'two' },
      data: [oneloginUser(1, { status: 1, role_id: [3], group_id: 2 })],
    },
    'api/1/users?after_cursor=two': {
      pagination: { after_cursor: null },
      data: [oneloginUser(5, { status: 2, role_id: null, group_id: null }), oneloginUser(6, { status: 9 })],
    },
    'api/1/groups': { pagination: {}, data: [{ id: 2, name: 'Staff' }] },
    'api/1/roles': { pagination: {}, data: [{ id: 3, name: 'Default' }] },
    'api/1/apps': { pagination: {}, data: [{ id: 4, name: 'CRM' }] },
    'api/1/users/1/apps': { data: [{ id: 4, name: 'CRM', login_id: 'ada' }] },
    'api/1/users/5/apps': { data: [[]] },
    'api/1/users/6/apps': { data: [[]] },
    'api/1/users/1/otp_devices': {
      data: {
        otp_devices: [
          {
            id: 9,
            active: true,
            auth_factor_name: 'OneLogin Protect',
            type_display_name: 'Protect',
            user_display_name: 'Phone',
          },
        ],
      },
    },
    'api/1/users/5/otp_devices': { data: { otp_devices: [] } },
    'api/1/users/6/otp_devices': { data: { otp_devices: [] } },
  },
  lands: {
    Account: { 1: { enabled: true }, 5: { enabled: false }, 6: { alias: 'u6' } },
    AuthenticatorEnrollment: {
      '1:9': { accountKey: '1', enrollmentStatus: 'Active', deviceInfo: { deviceName: 'Phone' } },
    },
    EntityManagedViaObject: { 'Account:1>Role:3': {}, 'Account:1>UserGroup:2': {} },
    EntityAssignedAccessToObject: {
      'Account:1>AssignedApplication:4': { entitlementSpecification: { reason: 'SSO' } },
    },
  },
};

function oneloginUser(id: number, more: object) {
  return { id, username: `u${id}`, firstname: 'U', lastname: String(id), email: `u${id}@one.example`, ...more };
}

const jumpcloud: DocumentedSystem = {
  name: 'jumpcloud',
  type: 'jumpcloud',
  settings: url => ({ url, api_key: 'x', organization_id: 'o' }),
  answers: {
    systemusers: {
      totalCount: 2,
      results: [
        {
          id: 'u1',
          username: 'ada',
          firstname: 'Ada',
          lastname: 'Noë',
          suspended: false,
          account_locked: false,
          state: 'ACTIVATED',
          mfa: { configured: true },
          totp_enabled: true,
        },
        {
          id: 'u2',
          username: 'bob',
          displayname: 'Bob',
          suspended: true,
          account_locked: false,
          state: 'SUSPENDED',
          mfa: { configured: false },
          totp_enabled: false,
        },
      ],
    },
    'v2/usergroups': [{ id: 'g1', name: 'All', membershipMethod: 'DYNAMIC_AUTOMATED' }],
    'v2/usergroups/g1/members': [{ to: { id: 'u1', type: 'user' } }],
    applications: { totalCount: 1, results: [{ id: 'a1', name: 'aws-sso', displayLabel: 'AWS' }] },
    'v2/applications/a1/users': [
      {
        id: 'u1',
        type: 'user',
        paths: [[{ to: { id: 'g1', type: 'user_group' } }, { to: { id: 'u1', type: 'user' } }]],
      },
      { id: 'u2', type: 'user', paths: [[{ to: { id: 'u2', type: 'user' } }]] },
    ],
    'v2/applications/a1/usergroups': [{ id: 'g1', type: 'user_group' }],
  },
  lands: {
    Account: {
      u1: { enabled: true, name: 'Ada Noë', authenticationMethods: [{ type: 'second factor' }, { type: 'totp' }] },
      u2: { enabled: false, name: 'Bob' },
    },
    UserGroup: { g1: { type: 'Dynamic' } },
    EntityManagedViaObject: { 'Account:u1>UserGroup:g1': {} },
    EntityAssignedAccessToObject: {
      'Account:u2>AssignedApplication:a1': { entitlementSpecification: { reason: 'SSO' } },
      'UserGroup:g1>AssignedApplication:a1': {},
    },
  },
};

const bamboohr: DocumentedSystem = {
  name: 'bamboohr, which refuses users',
  type: 'bamboohr',
  settings: url => ({ url, company: 'acme', api_key: 'x' }),
  answers: {
    'acme/v1/reports/custom': {
      employees: [
        {
          id: '1',
          displayName: 'Ada Noë',
          firstName: 'Ada',
          lastName: 'Noë',
          workEmail: 'ada@one.example',
          status: 'Active',
          employmentHistoryStatus: 'Parental Leave',
          employeeNumber: '7',
          hireDate: '2020-01-02',
          terminationDate: '0000-00-00',
          department: 'Sales',
          supervisorEId: '2',
        },
        {
          id: '2',
          displayName: 'Bob Lee',
          firstName: 'Bob',
          lastName: 'Lee',
          status: 'Inactive',
          employmentHistoryStatus: 'Contractor',
          employeeNumber: '8',
          hireDate: '2019-01-02',
          terminationDate: '2026-01-02',
          department: null,
        },
      ],
    },
  },
  lands: {
    Employee: {
      1: {
        employmentStatus: 'Leave',
        hireDate: '2020-01-02T00:00:00.000Z',
        managerEmployeeId: '2',
        departmentId: 'Sales',
      },
      2: { employmentStatus: 'Terminated', employmentType: 'Contractor', terminationDate: '2026-01-02T00:00:00.000Z' },
    },
    Department: { Sales: {} },
  },
};

export const documentedDirectories: readonly DocumentedSystem[] = [datadog, auth0, zoom, onelogin, jumpcloud, bamboohr];
