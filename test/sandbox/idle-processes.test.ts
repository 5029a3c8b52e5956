// Processes that nobody needs end, so that an idle service takes no memory for them.
import fs from 'node:fs';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { createProcesses } from '../../src/sandbox/pool-processes.ts';
import { temporaryFolder } from '../support/service/service.ts';

const settingsIn = (folder: string) => ({
  entry: path.join(import.meta.dirname, '../../src/queries/query-process.ts'),
  folder: path.join(folder, 'scratch'),
  processes: 1,
  memoryBytes: 512 * 1024 ** 2,
  onWarning: () => {},
});

it('a process that stands ready ends when no request comes for a minute', async () => {
  const folder = temporaryFolder();
  const processes = createProcesses(settingsIn(folder), () => {});
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

it.each([
  [true, 2],
  [false, 1],
])('with keepsSpare %s, the first request starts %i processes', async (keepsSpare, count) => {
  const folder = temporaryFolder();
  const processes = createProcesses({ ...settingsIn(folder), keepsSpare }, () => {});
  expect(processes.take('a version', 'a client')).toBeDefined();
  expect(fs.readdirSync(path.join(folder, 'scratch'))).toHaveLength(count);
  await processes.close();
  fs.rmSync(folder, { recursive: true });
});
