// A process of the sandbox starts with the program that was compiled before, also as a user of its own.
import fs from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import path from 'node:path';
import { expect, it } from 'vitest';
import { findConfinement } from '../../src/sandbox/confinement.ts';
import { compile, launch } from '../../src/sandbox/launch.ts';
import { letRead } from '../../src/sandbox/sandbox-user.ts';
import { temporaryFolder } from '../support/service/service.ts';
import { until } from '../support/until.ts';

/** Says which folder of compiled programs it reads. Without an owner it ends. */
const program = `import { getCompileCacheDir } from 'node:module';
process.send?.(getCompileCacheDir() ?? 'none');
process.once('message', () => process.exit());`;

it('a confined process finds what was compiled before', async () => {
  const cache = path.dirname(getCompileCacheDir()!);
  const folder = temporaryFolder();
  const programs = path.join(folder, 'programs');
  const entry = path.join(programs, 'program.mjs');
  fs.mkdirSync(programs);
  fs.writeFileSync(entry, program);
  if (findConfinement().inForce.has('user')) [folder, programs, entry].forEach(letRead);
  compile(entry);
  const foundByProcess = async () => {
    const own = path.join(folder, 'own');
    fs.mkdirSync(own, { recursive: true });
    const { process, kill } = launch(entry, own, [programs], []);
    const found = await new Promise<string>(resolve => {
      process.once('message', resolve).once('exit', code => resolve(`exit ${code}`));
    });
    kill();
    return found;
  };
  // A user of its own can read the folder once the program is compiled.
  const found = await until(foundByProcess, answer => answer !== 'none');
  expect(path.dirname(found)).toBe(cache);
  fs.rmSync(folder, { recursive: true });
});
