// A small organisation that has one of everything that the connector reads.
import type { Item, OktaState } from './state.ts';

const made = '2026-01-05T08:00:00.000Z';

export const oktaUser = (
  id: string,
  status: string,
  profile: Record<string, unknown> = {},
  more: object = {},
): Item => ({
  ...{
    id,
    status,
    created: made,
    activated: made,
    statusChanged: made,
    lastLogin: null,
    lastUpdated: made,
    passwordChanged: made,
  },
  type: { id: 'oty1' },
  profile: { firstName: 'User', lastName: id, login: `${id}@example.org`, email: `${id}@example.org`, ...profile },
  credentials: { provider: { type: 'OKTA', name: 'OKTA' } },
  ...more,
});

export const oktaGroup = (id: string, name: string, type = 'OKTA_GROUP'): Item => ({
  ...{ id, created: made, lastUpdated: made, lastMembershipUpdated: made, objectClass: ['okta:user_group'], type },
  profile: { name, description: null },
});

const assignment = (type: string, assignee: string, more: object = {}): Item => ({
  ...{ id: `ra-${type}`, label: type, type, status: 'ACTIVE', created: made, lastUpdated: made },
  ...{ assignmentType: assignee.startsWith('groups/') ? 'GROUP' : 'USER' },
  _links: { assignee: { href: `https://example.okta.com/api/v1/${assignee}` } },
  ...more,
});

const byId = (items: readonly Item[]) => items.map(item => [item.id, item] as const);
const fill = <Value>(map: Map<string, Value>, entries: Iterable<readonly [string, Value]>) => {
  for (const [key, value] of entries) map.set(key, value);
};

/** Fill a state with the organisation. */
export function fillOrganisation(state: OktaState): void {
  state.org = { id: '00o1', companyName: 'Example Ltd', subdomain: 'example', status: 'ACTIVE' };
  fill(state.users, byId(users()));
  fill(
    state.groups,
    byId([
      oktaGroup('00gall', 'Everyone', 'BUILT_IN'),
      oktaGroup('00gops', 'Operations'),
      oktaGroup('00gsales', 'Sales'),
      oktaGroup('00gad', 'CORP\\Domain Users', 'APP_GROUP'),
    ]),
  );
  fill(state.members, [
    ['00gall', new Set(['00uada', '00ubert', '00ucora', '00udan', '00ueve'])],
    ['00gops', new Set(['00uada', '00ubert'])],
    ['00gsales', new Set(['00ucora'])],
    ['00gad', new Set(['00ubert'])],
  ]);
  state.rules.set('0pr1', {
    ...{ id: '0pr1', type: 'group_rule', status: 'ACTIVE', name: 'Sales by department' },
    conditions: { expression: { value: 'user.department=="Sales"', type: 'urn:okta:expression:1.0' } },
    actions: { assignUserToGroups: { groupIds: ['00gsales'] } },
  });
  fillApps(state);
  fillRoles(state);
  fillSignIn(state);
}

const users = (): Item[] => [
  oktaUser(
    '00uada',
    'ACTIVE',
    {
      ...{
        firstName: 'Ada',
        lastName: 'Ray',
        login: 'ada@example.org',
        email: 'ada@example.org',
        secondEmail: 'ada@home.example',
      },
      ...{
        title: 'Engineer',
        department: 'Operations',
        employeeNumber: '0017',
        countryCode: 'se',
        userType: 'Employee',
      },
      managerId: 'cora@example.org',
    },
    { lastLogin: '2026-02-01T07:00:00.000Z' },
  ),
  oktaUser(
    '00ubert',
    'ACTIVE',
    { firstName: 'Bert' },
    { credentials: { provider: { type: 'ACTIVE_DIRECTORY', name: 'corp.example.org' } } },
  ),
  oktaUser('00ucora', 'SUSPENDED', { firstName: 'Cora', userType: 'Contractor' }),
  oktaUser('00udan', 'LOCKED_OUT'),
  oktaUser('00ueve', 'STAGED'),
  oktaUser('00ugone', 'DEPROVISIONED'),
];

