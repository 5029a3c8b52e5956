// A limit of open files that is too low is said in one sentence, before the service begins.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../support/service/service.ts';

it('a limit of open files that is too low is refused in one sentence', () => {
  const program = path.join(import.meta.dirname, '../../../src/cli/main.ts');
  const { status, stdout, stderr } = spawnSync(
    'sh',
    ['-c', `ulimit -n 100; exec ${process.execPath} ${program} up --port 0`],
    {
      cwd: temporaryFolder(),
      encoding: 'utf8',
      timeout: 60_000,
    },
  );
  expect(stdout + stderr).toMatch(
    /rolecall: this process may open 100 files, and the service needs 512; raise the limit: `ulimit -n 4096`/,
  );
  expect(stdout + stderr).not.toMatch(/^\s+at /m);
  expect(status).toBe(1);
});
