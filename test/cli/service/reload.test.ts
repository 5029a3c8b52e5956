// A running service takes up a changed configuration file: by `rolecall reload`, by SIGHUP and by `sync --reload`.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommandLine, commandLine } from '../../support/service/command.ts';
import { copyState } from '../../support/service/state-copy.ts';

const cli = path.join(import.meta.dirname, '../../../src/cli/main.ts');
let command: CommandLine;
let service: ChildProcess;
let log: AsyncIterator<string>;

const source = (id: string, more = {}) => ({ id, connector: 'custom-application', settings: { folder: id }, ...more });
const configure = (sources: unknown[], more = {}) =>
  write('rolecall.yaml', JSON.stringify({ data_dir: 'data', sources, ...more }));

function write(file: string, text: string): void {
  fs.mkdirSync(path.dirname(path.join(command.folder, file)), { recursive: true });
  fs.writeFileSync(path.join(command.folder, file), text);
}

/** Wait for a line of the log that holds a text. */
async function logged(text: string): Promise<string> {
  for (;;) {
    const { value, done } = await log.next();
    if (done) throw new Error(`the log ended before ${text}`);
    if (value.includes(text)) return value;
  }
}

const rows = async (id: string) => {
  const { stdout } = await command.run(['sources', 'list']);
  const found = stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
    .find(status => status.id === id);
  return found?.reads.find(({ type }: { type: string }) => type === 'Department')?.rows;
};

beforeAll(async () => {
  command = commandLine({ url: '', clientId: '', clientSecret: '' });
  for (const id of ['one', 'two', 'three']) {
    write(
      `${id}/config/x.yaml`,
      'application: { name: X }\nobjects:\n  Department: { file: d.csv, fields: { id: id, name: id } }\n',
    );
    write(`${id}/rawdata/d.csv`, `id\n${id}\n`);
  }
  configure([source('one')]);
  copyState(path.join(command.folder, 'data/state'));
  service = spawn(process.execPath, [cli, 'up', '--port', '0'], { cwd: command.folder });
  service.stdout!.resume();
  log = readline.createInterface({ input: service.stderr! })[Symbol.asyncIterator]();
  await logged('version 1 published');
});
afterAll(async () => {
  service.kill('SIGTERM');
  if (service.exitCode === null) await once(service, 'exit');
  command.remove();
});

describe('a changed configuration', () => {
  it('is named by a sync of a source that is new in it, and by doctor', async () => {
    configure([source('one', { schedule: '0 3 * * *' }), source('two')], { log_level: 'warn' });
    const { stderr, code } = await command.run(['sync', 'two']);
    expect(code).toBe(1);
    expect(stderr).toContain('source two is new in');
    expect(stderr).toContain('`rolecall reload`, or `rolecall sync two --reload`');
    expect((await command.run(['sync', 'tow'])).stderr).toContain('there is no source `tow`');
    const { stdout } = await command.run(['doctor']);
    expect(stdout).toContain('the file has changed since: source one changed, source two added, log_level');
    configure([source('one', { schedule: '0 3 * * *' }), source('two')]);
    expect((await command.run(['doctor'])).stdout).toContain('`rolecall reload` takes it up');
  });

  it('is checked first, and then taken up with its sources and schedules', async () => {
    configure([source('one', { schedule: 'never' }), source('two')]);
    expect((await command.run(['reload'])).stderr).toContain('source one: schedule "never" (UTC) is not a cron line');
    configure([source('one'), source('two')], { risks: { rules: { dormant_adminstrator: { enabled: false } } } });
    const refused = [await command.run(['reload']), await command.run(['doctor']), await command.runApart(['up'])];
    for (const { stdout, stderr, code } of refused) {
      expect(stdout + stderr).toContain(
        'risks.rules: there is no rule `dormant_adminstrator`; did you mean `dormant_administrator`',
      );
      expect(code).toBe(1);
    }
    expect(await rows('two')).toBeUndefined();
    configure([source('one', { schedule: '0 3 * * *' }), source('two')], {
      ...{ hold_back: { gone_percent: 50 }, history: { keep: '9d' }, risks: { keep: '9d' } },
    });
    // As a process, which finds the service as an operator's does.
    const reloaded = JSON.parse((await command.runApart(['reload'])).stdout);
    expect(reloaded).toEqual({
      sources: [
        { tenant: 'main', id: 'one', change: 'changed', what: ['schedule'] },
        { tenant: 'main', id: 'two', change: 'added', what: [] },
      ],
      taken: ['hold_back', 'history', 'risks'],
      waiting: [],
      digest: expect.stringMatching(/^[0-9a-f]{12}$/),
    });
    expect((await command.run(['doctor'])).stdout).toContain(`"message":"${reloaded.digest}"`);
    await logged('version 2 published');
    expect(await rows('two')).toBe(1);
    const { digest, ...nothing } = JSON.parse((await command.run(['reload'])).stdout);
    expect(nothing).toEqual({ sources: [], taken: [], waiting: [] });
    expect(digest).toBe(reloaded.digest);
  });

  it('is taken up by sync --reload, and at SIGHUP', async () => {
    configure([source('one'), source('two'), source('three')]);
    const { stderr, code } = await command.run(['sync', 'three', '--reload']);
    expect({ stderr, code }).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('three: new; its first run begins'),
    });
    expect(await rows('three')).toBe(1);
    configure([source('one')]);
    service.kill('SIGHUP');
    expect(JSON.parse(await logged('"change":"removed"'))).toMatchObject({
      sources: [
        { id: 'two', change: 'removed' },
        { id: 'three', change: 'removed' },
      ],
    });
    expect(await rows('three')).toBeUndefined();
    write('rolecall.yaml', 'sources: {');
    service.kill('SIGHUP');
    await logged('the configuration file is not taken up');
    configure([source('one')]);
    expect((await command.run(['sync', 'one'])).code).toBe(0);
  });
});

it('without a running service, reload says why there is nothing to do', async () => {
  const alone = commandLine({ url: '', clientId: '', clientSecret: '' });
  fs.writeFileSync(path.join(alone.folder, 'rolecall.yaml'), JSON.stringify({ sources: [source('one')] }));
  const { stderr } = await alone.run(['reload']);
  alone.remove();
  expect(stderr).toBe(
    'rolecall: no service is running with this data directory; it reads the configuration when it starts\n',
  );
});
