import { createHash } from 'node:crypto';
import type { Files, Person, Row, World } from './world.ts';

/** Who uses the data room. Each name says what is wrong with the account, or with nothing: then it is the near miss of others. */
interface Member {
  readonly name: string;
  readonly kind: 'staff' | 'guest' | 'machine' | 'agent' | 'key';
  /** Whose account it is; absent: nobody's. */
  readonly person?: Person | undefined;
  readonly level?: 'administrator' | 'third-party-application';
  readonly blocked?: boolean;
  /** Days since it was made, and since it was last used. */
  readonly made?: number;
  readonly seen?: number;
  /** Days until it expires. */
  readonly ends?: number | undefined;
  /** Days since the password was changed. */
  readonly password?: number;
  readonly factor?: 'Required' | 'Disabled';
  readonly sso?: 'Required' | 'Disabled';
  /** Who made it. */
  readonly maker?: string;
  /** Whose key it has, when the key is not its own. */
  readonly keyOf?: string;
}

function membersOf({ people }: World): readonly Member[] {
  const regulars = people.filter(({ status, contract }) => status === 'Active' && contract === 'PERM');
  const staff = (index: number) =>
    ({ kind: 'staff', person: regulars[40 + index * 7], sso: 'Required', factor: 'Required' }) as const;
  const first = (fits: (person: Person) => boolean) =>
    ({ kind: 'staff', person: people.find(fits), sso: 'Required' }) as const;
  const guest = { kind: 'guest', made: 120.25, seen: 5 } as const;
  const key = { kind: 'key', maker: 'archivist', made: 100, seen: 5, ends: 200 } as const;
  const machine = { kind: 'machine', maker: 'archivist', seen: 1 } as const;
  return [
    // The only administrator, and a contractor.
    {
      ...first(person => person.status === 'Active' && person.contract === 'CONTR'),
      name: 'keeper',
      level: 'administrator',
      seen: 1,
      factor: 'Required',
    },
    { ...staff(0), name: 'archivist', seen: 2 },
    { ...staff(1), name: 'idle-archivist', seen: 4 },
    { ...staff(2), name: 'absent-archivist', seen: 120 },
    { ...staff(3), name: 'analyst', seen: 130 },
    { ...staff(4), name: 'second-analyst', seen: 210 },
    { ...staff(5), name: 'former-owner', seen: 300, blocked: true },
    { ...staff(6), name: 'never-here', made: 60 },
    { ...staff(7), name: 'newcomer', made: 10 },
    { ...first(person => person.status === 'Terminated'), name: 'leaver', seen: 9 },
    { ...first(person => person.status === 'Terminated'), name: 'blocked-leaver', seen: 200, blocked: true },
    { ...first(person => person.status === 'Leave'), name: 'on-leave', seen: 20 },
    { name: 'stray', kind: 'staff', seen: 3, password: 500, sso: 'Required' },
    // Guests: one with privileges and without a second factor, one with a password and without an end, one beyond the end.
    { ...guest, name: 'counsel', ends: 90, password: 30, factor: 'Disabled' },
    { ...guest, name: 'bidder', password: 120.25, sso: 'Disabled' },
    { ...guest, name: 'former-bidder', ends: -20 },
    { ...machine, name: 'scanner' },
    { ...machine, name: 'indexer', maker: '' },
    { ...machine, name: 'sweeper', level: 'administrator' },
    // Two programs have the same key. One application of another company manages a folder, one only reads.
    { ...machine, name: 'importer', keyOf: 'shared-key' },
    { ...machine, name: 'exporter', keyOf: 'shared-key' },
    { ...machine, name: 'signing-service', level: 'third-party-application' },
    { ...machine, name: 'reading-service', level: 'third-party-application' },
    // Agents: one with a sponsor, one without, one that administers the data room, and one whose sponsor has left.
    { ...machine, kind: 'agent', name: 'clerk-agent' },
    { ...machine, kind: 'agent', name: 'stray-agent', maker: '' },
    { ...machine, kind: 'agent', name: 'ruling-agent', level: 'administrator' },
    { ...machine, kind: 'agent', name: 'leavers-agent', maker: 'leaver' },
    { ...key, name: 'young-key' },
    { ...key, name: 'old-key', made: 400 },
    { ...key, name: 'shared-key' },
    { ...key, name: 'stray-key', maker: '' },
    { ...key, name: 'endless-key', ends: undefined },
    { ...key, name: 'leavers-key', maker: 'leaver' },
    { ...key, name: 'blocked-key', maker: 'former-owner' },
    { ...key, name: 'idle-key', made: 300, seen: 120 },
  ];
}

