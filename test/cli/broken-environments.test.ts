// Every command of the command line, in environments that are broken: it says in a few words what is wrong, without the stack of an
// error. The commands come from the help, so a new one is tried too.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runHere } from '../support/service/command-here.ts';
import { temporaryFolder } from '../support/service/service.ts';
import { copyState } from '../support/service/state-copy.ts';

const folder = temporaryFolder();
const at = (...names: readonly string[]) => path.join(folder, ...names);
const env = { PATH: process.env['PATH'], HOME: folder };

/** Arguments in place of the names that the help shows. */
const argumentsOf: Readonly<Record<string, readonly string[]>> = {
  backup: [at('backup.gz')],
  'connector test': [at('no-connector')],
  login: ['http://127.0.0.1:1'],
  query: ['SELECT 1'],
  'queries export': [at('queries')],
  restore: [at('junk.gz')],
  'reviews create': ['title', '--due', '2099-01-01'],
  'risks accept': ['id', '--reason', 'why', '--until', '2100-01-01'],
  'sources add': ['added', '--from', at('nothing')],
};

/** Every command that is no group, with arguments. */
async function everyCommand(names: readonly string[] = []): Promise<string[][]> {
  const { stdout } = await runHere([...names, '--help'], { env });
  const parts = /\nCommands:\n(.*?)(?:\n\n|$)/s.exec(stdout)?.[1] ?? '';
  const found = [...parts.matchAll(/^ {2}([a-z][\w-]*)/gm)].map(([, name]) => name!).filter(name => name !== 'help');
  if (found.length > 0) return (await Promise.all(found.map(name => everyCommand([...names, name])))).flat();
  const given = argumentsOf[names.join(' ')];
  const required = [...stdout.split('\n', 1)[0]!.matchAll(/<([\w-]+)(?:\.\.\.)?>/g)].map(([, name]) => name!);
  return [[...names, ...(given ?? required)]];
}

let commands: string[][];
beforeAll(async () => {
  fs.writeFileSync(at('junk.gz'), randomBytes(1000));
  commands = await everyCommand();
  expect(commands.length).toBeGreaterThan(50);
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const valid = { listen: { port: 1 }, log_level: 'silent', sources: [] };

/** Name → writes the configuration, and what it names. @returns the path of the configuration */
const environments: Readonly<Record<string, () => string>> = {
  'no configuration': () => at('missing/rolecall.yaml'),
  'a folder as configuration': () => folder,
  'broken YAML': () => written('broken.yaml', 'sources: [\n  - : {'),
  'a list as configuration': () => written('list.yaml', '- 1\n- 2\n'),
  'bytes as configuration': () => written('bytes.yaml', randomBytes(300)),
  'a file as data directory': () => {
    fs.writeFileSync(at('file'), 'x');
    return written('file.yaml', { ...valid, data_dir: at('file') });
  },
  'a data directory that cannot be made': () => written('unmade.yaml', { ...valid, data_dir: '/proc/rolecall' }),
  'a data directory that cannot be written': () => written('unwritable.yaml', { ...valid, data_dir: '/sys/kernel' }),
  'junk as state and client': () => {
    for (const name of ['data/state/global', 'data/state/base/1']) fs.mkdirSync(at(name), { recursive: true });
    for (const name of ['global/pg_control', 'base/1/1259', 'postgresql.conf'])
      fs.writeFileSync(at('data/state', name), randomBytes(8192));
    fs.writeFileSync(at('data/state/PG_VERSION'), '17\n');
    fs.writeFileSync(at('data/dev-client.json'), '{"client_id":');
    return written('junk.yaml', { ...valid, data_dir: at('data') });
  },
};

function written(name: string, content: string | Buffer | object): string {
  const isText = typeof content === 'string' || Buffer.isBuffer(content);
  fs.writeFileSync(at(name), isText ? content : JSON.stringify(content));
  return at(name);
}

/** What is not for a user: stacks, names of classes of errors, and values that are not there. */
const raw = /^\s+at .+:\d+|node:internal|^\s*\[?[A-Z][A-Za-z]*Error\b|\bundefined\b|\[object |UnhandledPromise/m;

async function expectWords(config: string, args: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await runHere(['--config', config, ...args], { env });
  const seen = { args, code, stdout: stdout.slice(0, 300), stderr: stderr.slice(0, 1500) };
  expect(`${stdout}${stderr}`, JSON.stringify(seen)).not.toMatch(raw);
  if (code === 0) return;
  expect(stderr, JSON.stringify(seen)).toMatch(/^rolecall: /m);
  expect(stderr.trim().split('\n').length, JSON.stringify(seen)).toBeLessThanOrEqual(6);
}

describe('every command says in words what is wrong with', () => {
  it.each(Object.entries(environments))(
    '%s',
    async (name, environment) => {
      const config = environment();
      const faults: string[] = [];
      // Without a configuration, `up` writes one and begins to serve.
      const tried = commands.filter(([command]) => command !== 'up' || name !== 'no configuration');
      for (const args of tried) await expectWords(config, args).catch(error => faults.push(error.message));
      expect(faults).toEqual([]);
    },
    300_000,
  );

  it.skipIf(process.getuid?.() !== 0)(
    'a full disk',
    async () => {
      const disk = at('disk');
      fs.mkdirSync(disk);
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', disk]);
      try {
        copyState(path.join(disk, 'data/state'));
        const file = fs.openSync(path.join(disk, 'filler'), 'w');
        expect(() => {
          for (;;) fs.writeSync(file, Buffer.alloc(65_536));
        }).toThrow('ENOSPC');
        fs.closeSync(file);
        const config = written('full.yaml', { ...valid, data_dir: path.join(disk, 'data') });
        for (const args of [['clients', 'add', 'a'], ['sync'], ['up'], ['runs'], ['backup', path.join(disk, 'b.gz')]])
          await expectWords(config, args);
      } finally {
        execFileSync('umount', [disk]);
      }
    },
    300_000,
  );
});
