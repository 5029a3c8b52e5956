// Who may run a command: compares the landed records with the answers of the real `sudo -l -U`, for rules on folders, patterns,
// commands with arguments and denials.
import { execFileSync } from 'node:child_process';
import { chownSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { isLong } from '../../support/long-tests.ts';
import { testSeed } from '../../support/random.ts';
import { type HostReading, readHost } from './reading.ts';
import { hostName, makeSudoRoot, removeSudoRoot, whyNoSudo } from './sudo-chroot.ts';
import { read } from './sudo-machine.ts';

interface Holding {
  readonly account: string;
  /** The arguments on which the right depends; undefined: none. */
  readonly words: string | undefined;
}

/** Who may run a command, read from the records like an inventory does: through roles, contents and denials. */
function mayRun(reading: HostReading, command: string): Holding[] {
  const { records: edges } = reading.of('ResourceInstanceContainsResourceInstance');
  const within = new Set([`command:${command}`]);
  for (const id of within) for (const edge of edges) if (edge['childId'] === id) within.add(String(edge['parentId']));
  const held = reading.of('EntityAssignedAccessToObject').records.flatMap(record => {
    const { reasonSpecificData: data } = record['entitlementSpecification'] as {
      reasonSpecificData: {
        enabled: boolean;
        type: string;
        appliesToContents?: boolean;
        permissions: { fineGrainedSpecifiers: string[] };
      };
    };
    const object = String(record['assignedObjectId']);
    const isHere = object === `command:${command}`;
    if (!data.enabled || !within.has(object) || (!isHere && data.appliesToContents === false)) return [];
    const words = data.permissions.fineGrainedSpecifiers.find(text => text.startsWith('arguments:'));
    return holders(reading, String(record['entityId'])).map(account => {
      return { account, isDenial: data.type === 'Denial', words: words?.slice('arguments:'.length) };
    });
  });
  const denied = new Set(held.filter(({ isDenial }) => isDenial).map(({ account }) => account));
  return held.filter(({ account, isDenial }) => !isDenial && !denied.has(account));
}

function holders(reading: HostReading, entity: string): string[] {
  if (!entity.startsWith('sudo-rule:')) return [];
  const edges = reading.of('EntityManagedViaObject').records.filter(edge => edge['managedViaObjectId'] === entity);
  return edges.map(edge => String(edge['entityId']).replace(/^user:/, ''));
}

const named = (holdings: readonly Holding[]) =>
  [...new Set(holdings.map(({ account, words }) => (words === undefined ? account : `${account} ${words}`)))].sort();

describe('who may run a command', () => {
  const cases: [string, string, readonly string[]][] = [
    ['ann ALL = /usr/bin/\nben ALL = /usr/bin/ls', '/usr/bin/ls', ['ann', 'ben']],
    ['ann ALL = ALL\nben ALL = /usr/bin/ls', '/usr/bin/ls', ['ann', 'ben']],
    ['ann ALL = /usr/bin/ls', '/usr/bin/ls -l', []],
    ['ann ALL = /usr/bin/ls\nben ALL = /usr/bin/ls -l', '/usr/bin/ls -l', ['ann', 'ben']],
    ['ann ALL = /usr/bin/ls\nben ALL = /usr/bin/ls -l', '/usr/bin/ls', ['ann', 'ben -l']],
    ['ben ALL = /usr/bin/ls -l, /usr/bin/ls -a', '/usr/bin/ls', ['ben -a', 'ben -l']],
    ['ben ALL = /usr/bin/ls ""', '/usr/bin/ls', ['ben ""']],
    ['ann ALL = /usr/bin/l*\nben ALL = /usr/bin/ls', '/usr/bin/ls', ['ann', 'ben']],
    ['ann ALL = /usr/bin/l* -l\nben ALL = /usr/bin/ls', '/usr/bin/ls', ['ann -l', 'ben']],
    ['ann ALL = ^/usr/bin/(ls|cat)$\nben ALL = /usr/bin/ls', '/usr/bin/ls', ['ann', 'ben']],
    ['ann ALL = ^/usr/bin/(ls|cat)$ ^-[a-z]$\nben ALL = /usr/bin/ls', '/usr/bin/ls', ['ann ^-[a-z]$', 'ben']],
    ['ann ALL = /usr/\nben ALL = /usr/bin/ls', '/usr/bin/ls', ['ben']],
    ['ann ALL = /usr/bin/, !/usr/bin/ls\nben ALL = /usr/bin/ls', '/usr/bin/ls', ['ben']],
    ['ann ALL = /usr/bin/, !/usr/bin/ls -l\nben ALL = /usr/bin/ls', '/usr/bin/ls', ['ann', 'ben']],
    // The last entry decides.
    ['ann ALL = !/usr/bin/, /usr/bin/ls', '/usr/bin/ls', ['ann']],
    ['ann ALL = !/usr/bin/ls, /usr/bin/\nben ALL = /usr/bin/ls', '/usr/bin/ls', ['ann', 'ben']],
    ['ann ALL = !ALL, /usr/bin/ls', '/usr/bin/ls', ['ann']],
    ['ann ALL = !/usr/bin/ls\nann ALL = ALL', '/usr/bin/ls', ['ann']],
  ];
  it.each(cases)('%s; %s: %j', async (sudoers, command, expected) => {
    expect(named(mayRun(await read(sudoers), command))).toEqual(expected);
  });
});

const reason = whyNoSudo();
const runs = isLong ? 1_000 : 10;
const seed = isLong ? testSeed() : Number(process.env['ROLECALL_TEST_SEED'] ?? 41_207);
const accounts = { root: 0, ann: 1000, ben: 1001, cat: 1002 };

describe.skipIf(reason !== undefined)(`sudo -l in a chroot (${reason ? `skipped: ${reason}` : 'as root'})`, () => {
  const files = ['/usr/bin/q', '/usr/bin/p', '/opt/d/q'];
  const root = reason === undefined ? makeSudoRoot(files, { '/bin': 'usr/bin' }) : '';
  afterAll(() => removeSudoRoot(root));

  const grant = fc.constantFrom(
    ...[
      '/usr/bin/q',
      '/bin/q',
      '/usr/bin/',
      '/bin/',
      '/usr/bin/*',
      '/opt/*/q',
      '/opt/d/',
      'ALL',
      '/usr/bin/p',
      '/opt/d/q',
    ],
    ...['/usr/bin/q x', '/bin/q x', '/usr/bin/q ""', '/usr/bin/q x*', '/usr/bin/* y', '/bin/p x', '/opt/d/q y'],
  );
  const item = fc.tuple(fc.constantFrom('', '', '', '!'), grant).map(([mark, text]) => mark + text);
  // A denial for some of the holders of a rule cannot be told in the records, so each rule has one.
  const rule = fc
    .tuple(fc.constantFrom('ann', 'ben', 'cat'), fc.array(item, { minLength: 1, maxLength: 3 }))
    .map(([user, items]) => `${user} ALL = ${items.join(', ')}`);
  const sudoers = fc.array(rule, { minLength: 1, maxLength: 6 }).map(lines => `${lines.join('\n')}\n`);
  const asked = ['/usr/bin/q', '/bin/q', '/usr/bin/p', '/opt/d/q'];
  const forms = ['', 'x', 'xx', 'y'];

  it(`names who may run each command (ROLECALL_TEST_SEED=${seed})`, { timeout: 600_000 }, async () => {
    const passwd = Object.entries(accounts).map(([name, id]) => `${name}:x:${id}:${id}::/:/bin/sh\n`);
    writeFileSync(join(root, 'etc/passwd'), passwd.join(''));
    writeFileSync(
      join(root, 'etc/group'),
      Object.entries(accounts)
        .map(([name, id]) => `${name}:x:${id}:\n`)
        .join(''),
    );
    const property = fc.asyncProperty(sudoers, async text => {
      // Every command is landed, so that there is something to ask about.
      const everything = `${text}root ALL = ${asked.join(', ')}\n`;
      rmSync(join(root, 'etc/sudoers'), { force: true });
      writeFileSync(join(root, 'etc/sudoers'), everything, { mode: 0o440 });
      chownSync(join(root, 'etc/sudoers'), 0, 0);
      const reading = await readHost(root);
      const allowed = askList(root, asked, forms);
      for (const command of asked) {
        const holdings = mayRun(reading, command);
        for (const account of ['ann', 'ben', 'cat']) {
          const ours = holdings.filter(holding => holding.account === account);
          const theirs = forms.filter(form => allowed.has(`${account} ${command} ${form}`));
          const context = `${account}: ${command}: sudo allows ${JSON.stringify(theirs)}; records: ${JSON.stringify(ours)}\n${text}`;
          expect(ours.length > 0 || theirs.length === 0, context).toBe(true);
          // Denials of arguments take some forms back.
          if (!text.includes('!') && ours.some(({ words }) => words === undefined))
            expect(theirs, context).toEqual(forms);
          if (!text.includes('!') && ours.length > 0) expect(theirs.length, context).toBeGreaterThan(0);
        }
      }
    });
    await fc.assert(property, { numRuns: runs, endOnFailure: isLong, seed });
  });
});

/** What `sudo -l -U` allows, as `account command arguments`. */
function askList(root: string, commands: readonly string[], forms: readonly string[]): Set<string> {
  const lines = ['ann', 'ben', 'cat'].flatMap(account =>
    commands.flatMap(command =>
      forms.map(
        form => `sudo -l -U ${account} ${command} ${form} >/dev/null 2>&1 && echo "${account} ${command} ${form}"`,
      ),
    ),
  );
  writeFileSync(join(root, 'tmp/list.sh'), `PATH=/usr/bin:/bin\n${lines.join('\n')}\ntrue\n`);
  const script = `hostname ${hostName} && exec chroot '${root}' /bin/sh /tmp/list.sh`;
  return new Set(execFileSync('unshare', ['--uts', 'sh', '-c', script], { encoding: 'utf8' }).split('\n'));
}
