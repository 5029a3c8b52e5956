// rolecall connector test, as a process: what it prints, and its exit code.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommandLine, commandLine } from '../../support/service/command.ts';

let command: CommandLine;
const write = (name: string, content: string) => fs.writeFileSync(path.join(command.folder, name), content);
beforeAll(() => {
  command = commandLine({ url: '', clientId: '', clientSecret: '' });
  fs.mkdirSync(path.join(command.folder, 'own'));
  write(
    'own/index.js',
    `import { defineConnector, z } from 'rolecall/connector';
export default defineConnector({
  type: 'own', title: 'Own', description: 'Of the test.',
  settings: z.strictObject({ password: z.string().describe('Password') }),
  declares: [{ types: ['Account'], incremental: false, rights: 'none' }],
  open: async () => ({}),
  check: async () => [],
  reads: () => [{ lands: 'Account', async *pages() { yield { records: [{ id: '1', alias: 'a' }] }; } }],
});`,
  );
  write('settings.yaml', 'password: hunter22\n');
  write('rolecall.yaml', 'connectors: [./own]\nsources: [{ id: app, connector: host }]\n');
});
afterAll(() => command.remove());

describe('a connector that breaks rules', () => {
  it('has each of them named, and exit code 1', async () => {
    const { stdout, stderr, code } = await command.runApart([
      'connector',
      'test',
      'own',
      '--settings',
      'settings.yaml',
    ]);
    const rules = stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(rules.filter(({ faults }) => faults.length > 0)).toEqual([
      {
        rule: 'declares its settings, reads and changes',
        faults: ['settings.password: looks like a secret and is not marked; add .meta({ secret: true })'],
      },
      {
        rule: 'yields valid records with unique ids, moving page tokens and complete reports',
        faults: ['Account: has an invalid record: 1: type: is required'],
        note: '1 records of 1 types',
      },
    ]);
    expect(stderr).toBe(`rolecall: own breaks 2 of ${rules.length} rules\n`);
    expect(code).toBe(1);
  });

  it('without a source has its declaration checked', async () => {
    const { stdout, stderr, code } = await command.runApart(['connector', 'test', './own']);
    expect(stdout).toContain('"declares its settings, reads and changes"');
    expect(stdout).toContain('Give --source or --settings to read a source');
    expect(stderr).toBe('rolecall: own breaks 1 of 1 rules\n');
    expect(code).toBe(1);
  });
});

describe('changes', () => {
  beforeAll(() => {
    write(
      'own/changing.js',
      `import fs from 'node:fs';
import { ChangeRefused, defineConnector, z } from 'rolecall/connector';
const load = ({ file }) => JSON.parse(fs.readFileSync(file));
const save = ({ file }, enabled) => fs.writeFileSync(file, JSON.stringify({ enabled }));
export default defineConnector({
  type: 'changing', title: 'Changing', description: 'Of the test.',
  settings: z.strictObject({ file: z.string().describe('File') }),
  declares: [{ types: ['Account'], incremental: false, rights: 'none' }],
  open: async settings => settings,
  check: async () => [],
  reads: () => [{ lands: 'Account', async *pages(client) {
    yield { records: [{ id: '1', alias: 'a', type: 'User', ...load(client) }] };
  } }],
  declaresActions: [{ operations: ['DisableAccount'], effect: 'writes a file', rights: 'none' }],
  actions: { DisableAccount: {
    async observe(client, { accountId }) {
      if (accountId !== '1') throw new ChangeRefused('there is no account ' + accountId);
      return load(client);
    },
    isDone: image => !image.enabled,
    apply: async client => save(client, false),
    restore: async (client, _target, { before }) => save(client, before.enabled),
  } },
});`,
    );
    write('state.json', '{"enabled":true}');
    write('state.yaml', `file: ${path.join(command.folder, 'state.json')}\n`);
    write('changes.yaml', "DisableAccount: { accountId: '1' }\n");
    write('wrong.yaml', 'DisableAccount: { account: 1 }\nDisable: {}\n');
  });
  const test = ['connector', 'test', './own/changing.js'];
  const state = () => fs.readFileSync(path.join(command.folder, 'state.json'), 'utf8');

  it('are made and undone where a file names targets', async () => {
    const run = await command.runApart([...test, '--settings', 'state.yaml', '--changes', 'changes.yaml']);
    expect([run.stderr, run.code]).toEqual(['', 0]);
    expect(run.stdout).toContain(
      '{"rule":"restores exactly what it saw before","faults":[],"note":"1 of 1 operations"}',
    );
    expect(state()).toBe('{"enabled":true}');
  });

  it.each([
    [['--changes', 'changes.yaml'], '--changes needs a source; give --source or --settings too'],
    [
      ['--settings', 'state.yaml', '--changes', 'wrong.yaml'],
      'wrong.yaml: DisableAccount.accountId: is missing; a string is required\n' +
        'wrong.yaml: DisableAccount: unknown field "account"\nwrong.yaml: unknown field "Disable"',
    ],
  ])('%j is refused', async (options, message) => {
    const { stderr, code } = await command.runApart([...test, ...options]);
    expect([stderr, code]).toEqual([`rolecall: ${message}\n`, 1]);
    expect(state()).toBe('{"enabled":true}');
  });
});

describe('a source', () => {
  it.each([
    [['--source', 'ap'], 'there is no source `ap`; did you mean `app`?'],
    [['--source', 'app'], 'source app has the connector `host`, not `own`'],
    [['--source', 'app', '--settings', 'settings.yaml'], '--source and --settings both give settings; use one of them'],
    [['--settings', 'none.yaml'], "none.yaml: ENOENT: no such file or directory, open 'none.yaml'"],
  ])('%j is refused', async (options, message) => {
    const { stderr, code } = await command.runApart(['connector', 'test', './own', ...options]);
    expect([stderr, code]).toEqual([`rolecall: ${message}\n`, 1]);
  });
});
