import { randomOf } from './random.ts';
import { federated, issuer, oidcKey } from './sso.ts';
import { domain, type Files, type Person, type Row, type World } from './world.ts';

const factorKinds = ['push', 'totp', 'webauthn', 'sms'] as const;

const adminRoles: readonly (readonly [id: string, name: string, description: string, kind: string])[] = [
  ['super-admin', 'Super Administrator', 'Every setting of the tenant', 'Standard'],
  ['user-admin', 'User Administrator', 'Users, groups and their factors', 'Standard'],
  ['app-admin', 'Application Administrator', 'Applications and their assignment', 'Standard'],
  ['read-only-admin', 'Read-only Administrator', 'Sees every setting', 'Standard'],
  ['help-desk', 'Help Desk', 'Resets passwords and factors', 'Custom'],
  ['report-admin', 'Report Administrator', 'Reports; nobody holds the role', 'Standard'],
];

/** Nested groups: everybody reaches `all-access` through three others, which is one of the planted mistakes. */
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
  // Two administrators left IT for other departments long ago and kept the role.
  const moved = present.filter(person => person.unit.code === '2200').slice(0, 2);
  admins.push(...moved.map(person => ({ role_id: 'super-admin', user_id: uid(person) })));
  const adminIds = new Set(admins.map(admin => admin.user_id));
  const withoutFactor = new Set([...adminIds].sort().slice(0, 4));
  const quietAdmins = new Set(moved.map(uid));
  for (const row of users) {
    if (quietAdmins.has(String(row['id']))) row['last_login'] = world.ago(random.between(150, 400), random);
    row['admin'] = adminIds.has(String(row['id']));
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
    })),
    'group_members.csv': groups.flatMap(([id]) =>
      world.people
        .filter(
          (person, index) => membersOf[id]?.(person, index) && (person.status !== 'Terminated' || random.chance(0.3)),
        )
        .map(person => ({ group_id: id, user_id: uid(person) })),
    ),
    'admin_roles.csv': adminRoles.map(([id, name, description, kind]) => ({ id, name, description, kind })),
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
      keys: Object.values(federated)
        .map(app => oidcKey(app.clientId))
        .join(' '),
    })),
    'factors.csv': users
      .filter(row => !withoutFactor.has(String(row['id'])) && (adminIds.has(String(row['id'])) || random.chance(0.86)))
      .flatMap((row, index) => factors(world, row, index)),
    'sign_ins.csv': signIns(world, users),
    'directories.csv': [
      { id: 'dir-root', name: domain, kind: 'domain', path: 'dc=rolecall,dc=example', parent: '' },
      { id: 'dir-people', name: 'people', kind: 'ou', path: 'ou=people,dc=rolecall,dc=example', parent: 'dir-root' },
      {
        id: 'dir-external',
        name: 'external',
        kind: 'ou',
        path: 'ou=external,dc=rolecall,dc=example',
        parent: 'dir-root',
      },
      {
        id: 'dir-service',
        name: 'service',
        kind: 'container',
        path: 'cn=service,dc=rolecall,dc=example',
        parent: 'dir-root',
      },
    ],
    'directory_providers.csv': [
      {
        id: 'hr-feed',
        name: 'HR feed',
        kind: 'hr',
        domains: '',
        active: true,
        authoritative: true,
        direction: 'in',
        last_sync: world.ago(0, random),
      },
      {
        id: 'corp-directory',
        name: 'Corporate directory',
        kind: 'ldap',
        domains: `${domain} corp.${domain}`,
        active: true,
        authoritative: false,
        direction: 'out',
        last_sync: world.ago(1, random),
      },
    ],
  };
}

/** Id of a person's user at the identity provider. */
export const uid = (person: Person) => `u${person.number.slice(1)}`;

