// Makes up machines whose sudoers files use everything that the connector understands. connectors/host/README.md names what is left
// out, because the landed records cannot tell it.
import fc from 'fast-check';
import type { Question } from './sudo-chroot.ts';

/** User ids, which are also the primary group ids. */
export const accounts = { root: 0, app: 500, ann: 1000, ben: 1001, cat: 1002, nora: 1003 };
/** The files of the commands, and links to them: path → target. */
export const commandFiles = ['/usr/bin/q', '/usr/bin/p', '/usr/bin/.h', '/opt/d/r'];
export const links = { '/bin': 'usr/bin', '/opt/l/q': '/usr/bin/q', '/opt/l/other': '../../usr/bin/q' };
/** The paths of the machine that lead to commands, and the files that they lead to. */
export const filesOf: ReadonlyMap<string, string> = new Map([
  ...commandFiles.map(path => [path, path] as const),
  ...['q', 'p', '.h'].map(name => [`/bin/${name}`, `/usr/bin/${name}`] as const),
  ['/opt/l/q', '/usr/bin/q'],
  ['/opt/l/other', '/usr/bin/q'],
]);

const callers = Object.entries(accounts).map(([name, id]) => ({ name, uid: id, gid: id }));
const commands = [
  ['/bin/q'],
  ['/bin/q', 'x'],
  ['/usr/bin/q'],
  ['/bin/p'],
  ['/opt/d/r', 'y'],
  ['/opt/l/q'],
  ['/opt/l/other'],
  ['/usr/bin/.h'],
];
const withUser = Object.keys(accounts).map(name => ['-u', name]);
const withGroup = ['docker', 'ops', 'wheel'].flatMap(group => [
  ['-g', group],
  ...['root', 'ben', 'app'].map(name => ['-u', name, '-g', group]),
]);
/** To name oneself beside a group is the same as to name only the group. */
const isPlain = (caller: string, [, user, , group]: readonly string[]) => group === undefined || user !== caller;
const questions: Question[] = callers.flatMap(caller =>
  [...withUser, ...withUser, ...withGroup]
    .filter(target => isPlain(caller.name, target))
    .flatMap(target => commands.map(command => ({ caller, runAs: target, command }))),
);

const firstGroups = Object.entries(accounts).map(([name, gid]) => `${name}:x:${gid}:`);
const groupLines = fc.shuffledSubarray(
  [
    'ops:x:600:ann,ben',
    'ops:x:600:cat',
    'ops:x:601:nora',
    'wheel:x:10:ann',
    'wheel2:x:10:cat',
    'dba:x:600:nora',
    'Ops:x:602:app',
    'sudo:x:27:ben',
  ],
  { minLength: 3 },
);

/** An entry of a list, sometimes negated. */
const entry = (...words: string[]) =>
  fc.tuple(fc.constantFrom('', '', '', '!'), fc.constantFrom(...words)).map(([mark, word]) => mark + word);
const list = (item: fc.Arbitrary<string>) =>
  fc.array(item, { minLength: 1, maxLength: 3 }).map(items => items.join(', '));
const user = entry(
  'ann',
  'ANN',
  'ben',
  'cat',
  'Nora',
  '%ops',
  '%OPS',
  '%dba',
  '%wheel',
  '%wheel2',
  '%#600',
  '%#10',
  '%sudo',
  '#1000',
  '"ben"',
  'ALL',
  'USERS',
  'NOBODY',
);
const hostItem = entry(
  'ALL',
  'ALL',
  'ALL',
  'box',
  'BOX',
  'b*',
  'B?X',
  '[a-c]ox',
  'box.example.org',
  '*.ORG',
  'b*g',
  'other',
  'HOSTS',
);
const targets = [
  'ALL',
  'root',
  'ROOT',
  'ben',
  'Ben',
  'app',
  '%ops',
  '%OPS',
  '%#600',
  '%wheel2',
  '#1001',
  '#0',
] as const;
const runAsUser = entry(...targets, 'TARGETS', 'MORE');
const runAsGroup = entry('docker', 'DOCKER', 'ops', '#700', 'ALL', 'GROUPS');
const command = entry(
  'ALL',
  '/bin/q',
  '/usr/bin/q',
  '/opt/l/q',
  '/opt/l/other',
  '/usr/bin/p x',
  '/bin/q x',
  '/bin/q ^[xy]$',
  '^/bin/[pq]$',
  '/usr/bin/*',
  '/bin/',
  '/opt/l/',
  '/opt/*/',
  '/*/q',
  '/opt/none',
  '/bin/q ""',
  '/bin/q y*',
  '/bin/p',
  '/bin/*',
  '/bin/[pr]',
  '/opt/d/',
  '/opt/d/r',
  'TOOLS',
  'UNDEFINED',
);
const runAsPart = fc.oneof(
  fc.constantFrom('', '', '()', '(ALL)', '(ALL : ALL)', '(: docker)'),
  list(runAsUser).map(users => `(${users})`),
  fc.tuple(list(runAsUser), list(runAsGroup)).map(([users, groups]) => `(${users} : ${groups})`),
  fc.constantFrom('(:%ops)'),
);
const options = fc.constantFrom('', '', '', '', 'NOTBEFORE=20200101000000Z ', 'NOTAFTER=20200101000000Z ', 'CWD=/tmp ');
const tags = fc.constantFrom('', '', '', 'NOPASSWD: ', 'PASSWD: ', 'NOEXEC: ', 'NOPASSWD: SETENV: ');
const commandSpec = fc.tuple(runAsPart, options, tags, command).map(parts => parts.join(' '));
const rule = fc
  .tuple(list(user), list(hostItem), fc.array(commandSpec, { minLength: 1, maxLength: 3 }))
  .map(([users, hosts, specs]) => `${users} ${hosts} = ${specs.join(', ')}`);

