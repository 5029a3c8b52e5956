// Streams that are read late: a request never reads what another request wrote. A request that is over ends no process.
import fs from 'node:fs';
import path from 'node:path';
import { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createQueryRunner, type Query, type QueryRunner } from '../../src/queries/runner.ts';
import { sandboxes } from '../support/sandboxes.ts';
import { everyType } from '../support/scripted-source.ts';
import { startService, type TestService, temporaryFolder } from '../support/service/service.ts';

let test: TestService;
let runner: QueryRunner;
let folder: string;
const signal = new AbortController().signal;

beforeAll(async () => {
  test = await startService({ sources: { one: everyType(1) }, synced: true });
  folder = temporaryFolder();
  const mebibyte = 1024 ** 2;
  runner = createQueryRunner({
    processes: 1,
    processesOfClient: 1,
    waiting: 10,
    waitingOfClient: 10,
    timeMs: 30_000,
    streamTimeMs: 30_000,
    memoryBytes: 512 * mebibyte,
    diskBytes: 64 * mebibyte,
    resultBytes: 64 * mebibyte,
    folder: path.join(folder, 'scratch'),
    onWarning: () => {},
  });
});
afterAll(async () => {
  await runner.close();
  await test.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const rows = (letter: string, count: number): Query => ({
  clientId: letter,
  text: `SELECT repeat('${letter}', 1022) AS v FROM range(:count)`,
  parameters: { count },
  model: 'service_identity',
  versionFolder: test.service.tenant().catalogue.current()!.folder,
  visible: undefined,
});

// Sizes near the capacity of the buffers before the pipe fills up: for some of them the last rows stay in the pipe.
it.each([32, 64, 96, 1024, 1056, 2048, 2080, 2112, 2144, 2176, 2208])(
  'a stream of %i KiB that is not read yet keeps its own rows',
  async count => {
    const first = await runner.stream(rows('a', count), 'csv', signal);
    const second = runner.stream(rows('b', count), 'csv', signal).then(buffer);
    // The other request may begin before this stream is read, unless the service prevents it.
    await Promise.race([second, new Promise(resolve => setTimeout(resolve, 300))]);
    const [a, b] = [(await buffer(first)).toString(), (await second).toString()];
    expect([a.length, b.length]).toEqual([3 + count * 1024, 3 + count * 1024]);
    expect([a.includes('b'), b.includes('a')]).toEqual([false, false]);
  },
);

it('a client that disconnects when it has its whole answer leaves the process to the next request', async () => {
  const page = (client: AbortSignal) => runner.page(rows('c', 1), { offset: 0, size: 10 }, client);
  await page(signal);
  const before = sandboxes();
  for (let times = 0; times < 3; times += 1) {
    const client = new AbortController();
    await page(client.signal);
    client.abort();
  }
  await page(signal);
  expect(sandboxes()).toEqual(before);
});

it('a stream reuses its buffers, and none before the client has taken what it holds', async () => {
  const count = 20_000;
  const query = { ...rows('c', count), text: "SELECT lpad(i::VARCHAR, 1022, '0') AS v FROM range(:count) AS rows(i)" };
  const stream = await runner.stream(query, 'csv', signal);
  const taken: string[] = [];
  const buffers = new Set<ArrayBufferLike>();
  const slow = new Writable({
    write(chunk: Buffer, _encoding, done) {
      buffers.add(chunk.buffer);
      // What is read from the pipe meanwhile must not change the chunk.
      setImmediate(() => {
        taken.push(chunk.toString());
        done();
      });
    },
  });
  stream.pipe(slow);
  await finished(slow);
  const expected = Array.from({ length: count }, (_, row) => `${String(row).padStart(1022, '0')}\r\n`);
  expect(taken.join('') === `v\r\n${expected.join('')}`).toBe(true);
  expect(buffers.size).toBeLessThan(taken.length / 4);
});
