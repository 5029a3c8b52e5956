// A service that runs as root says at its start when its queries are not confined.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { confinementWarning } from '../../../src/cli/service/confinement-warning.ts';
import { type Confinement, protections } from '../../../src/sandbox/confinement.ts';
import { temporaryFolder } from '../../support/service/service.ts';
import { copyState } from '../../support/service/state-copy.ts';

const confinementWith = (inForce: Confinement['inForce']): Confinement => ({
  means: 'a test',
  inForce,
  launch: ([command, ...args]) => ({ command: command!, args }),
});

it('names what is missing, for root only', () => {
  const none = () => confinementWith(new Set());
  expect(confinementWarning(0, none)).toMatch(
    /runs as root, .* queries and exports run as root; .* may use the network/,
  );
  expect(confinementWarning(1000, none)).toBeUndefined();
  expect(confinementWarning(0, () => confinementWith(new Set(protections)))).toBeUndefined();
});

it.skipIf(process.geteuid?.() !== 0)('is printed by up as root on a machine without bubblewrap', async () => {
  const folder = temporaryFolder();
  fs.writeFileSync(path.join(folder, 'rolecall.yaml'), JSON.stringify({ data_dir: 'data', log_level: 'silent' }));
  copyState(path.join(folder, 'data/state'));
  const program = path.join(import.meta.dirname, '../../../bin/rolecall');
  // In a namespace of its own, the program is an empty file that cannot be run.
  const hidden = 'for file in /usr/bin/bwrap; do if [ -e $file ]; then mount --bind /dev/null $file; fi; done';
  const script = `${hidden}; exec ${program} up --port 0`;
  const child = spawn('unshare', ['--mount', 'sh', '-c', script], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = once(child, 'exit');
  let said = '';
  for await (const part of child.stderr.setEncoding('utf8')) {
    said += part;
    if (said.includes('\n')) break;
  }
  child.kill('SIGKILL');
  await exited;
  expect(said).toMatch(
    /^WARNING: the service runs as root, and .*: queries and exports run as root; run the service as/,
  );
  fs.rmSync(folder, { recursive: true, force: true });
});
