// What somebody meets who starts the program for the first time, or with a wrong path: one line that says what is wrong.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { ownCommand, shellWord } from '../../../src/cli/own-command.ts';
import { writeFirstConfig } from '../../../src/cli/service/first-config.ts';
import { nextSteps } from '../../../src/cli/service/next-steps.ts';
import { loadConfig } from '../../../src/config/config-file.ts';
import { folderProblem } from '../../../src/storage/usable-folder.ts';
import { temporaryFolder } from '../../support/service/service.ts';

const cli = path.join(import.meta.dirname, '../../../src/cli/main.ts');
const made: string[] = [];
let folder: string;

beforeEach(() => {
  folder = path.join(temporaryFolder(), 'with a space');
  fs.mkdirSync(folder);
  made.push(path.dirname(folder));
});
afterAll(() => {
  for (const each of made) fs.rmSync(each, { recursive: true, force: true });
});

const rolecall = (...args: string[]) =>
  spawnSync(process.execPath, [cli, ...args], { cwd: folder, encoding: 'utf8', timeout: 300_000 });

describe('the first configuration', () => {
  it('keeps the port and the data directory of the command line', () => {
    const file = path.join(folder, 'rolecall.yaml');
    writeFirstConfig(file, { port: 9123, dataDir: path.join(folder, 'my data') });
    const { listen, data_dir, tenants } = loadConfig(file);
    expect([listen.port, data_dir]).toEqual([9123, path.join(folder, 'my data')]);
    const helpDesk = tenants[0]!.sources.find(({ connector }) => connector === 'simulated')!;
    expect(helpDesk.settings['file']).toBe('my data/simulated/help-desk.db');
  });

  it('has the defaults where the command line says nothing, or asks for a free port', () => {
    const file = path.join(folder, 'rolecall.yaml');
    writeFirstConfig(file, { port: 0 });
    const { listen, data_dir } = loadConfig(file);
    expect([listen.port, data_dir]).toEqual([8080, path.join(folder, '.rolecall')]);
  });
});

describe('the advice of a service that is up', () => {
  it('names sources that it has, or how to add one', () => {
    const advice = (...sources: string[]) => nextSteps('rolecall', 'http://127.0.0.1', sources).join(' ');
    expect(advice('wiki', 'this-host')).toContain('rolecall sync this-host');
    expect(advice('wiki', 'crm')).toContain('rolecall sync wiki');
    expect(advice()).toBe('rolecall sources add --help');
  });
});

describe('a data directory that cannot be used', () => {
  it('is refused in one line, by up and by doctor', () => {
    fs.writeFileSync(path.join(folder, 'rolecall.yaml'), 'data_dir: /proc/rolecall\n');
    const up = rolecall('up', '--port', '0');
    expect(up.stderr).toMatch(/^rolecall: data directory \/proc\/rolecall: \/proc keeps no files.*\n$/);
    expect(up.status).toBe(1);
    const doctor = rolecall('doctor');
    const found = doctor.stdout.split('\n').find(line => line.includes('"data directory"'))!;
    expect(JSON.parse(found)).toMatchObject({ verdict: 'error', message: '/proc/rolecall: /proc keeps no files' });
    expect(doctor.stderr).toBe('rolecall: 1 error found\n');
  });

  it('is one of the kernel, a file, or one below a file', () => {
    const file = path.join(folder, 'a file');
    fs.writeFileSync(file, '');
    expect(folderProblem('/proc/self/x/y')).toBe('/proc keeps no files');
    for (const named of [file, path.join(file, 'below')])
      expect(folderProblem(named)).toBe(`${file} is a file, not a folder`);
  });

  it('is told apart from one that is fine or can be made', () => {
    expect(folderProblem(folder)).toBeUndefined();
    expect(folderProblem(path.join(folder, 'not/there/yet'))).toBeUndefined();
    expect(fs.readdirSync(folder)).toEqual([]);
  });
});

describe('a command', () => {
  it('says that there is no state where the configuration points, and makes none', () => {
    fs.writeFileSync(path.join(folder, 'rolecall.yaml'), 'data_dir: elsewhere\n');
    for (const command of [['sources'], ['sync']]) {
      const { stderr, status } = rolecall(...command);
      expect([command, status, stderr]).toEqual([
        command,
        1,
        expect.stringMatching(/^rolecall: .*elsewhere holds no state/),
      ]);
    }
    expect(rolecall('doctor').stdout).toContain('there is none in');
    expect(fs.readdirSync(folder)).toEqual(['rolecall.yaml']);
  });

  it('says how to get a configuration when there is none', () => {
    expect(rolecall('runs').stderr).toBe(
      'rolecall: rolecall.yaml: there is no such file, and this command needs the configuration of the service: --config names it. A file with the line `sources: []` is enough for a start; `rolecall up` writes one with examples, and starts the service\n',
    );
  });

  it('helps without the defaults of what is not given', () => {
    const { stdout } = rolecall('query', '--help');
    expect(stdout).toContain('(default: "rolecall.yaml")');
    expect(stdout).not.toMatch(/default: (\[\]|false)/);
  });

  it('takes the common options after its name, too', () => {
    for (const args of [
      ['sources', 'check', 'a', '--config', 'x.yaml'],
      ['--config', 'x.yaml', 'runs'],
    ]) {
      expect(rolecall(...args).stderr).toMatch(/^rolecall: x\.yaml: there is no such file/);
    }
  });

  it.each([
    [['sources', 'lsit'], 'sources has no command `lsit`; did you mean `list`?'],
    [['keys', 'rotat'], "rolecall: unknown command 'rotat'; did you mean rotate?\n"],
    [['sorces'], "rolecall: unknown command 'sorces'; did you mean sources?\n"],
    [['fix', 'dormant'], "rolecall: unknown command 'dormant'; `rolecall fix --help` lists the commands\n"],
    [
      ['fix', '--rule', 'old_key'],
      "rolecall: unknown option '--rule'; it goes with a command: `rolecall fix disable --rule`, or take-role, take-membership, ask-owner in its place\n",
    ],
    [
      ['fix', 'undo', 'job', '--where', 'true'],
      "rolecall: unknown option '--where'; it goes with a command: `rolecall fix disable --where`, or take-role,",
    ],
  ])('names the nearest one for %s', (args, hint) => {
    const { stderr, status } = rolecall(...args);
    expect(stderr.toLowerCase()).toContain(hint.toLowerCase());
    expect(status).toBe(1);
  });
});

describe('a printed command', () => {
  it('can be pasted whatever its paths hold', () => {
    for (const text of ['it\'s a $HOME `x` "y"', 'two words', 'plain/path.yaml', '*', '']) {
      const { stdout } = spawnSync('sh', ['-c', `printf %s ${shellWord(text)}`], { encoding: 'utf8' });
      expect(stdout).toBe(text);
    }
  });

  it('calls the program as it can be called here', () => {
    expect(ownCommand({ npm_lifecycle_event: 'up' })).toBe('npm run --silent rolecall --');
    fs.writeFileSync(path.join(folder, 'rolecall'), '');
    expect(ownCommand({ PATH: `/nowhere:${folder}` })).toBe('rolecall');
    const { stdout } = spawnSync('sh', ['-c', `${ownCommand({ PATH: '/nowhere' })} --version`], { encoding: 'utf8' });
    expect(stdout).toMatch(/^\d+\.\d+\.\d+(-dev)?\n$/);
  });
});
