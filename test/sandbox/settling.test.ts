// A version that is new is asked many things at once. One process opens it and answers them; another one joins only when that takes long.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createQueryRunner, type QueryRunner } from '../../src/queries/runner.ts';
import { sandboxes } from '../support/sandboxes.ts';
import { everyType } from '../support/scripted-source.ts';
import { startService, type TestService, temporaryFolder } from '../support/service/service.ts';

const processes = 3;
const runners: { runner: QueryRunner; folder: string }[] = [];
let test: TestService;

beforeAll(async () => {
  test = await startService({ sources: { one: everyType(1) }, synced: true });
});
afterAll(async () => {
  for (const { runner, folder } of runners) {
    await runner.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
  await test.close();
});

function startRunner(): QueryRunner {
  const folder = temporaryFolder();
  const mebibyte = 1024 ** 2;
  const runner = createQueryRunner({
    ...{ processes, processesOfClient: processes, waiting: 10, waitingOfClient: 10, keepsSpare: false },
    ...{ timeMs: 200_000, streamTimeMs: 200_000 },
    ...{ memoryBytes: 512 * mebibyte, diskBytes: 64 * mebibyte, resultBytes: 64 * mebibyte },
    ...{ folder: path.join(folder, 'scratch'), onWarning: () => {} },
  });
  runners.push({ runner, folder });
  return runner;
}

const ask = (runner: QueryRunner, text: string, signal = new AbortController().signal) =>
  runner.page(
    {
      ...{ clientId: 'a', text, parameters: {}, model: 'service_identity', visible: undefined },
      versionFolder: test.service.tenant().catalogue.current()!.folder,
    },
    { offset: 0, size: 10 },
    signal,
  );

it('short requests at once start one process', async () => {
  const before = sandboxes();
  const runner = startRunner();
  // The time after which another process may join never passes.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => ask(runner, `SELECT ${index}`)));
    expect(answers.map(({ rows }) => `${Buffer.concat(rows)}`)).toEqual(
      Array.from({ length: 8 }, (_, index) => expect.stringContaining(`${index}`)),
    );
    expect(sandboxes().filter(pid => !before.includes(pid))).toHaveLength(1);
  } finally {
    vi.useRealTimers();
  }
});

it('a request does not wait for a long one before it', async () => {
  const runner = startRunner();
  const leaving = new AbortController();
  const endless = ask(runner, 'SELECT count(*) FROM range(1000000000000) AS many', leaving.signal);
  const ended = expect(endless).rejects.toThrow();
  expect((await ask(runner, 'SELECT 5')).rows).toHaveLength(1);
  leaving.abort();
  await ended;
});
