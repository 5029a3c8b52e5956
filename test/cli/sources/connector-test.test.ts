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
    const { stdout, stderr, code } = await command.run(['connector', 'test', 'own', '--settings', 'settings.yaml']);
    const rules = stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(rules.filter(({ faults }) => faults.length > 0)).toEqual([
      {
        rule: 'declares its settings and reads',
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
    const { stdout, stderr, code } = await command.run(['connector', 'test', './own']);
    expect(stdout).toContain('"declares its settings and reads"');
    expect(stdout).toContain('Give --source or --settings to read a source');
    expect(stderr).toBe('rolecall: own breaks 1 of 1 rules\n');
    expect(code).toBe(1);
  });
});

describe('a source', () => {
  it.each([
    [['--source', 'ap'], 'there is no source `ap`; did you mean `app`?'],
    [['--source', 'app'], 'source app has the connector `host`, not `own`'],
    [['--source', 'app', '--settings', 'settings.yaml'], '--source and --settings both give settings; use one of them'],
    [['--settings', 'none.yaml'], "none.yaml: ENOENT: no such file or directory, open 'none.yaml'"],
  ])('%j is refused', async (options, message) => {
    const { stderr, code } = await command.run(['connector', 'test', './own', ...options]);
    expect([stderr, code]).toEqual([`rolecall: ${message}\n`, 1]);
  });
});
