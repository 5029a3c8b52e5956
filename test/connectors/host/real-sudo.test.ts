// Compares the landed records with sudo itself on generated sudoers files: which commands each account may run, as which account,
// with and without a password.
import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { answerOf, type People } from './landed-rights.ts';
import { readHost } from './reading.ts';
import { askSudo, makeSudoRoot, type Question, removeSudoRoot, whyNoSudo } from './sudo-chroot.ts';

const reason = whyNoSudo();
const isLong = process.env['ROLECALL_LONG_TESTS'] === '1';
const runs = isLong ? 3_000 : 60;

const accounts = { root: 0, app: 500, ann: 1000, ben: 1001, cat: 1002, nora: 1003 };
const callers = (['ann', 'ben', 'cat', 'nora'] as const).map(name => ({
  name,
  uid: accounts[name],
  gid: accounts[name],
}));
const commands = [['/bin/q'], ['/bin/q', 'x'], ['/bin/p'], ['/opt/d/r', 'y']];
const runAs = [...Object.keys(accounts).map(name => ['-u', name]), ['-g', 'docker'], ['-u', 'ben', '-g', 'docker']];
const questions: Question[] = callers.flatMap(caller =>
  runAs.flatMap(target => commands.map(command => ({ caller, runAs: target, command }))),
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
const runAsUser = entry(...targets, 'TARGETS');
/** Run-as users next to run-as groups, without aliases: sudo 1.9.13 ignores aliases of users when a group is chosen. */
const runAsUserBesideGroup = entry(...targets);
const runAsGroup = entry('docker', 'DOCKER', 'ops', '#700', 'ALL');
const command = entry(
  'ALL',
  '/bin/q',
  '/bin/q x',
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
  fc.tuple(list(runAsUserBesideGroup), list(runAsGroup)).map(([users, groups]) => `(${users} : ${groups})`),
  fc.constantFrom('(:%ops)'),
);
const options = fc.constantFrom('', '', '', '', 'NOTBEFORE=20200101000000Z ', 'NOTAFTER=20200101000000Z ', 'CWD=/tmp ');
const tags = fc.constantFrom('', '', '', 'NOPASSWD: ', 'PASSWD: ', 'NOEXEC: ', 'NOPASSWD: SETENV: ');
const commandSpec = fc.tuple(runAsPart, options, tags, command).map(parts => parts.join(' '));
const rule = fc
  .tuple(list(user), list(hostItem), fc.array(commandSpec, { minLength: 1, maxLength: 3 }))
  .map(([users, hosts, specs]) => `${users} ${hosts} = ${specs.join(', ')}`);

const setting = fc.constantFrom('!authenticate', '!authenticate', 'authenticate', '!!authenticate', 'insults');
const globalSetting = fc.oneof(
  setting,
  fc.constantFrom(
    'exempt_group=ops',
    'exempt_group=wheel2',
    '!exempt_group',
    'runas_default=ben',
    'runas_default=ROOT',
    '!case_insensitive_user',
    '!case_insensitive_group',
    'match_group_by_gid',
  ),
);
const defaults = fc.oneof(
  globalSetting.map(text => `Defaults ${text}`),
  fc.tuple(list(hostItem), setting).map(([items, text]) => `Defaults@${items} ${text}`),
  fc
    .tuple(list(user), fc.oneof(setting, fc.constant('exempt_group=ops')))
    .map(([items, text]) => `Defaults:${items} ${text}`),
  fc.tuple(list(runAsUser), setting).map(([items, text]) => `Defaults>${items} ${text}`),
  fc.tuple(list(command), setting).map(([items, text]) => `Defaults!${items} ${text}`),
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
const lineEnd = fc.constantFrom('\n', '\n', '\n', '\n', '\r\n', ' # why\n', ' \\\n\n');
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
  .tuple(list(user), list(hostItem), list(runAsUser), list(command))
  .map(
    ([users, hosts, targets, tools]) =>
      `User_Alias USERS = ${users}\nHost_Alias HOSTS = ${hosts}\nRunas_Alias TARGETS = ${targets}\nCmnd_Alias TOOLS = ${tools}\n`,
  );
/** Mode and owner of an included file. */
const permissions = fc.constantFrom(
  [0o440, 0, 0],
  [0o440, 0, 0],
  [0o644, 0, 0],
  [0o664, 0, 0],
  [0o646, 0, 0],
  [0o664, 0, 27],
  [0o400, 1000, 0],
);
const machine = fc.record({
  groups: groupLines,
  sudoers: fc
    .tuple(aliases, lines, lines)
    .map(([first, one, two]) => `${first}${one}@include /etc/sudoers.more\n${two}`),
  more: lines,
  permissions,
  asked: fc.shuffledSubarray(questions, { minLength: 14, maxLength: 14 }),
});

describe.skipIf(reason !== undefined)(`sudo in a chroot (${reason ? `skipped: ${reason}` : 'as root'})`, () => {
  const root = reason === undefined ? makeSudoRoot(['/bin/q', '/bin/p', '/opt/d/r']) : '';
  afterAll(() => removeSudoRoot(root));

  function install({
    groups,
    sudoers,
    more,
    permissions: [mode, uid, gid],
  }: {
    groups: string[];
    sudoers: string;
    more: string;
    permissions: readonly [number, number, number];
  }) {
    const etc = join(root, 'etc');
    const passwd = Object.entries(accounts).map(([name, id]) => `${name}:x:${id}:${id}::/:/bin/sh\n`);
    writeFileSync(join(etc, 'passwd'), passwd.join(''));
    writeFileSync(join(etc, 'group'), `${[...firstGroups, 'docker:x:700:', ...groups].join('\n')}\n`);
    mkdirSync(etc, { recursive: true });
    for (const file of ['sudoers', 'sudoers.more']) rmSync(join(etc, file), { force: true });
    writeFileSync(join(etc, 'sudoers'), sudoers, { mode: 0o440 });
    writeFileSync(join(etc, 'sudoers.more'), more);
    chownSync(join(etc, 'sudoers.more'), uid, gid);
    chmodSync(join(etc, 'sudoers.more'), mode);
  }

  it('gives the answers that the landed records give', { timeout: isLong ? 3_600_000 : 180_000 }, async () => {
    const property = fc.asyncProperty(machine, async given => {
      install(given);
      const reading = await readHost(root);
      const theirs = askSudo(root, given.asked);
      const people = peopleOf([...firstGroups, 'docker:x:700:', ...given.groups]);
      const differences = given.asked.flatMap((question, index) => {
        const ours = answerOf(reading, people, question);
        const { caller, runAs: target, command: words } = question;
        const asked = `${caller.name}: sudo ${[...target, ...words].join(' ')}`;
        return ours === theirs[index] ? [] : [`${asked}: sudo says ${theirs[index]}, Rolecall says ${ours}`];
      });
      for (const [index, { caller, runAs: target }] of given.asked.entries()) {
        const becomesRoot = target[1] === 'root' && theirs[index] !== 'denied';
        if (becomesRoot && !reading.get('Account', `user:${caller.name}`)['isAdmin'])
          differences.push(`${caller.name} becomes root and is no administrator`);
      }
      const printed = `group:\n${given.groups.join('\n')}\n\nsudoers:\n${given.sudoers.replaceAll('\r', '\\r')}\nsudoers.more (${given.permissions}):\n${given.more}`;
      expect(differences, printed).toEqual([]);
    });
    await fc.assert(property, { numRuns: runs, endOnFailure: isLong });
  });
});

/** The groups that glibc reads from the group file, computed in the simplest way. */
function peopleOf(lines: readonly string[]): People {
  const groups = lines
    .map(line => line.split(':'))
    .map(([name, , gid, members]) => ({ name: name!, gid: Number(gid), members: members!.split(',') }));
  const gidsOf = Object.entries(accounts).map(([name, gid]) => {
    const further = groups.filter(group => group.members.includes(name)).map(group => group.gid);
    return [name, new Set([gid, ...further])] as const;
  });
  return {
    uidOf: new Map(Object.entries(accounts)),
    gidsOf: new Map(gidsOf),
    gidOf: name => groups.find(group => group.name === name)?.gid,
    gidsNamed: name =>
      groups
        .filter(group => groups.find(other => other.gid === group.gid) === group && group.name === name)
        .map(group => group.gid),
  };
}
