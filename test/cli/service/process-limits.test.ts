// Limits of the process that are too low are said in one sentence, before the service begins.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { requireLimits } from '../../../src/deployment/process-limits.ts';
import { temporaryFolder } from '../../support/service/service.ts';

const program = path.join(import.meta.dirname, '../../../bin/rolecall');
const start = (limit: string, environment = '') =>
  spawnSync('sh', ['-c', `${limit}; ${environment} exec ${program} up --port 0`], {
    cwd: temporaryFolder(),
    encoding: 'utf8',
    timeout: 300_000,
  });

describe('a limit that is too low is refused in one sentence:', () => {
  it.each([
    [
      'open files',
      'ulimit -n 100',
      '',
      /may open 100 files, and the service needs 512; raise the limit: `ulimit -n 4096`/,
    ],
    ['address space', 'ulimit -v 30000000', '', /may reserve 29296 MiB of addresses, .* `ulimit -v unlimited`/],
    ['address space in which Node.js does not start', 'ulimit -v 900000', '', /may reserve 900000 kB of addresses/],
    [
      'heap',
      ':',
      'NODE_OPTIONS=--max-old-space-size=100',
      /needs 192 MiB; remove --max-old-space-size from NODE_OPTIONS/,
    ],
  ])('%s', (_name, limit, environment, sentence) => {
    const { status, stdout, stderr } = start(limit, environment);
    expect(stderr).toMatch(sentence);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stdout + stderr).not.toMatch(/^\s+at |native stack/im);
    expect(status).toBe(1);
  });

  it('memory', () => {
    const enough = { openFiles: 4096, addressSpace: undefined, fileSize: undefined, heap: 2 ** 31, memory: 2 ** 31 };
    expect(() => requireLimits(enough)).not.toThrow();
    expect(() => requireLimits({ ...enough, memory: 2 ** 29 })).toThrow(
      'this process may use 512 MiB of memory, and the service needs 768 MiB; raise the limit of its container',
    );
  });
});
