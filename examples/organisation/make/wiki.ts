import { randomOf } from './random.ts';
import { type Files, keptEmail, type Person, type Row, type World } from './world.ts';

const spaces = [
  ['HOME', 'Company Home', ['Welcome', 'Directory', 'News']],
  ['ENG', 'Engineering', ['Architecture', 'On-call guide', 'Incident reviews', 'Release notes']],
  ['FIN', 'Finance', ['Month end', 'Budgets', 'Bank details']],
  ['HR', 'People', ['Handbook', 'Salary bands', 'Onboarding']],
  ['LAW', 'Law', ['Contracts', 'Data protection']],
  ['SALES', 'Sales', ['Playbook', 'Price list', 'Customer references']],
  ['PART', 'Partners', ['Shared roadmap', 'Integration guide']],
] as const;
const sensitive = new Set(['Bank details', 'Salary bands', 'Contracts', 'Incident reviews']);
const levels = ['view', 'comment', 'edit', 'admin'] as const;

/** A wiki that everybody uses: spaces of pages, groups of its own, guests from outside, times in epoch seconds. */
export function wiki(world: World): Files {
  const random = randomOf('wiki');
  const seconds = (iso: string) => Math.floor(Date.parse(iso) / 1000);
  const users = world.people.map(person => user(world, person, seconds));
  const guests = Array.from(
    { length: 14 },
    (_, index): Row => ({
      user_key: `g${index + 1}`,
      username: `guest-${index + 1}`,
      name: `Guest ${index + 1}`,
      email: `contact${index + 1}@partner${(index % 4) + 1}.example`,
      kind: 'guest',
      active: index % 6 !== 5,
      is_admin: false,
      login: 'password',
      created: seconds(world.ago(600 - index * 20)),
      last_seen: index % 3 === 0 ? '' : seconds(world.ago(index * 9)),
      employee: '',
    }),
  );
  const rows = [...users, ...guests];
  const present = world.people.filter(person => person.status !== 'Terminated');
  // Planted mistake: somebody got the employee number of a colleague.
  const [mistaken, colleague] = present.slice(60, 62);
  users.find(row => row['user_key'] === keyOf(mistaken!))!['employee'] = colleague!.number;
  const groups = [
    ['staff', 'Staff', ''],
    ['editors', 'Editors', 'staff'],
    ['space-admins', 'Space Administrators', 'editors'],
    ['partners', 'Partners', ''],
    ['retired-2021', 'Retired 2021', ''],
  ] as const;
  const pages = spaces.flatMap(([key, , titles]) =>
    titles.map((title, index) => ({
      page_id: `${key}-${index + 1}`,
      space: key,
      title,
      restricted: sensitive.has(title),
      public_link: key === 'PART' || title === 'Price list',
      author: keyOf(random.pick(present)),
      updated: seconds(world.ago(random.between(1, 900))),
    })),
  );
  return {
    'users.csv': rows,
    'groups.csv': groups.map(([id, name, parent]) => ({ id, name, parent })),
    'group_members.csv': [
      ...world.people
        .filter(person => person.status !== 'Terminated' || random.chance(0.5))
        .map(person => ({ group: 'staff', user_key: keyOf(person) })),
      ...random.sample(present, 40).map(person => ({ group: 'editors', user_key: keyOf(person) })),
      ...random.sample(present, 6).map(person => ({ group: 'space-admins', user_key: keyOf(person) })),
      ...guests.map(guest => ({ group: 'partners', user_key: guest['user_key'] })),
    ],
    'spaces.csv': spaces.map(([key, name], index) => ({
      key,
      name,
      owner: keyOf(present[index * 3]!),
      created: seconds(world.ago(2500 - index * 90)),
    })),
    'pages.csv': pages,
    'permissions.csv': [
      ...spaces.map(([key]) => ({
        kind: 'group',
        holder: key === 'PART' ? 'partners' : 'staff',
        space: key,
        level: 'view',
        effect: 'allow',
      })),
      ...spaces.map(([key]) => ({
        kind: 'group',
        holder: 'space-admins',
        space: key,
        level: 'admin',
        effect: 'allow',
      })),
      ...spaces
        .slice(0, 6)
        .map(([key]) => ({ kind: 'group', holder: 'editors', space: key, level: 'edit', effect: 'allow' })),
      { kind: 'group', holder: 'partners', space: 'FIN', level: 'view', effect: 'deny' },
      ...spaces.flatMap(([key]) =>
        random.sample(present, 5).map(person => ({
          kind: 'user',
          holder: keyOf(person),
          space: key,
          level: random.pick(levels),
          effect: 'allow',
        })),
      ),
    ],
    'levels.csv': levels.map((level, index) => ({
      level,
      can_read: true,
      can_write: index >= 2,
      can_admin: index >= 3,
    })),
    'links.csv': pages
      .filter(page => page.public_link)
      .map(page => ({
        page: page.page_id,
        creator: page.author,
        url: `https://wiki.rolecall.example/s/${random.hex(12)}`,
        label: `Anyone with the link: ${page.title}`,
      })),
  };
}

const keyOf = (person: Person) => `w${person.number.slice(1)}`;

function user(world: World, person: Person, seconds: (iso: string) => number): Row {
  const random = randomOf(`wiki ${person.number}`);
  const gone = person.status === 'Terminated';
  const created = Math.max(0, person.hiredDaysAgo - random.between(0, 30));
  const quiet = gone
    ? (person.leftDaysAgo ?? 0) + 2
    : random.chance(0.2)
      ? random.between(31, 400)
      : random.between(0, 29);
  return {
    user_key: keyOf(person),
    username: person.login,
    name: `${person.first} ${person.last}`,
    email: keptEmail(person, random),
    kind: 'user',
    active: !gone || random.chance(0.25),
    is_admin: person.unit.code === '4120',
    login: random.chance(0.05) ? 'password' : 'sso',
    created: seconds(world.ago(created)),
    last_seen: random.chance(0.04) ? '' : seconds(world.ago(Math.min(created, quiet))),
    employee: random.chance(0.5) ? person.number : '',
  };
}