function fillApps(state: OktaState): void {
  const app = (id: string, name: string, label: string, more: object = {}): Item => ({
    ...{ id, name, label, status: 'ACTIVE', created: made, lastUpdated: made, signOnMode: 'BOOKMARK' },
    ...more,
  });
  fill(
    state.apps,
    byId([
      app('0oagh', 'githubcloud', 'GitHub', {
        signOnMode: 'SAML_2_0',
        credentials: { signing: { kid: 'key-1' } },
        settings: { signOn: { audience: 'https://github.com/orgs/example', idpIssuer: 'http://www.okta.com/exk1' } },
        _links: { accessPolicy: { href: 'https://example.okta.com/api/v1/policies/rst1' } },
      }),
      app('0oawiki', 'oidc_client', 'Wiki', {
        signOnMode: 'OPENID_CONNECT',
        credentials: { oauthClient: { client_id: 'wiki-client' } },
        settings: { oauthClient: { grant_types: ['authorization_code'] } },
      }),
      app('0oasvc', 'oidc_client', 'Provisioner', {
        signOnMode: 'OPENID_CONNECT',
        credentials: { oauthClient: { client_id: '0oasvc', token_endpoint_auth_method: 'private_key_jwt' } },
        settings: { oauthClient: { grant_types: ['client_credentials'] } },
      }),
      app('0oaad', 'active_directory', 'corp.example.org', { signOnMode: 'AUTO_LOGIN' }),
    ]),
  );
  const row = (id: string, scope: string): Item => ({
    id,
    scope,
    status: 'ACTIVE',
    created: made,
    externalId: null,
    credentials: { userName: `${id}@github` },
  });
  state.appUsers.set(
    '0oagh',
    new Map([
      ['00uada', row('00uada', 'USER')],
      ['00ubert', row('00ubert', 'GROUP')],
    ]),
  );
  state.appGroups.set('0oagh', new Map([['00gops', { id: '00gops', priority: 0, lastUpdated: made }]]));
  state.grants.set('0oasvc', [
    {
      id: 'oag1',
      status: 'ACTIVE',
      scopeId: 'okta.users.manage',
      clientId: '0oasvc',
      createdBy: { id: '00uada', type: 'User' },
    },
    { id: 'oag2', status: 'INACTIVE', scopeId: 'okta.logs.read', clientId: '0oasvc' },
  ]);
  state.tokens.set('00Tone', {
    ...{
      id: '00Tone',
      name: 'Backup script',
      userId: '00uada',
      clientName: 'Okta API',
      tokenWindow: 'P30D',
      created: made,
    },
    ...{
      lastUpdated: '2026-02-03T00:00:00.000Z',
      expiresAt: '2026-03-05T00:00:00.000Z',
      network: { connection: 'ANYWHERE' },
    },
  });
}

function fillRoles(state: OktaState): void {
  state.roles.set('cr01', {
    id: 'cr01',
    label: 'Password resetter',
    description: 'Resets passwords',
    created: made,
    lastUpdated: made,
  });
  state.permissions.set('cr01', [{ label: 'okta.users.credentials.resetPassword' }, { label: 'okta.users.read' }]);
  state.resourceSets.set('iam1', { id: 'iam1', label: 'Sales people', created: made, lastUpdated: made });
  state.resources.set('iam1', [{ id: 'ire1', orn: 'orn:okta:directory:00o1:groups:00gsales:contained_resources' }]);
  fill(state.assignments, [
    ['users/00uada', [assignment('SUPER_ADMIN', 'users/00uada'), assignment('HELP_DESK_ADMIN', 'users/00uada')]],
    [
      'users/00ubert',
      [
        assignment('APP_ADMIN', 'groups/00gops'),
        assignment('CUSTOM', 'users/00ubert', { label: 'Password resetter', role: 'cr01', 'resource-set': 'iam1' }),
      ],
    ],
    ['groups/00gops', [{ ...assignment('APP_ADMIN', 'groups/00gops'), assignmentType: 'GROUP', _links: {} }]],
    ['clients/0oasvc', [{ ...assignment('USER_ADMIN', 'clients/0oasvc'), assignmentType: 'CLIENT' }]],
  ]);
  state.targets.set('users/00uada/roles/ra-HELP_DESK_ADMIN/targets/groups', [oktaGroup('00gsales', 'Sales')]);
}

