import { createHash } from 'node:crypto';
import { randomOf } from './random.ts';
import { day, type Files, keptEmail, type Person, peopleOf, type Row, type World } from './world.ts';

const levels = ['read', 'triage', 'write', 'maintain', 'admin'] as const;
const teams: readonly (readonly [slug: string, name: string, parent: string, units: string])[] = [
  ['engineering', 'Engineering', '', '1100'],
  ['platform', 'Platform', 'engineering', '1110'],
  ['reliability', 'Reliability', 'platform', '1111'],
  ['foundations', 'Foundations', 'platform', '1112'],
  ['product', 'Product', 'engineering', '1120'],
  ['payments', 'Payments', 'product', '1121'],
  ['mobile', 'Mobile', 'product', '1122'],
  ['quality', 'Quality', 'engineering', '1130'],
  ['data', 'Data', '', '12'],
  ['release-managers', 'Release Managers', 'engineering', ''],
];
const projects: Record<string, readonly string[]> = {
  core: ['api', 'web', 'auth', 'events', 'docs', 'design-system'],
  payments: ['ledger-bridge', 'card-vault', 'invoices', 'fraud-rules'],
  mobile: ['android', 'ios', 'shared-ui'],
  infrastructure: ['terraform', 'clusters', 'runbooks', 'secrets-tooling'],
  data: ['warehouse', 'models', 'notebooks', 'feature-store'],
  archive: ['old-website', 'project-x'],
};
const sensitive = new Set(['card-vault', 'secrets-tooling', 'auth', 'fraud-rules']);

/** A code forge: members, nested teams, repositories in projects, access levels, tokens and deploy keys. */
export function forge(world: World): Files {
  const random = randomOf('forge');
  const people = peopleOf(world, '11', '12', '41');
  const members = people.map(person => member(world, person));
  const localOnly = ['build-admin', 'legacy-ci', 'vendor-nord'].map(
    (login, index): Row => ({
      login,
      full_name: login.replace('-', ' '),
      email: index === 2 ? 'support@nord.example' : '',
      role: index < 2 ? 'owner' : 'collaborator',
      state: 'active',
      sso_identity: '',
      invited_by: '',
      two_factor: index === 1,
      joined: day(world.ago(1400)),
      last_active: index === 0 ? '' : day(world.ago(20 * index)),
      password_changed: day(world.ago(1100)),
    }),
  );
  const repositories = Object.entries(projects).flatMap(([project, names]) => names.map(name => ({ project, name })));
  const idOf = ({ project, name }: { project: string; name: string }) => `rolecall/${project}/${name}`;
  const present = people.filter(person => person.status !== 'Terminated');
  const teamMembers = teams.flatMap(([slug, , , unit]) =>
    people
      .filter(person => unit !== '' && (unit === '12' ? person.unit.code.startsWith('12') : person.unit.code === unit))
      .map(person => ({ team: slug, login: login(person), maintainer: person.title.startsWith('Head') })),
  );
  teamMembers.push(
    ...random.sample(present, 3).map(person => ({ team: 'release-managers', login: login(person), maintainer: false })),
  );
  const grants = repositories.flatMap((repository): Row[] => {
    const team =
      repository.project === 'infrastructure'
        ? 'platform'
        : repository.project === 'core' || repository.project === 'archive'
          ? 'engineering'
          : repository.project;
    return [
      { holder_kind: 'team', holder: team, repository: idOf(repository), level: 'write' },
      { holder_kind: 'team', holder: 'release-managers', repository: idOf(repository), level: 'maintain' },
      ...random.sample(present, random.between(1, 6)).map(person => ({
        holder_kind: 'member',
        holder: login(person),
        repository: idOf(repository),
        level: random.pick(levels),
      })),
    ];
  });
  const former = people.filter(person => person.status === 'Terminated').slice(0, 3);
  grants.push(
    ...former.map((person, index) => ({
      holder_kind: 'member',
      holder: login(person),
      repository: idOf(repositories[index]!),
      level: 'admin',
    })),
  );
  return {
    'members.csv': [...members, ...localOnly],
    'teams.csv': teams.map(([slug, name, parent], index) => ({
      slug,
      name,
      parent,
      visibility: index % 3 === 0 ? 'secret' : 'visible',
      created: day(world.ago(2000 - index)),
    })),
    'team_members.csv': teamMembers,
    // Groups of the identity provider whose members are members of a team.
    'team_sync.csv': [{ team: 'quality', idp_group: 'engineering-tools' }],
    'projects.csv': Object.keys(projects)
      .map(name => ({ path: `rolecall/${name}`, name, parent: 'rolecall' }))
      .concat({ path: 'rolecall', name: 'rolecall', parent: '' }),
    'repositories.csv': repositories.map((repository, index) => ({
      path: idOf(repository),
      name: repository.name,
      project: `rolecall/${repository.project}`,
      visibility: repository.name === 'docs' ? 'public' : 'private',
      sensitive: sensitive.has(repository.name) ? 'yes' : 'no',
      owner: login(present[(index * 5) % present.length]!),
      created: day(world.ago(1800 - index * 11)),
      pushed: day(world.ago(repository.project === 'archive' ? 700 : random.between(0, 60))),
    })),
    'levels.csv': levels
      .map(
        (level, index): Row => ({
          level,
          title: level[0]!.toUpperCase() + level.slice(1),
          kind: 'modeled',
          read: true,
          write: index >= 2,
          manage: index >= 3,
          privileged: level === 'admin',
        }),
      )
      .concat({
        level: 'billing',
        title: 'Billing',
        kind: 'standard',
        read: false,
        write: false,
        manage: false,
        privileged: false,
      }),
    'access.csv': dedupe(grants, row => `${row['holder_kind']} ${row['holder']} ${row['repository']}`),
    'tokens.csv': tokens(
      world,
      present,
      people.filter(person => person.status === 'Terminated'),
    ),
  };
}

