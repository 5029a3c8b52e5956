// Agreement with the tools that read the same files: getent, ssh-keygen and cvtsudoers.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { linesOf } from '../../../connectors/host/files/lines.ts';
import { parseStatement } from '../../../connectors/host/sudoers/grammar.ts';
import { logicalLines, type Unfinished } from '../../../connectors/host/sudoers/lexer.ts';
import { type Item, SudoersSyntaxError } from '../../../connectors/host/sudoers/syntax.ts';
import { debianImage, readHost, temporaryFolder } from './reading.ts';

const has = (tool: string) => spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0;
const nsswitch = existsSync('/etc/nsswitch.conf') ? readFileSync('/etc/nsswitch.conf', 'utf8') : '';
/** Whether getent uses only files (and systemd, which adds no accounts while no services run). Otherwise it knows more accounts. */
const isFilesOnly = (database: string) =>
  has('getent') && new RegExp(`^${database}:\\s*(files|compat)(\\s+systemd)?\\s*$`, 'm').test(nsswitch);

describe('this machine', () => {
  const getent = (database: string) =>
    execFileSync('getent', [database], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map(line => line.split(':'));
  const read = () => readHost('/', { host_name: /^[\w.-]+$/.test(hostname()) ? hostname() : 'machine' });

  it.skipIf(!isFilesOnly('passwd'))(
    'has the accounts of getent passwd (skipped unless passwd comes from files)',
    async () => {
      const accounts = (await read()).of('Account').records.filter(record => record.id.startsWith('user:'));
      const facts = accounts.map(record => {
        const metadata = record['profileMetadata'] as { name: string; value: unknown }[];
        const fact = (name: string) => String(metadata.find(item => item.name === name)!.value);
        return [record['alias'], fact('uid'), fact('gid'), fact('homeDirectory'), fact('shell')].join(':');
      });
      expect(facts).toEqual(
        getent('passwd').map(([name, , uid, gid, , home, shell]) => [name, uid, gid, home, shell].join(':')),
      );
    },
  );

  it.skipIf(!isFilesOnly('group'))(
    'has the groups of getent group (skipped unless group comes from files)',
    async () => {
      const reading = await read();
      const groups = getent('group');
      expect(reading.of('UserGroup').records.map(record => record['name'])).toEqual(groups.map(([name]) => name));
      const members = reading.of('EntityManagedViaObject').records.map(record => record.id);
      for (const [name, , , list] of groups) {
        for (const member of list!.split(',').filter(text => text !== '')) {
          expect(members).toContain(`user:${member} via group:${name}`);
        }
      }
    },
  );
});

describe('SSH keys', () => {
  it.skipIf(!has('ssh-keygen'))('have the fingerprints of ssh-keygen -l (skipped without ssh-keygen)', async () => {
    const tokens = (await readHost(debianImage)).of('Account').records.filter(record => record['type'] === 'Token');
    const fact = (token: object, name: string) =>
      (token as { profileMetadata: { name: string; value: unknown }[] }).profileMetadata.find(i => i.name === name)!
        .value;
    const ofOwner = (owner: string) => {
      const own = tokens.filter(token => token.id.split(':')[1] === owner && fact(token, 'keyType') !== 'ssh-dss');
      return new Set(own.map(token => `${fact(token, 'bits')} ${(token['hashIdentifiers'] as string[])[0]}`));
    };
    const files = {
      alice: 'home/alice/.ssh/authorized_keys',
      bob: 'home/bob/.ssh/authorized_keys',
      carol: 'home/carol/.ssh/authorized_keys',
      dave: 'etc/ssh/keys/dave',
      root: 'root/.ssh/authorized_keys',
    };
    for (const [owner, file] of Object.entries(files)) {
      // ssh-keygen checks no options and, in newer releases, reads no DSA; the two lines that sshd refuses stay out.
      const lines = readFileSync(join(debianImage, file), 'utf8')
        .split('\n')
        .filter(line => !/^frobnicate|notbase64|^#|ssh-dss/.test(line));
      const path = join(await temporaryFolder(), 'keys');
      await writeFile(path, lines.join('\n'));
      const listed = spawnSync('ssh-keygen', ['-lf', path], { encoding: 'utf8' }).stdout.trim().split('\n');
      expect(ofOwner(owner)).toEqual(new Set(listed.map(line => line.split(' ').slice(0, 2).join(' '))));
    }
  });
});

describe.skipIf(!has('cvtsudoers'))('sudo rules (skipped without cvtsudoers)', () => {
  const corpus = readFileSync(join(import.meta.dirname, 'fixtures/sudoers-lines.txt'), 'utf8').split('\n%%\n');

  const heads = [
    'ann ALL = /bin/q x',
    'ann ALL = /bin/q',
    'ann ALL = sudoedit /a',
    'ann ALL = sudoedit',
    'ann ALL = ^/bin/q$',
    'ann ALL = /bin/q ^x$',
    'ann ALL = (root) CWD=/tmp /bin/q x=y',
    'ann ALL = CWD=/tmp',
    'Cmnd_Alias Q = /bin/q x',
    'ann',
    'Defaults !authenticate',
    'Defaults passprompt=foo',
    'Defaults passprompt="foo"',
    'Defaults:ann, ben',
    'Defaults!/bin/q, /bin/p',
  ];
  const continuations = ['\\\r\n', '\\ \r\n', '\\ \n', '\\\t\n', '\\\n'];
  const continued = heads.flatMap(head => continuations.flatMap(end => [`${head}${end} , /bin/z`, `${head}${end} y`]));

  it('are accepted and refused like sudo does, and mean the same', async () => {
    const file = join(await temporaryFolder(), 'sudoers');
    const differences: unknown[] = [];
    for (const text of [...corpus, ...continued]) {
      await writeFile(file, `${text}\n`);
      const { status, stdout } = spawnSync('cvtsudoers', ['-f', 'json', file], { encoding: 'utf8' });
      const theirs = status === 0 ? theirReading(stdout) : 'refused';
      const ours = ourReading(`${text}\n`);
      if (theirs !== undefined && theirs !== ours) differences.push({ text, theirs, ours });
    }
    expect(differences).toEqual([]);
    expect(corpus.length).toBeGreaterThan(150);
  });
});

const kinds: Record<string, string> = {
  username: 'name',
  useralias: 'alias',
  userid: 'uid',
  usergroup: 'group',
  usergid: 'gid',
  netgroup: 'netgroup',
  nonunixgroup: 'foreignGroup',
  hostname: 'name',
  hostalias: 'alias',
  networkaddr: 'name',
  command: 'command',
  cmndalias: 'alias',
  runasalias: 'alias',
};

type Json = Record<string, unknown>;

/** Undefined where cvtsudoers prints broken JSON, as 1.9.13 does for some options. */
function theirReading(json: string): string | undefined {
  let policy: Json;
  try {
    policy = JSON.parse(json);
  } catch {
    return undefined;
  }
  const item = (entry: Json) => {
    const key = Object.keys(entry).find(name => name in kinds)!;
    return entry[key] === ''
      ? ''
      : `${entry['negated'] ? '!' : ''}${entry[key] === 'ALL' ? 'all' : kinds[key]}:${entry[key]}`;
  };
  const list = (entries: unknown) => ((entries ?? []) as Json[]).map(item).join();
  const lines: string[] = [];
  for (const spec of (policy['User_Specs'] ?? []) as Json[]) {
    for (const part of spec['Cmnd_Specs'] as Json[]) {
      for (const command of part['Commands'] as Json[]) {
        const who = [spec['User_List'], spec['Host_List'], part['runasusers']].map(list);
        const groups = list(part['runasgroups']).replaceAll('group:', 'name:');
        const password = ((part['Options'] ?? []) as Json[]).find(option => 'authenticate' in option)?.['authenticate'];
        lines.push([...who, groups, password ?? '', item(command)].join(' | '));
      }
    }
  }
  for (const aliases of ['User_Aliases', 'Runas_Aliases', 'Host_Aliases', 'Command_Aliases']) {
    for (const [name, entries] of Object.entries((policy[aliases] ?? {}) as Json))
      lines.push(`${name} = ${list(entries)}`);
  }
  return lines.sort().join('\n');
}

function ourReading(text: string): string {
  const item = (entry: Item) => `${entry.isNegated ? '!' : ''}${entry.kind}:${entry.value}`;
  const list = (entries: readonly Item[] = []) => entries.map(item).join();
  const lines: string[] = [];
  try {
    const unfinished: Unfinished = {};
    for (const line of logicalLines('sudoers', linesOf(Buffer.from(text)), unfinished)) {
      const statement = parseStatement(line);
      for (const alias of statement?.type === 'alias' ? statement.aliases : []) {
        lines.push(`${alias.name} = ${list(alias.items)}`);
      }
      for (const { users, hosts, commands } of statement?.type === 'spec' ? statement.specs : []) {
        for (const { runAs, tags, command } of commands) {
          const password = tags.includes('NOPASSWD') ? false : tags.includes('PASSWD') ? true : '';
          const groups = list(runAs?.groups).replaceAll('group:', 'name:');
          lines.push([list(users), list(hosts), list(runAs?.users), groups, password, item(command)].join(' | '));
        }
      }
    }
    if (unfinished.line?.text.trim()) return 'refused';
  } catch (error) {
    if (error instanceof SudoersSyntaxError) return 'refused';
    throw error;
  }
  return lines.sort().join('\n');
}
