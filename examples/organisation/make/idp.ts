import { entryId, inDirectory } from './directory.ts';
import { factorKinds, factors, sharedUser, signIns, uid, user } from './idp-users.ts';
import { officeOnly, strongMethods, strongWhenRisky } from './policies.ts';
import { type Random, randomOf } from './random.ts';
import { authenticationKey, certificate, directoryHost, federated, issuer } from './sso.ts';
import { domain, type Files, type Person, type Row, type World } from './world.ts';

const adminRoles: readonly (readonly [id: string, name: string, description: string, kind: string])[] = [
  ['super-admin', 'Super Administrator', 'Every setting of the tenant', 'Standard'],
  ['user-admin', 'User Administrator', 'Users, groups and their factors', 'Standard'],
  ['app-admin', 'Application Administrator', 'Applications and their assignment', 'Standard'],
  ['read-only-admin', 'Read-only Administrator', 'Sees every setting', 'Standard'],
  ['help-desk', 'Help Desk', 'Resets passwords and factors', 'Custom'],
  ['report-admin', 'Report Administrator', 'Reports; nobody holds the role', 'Standard'],
];

/** Nested groups. One planted mistake: members of `on-call` reach `all-access` through three memberships of groups. */
const groups: readonly (readonly [id: string, name: string, type: string, parent: string | undefined])[] = [
  ['everyone', 'Everyone', 'DYNAMIC', undefined],
  ['all-access', 'All Applications', 'SECURITY', undefined],
  ['engineering-tools', 'Engineering Tools', 'SECURITY', 'all-access'],
  ['platform-tools', 'Platform Tools', 'SECURITY', 'engineering-tools'],
  ['on-call', 'On Call', 'SECURITY', 'platform-tools'],
  ['forge-users', 'Forge Users', 'SECURITY', undefined],
  ['crm-users', 'CRM Users', 'SECURITY', undefined],
  ['ledger-users', 'Ledger Users', 'SECURITY', undefined],
  ['wiki-users', 'Wiki Users', 'SECURITY', undefined],
  ['cloud-users', 'Cloud Users', 'SECURITY', undefined],
  ['finance', 'Finance', 'SYNCED', 'ledger-users'],
  ['sales', 'Sales', 'SYNCED', 'crm-users'],
  ['newsletter', 'Newsletter', 'MAIL', undefined],
  ['contractors', 'Contractors', 'DYNAMIC', undefined],
  ['former-project-x', 'Project X (closed)', 'SECURITY', 'all-access'],
];

const membersOf: Record<string, (person: Person, index: number) => boolean> = {
  everyone: () => true,
  'on-call': person => person.unit.code.startsWith('111'),
  'platform-tools': person => person.unit.code === '1110',
  'engineering-tools': person => person.unit.code.startsWith('113'),
  'forge-users': person => /^(11|12|41)/.test(person.unit.code),
  'crm-users': person => /^(22|23)/.test(person.unit.code),
  'wiki-users': () => true,
  'cloud-users': person => /^(111|121|411)/.test(person.unit.code),
  finance: person => person.unit.code.startsWith('31'),
  sales: person => person.unit.code.startsWith('21'),
  newsletter: (_, index) => index % 3 === 0,
  contractors: person => person.contract === 'CONTR',
};

