// Answers as the vendors' documentation shows them (the pages are named in the descriptions), small, and with what has to land.

export interface DocumentedSystem {
  readonly name: string;
  readonly type: string;
  settings(url: string): object;
  /** Path, or path and query → body; a function gets the query. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** Type → id → fields. There are no other records of these types. */
  readonly lands: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

export const token = { access_token: 'secret', token_type: 'Bearer', expires_in: 3600 };

const gitlab: DocumentedSystem = {
  name: 'gitlab, an instance of one’s own',
  type: 'gitlab',
  settings: url => ({ url, token: 'x', users: 'all' }),
  answers: {
    'api/v4/groups': [
      { id: 1, name: 'Core', full_path: 'core', visibility: 'public', parent_id: null },
      { id: 2, name: 'Sub', full_path: 'core/sub', visibility: 'private', parent_id: 1 },
    ],
    'api/v4/groups/1': { id: 1, shared_with_groups: [{ group_id: 9, group_access_level: 30 }] },
    'api/v4/groups/2': { id: 2, shared_with_groups: [] },
    'api/v4/groups/1/members': [{ id: 7, username: 'ada', access_level: 50 }],
    'api/v4/groups/2/members': [],
    'api/v4/groups/1/projects': [
      {
        id: 5,
        name: 'App',
        path_with_namespace: 'core/app',
        namespace: { id: 1, kind: 'group' },
        shared_with_groups: [{ group_id: 2, group_access_level: 20 }],
      },
    ],
    'api/v4/groups/2/projects': [],
    'api/v4/projects/5/members': [{ id: 8, username: 'bot', access_level: 30 }],
    'api/v4/projects': [{ id: 5, namespace: { kind: 'group' } }],
    'api/v4/users': [
      {
        ...{
          id: 7,
          username: 'ada',
          name: 'Ada',
          state: 'active',
          bot: false,
          is_admin: true,
          email: 'ada@one.example',
        },
        ...{ two_factor_enabled: true, current_sign_in_at: '2026-01-02T03:04:05Z' },
      },
      { id: 8, username: 'bot', name: 'Bot', state: 'active', bot: true, is_admin: false },
      { id: 9, username: 'eve', name: 'Eve', state: 'banned', bot: false, external: true },
    ],
    'api/v4/projects/5/access_tokens': [
      {
        id: 3,
        name: 'ci',
        revoked: false,
        active: true,
        user_id: 8,
        scopes: ['read_api'],
        last_used_at: '2026-01-02T00:00:00Z',
      },
      { id: 4, name: 'old', revoked: true, active: false, user_id: 8, scopes: [] },
    ],
    'api/v4/projects/5/deploy_keys': [
      { id: 6, title: 'server', can_push: true, fingerprint_sha256: 'SHA256:abc', created_at: '2026-01-01T00:00:00Z' },
    ],
    'api/v4/groups/1/deploy_tokens': [
      {
        id: 2,
        name: 'registry',
        username: 'gitlab+deploy-token-2',
        revoked: false,
        expired: true,
        scopes: ['read_registry'],
      },
    ],
  },
  lands: {
    Account: {
      7: {
        ...{ alias: 'ada', type: 'User', enabled: true, isAdmin: true, email: 'ada@one.example' },
        ...{ lastActivityDate: '2026-01-02T03:04:05.000Z', authenticationMethods: [{ type: 'second factor' }] },
      },
      8: { type: 'Machine', subType: 'Bot' },
      9: { enabled: false, subType: 'External' },
      'token:3': { type: 'Token', subType: 'PersonalAccessToken', createdBy: '8', enabled: true },
      'deploy-key:6': { subType: 'SshKey', hashIdentifiers: ['SHA256:abc'] },
      'deploy-token:2': { subType: 'ApiKey', enabled: false },
    },
    ResourceInstance: {
      'group:1': { externallyShared: true },
      'group:2': { parentId: 'group:1' },
      'project:5': { parentId: 'group:1', name: 'core/app' },
    },
    ResourceInstanceContainsResourceInstance: {
      'ResourceInstance:group:1>ResourceInstance:group:2': {},
      'ResourceInstance:group:1>ResourceInstance:project:5': {},
    },
    EntityManagedViaObject: {
      'UserGroup:1>UserGroup:2': {},
      'Account:7>UserGroup:1': {},
      'Account:7>Role:group:1:50': {},
      'Account:8>Role:project:5:30': {},
    },
    EntityAssignedAccessToObject: {
      'Role:group:1:50>ResourceInstance:group:1': grant({ isRead: true, isDelete: true, isPrivileged: true }, 'Owner'),
      'Role:project:5:30>ResourceInstance:project:5': grant({ isUpdate: true, isPrivileged: false }, 'Developer'),
      'UserGroup:9>ResourceInstance:group:1': { entitlementSpecification: { reason: 'Sharing' } },
      'UserGroup:2>ResourceInstance:project:5': grant({ isRead: true, isUpdate: false }),
      'Account:deploy-key:6>ResourceInstance:project:5': grant({ isRead: true, isUpdate: true }),
      'Account:deploy-token:2>ResourceInstance:group:1': grant({ formattedScopes: { specifiers: ['read_registry'] } }),
    },
  },
};

export function grant(permissions: object, name?: string): object {
  const reasonSpecificData = { enabled: true, type: 'Grant', permissions, ...(name !== undefined && { name }) };
  return { entitlementSpecification: { reasonSpecificData } };
}

/** All values with the first page; an empty page comes after the last one. */
const jiraPage =
  (...all: object[]) =>
  (query: URLSearchParams) => ({ total: all.length, values: all.slice(Number(query.get('startAt'))) });

const jira: DocumentedSystem = {
  name: 'jira cloud',
  type: 'jira',
  settings: url => ({ url, token: 'x', email: 'a@one.example' }),
  answers: {
    'rest/api/3/users': (query: URLSearchParams) =>
      query.get('startAt') === '0'
        ? [
            { accountId: 'a:1', accountType: 'atlassian', displayName: 'Ada', active: true },
            { accountId: 'a:2', accountType: 'app', displayName: 'Automation', active: true },
            { accountId: 'a:3', accountType: 'customer', displayName: 'Eve', active: false },
          ]
        : [],
    'rest/api/3/group/bulk': jiraPage({ name: 'devs', groupId: 'g1' }),
    'rest/api/3/group/member': (query: URLSearchParams) =>
      query.get('groupId') === 'g1' ? jiraPage({ accountId: 'a:1' })(query) : undefined,
    'rest/api/3/project': [{ id: '10', key: 'APP', name: 'App' }],
    'rest/api/3/project/10/permissionscheme': {
      ...{ id: 0, name: 'Default' },
      permissions: [
        { id: 1, holder: { type: 'projectRole', parameter: '20', value: '20' }, permission: 'ADMINISTER_PROJECTS' },
        { id: 2, holder: { type: 'group', parameter: 'devs', value: 'g1' }, permission: 'BROWSE_PROJECTS' },
        { id: 3, holder: { type: 'user', parameter: 'a:1' }, permission: 'EDIT_ISSUES' },
        { id: 4, holder: { type: 'anyone' }, permission: 'BROWSE_PROJECTS' },
      ],
    },
    'rest/api/3/role': [{ id: 20, name: 'Developers' }],
    'rest/api/3/project/10/role/20': {
      ...{ id: 20, name: 'Developers' },
      actors: [
        { type: 'atlassian-user-role-actor', actorUser: { accountId: 'a:3' } },
        { type: 'atlassian-group-role-actor', actorGroup: { name: 'devs', groupId: 'g1' } },
      ],
    },
  },
  lands: {
    Account: {
      'a:1': { type: 'User' },
      'a:2': { type: 'Machine', subType: 'Bot' },
      'a:3': { enabled: false, subType: 'External' },
    },
    Role: { 'project:10:role:20': { name: 'Developers', description: 'Developers in the project APP' } },
    EntityManagedViaObject: {
      'Account:a:1>UserGroup:g1': {},
      'Account:a:3>Role:project:10:role:20': {},
      'UserGroup:g1>Role:project:10:role:20': {},
    },
    EntityAssignedAccessToObject: {
      'project:10:role:20:ADMINISTER_PROJECTS': {
        entityId: 'project:10:role:20',
        ...grant({ isPrivileged: true, fineGrainedSpecifiers: ['ADMINISTER_PROJECTS'] }),
      },
      'project:10:group:g1:BROWSE_PROJECTS': { entityId: 'g1', ...grant({ isRead: true, isPrivileged: false }) },
      'project:10:user:a:1:EDIT_ISSUES': { entityId: 'a:1', entityType: 'Account' },
    },
  },
};

const jiraDataCenter: DocumentedSystem = {
  name: 'jira data center',
  type: 'jira',
  settings: url => ({ url, token: 'x', deployment: 'data-center' }),
  answers: {
    'rest/api/2/user/search': (query: URLSearchParams) =>
      query.get('startAt') === '0' ? [{ key: 'JIRAUSER1', name: 'ada', displayName: 'Ada', active: true }] : [],
    'rest/api/2/groups/picker': { total: 1, groups: [{ name: 'devs' }] },
    'rest/api/2/group/member': (query: URLSearchParams) =>
      query.get('groupname') === 'devs' ? jiraPage({ key: 'JIRAUSER1', name: 'ada' })(query) : undefined,
    'rest/api/2/project': [{ id: '10', key: 'APP', name: 'App' }],
    'rest/api/2/project/10/permissionscheme': {
      permissions: [{ id: 1, holder: { type: 'group', parameter: 'devs' }, permission: 'BROWSE_PROJECTS' }],
    },
    'rest/api/2/role': [{ id: 20, name: 'Developers' }],
    'rest/api/2/project/10/role/20': {
      ...{ id: 20, name: 'Developers' },
      actors: [
        { type: 'atlassian-user-role-actor', name: 'ada' },
        { type: 'atlassian-group-role-actor', name: 'devs' },
      ],
    },
  },
  lands: {
    Account: { JIRAUSER1: { alias: 'ada', enabled: true } },
    EntityManagedViaObject: {
      'Account:JIRAUSER1>UserGroup:devs': {},
      'Account:JIRAUSER1>Role:project:10:role:20': {},
      'UserGroup:devs>Role:project:10:role:20': {},
    },
  },
};

const soql: Readonly<Record<string, readonly object[]>> = {
  User: [
    {
      Id: '005A',
      Username: 'ada@acme',
      Name: 'Ada',
      IsActive: true,
      UserType: 'Standard',
      ProfileId: '00eA',
      UserRoleId: null,
      FederationIdentifier: 'ada',
    },
    {
      Id: '005B',
      Username: 'bob@acme',
      Name: 'Bob',
      IsActive: true,
      UserType: 'Guest',
      ProfileId: '00eA',
      UserRoleId: '00EA',
    },
  ],
  Profile: [
    {
      Id: '00eA',
      Name: 'Admin',
      PermissionsModifyAllData: true,
      PermissionsManageUsers: true,
      PermissionsApiEnabled: true,
      PermissionsRunReports: false,
    },
  ],
  PermissionSet: [
    {
      Id: '0PSA',
      Label: 'Reports',
      IsCustom: true,
      IsOwnedByProfile: false,
      Type: 'Regular',
      PermissionsRunReports: true,
      PermissionsManageUsers: false,
    },
    { Id: '0PSB', Label: 'of the profile', IsOwnedByProfile: true, Type: 'Profile' },
    { Id: '0PSC', Label: 'of the group', IsOwnedByProfile: false, Type: 'Group' },
  ],
  PermissionSetGroup: [{ Id: '0PGA', DeveloperName: 'Sales', MasterLabel: 'Sales' }],
  PermissionSetGroupComponent: [{ Id: '0PGC', PermissionSetGroupId: '0PGA', PermissionSetId: '0PSA' }],
  PermissionSetAssignment: [
    { Id: '0Pa1', AssigneeId: '005A', PermissionSetId: '0PSB', PermissionSet: { IsOwnedByProfile: true } },
    {
      Id: '0Pa2',
      AssigneeId: '005A',
      PermissionSetId: '0PSC',
      PermissionSetGroupId: '0PGA',
      PermissionSet: { IsOwnedByProfile: false },
    },
  ],
  UserRole: [{ Id: '00EA', Name: 'CEO' }],
  Group: [{ Id: '00GA', Name: null, DeveloperName: 'CEO', Type: 'Role', RelatedId: '00EA' }],
  GroupMember: [{ Id: '011A', GroupId: '00GA', UserOrGroupId: '005A' }],
  UserLogin: [
    { UserId: '005A', IsFrozen: true },
    { UserId: '005B', IsFrozen: false },
  ],
  OauthToken: [{ Id: '0CQA', AppName: 'Loader', UserId: '005A', LastUsedDate: '2026-01-02T00:00:00.000+0000' }],
  TwoFactorMethodsInfo: [{ Id: '0xA', UserId: '005A', HasTotp: true, HasU2F: false }],
};

const salesforce: DocumentedSystem = {
  name: 'salesforce',
  type: 'salesforce',
  settings: url => ({ url, client_id: 'x', client_secret: 'y' }),
  answers: {
    'services/oauth2/token': token,
    'services/data/v60.0/query': (query: URLSearchParams) => {
      const [, object = ''] = /FROM (\w+)/.exec(query.get('q') ?? '') ?? [];
      const records = soql[object]!;
      // Two pages, of which the first names the second.
      if (object !== 'User') return { totalSize: records.length, done: true, records };
      return {
        totalSize: 2,
        done: false,
        nextRecordsUrl: '/api/services/data/v60.0/query/01g-1',
        records: records.slice(0, 1),
      };
    },
    'services/data/v60.0/query/01g-1': { totalSize: 2, done: true, records: soql['User']!.slice(1) },
  },
  lands: {
    Account: {
      '005A': { enabled: false, isAdmin: true, accountRole: 'Admin', federationId: { type: 'SAML', value: 'ada' } },
      '005B': { enabled: true, subType: 'Guest' },
      'token:0CQA': { subType: 'OAuthGrant', createdBy: '005A' },
    },
    Role: { '00eA': {}, '0PSA': { type: 'Custom' }, '0PGA': {}, '00EA': {} },
    AuthenticatorEnrollment: { '005A:HasTotp': { accountKey: '005A', authenticationMethods: [{ type: 'totp' }] } },
    EntityManagedViaObject: {
      'Account:005A>Role:00eA': {},
      'Account:005B>Role:00eA': {},
      'Account:005B>Role:00EA': {},
      'assignment:0Pa2': { managedViaObjectId: '0PGA' },
      'Role:0PGA>Role:0PSA': {},
      'Account:005A>UserGroup:00GA': {},
      'Role:00EA>UserGroup:00GA': {},
    },
    EntityAssignedAccessToObject: {
      'Role:00eA>IntegratedApplication:Salesforce': grant({
        isPrivileged: true,
        fineGrainedSpecifiers: ['PermissionsModifyAllData', 'PermissionsManageUsers', 'PermissionsApiEnabled'],
      }),
      'Role:0PSA>IntegratedApplication:Salesforce': grant({
        isPrivileged: false,
        fineGrainedSpecifiers: ['PermissionsRunReports'],
      }),
    },
  },
};

const reference = (value: string) => ({ link: `https://x.example/${value}`, value });
const table = (...result: object[]) => ({ result });

const servicenow: DocumentedSystem = {
  name: 'servicenow, which refuses OAuth clients',
  type: 'servicenow',
  settings: url => ({ url, username: 'x', password: 'y' }),
  answers: {
    'api/now/table/sys_user': table(
      { sys_id: 'u1', user_name: 'ada', name: 'Ada', active: 'true', locked_out: 'true', department: reference('d1') },
      {
        sys_id: 'u2',
        user_name: 'etl',
        name: 'ETL',
        active: 'true',
        locked_out: 'false',
        web_service_access_only: 'true',
        department: '',
        last_login_time: '2026-01-02 03:04:05',
      },
    ),
    'api/now/table/sys_user_group': table(
      { sys_id: 'g1', name: 'IT', parent: '' },
      { sys_id: 'g2', name: 'Desk', parent: reference('g1') },
    ),
    'api/now/table/sys_user_grmember': table(
      { sys_id: 'm1', user: reference('u1'), group: reference('g2') },
      { sys_id: 'm2', user: '', group: reference('g2') },
    ),
    'api/now/table/sys_user_role': table(
      { sys_id: 'r1', name: 'admin', elevated_privilege: 'false' },
      { sys_id: 'r2', name: 'itil', elevated_privilege: 'false' },
    ),
    'api/now/table/sys_user_has_role': table({
      sys_id: 'h1',
      user: reference('u1'),
      role: reference('r1'),
      inherited: 'false',
    }),
    'api/now/table/sys_group_has_role': table({ sys_id: 'h2', group: reference('g1'), role: reference('r2') }),
    'api/now/table/sys_user_role_contains': table({ sys_id: 'c1', role: reference('r1'), contains: reference('r2') }),
    'api/now/table/cmn_department': table({ sys_id: 'd1', name: 'Finance' }),
  },
  lands: {
    Account: {
      u1: { enabled: false, department: 'Finance', type: 'User' },
      u2: { enabled: true, type: 'Machine', lastActivityDate: '2026-01-02T03:04:05.000Z' },
    },
    EntityManagedViaObject: {
      'Account:u1>UserGroup:g2': {},
      'UserGroup:g2>UserGroup:g1': {},
      'Account:u1>Role:r1': {},
      'UserGroup:g1>Role:r2': {},
      'Role:r1>Role:r2': {},
    },
    EntityAssignedAccessToObject: {
      'Role:r1>IntegratedApplication:ServiceNow': grant({ isPrivileged: true }),
      'Role:r2>IntegratedApplication:ServiceNow': grant({ fineGrainedSpecifiers: ['itil'] }),
    },
  },
};

export const documentedApplications: readonly DocumentedSystem[] = [
  gitlab,
  jira,
  jiraDataCenter,
  salesforce,
  servicenow,
];
