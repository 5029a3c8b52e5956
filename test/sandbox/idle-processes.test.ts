// Processes that nobody needs end, so that an idle service takes no memory for them.
import fs from 'node:fs';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { createProcesses } from '../../src/sandbox/pool-processes.ts';
import { temporaryFolder } from '../support/service/service.ts';

it('a process that stands ready ends when no request comes for a minute', async () => {
  const folder = temporaryFolder();
  const processes = createProcesses(
    {
      entry: path.join(import.meta.dirname, '../../src/queries/query-process.ts'),
      folder: path.join(folder, 'scratch'),
      processes: 1,
      memoryBytes: 512 * 1024 ** 2,
      onWarning: () => {},
    },
    () => {},
  );
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    processes.warm();
    vi.advanceTimersByTime(59_000);
    expect(fs.readdirSync(path.join(folder, 'scratch'))).toHaveLength(1);
    vi.advanceTimersByTime(1_000);
  } finally {
    vi.useRealTimers();
  }
  await expect.poll(() => fs.readdirSync(path.join(folder, 'scratch'))).toEqual([]);
  await processes.close();
  fs.rmSync(folder, { recursive: true });
});