const login = (person: Person) => person.login.replace('.', '-');

function member(world: World, person: Person): Row {
  const random = randomOf(`forge ${person.number}`);
  const gone = person.status === 'Terminated';
  const joined = Math.max(0, person.hiredDaysAgo - random.between(0, 10));
  const isOwner = person.unit.code === '4110' || (person.unit.code === '1112' && person.title.startsWith('Head'));
  const quiet = gone
    ? (person.leftDaysAgo ?? 0) + random.between(0, 3)
    : random.chance(0.1)
      ? random.between(60, 500)
      : random.between(0, 20);
  return {
    login: login(person),
    full_name: `${person.first} ${person.last}`,
    email: keptEmail(person, random),
    role: isOwner ? 'owner' : 'member',
    state: gone && random.chance(0.65) ? 'blocked' : 'active',
    sso_identity: random.chance(0.04) ? '' : person.email,
    invited_by: person.manager === undefined ? '' : `u${person.manager.slice(1)}`,
    two_factor: random.chance(0.85),
    joined: day(world.ago(joined)),
    last_active: random.chance(0.03) ? '' : day(world.ago(Math.min(joined, quiet))),
    password_changed: day(world.ago(Math.min(joined, random.between(30, 900)))),
  };
}

/** Personal access tokens, deploy keys and one application grant; some have lost their owner. */
function tokens(world: World, present: readonly Person[], gone: readonly Person[]): Row[] {
  const random = randomOf('forge tokens');
  const owners = [
    ...random.sample(present, 34).map(login),
    ...gone.slice(0, 4).map(login),
    ...Array<string>(6).fill(''),
  ];
  return owners.map((owner, index) => {
    const created = random.between(10, 900);
    const kind = index % 7 === 3 ? 'deploy-key' : index % 11 === 5 ? 'oauth-grant' : 'personal';
    const hash = createHash('sha256').update(`forge token ${index}`).digest('hex');
    return {
      id: `tok-${1000 + index}`,
      note: random.pick(['ci', 'laptop', 'release script', 'backup', 'editor', 'migration 2023']),
      kind,
      owner,
      fingerprint: `sha256:${hash}`,
      scopes: random.pick(['repo', 'repo admin:org', 'read:packages', 'repo workflow']),
      state: random.chance(0.9) ? 'active' : 'revoked',
      created: day(world.ago(created)),
      last_used: random.chance(0.25) ? '' : day(world.ago(random.between(0, created))),
      expires: random.chance(0.5) ? '' : day(world.ago(-random.between(5, 300))),
    };
  });
}

export function dedupe(rows: readonly Row[], key: (row: Row) => string): Row[] {
  return [...new Map(rows.map(row => [key(row), row])).values()];
}
