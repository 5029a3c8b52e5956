// What the program was compiled to, kept for the hundreds of processes that tests start: without it each strips types from and
// compiles the same files anew. A process that is killed writes nothing there, so one that ends by itself begins.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';

const root = path.join(import.meta.dirname, '../..');
const started = [
  'src/deployment/service.ts',
  'src/deployment/operator.ts',
  'src/queries/query-process.ts',
  'src/exports/export-process.ts',
];

export default function setup(): void {
  // Where the command line keeps its own.
  process.env['NODE_COMPILE_CACHE'] ??= path.join(root, 'node_modules/.cache/compile');
  const imports = started.map(file => `await import(${JSON.stringify(path.join(root, file))});`).join('\n');
  const flags = ['--disable-warning=ExperimentalWarning', '--input-type=module'];
  const { status, stderr } = spawnSync(process.execPath, [...flags, '--eval', imports], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The program cannot be loaded: ${stderr}`);
}