function fillSignIn(state: OktaState): void {
  state.authenticators.set('aut1', {
    id: 'aut1',
    key: 'okta_verify',
    type: 'app',
    name: 'Okta Verify',
    status: 'ACTIVE',
  });
  state.methods.set('aut1', [
    { type: 'push', status: 'ACTIVE' },
    { type: 'totp', status: 'INACTIVE' },
  ]);
  state.idps.set('0oi1', {
    ...{ id: '0oi1', type: 'OIDC', name: 'Partner', status: 'ACTIVE' },
    protocol: {
      type: 'OIDC',
      issuer: { url: 'https://login.partner.example' },
      credentials: { client: { client_id: 'from-example' } },
    },
  });
  state.policies.set('rst1', { id: 'rst1', type: 'ACCESS_POLICY', name: 'Engineers', status: 'ACTIVE', priority: 1 });
  state.policyRules.set('rst1', [
    {
      ...{ id: '0prr1', name: 'Office', status: 'ACTIVE' },
      conditions: { network: { connection: 'ZONE', include: ['nzo1'] } },
      actions: { appSignOn: { access: 'ALLOW', verificationMethod: { factorMode: '2FA', type: 'ASSURANCE' } } },
    },
    { id: '0prr2', name: 'Catch-all', status: 'ACTIVE', conditions: {}, actions: { appSignOn: { access: 'DENY' } } },
  ]);
  state.policies.set('00p1', {
    ...{ id: '00p1', type: 'PASSWORD', name: 'Default Policy', status: 'ACTIVE', priority: 1 },
    settings: {
      password: {
        complexity: { minLength: 12, minLowerCase: 1, minNumber: 1 },
        age: { maxAgeDays: 90, historyCount: 4 },
        lockout: { maxAttempts: 10 },
      },
    },
  });
  state.policies.set('00p2', {
    id: '00p2',
    type: 'OKTA_SIGN_ON',
    name: 'Default Policy',
    status: 'ACTIVE',
    priority: 1,
  });
  state.policyRules.set('00p2', [
    {
      id: '0prs1',
      status: 'ACTIVE',
      name: 'All',
      conditions: { network: { connection: 'ANYWHERE' } },
      actions: { signon: { access: 'ALLOW', requireFactor: true } },
    },
  ]);
  state.zones.set('nzo1', {
    id: 'nzo1',
    type: 'IP',
    name: 'Office',
    status: 'ACTIVE',
    gateways: [{ type: 'CIDR', value: '198.51.100.0/24' }],
  });
  state.factors.set('00uada', [
    {
      id: 'opf1',
      factorType: 'push',
      provider: 'OKTA',
      vendorName: 'OKTA',
      status: 'ACTIVE',
      created: made,
      profile: { deviceType: 'SmartPhone_IPhone', name: 'Ada’s phone' },
    },
    { id: 'sms1', factorType: 'sms', provider: 'OKTA', vendorName: 'OKTA', status: 'NOT_SETUP' },
  ]);
}

/** An event of the system log. @param published ISO 8601 @param targets type and id of what was acted on */
export function logEvent(
  uuid: string,
  eventType: string,
  published: string,
  targets: readonly (readonly [string, string])[] = [],
  actor = '00uada',
) {
  return {
    ...{ uuid, eventType, published, displayMessage: eventType, outcome: { result: 'SUCCESS' } },
    actor: { id: actor, type: 'User' },
    client: { ipAddress: '198.51.100.7', userAgent: { rawUserAgent: 'Test' } },
    target: targets.map(([type, id]) => ({ type, id })),
  };
}