const setting = fc.constantFrom(
  '!authenticate',
  '!authenticate',
  'authenticate',
  '!!authenticate',
  'insults',
  'targetpw',
  'rootpw',
  'runaspw',
  '!targetpw',
  '!rootpw',
  '!runaspw',
);
const runAsSetting = fc.constantFrom('runas_default=ben', 'runas_default=app', 'runas_default=#0', 'runas_default=Ben');
const scopedSetting = fc.oneof({ arbitrary: setting, weight: 2 }, { arbitrary: runAsSetting, weight: 1 });
const globalSetting = fc.oneof(
  setting,
  fc.constantFrom(
    'exempt_group=ops',
    'exempt_group=wheel2',
    '!exempt_group',
    'runas_default=ben',
    'runas_default=ROOT',
    '!runas_default',
    '!case_insensitive_user',
    '!case_insensitive_group',
    'match_group_by_gid',
  ),
);
const defaults = fc.oneof(
  globalSetting.map(text => `Defaults ${text}`),
  fc.tuple(list(hostItem), globalSetting).map(([items, text]) => `Defaults@${items} ${text}`),
  fc
    .tuple(list(user), fc.oneof(scopedSetting, scopedSetting, fc.constant('exempt_group=ops')))
    .map(([items, text]) => `Defaults:${items} ${text}`),
  fc.tuple(list(runAsUser), scopedSetting).map(([items, text]) => `Defaults>${items} ${text}`),
  fc.tuple(list(command), scopedSetting).map(([items, text]) => `Defaults!${items} ${text}`),
);
const broken = fc.constantFrom(
  'ann ALL = NOPASSWD: bin/q',
  'ALL ALL = (ALL) NOPASSWD: /bin/\\"q',
  'ALL ALL = (ALL) NOPASSWD: /bin/q "\\"x"',
  'ALL ALL = (ALL) NOPASSWD: /bin/q\r',
  'ALL ALL = (ALL) NOPASSWD: ALL \\',
  'User_Alias USERS = ALL',
  'ALL, ALL = nonsense',
  '# ann ALL = NOPASSWD: ALL',
);
const lineEnd = fc.constantFrom('\n', '\n', '\n', '\n', '\r\n', ' # why\n', ' \\\n\n', '\\\r\n\n', '\\ \r\n\n');
const lines = fc
  .array(
    fc.tuple(
      fc.oneof({ arbitrary: rule, weight: 6 }, { arbitrary: defaults, weight: 3 }, { arbitrary: broken, weight: 1 }),
      lineEnd,
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map(pairs => pairs.map(pair => pair.join('')).join(''));
const aliases = fc
  .tuple(list(user), list(hostItem), list(runAsUser), list(entry(...targets)), list(runAsGroup), list(command))
  .map(([users, hosts, targets, more, groups, tools]) =>
    [
      `User_Alias USERS = ${users}`,
      `Host_Alias HOSTS = ${hosts}`,
      `Runas_Alias TARGETS = ${targets} : MORE = ${more} : GROUPS = ${groups}`,
      `Cmnd_Alias TOOLS = ${tools}\n`,
    ].join('\n'),
  );
/** Mode and owner of an included file. */
const permissions = fc.constantFrom<readonly [number, number, number]>(
  [0o440, 0, 0],
  [0o440, 0, 0],
  [0o644, 0, 0],
  [0o664, 0, 0],
  [0o646, 0, 0],
  [0o664, 0, 27],
  [0o400, 1000, 0],
);
export interface GeneratedMachine {
  readonly groups: readonly string[];
  readonly sudoers: string;
  readonly more: string;
  readonly permissions: readonly [number, number, number];
  readonly asked: readonly Question[];
}

/** Machines, each with questions about it. */
export const machine: fc.Arbitrary<GeneratedMachine> = fc.record({
  groups: groupLines.map(lines => [...firstGroups, 'docker:x:700:', ...lines]),
  sudoers: fc
    .tuple(aliases, lines, lines)
    .map(([first, one, two]) => `${first}${one}@include /etc/sudoers.more\n${two}`),
  more: lines,
  permissions,
  asked: fc.shuffledSubarray(questions, { minLength: 12, maxLength: 12 }),
});