/** The identity provider: users, groups, administrators, factors, applications and the sign-in log. */
export function idp(world: World): Files {
  const random = randomOf('idp');
  const users = world.people.map((person, index) => user(world, person, index));
  const shared = ['reception', 'warehouse-scanner', 'press', 'finance-inbox', 'demo'].map((name, index) =>
    sharedUser(world, name, index),
  );
  const present = world.people.filter(person => person.status !== 'Terminated');
  const it = present.filter(person => person.unit.code.startsWith('41'));
  const admins = adminRoles
    .slice(0, 5)
    .flatMap(([role], index) => random.sample(it, index + 2).map(person => ({ role_id: role, user_id: uid(person) })));
  // Planted mistake: two administrators moved from IT to other departments and kept the role.
  const moved = present.filter(person => person.unit.code === '2200').slice(0, 2);
  admins.push(...moved.map(person => ({ role_id: 'super-admin', user_id: uid(person) })));
  const adminIds = new Set(admins.map(admin => admin.user_id));
  const withoutFactor = new Set([...adminIds].sort().slice(0, 4));
  const quietAdmins = new Set(moved.map(uid));
  for (const row of users) {
    if (quietAdmins.has(String(row['id']))) row['last_login'] = world.ago(random.between(150, 400), random);
    row['admin'] = adminIds.has(String(row['id']));
    row['method_policy'] = row['admin'] ? strongMethods : '';
  }
  const synced = new Map(inDirectory(world).map(person => [uid(person), entryId(person)]));
  for (const row of users) {
    const entry = synced.get(String(row['id']));
    Object.assign(row, { directory_entry: entry ?? '', directory_host: entry ? directoryHost : '' });
    if (entry) row['provider'] = 'corp-directory';
  }
  return {
    'users.csv': [...users, ...shared],
    'groups.csv': groups.map(([id, name, type, parent], index) => ({
      id,
      name,
      type,
      parent: parent ?? '',
      mail: type === 'MAIL' ? `${id}@${domain}` : '',
      owner: index % 4 === 0 ? uid(it[index % it.length]!) : '',
      created: world.ago(2000 - index * 40, random),
      changed: world.ago(300 - index * 10),
    })),
    'group_members.csv': groups.flatMap(([id]) =>
      world.people
        .filter(
          (person, index) => membersOf[id]?.(person, index) && (person.status !== 'Terminated' || random.chance(0.3)),
        )
        .map(person => ({ group_id: id, user_id: uid(person) })),
    ),
    'admin_roles.csv': adminRoles.map(([id, name, description, kind], index) => ({
      id,
      name,
      description,
      kind,
      creator: uid(it[0]!),
      created: world.ago(2000),
      changed_by: uid(it[1]!),
      changed: world.ago(400 - index),
      location_policy: id === 'super-admin' ? officeOnly : '',
    })),
    'admin_role_members.csv': admins,
    'applications.csv': applications(),
    'application_assignments.csv': [
      ...Object.keys(federated).map(app => ({
        app_id: app,
        principal_type: 'GROUP',
        principal_id: `${app}-users`,
        since: world.ago(1500, random),
      })),
      ...Object.keys(federated).map(app => ({
        app_id: app,
        principal_type: 'GROUP',
        principal_id: 'all-access',
        since: world.ago(900, random),
      })),
      ...random.sample(present, 25).map(person => ({
        app_id: random.pick(Object.keys(federated)),
        principal_type: 'USER',
        principal_id: uid(person),
        since: world.ago(random.between(5, 800), random),
      })),
    ],
    'authenticators.csv': factorKinds.map(kind => ({
      id: `authn-${kind}`,
      name:
        kind === 'totp'
          ? 'One-time code'
          : kind === 'push'
            ? 'Push notification'
            : kind === 'sms'
              ? 'Text message'
              : 'Security key',
      kind,
      status: kind === 'sms' ? 'INACTIVE' : 'ACTIVE',
      keys: Object.values(federated).map(authenticationKey).join(' '),
      note: kind === 'sms' ? 'Switched off: text messages can be intercepted' : 'For everybody',
      owner: uid(it[0]!),
    })),
    'factors.csv': users
      .filter(row => !withoutFactor.has(String(row['id'])) && (adminIds.has(String(row['id'])) || random.chance(0.86)))
      .flatMap((row, index) => factors(world, row, index)),
    'sign_ins.csv': signIns(world, users),
    'directories.csv': directories(world),
    'directory_providers.csv': directoryProviders(world, random),
  };
}

function applications(): Row[] {
  return Object.entries(federated).map(([id, app], index) => ({
    id,
    label: app.name,
    vendor: app.vendor,
    protocol: app.protocol,
    client_id: 'clientId' in app ? app.clientId : '',
    issuer: 'clientId' in app ? issuer : '',
    entity_id: 'entityId' in app ? app.entityId : '',
    certificate: app.protocol === 'SAML' ? certificate : '',
    application_type: 'integration' in app ? app.integration[0] : '',
    instance_key: 'integration' in app ? app.integration[1] : '',
    mfa: index === 3 ? 'OPTIONAL' : 'REQUIRED',
    directory: 'dir-root',
    risk_policy: id === 'ledger' ? strongWhenRisky : '',
    method_policy: id === 'cloud' ? strongMethods : '',
    enforced: id === 'cloud' ? 'webauthn' : '',
  }));
}

function directories(world: World): Row[] {
  const rows = [
    { id: 'dir-root', name: domain, kind: 'domain', path: 'dc=rolecall,dc=example', parent: '', note: 'Everything' },
    {
      id: 'dir-people',
      name: 'people',
      kind: 'ou',
      path: 'ou=people,dc=rolecall,dc=example',
      parent: 'dir-root',
      note: '',
    },
    {
      id: 'dir-external',
      name: 'external',
      kind: 'ou',
      path: 'ou=external,dc=rolecall,dc=example',
      parent: 'dir-root',
      note: '',
    },
    {
      id: 'dir-service',
      name: 'service',
      kind: 'container',
      path: 'cn=service,dc=rolecall,dc=example',
      parent: 'dir-root',
      note: '',
    },
  ];
  return rows.map((row, index) => ({ ...row, created: world.ago(2200 - index), changed: world.ago(500 + index) }));
}

function directoryProviders(world: World, random: Random): Row[] {
  const rows = [
    {
      id: 'hr-feed',
      name: 'HR feed',
      kind: 'hr',
      domains: '',
      vendor: 'Roster Example',
      active: true,
      authoritative: true,
      direction: 'in',
      last_sync: world.ago(0, random),
    },
    {
      id: 'corp-directory',
      name: 'Corporate directory',
      kind: 'ldap',
      domains: `${domain} ${directoryHost}`,
      vendor: 'Archive Example',
      active: true,
      authoritative: false,
      direction: 'out',
      last_sync: world.ago(1, random),
    },
  ];
  return rows.map((row, index) => ({
    ...row,
    note: index === 0 ? 'People as HR knows them' : 'The IT department',
    created: world.ago(1800),
    changed: world.ago(90 + index),
  }));
}
