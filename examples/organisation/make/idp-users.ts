// Users of the identity provider, their factors and their sign-ins.
import { atTheOffice, consent, officeOnly, signedInAtTheOffice } from './policies.ts';
import { randomOf } from './random.ts';
import { federated } from './sso.ts';
import { domain, type Person, type Row, type World } from './world.ts';

export const factorKinds = ['push', 'totp', 'webauthn', 'sms'] as const;

/** Id of a person's user at the identity provider. */
export const uid = (person: Person) => `u${person.number.slice(1)}`;

export function user(world: World, person: Person, index: number): Row {
  const random = randomOf(`idp user ${person.number}`);
  const gone = person.status === 'Terminated';
  // Planted mistake: a few leavers keep an enabled account.
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
    ...profile(person),
  };
}

/** Facts about the holder that the identity provider takes over from HR, and where the holder may sign in from. */
function profile(person: Person): Row {
  return {
    company: 'Rolecall Example',
    job_code: person.jobCode,
    job_family: person.family,
    job_group: familyGroup(person),
    job_function: jobFunction(person),
    manager: person.manager === undefined ? '' : `u${person.manager.slice(1)}`,
    picture: `https://people.${domain}/${person.login}.png`,
    changed_by: person.manager === undefined ? '' : `u${person.manager.slice(1)}`,
    location_policy: person.contract === 'CONTR' ? officeOnly : '',
    work_location: person.title.startsWith('Head') && person.site === 'Utrecht' ? atTheOffice : '',
    consent: person.title === 'Campaign Manager' ? consent : '',
    method_policy: '',
    directory_entry: '',
    directory_host: '',
  };
}

export const familyGroup = (person: Person) =>
  /^(Engineering|Data|IT)$/.test(person.family) ? 'Technology' : 'Business';
export const jobFunction = (person: Person) => (person.title.startsWith('Head') ? 'Management' : 'Staff');

export function sharedUser(world: World, name: string, index: number): Row {
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

export function factors(world: World, row: Row, index: number): Row[] {
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

export function signIns(world: World, users: readonly Row[]): Row[] {
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
      location: index % 300 === 0 ? signedInAtTheOffice : '',
      summary: failed ? 'Sign-in refused' : 'Signed in',
      client_version: index % 200 === 0 ? '5.1' : '',
    };
  });
}
