// The npm package of a release runs as an installed one: JavaScript, in a folder `node_modules`, beside the packages that it needs.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { temporaryFolder } from '../support/service/service.ts';
import { until } from '../support/until.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');

describe('the package of a release', () => {
  const folder = temporaryFolder();
  // npm would install it here. The name is free, so that nothing finds the package by accident.
  const installed = path.join(root, 'node_modules', `.packed-${process.pid}`);
  const program = path.join(installed, 'bin/rolecall');
  const run = (...args: string[]) =>
    execFileSync('sh', [program, ...args], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

  beforeAll(() => {
    const script = path.join(root, 'scripts/pack.ts');
    const tarball = execFileSync(process.execPath, [script, folder], { encoding: 'utf8' }).trim();
    expect(path.basename(tarball)).toBe(`rolecall-${manifest.version}.tgz`);
    fs.mkdirSync(installed);
    execFileSync('tar', ['xzf', tarball, '--strip-components=1', '-C', installed]);
    fs.mkdirSync(path.join(folder, 'crm/config'), { recursive: true });
    fs.mkdirSync(path.join(folder, 'crm/rawdata'));
    const fields = { id: 'login', alias: 'login', type: { constant: 'User' } };
    const mapping = { application: { name: 'CRM' }, objects: { Account: { file: 'users.csv', fields } } };
    fs.writeFileSync(path.join(folder, 'crm/config/crm.yaml'), JSON.stringify(mapping));
    fs.writeFileSync(path.join(folder, 'crm/rawdata/users.csv'), 'login\nada\ngrace\n');
    const sources = [{ id: 'crm', connector: 'custom-application', settings: { folder: 'crm' } }];
    fs.writeFileSync(path.join(folder, 'rolecall.yaml'), JSON.stringify({ data_dir: 'data', sources }));
  });
  afterAll(() => {
    fs.rmSync(installed, { recursive: true, force: true });
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it('has JavaScript, no TypeScript, no tests, and every dependency with its digest', () => {
    const files = fs.readdirSync(installed, { recursive: true }).map(String);
    expect(files).toContain('src/cli/main.js');
    for (const document of ['CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md']) expect(files).toContain(document);
    const mappings = [...read('examples/mappings/README.md').matchAll(/\]\(([\w-]+\/config\/.+\.yaml)\)/g)];
    expect(mappings.length).toBeGreaterThan(5);
    for (const [, mapping] of mappings) expect(files).toContain(`examples/mappings/${mapping}`);
    expect(files.filter(file => file.endsWith('.ts') && !file.startsWith('deploy/'))).toEqual([]);
    expect(files.filter(file => /^(test|node_modules)\b/.test(file))).toEqual([]);
    const { packages } = JSON.parse(fs.readFileSync(path.join(installed, 'npm-shrinkwrap.json'), 'utf8')) as {
      packages: Record<string, { integrity?: string; dev?: boolean }>;
    };
    const pinned = Object.entries(packages).filter(([name]) => name !== '');
    expect(pinned.length).toBeGreaterThan(100);
    expect(pinned.filter(([, { integrity, dev }]) => !integrity || dev)).toEqual([]);
  });

  it('starts, reads a source and answers a query in a confined process', async () => {
    expect(run('--version').trim()).toBe(manifest.version);
    const up = spawn('sh', [program, 'up', '--port', '0'], { cwd: folder });
    try {
      let printed = '';
      up.stderr.setEncoding('utf8').on('data', text => {
        printed += text;
      });
      await until(
        () => printed,
        text => text.includes('version 1 published'),
      );
      expect(run('query', 'SELECT alias FROM accounts ORDER BY 1', '--format', 'csv')).toBe(
        'alias\r\nada\r\ngrace\r\n',
      );
      expect(run('export', 'accessInventoryAccounts').split('\n')).toHaveLength(4);
    } finally {
      up.kill('SIGTERM');
      await once(up, 'exit');
    }
  });
});

describe('the version', () => {
  it('is the newest one of the changelog, with -dev until it is released, and that of the image', () => {
    const headings = [...read('CHANGELOG.md').matchAll(/^## (\d+\.\d+\.\d+)( \(not released yet\))?$/gm)];
    expect(headings.length).toBeGreaterThan(1);
    const [, newest, open] = headings[0]!;
    expect(open === undefined ? newest : `${newest}-dev`).toBe(manifest.version);
    // Only the next release may be open.
    expect(headings.slice(1).filter(([, , former]) => former !== undefined)).toEqual([]);
    expect(read('docker-compose.yml')).toContain(`image: rolecall:${manifest.version}\n`);
    expect(JSON.parse(read('package-lock.json')).version).toBe(manifest.version);
  });
});