function user(world: World, person: Person, index: number): Row {
  const random = randomOf(`idp user ${person.number}`);
  const gone = person.status === 'Terminated';
  // Of those who left, two were forgotten here too.
  const enabled = !gone || index % 173 === 40;
  const created = Math.max(0, person.hiredDaysAgo - random.between(0, 5));
  const quiet = gone
    ? (person.leftDaysAgo ?? 0) + random.between(0, 5)
    : random.chance(0.08)
      ? random.between(35, 250)
      : random.between(0, 12);
  const password = random.chance(0.06) ? random.between(420, 1400) : random.between(1, 170);
  return {
    id: uid(person),
    login: person.email,
    display_name: `${person.first} ${person.last}`,
    mail: person.email,
    second_mail: random.chance(0.05) ? `${person.login}@alumni.example` : '',
    employee_number: random.chance(0.03) ? '' : person.number,
    kind: person.contract === 'CONTR' ? 'contractor' : 'employee',
    status: enabled ? (person.status === 'Leave' ? 'SUSPENDED' : 'ACTIVE') : 'DEPROVISIONED',
    title: person.title,
    department: person.unit.name,
    cost_centre: person.unit.costCentre,
    country: person.country,
    admin: false,
    mfa: random.chance(0.9) ? 'REQUIRED' : 'OPTIONAL',
    directory: person.contract === 'CONTR' ? 'dir-external' : 'dir-people',
    provider: 'hr-feed',
    created: world.ago(created, random),
    changed: world.ago(Math.min(created, random.between(1, 200)), random),
    last_login: world.ago(Math.min(created, quiet), random),
    password_changed: world.ago(Math.min(created, password), random),
  };
}

function sharedUser(world: World, name: string, index: number): Row {
  const random = randomOf(`idp shared ${name}`);
  const login = `${name}@${domain}`;
  return {
    id: `s${index + 1}`,
    login,
    display_name: name.replace('-', ' '),
    mail: login,
    second_mail: '',
    employee_number: '',
    kind: 'shared',
    status: 'ACTIVE',
    title: '',
    department: '',
    cost_centre: '',
    country: 'NL',
    admin: false,
    mfa: 'DISABLED',
    directory: 'dir-service',
    provider: '',
    created: world.ago(1200 + index * 30, random),
    changed: world.ago(700, random),
    last_login: world.ago(index, random),
    password_changed: world.ago(900 + index * 20, random),
  };
}

function factors(world: World, row: Row, index: number): Row[] {
  const random = randomOf(`factor ${row['id']}`);
  const kinds = random.sample(factorKinds, index % 4 === 0 ? 2 : 1);
  return kinds.map((kind, place) => {
    const enrolled = random.between(10, 700);
    const revoked = place === 1 && random.chance(0.3);
    return {
      id: `f-${row['id']}-${kind}`,
      user_id: row['id'],
      kind,
      status: revoked ? 'revoked' : 'active',
      enrolled: world.ago(enrolled, random),
      revoked: revoked ? world.ago(Math.floor(enrolled / 2), random) : '',
      device_id: kind === 'sms' ? '' : `d-${random.hex(8)}`,
      device_type: kind === 'webauthn' ? 'SecurityKey' : kind === 'sms' ? '' : 'Phone',
      device_name: kind === 'webauthn' ? 'Security key' : kind === 'sms' ? '' : 'Phone',
    };
  });
}

function applications(): Row[] {
  return Object.entries(federated).map(([id, app], index) => ({
    id,
    label: app.name,
    vendor: app.vendor,
    protocol: 'OIDC',
    client_id: app.clientId,
    issuer,
    authentication_key: oidcKey(app.clientId),
    mfa: index === 3 ? 'OPTIONAL' : 'REQUIRED',
    directory: 'dir-root',
  }));
}

function signIns(world: World, users: readonly Row[]): Row[] {
  const random = randomOf('sign-ins');
  const active = users.filter(row => row['status'] === 'ACTIVE');
  return Array.from({ length: 1800 }, (_, index) => {
    const row = random.pick(active);
    const failed = random.chance(0.05);
    return {
      event_id: `ev-${String(index + 1).padStart(6, '0')}`,
      event: 'user.session.start',
      user_id: row['id'],
      app_id: random.pick(Object.keys(federated)),
      at: world.ago(random.between(0, 45), random),
      outcome: failed ? 'FAILURE' : 'SUCCESS',
      reason: failed ? random.pick(['INVALID_CREDENTIALS', 'MFA_REFUSED']) : '',
      ip: `198.51.100.${random.between(1, 254)}`,
      agent: random.pick(['Firefox', 'Chrome', 'Safari', 'Edge']),
      methods: random.pick(['password;push', 'password;totp', 'webauthn', 'password']),
      session: `s-${random.hex(10)}`,
    };
  });
}
