// The planted mistakes of the example, counted in the generated rows.
import { uid } from './idp-users.ts';
import type { Files, Row, World } from './world.ts';

export interface Mistake {
  readonly name: string;
  /** Where to find it, in words. */
  readonly where: string;
  readonly count: number;
}

export function mistakes(world: World, sources: Record<string, Files>): Mistake[] {
  const rows = (source: string, file: string) => sources[source]![file]!;
  const count = (source: string, file: string, wrong: (row: Row) => boolean) => rows(source, file).filter(wrong).length;
  const gone = new Set(world.people.filter(person => person.status === 'Terminated').map(person => person.number));
  const numberOf = new Map<unknown, string>(world.people.map(person => [person.login, person.number]));
  const goneEmails = new Set(world.people.filter(person => gone.has(person.number)).map(person => person.email));
  const goneNames = new Set([...goneEmails].map(email => email.split('@')[0]));
  const isGone = (...cells: unknown[]) =>
    cells.some(
      cell => gone.has(String(cell)) || goneEmails.has(String(cell).toLowerCase()) || goneNames.has(String(cell)),
    );
  const olderThan = (days: number, cell: unknown) =>
    cell !== '' && Date.parse(isoOf(String(cell))) < Date.parse(world.ago(days));
  const admins = new Set(rows('idp', 'admin_role_members.csv').map(row => row['user_id']));
  const enrolled = new Set(rows('idp', 'factors.csv').map(row => row['user_id']));
  const principalHashes = new Set(rows('cloud', 'principals.csv').flatMap(row => String(row['key_hashes']).split(' ')));
  const unheld = (holders: readonly Row[], column: string, roles: readonly Row[], id: string) => {
    const held = new Set(holders.map(row => row[column]));
    return roles.filter(role => !held.has(role[id])).length;
  };

  return [
    {
      name: 'Leavers with an enabled account',
      where: 'idp: status ACTIVE',
      count: count('idp', 'users.csv', row => row['status'] === 'ACTIVE' && isGone(row['login'])),
    },
    {
      name: 'Leavers with an enabled account',
      where: 'forge: state active',
      count: count(
        'forge',
        'members.csv',
        row =>
          row['state'] === 'active' &&
          isGone(row['sso_identity'], row['email'], String(row['login']).replace('-', '.')),
      ),
    },
    {
      name: 'Leavers with an enabled account',
      where: 'crm: IsActive 1',
      count: count(
        'crm',
        'users.csv',
        row => row['IsActive'] === 1 && isGone(String(row['Username']).replace(/\.crm$/, '')),
      ),
    },
    {
      name: 'Leavers with an enabled account',
      where: 'ledger: UFLAG empty',
      count: count('ledger', 'usr02.csv', row => row['UFLAG'] === '' && isGone(row['PERNR'], row['SMTP_ADDR'])),
    },
    {
      name: 'Leavers with an enabled account',
      where: 'wiki: active',
      count: count('wiki', 'users.csv', row => row['active'] === true && isGone(row['username'])),
    },
    {
      name: 'Leavers with an enabled account',
      where: 'cloud: not disabled',
      count: count('cloud', 'principals.csv', row => row['disabled'] === false && isGone(row['email'])),
    },
    {
      name: 'Administrators dormant for 90 days',
      where: 'idp: admin, last_login',
      count: count(
        'idp',
        'users.csv',
        row => row['admin'] === true && row['status'] === 'ACTIVE' && olderThan(90, row['last_login']),
      ),
    },
    {
      name: 'Administrators dormant for 90 days',
      where: 'crm: profile SYSADM',
      count: count(
        'crm',
        'users.csv',
        row => row['ProfileId'] === 'SYSADM' && row['IsActive'] === 1 && olderThan(90, row['LastLoginDate']),
      ),
    },
    {
      name: 'Administrators dormant for 90 days',
      where: 'cloud: admin machine identities',
      count: count(
        'cloud',
        'principals.csv',
        row => row['admin'] === true && row['disabled'] === false && olderThan(90, row['last_used']),
      ),
    },
    {
      name: 'Administrators without an enrolled factor',
      where: 'idp: admin roles, factors',
      count: [...admins].filter(admin => !enrolled.has(admin)).length,
    },
    {
      name: 'Tokens without owner',
      where: 'forge: owner empty',
      count: count('forge', 'tokens.csv', row => row['owner'] === ''),
    },
    {
      name: 'Tokens of leavers',
      where: 'forge: owner has left',
      count: count('forge', 'tokens.csv', row => isGone(String(row['owner']).replace('-', '.'))),
    },
    {
      name: 'Keys without owner',
      where: 'cloud: hash is no principal’s',
      count: count('cloud', 'keys.csv', row => !principalHashes.has(String(row['hash']))),
    },
    {
      name: 'Machine identities without creator',
      where: 'cloud: creator empty',
      count: count('cloud', 'principals.csv', row => row['type'] !== 'user' && row['creator'] === ''),
    },
    {
      name: 'Shared accounts',
      where: 'idp: kind shared',
      count: count('idp', 'users.csv', row => row['kind'] === 'shared'),
    },
    {
      name: 'Shared accounts',
      where: 'ledger: class SHARED',
      count: count('ledger', 'usr02.csv', row => row['CLASS'] === 'SHARED'),
    },
    {
      name: 'Accounts that bypass SSO',
      where: 'forge: active, no sso_identity',
      count: count('forge', 'members.csv', row => row['sso_identity'] === '' && row['state'] === 'active'),
    },
    {
      name: 'Accounts that bypass SSO',
      where: 'crm: active, no FederationIdentifier',
      count: count('crm', 'users.csv', row => row['FederationIdentifier'] === '' && row['IsActive'] === 1),
    },
    {
      name: 'Accounts that bypass SSO',
      where: 'wiki: active, login password',
      count: count('wiki', 'users.csv', row => row['login'] === 'password' && row['active'] === true),
    },
    {
      name: 'Accounts that bypass SSO',
      where: 'ledger: SSO empty',
      count: count('ledger', 'usr02.csv', row => row['SSO'] === '' && row['UFLAG'] === ''),
    },
    {
      name: 'People who reach every application through four groups',
      where: 'idp: group on-call',
      count: count('idp', 'group_members.csv', row => row['group_id'] === 'on-call'),
    },
    {
      name: 'Machine identities that reach another through three impersonations',
      where: 'cloud: impersonation',
      count: longChains(rows('cloud', 'impersonation.csv')),
    },
    {
      name: 'Roles that nobody holds',
      where: 'idp',
      count: unheld(rows('idp', 'admin_role_members.csv'), 'role_id', rows('idp', 'admin_roles.csv'), 'id'),
    },
    {
      name: 'Roles that nobody holds',
      where: 'forge',
      count: unheld(rows('forge', 'access.csv'), 'level', rows('forge', 'levels.csv'), 'level'),
    },
    {
      name: 'Roles that nobody holds',
      where: 'crm',
      count: unheld(rows('crm', 'users.csv'), 'ProfileId', rows('crm', 'profiles.csv'), 'Id'),
    },
    {
      name: 'Roles that nobody holds',
      where: 'ledger',
      count: unheld(rows('ledger', 'agr_users.csv'), 'AGR_NAME', rows('ledger', 'agr_define.csv'), 'AGR_NAME'),
    },
    {
      name: 'Roles that nobody holds',
      where: 'cloud',
      count: unheld(rows('cloud', 'bindings.csv'), 'role', rows('cloud', 'roles.csv'), 'id'),
    },
    {
      name: 'Groups without a member',
      where: 'idp: no account and no group in it',
      count: unheld(
        [...rows('idp', 'group_members.csv'), ...rows('idp', 'groups.csv').map(row => ({ group_id: row['parent'] }))],
        'group_id',
        rows('idp', 'groups.csv'),
        'id',
      ),
    },
    {
      name: 'Passwords older than a year',
      where: 'idp: enabled users',
      count: count('idp', 'users.csv', row => row['status'] === 'ACTIVE' && olderThan(365, row['password_changed'])),
    },
    {
      name: 'Passwords older than a year',
      where: 'ledger: users that are not locked',
      count: count('ledger', 'usr02.csv', row => row['UFLAG'] === '' && olderThan(365, row['PWDCHG'])),
    },
    {
      name: 'Open violations of the separation of duties',
      where: 'ledger: grc_findings',
      count: count(
        'ledger',
        'grc_findings.csv',
        row => row['STATE'] === 'open' && String(row['RULE']).startsWith('SOD'),
      ),
    },
    { name: 'Pages that anyone with the link can read', where: 'wiki: links', count: rows('wiki', 'links.csv').length },
    {
      name: 'Employee numbers missing',
      where: 'idp: people',
      count: count('idp', 'users.csv', row => row['employee_number'] === '' && row['kind'] !== 'shared'),
    },
    {
      name: 'Accounts with the employee number of somebody else',
      where: 'wiki: employee',
      count: count(
        'wiki',
        'users.csv',
        row => row['employee'] !== '' && row['employee'] !== numberOf.get(row['username']),
      ),
    },
    {
      name: 'E-mail addresses spelled differently from HR',
      where: 'forge, crm, ledger, wiki',
      count: [
        ['forge', 'members.csv', 'email'],
        ['crm', 'users.csv', 'Email'],
        ['ledger', 'usr02.csv', 'SMTP_ADDR'],
        ['wiki', 'users.csv', 'email'],
      ].reduce(
        (sum, [source, file, column]) => sum + count(source!, file!, row => /[A-Z]/.test(String(row[column!]))),
        0,
      ),
    },
    {
      name: 'Accounts of people without e-mail address',
      where: 'forge, crm, ledger, wiki',
      count: [
        ['forge', 'members.csv', 'email'],
        ['crm', 'users.csv', 'Email'],
        ['ledger', 'usr02.csv', 'SMTP_ADDR'],
        ['wiki', 'users.csv', 'email'],
      ].reduce((sum, [source, file, column]) => sum + count(source!, file!, row => row[column!] === ''), 0),
    },
    {
      name: 'Administrators outside IT',
      where: 'idp: admin roles',
      count: world.people.filter(person => admins.has(uid(person)) && !person.unit.code.startsWith('41')).length,
    },
  ];
}

/** `20261101` → `2026-11-01`; ISO 8601 stays as it is. */
const isoOf = (cell: string) => cell.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');

/** Actors from which three impersonations in a row lead to somebody else. */
function longChains(edges: readonly Row[]): number {
  const targets = (actor: unknown) => edges.filter(edge => edge['actor'] === actor).map(edge => edge['target']);
  const reach = (actor: unknown, steps: number): boolean =>
    steps === 0 || targets(actor).some(target => reach(target, steps - 1));
  const actors = new Set(edges.map(edge => edge['actor']).filter(actor => !String(actor).startsWith('user:')));
  return [...actors].filter(actor => reach(actor, 3)).length;
}
