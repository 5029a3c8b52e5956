// A customer with one of each: administrators, users, groups in groups, external members, roles, units, tokens and devices.
import { generateKeyPairSync } from 'node:crypto';
import { emptyCustomer, type GoogleState, type Item } from './state.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** Settings of a source that reads the customer at this address. */
export const settingsFor = (url: string, more: object = {}) => ({
  service_account: {
    client_email: 'rolecall@example.iam.gserviceaccount.com',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  },
  administrator: 'reader@example.org',
  ...{ url: `${url}/`, settings_url: `${url}/`, token_url: `${url}/token` },
  ...more,
});

export const user = (id: string, name: string, more: Item = {}): Item => ({
  ...{ kind: 'admin#directory#user', id, primaryEmail: `${name}@example.org`, name: { fullName: `${name} Example` } },
  ...{ isAdmin: false, isDelegatedAdmin: false, suspended: false, archived: false, orgUnitPath: '/' },
  ...{ isEnrolledIn2Sv: false, isEnforcedIn2Sv: false, creationTime: '2024-01-02T03:04:05.000Z' },
  lastLoginTime: '2026-01-02T03:04:05.000Z',
  ...more,
});

const users: readonly Item[] = [
  user('1', 'ada', { isAdmin: true, isEnrolledIn2Sv: true, isEnforcedIn2Sv: true, aliases: ['ada.ray@example.org'] }),
  user('2', 'bert', {
    orgUnitPath: '/Sales',
    organizations: [
      { title: 'Clerk', department: 'Old' },
      { primary: true, title: 'Seller', department: 'Sales', costCenter: '42' },
    ],
    externalIds: [{ type: 'organization', value: '0017' }],
    relations: [
      { type: 'manager', value: 'ada@example.org' },
      { type: 'manager', value: 'Cora' },
    ],
  }),
  user('3', 'cora', { suspended: true, suspensionReason: 'ADMIN', lastLoginTime: '1970-01-01T00:00:00.000Z' }),
  user('4', 'dan', { isDelegatedAdmin: true }),
  user('5', 'eve', { archived: true }),
  user('6', 'abuser', { suspended: true, suspensionReason: 'ABUSE' }),
  user('7', 'reader'),
];

const group = (id: string, name: string): Item => ({
  ...{ kind: 'admin#directory#group', id, name, email: `${name}@example.org`, directMembersCount: '0' },
});

const member = (id: string, email: string | undefined, type = 'USER', role = 'MEMBER'): [string, Item] => [
  id,
  {
    kind: 'admin#directory#member',
    id,
    role,
    type,
    ...(email && { email }),
    ...(type === 'USER' && { status: 'ACTIVE' }),
  },
];

const roles: readonly Item[] = [
  {
    ...{ roleId: '90', roleName: '_SEED_ADMIN_ROLE', isSystemRole: true, isSuperAdminRole: true },
    rolePrivileges: [{ privilegeName: 'SUPER_ADMIN', serviceId: 's' }],
  },
  {
    ...{ roleId: '91', roleName: 'Helpers', roleDescription: 'reset passwords' },
    rolePrivileges: [
      { privilegeName: 'USERS_RESET_PASSWORD', serviceId: 's' },
      { privilegeName: 'USERS_RETRIEVE', serviceId: 's' },
    ],
  },
];

/** Replaces what the state holds. */
export function fillCustomer(state: GoogleState): void {
  Object.assign(state, emptyCustomer());
  const byId = (items: readonly Item[]) => new Map(items.map(item => [String(item['id']), structuredClone(item)]));
  state.users = byId(users);
  state.groups = byId([group('01', 'eng'), group('02', 'all'), group('03', 'partners')]);
  state.members = new Map([
    ['01', new Map([member('1', 'ada@example.org', 'USER', 'OWNER'), member('2', 'bert@example.org')])],
    ['02', new Map([member('01', 'eng@example.org', 'GROUP'), member('C1', undefined, 'CUSTOMER')])],
    ['03', new Map([member('99', 'pia@partner.example'), member('2', 'bert@example.org')])],
  ]);
  state.groupSettings = new Map([
    ['eng@example.org', { whoCanJoin: 'INVITED_CAN_JOIN', allowExternalMembers: 'false' }],
    ['all@example.org', { whoCanJoin: 'ALL_IN_DOMAIN_CAN_JOIN', allowExternalMembers: 'false' }],
    ['partners@example.org', { whoCanJoin: 'ANYONE_CAN_JOIN', allowExternalMembers: 'true' }],
  ]);
  state.units = [
    { orgUnitId: 'id:s', name: 'Sales', orgUnitPath: '/Sales', parentOrgUnitId: 'id:r', parentOrgUnitPath: '/' },
    {
      orgUnitId: 'id:n',
      name: 'North',
      orgUnitPath: '/Sales/North',
      parentOrgUnitId: 'id:s',
      parentOrgUnitPath: '/Sales',
    },
  ];
  state.roles = structuredClone([...roles]);
  state.assignments = [
    { roleAssignmentId: '1', roleId: '90', assignedTo: '1', scopeType: 'CUSTOMER', assigneeType: 'user' },
    { roleAssignmentId: '2', roleId: '91', assignedTo: '4', scopeType: 'ORG_UNIT', orgUnitId: 's' },
    { roleAssignmentId: '3', roleId: '91', assignedTo: '01', scopeType: 'CUSTOMER', assigneeType: 'group' },
  ];
  state.domains = [
    { domainName: 'example.org', isPrimary: true, verified: true, domainAliases: [{ domainAliasName: 'example.net' }] },
  ];
  state.tokens = new Map([
    [
      '1',
      [{ clientId: 'app.example', displayText: 'Reports', scopes: ['https://mail.google.com/'], nativeApp: false }],
    ],
    ['2', [{ clientId: 'other.example', scopes: [] }]],
  ]);
  state.passwords = new Map([['1', [{ codeId: 5, name: 'Mail', creationTime: '1700000000000', lastTimeUsed: '0' }]]]);
  state.mobile = [
    { resourceId: 'm1', model: 'Pixel', email: ['bert@example.org'], lastSync: '2026-01-01T00:00:00.000Z' },
  ];
  state.chrome = [{ deviceId: 'c1', serialNumber: 'S1', annotatedUser: 'ada.ray@example.org' }];
}