const groups = [
  ['everyone', 'Everyone', 'keeper'],
  ['readers', 'Readers', 'keeper'],
  // Planted mistake: the group gives privileges and has no owner.
  ['curators', 'Curators', ''],
  ['archivists', 'Archivists', 'archivist'],
  // Planted mistake: nobody in it has used the account for months.
  ['falcon', 'Project Falcon', 'keeper'],
  // Planted mistake: pipelines of anybody, because nothing says whose.
  ['pipelines', 'Pipelines of every repository', 'keeper', 'any-subject'],
  ['builds', 'Builds of our repositories', 'keeper', 'federated'],
] as const;

const membersOfGroups: Record<string, readonly string[]> = {
  readers: ['archivist', 'bidder', 'second-analyst'],
  // Planted mistakes: a guest holds privileges, and the archivist decides what the same person reads.
  curators: ['counsel', 'archivist'],
  // Planted mistakes: two have not opened anything for months, and one is blocked and keeps the privileges.
  archivists: ['archivist', 'idle-archivist', 'absent-archivist', 'former-owner'],
  falcon: ['analyst', 'second-analyst'],
};

/** Planted mistakes: everybody reads the minutes, the plan is shared outside, and two folders have no owner who can act. */
const folders = [
  { id: 'board', title: 'Board minutes', confidential: true, outside: false, owner: 'keeper' },
  { id: 'merger', title: 'Merger plan', confidential: true, outside: true, owner: 'keeper' },
  { id: 'patents', title: 'Patent drafts', confidential: true, outside: false, owner: '' },
  { id: 'audit', title: 'Audit of 2019', confidential: true, outside: false, owner: 'former-owner' },
  { id: 'brochure', title: 'Brochure', confidential: false, outside: true, owner: '' },
] as const;

/** A data room for confidential documents, whose log says who opened what. It has a case of nearly every risk rule. */
export function vault(world: World): Files {
  const members = membersOf(world);
  const group = (holder: string, folder: string, manages: boolean) => ({ kind: 'group', holder, folder, manages });
  const opened = (member: string, folder: string, daysAgo: number) => ({
    entry: `${member}-${folder}-${daysAgo}`,
    member,
    folder,
    at: world.ago(daysAgo),
  });
  return {
    'members.csv': members.map(member => rowOf(world, member)),
    'groups.csv': groups.map(([id, name, owner, tag = '']) => ({ id, name, owner, tag })),
    'group_members.csv': [
      ...members.filter(({ kind }) => kind === 'staff').map(({ name }) => ({ group: 'everyone', member: name })),
      ...Object.entries(membersOfGroups).flatMap(([id, names]) => names.map(member => ({ group: id, member }))),
    ],
    'folders.csv': folders.map(folder => ({ ...folder })),
    'permissions.csv': [
      group('everyone', 'board', false),
      group('everyone', 'brochure', false),
      group('readers', 'merger', false),
      group('falcon', 'audit', false),
      group('curators', 'merger', true),
      group('archivists', 'audit', true),
      group('pipelines', 'brochure', false),
      group('builds', 'brochure', false),
      // Planted mistake: a privilege of one person that no group or role gives.
      { kind: 'user', holder: 'second-analyst', folder: 'brochure', manages: true },
      { kind: 'user', holder: 'signing-service', folder: 'brochure', manages: true },
    ],
    'log.csv': [
      opened('keeper', 'board', 260),
      opened('idle-archivist', 'audit', 200),
      opened('archivist', 'audit', 10),
      opened('archivist', 'merger', 12),
      opened('counsel', 'merger', 3),
    ],
  };
}

function rowOf(world: World, member: Member): Row {
  const { name, kind, person, level, blocked, made = 700, seen, ends, password, factor, sso, maker } = member;
  const secret = member.keyOf ?? (kind === 'key' ? name : undefined);
  const date = (daysAgo: number | undefined) => (daysAgo === undefined ? '' : world.ago(daysAgo));
  return {
    login: name,
    name: person ? `${person.first} ${person.last}` : name,
    mail: kind === 'guest' ? `${name}@advisors.example` : '',
    employee: person?.number ?? '',
    kind,
    level: level ?? 'member',
    blocked: blocked ?? false,
    factor: factor ?? 'Unknown',
    sso: sso ?? 'Unknown',
    maker: maker ?? '',
    created: date(made),
    seen: date(seen),
    expires: ends === undefined ? '' : world.ago(-ends),
    password: date(password),
    digest: secret === undefined ? '' : digestOf(`secret-of-${secret}`),
  };
}

/** The data room shows of a key only its digest. */
const digestOf = (secret: string) => `sha256:${createHash('sha256').update(secret).digest('hex')}`;
