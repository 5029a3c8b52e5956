// Makes the npm package of a release: rolecall-<version>.tgz. Node.js does not run TypeScript below node_modules, so the package
// has JavaScript: the same files without their types. Its npm-shrinkwrap.json pins every dependency with its digest.
//   npm run pack [-- FOLDER]
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { consoleIsOld } from '../src/cli/service/console-sources.ts';
import { buildConsole } from './build-console.ts';

const root = path.resolve(import.meta.dirname, '..');
const code = ['src', 'connectors', 'pipelines'];
const copied = [
  ...[
    'bin',
    'sql',
    '.console',
    'docs',
    'examples/organisation/sources',
    'examples/help-desk',
    'examples/mappings',
    'deploy',
    'scripts/run.sh',
  ],
  ...['README.md', 'CHANGELOG.md', 'SECURITY.md', 'LICENSE', 'ARCHITECTURE.md', 'CONTRIBUTING.md'],
];

/** Without types, and with the names that the files have in the package. Strings that name no file of the program stay as they are. */
function javascriptOf(file: string): string {
  const text = stripTypeScriptTypes(fs.readFileSync(file, 'utf8'), { mode: 'strip' });
  return text.replaceAll(/(['"])([^'"\n]+)\.ts\1/g, (whole, quote: string, name: string) => {
    const isFile = fs.existsSync(path.resolve(path.dirname(file), `${name}.ts`));
    return isFile ? `${quote}${name}.js${quote}` : whole;
  });
}

function addCode(staging: string): void {
  for (const folder of code) {
    for (const entry of fs.readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })) {
      const from = path.join(entry.parentPath, entry.name);
      // The package has the built console.
      if (!entry.isFile() || from.startsWith(path.join(root, 'src/console/'))) continue;
      const to = path.join(staging, path.relative(root, from));
      fs.mkdirSync(path.dirname(to), { recursive: true });
      if (entry.name.endsWith('.ts')) fs.writeFileSync(to.replace(/\.ts$/, '.js'), javascriptOf(from));
      else fs.copyFileSync(from, to);
    }
  }
}

/** Without what only development needs. */
function addManifests(staging: string): void {
  const { devDependencies: _, scripts, ...manifest } = readJson('package.json');
  writeJson(staging, 'package.json', manifest);
  const lock = readJson('package-lock.json') as { packages: Record<string, Record<string, unknown>> };
  const packages = Object.entries(lock.packages).filter(([, { dev, devOptional }]) => !dev && !devOptional);
  const { devDependencies, ...own } = lock.packages['']!;
  writeJson(staging, 'npm-shrinkwrap.json', { ...lock, packages: { ...Object.fromEntries(packages), '': own } });
}

const readJson = (file: string) => JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'));
const writeJson = (folder: string, file: string, value: unknown) =>
  fs.writeFileSync(path.join(folder, file), `${JSON.stringify(value, undefined, 2)}\n`);

const destination = path.resolve(process.argv[2] ?? '.');
const staging = fs.mkdtempSync(path.join(os.tmpdir(), 'rolecall-pack-'));
try {
  if (consoleIsOld()) await buildConsole();
  for (const name of copied) fs.cpSync(path.join(root, name), path.join(staging, name), { recursive: true });
  addCode(staging);
  addManifests(staging);
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', destination], { cwd: staging });
  process.stdout.write(`${path.join(destination, packed.toString().trim())}\n`);
} finally {
  fs.rmSync(staging, { recursive: true, force: true });
}
