// Fills Node's compile cache for the hundreds of processes that tests start: without it each of them strips the types of the same
// files and compiles them again. A killed process writes nothing to the cache, so a process that ends by itself fills it first.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { shareCache } from '../../../src/sandbox/launch.ts';

const root = path.join(import.meta.dirname, '../../..');
const started = [
  'src/deployment/service.ts',
  'src/deployment/operator/operator.ts',
  'src/queries/query-process.ts',
  'src/exports/export-process.ts',
  'src/lookups/lookup-process.ts',
];

export default function setup(): void {
  // The cache folder of the command line.
  process.env['NODE_COMPILE_CACHE'] ??= path.join(root, 'node_modules/.compiled');
  const imports = started.map(file => `await import(${JSON.stringify(path.join(root, file))});`).join('\n');
  const flags = ['--disable-warning=ExperimentalWarning', '--input-type=module'];
  const { status, stderr } = spawnSync(process.execPath, [...flags, '--eval', imports], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The program cannot be loaded: ${stderr}`);
  shareCache(process.env['NODE_COMPILE_CACHE']);
}
