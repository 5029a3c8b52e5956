// The memory limits add up to less than the machine has, on every machine.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import process from 'node:process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { residentLimit, shareMemory } from '../../src/sandbox/memory-shares.ts';

const gibibyte = 1024 ** 3;
const nothingSet = { query: {}, export: {}, build: { count: 1 } };

it('adds up to less than the memory, whatever the number of cores', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 2.5, max: 4096, noNaN: true }),
      fc.integer({ min: 1, max: 512 }),
      (gibibytes, cores) => {
        const total = gibibytes * gibibyte;
        const { query, export: exporting, build, serverBytes, sumBytes } = shareMemory(total, cores, nothingSet);
        const sum =
          serverBytes +
          query.count * residentLimit(query.memoryBytes) +
          exporting.count * residentLimit(exporting.memoryBytes) +
          build.count * build.memoryBytes * 1.25;
        expect(sumBytes).toBe(sum);
        expect(sum).toBeLessThan(total * 0.901);
        expect(query.memoryBytes).toBeGreaterThanOrEqual(128 * 1024 ** 2);
        expect(query.count).toBeGreaterThanOrEqual(1);
        expect(query.count).toBeLessThanOrEqual(Math.max(2, cores));
      },
    ),
    { numRuns: 2000 },
  );
});

it.each([
  // GiB and cores → processes and MiB for DuckDB, of queries, exports and builds
  [2.5, 1, [1, 179], [1, 153], [1, 281]],
  [4, 2, [2, 161], [1, 430], [1, 558]],
  [16, 8, [8, 209], [5, 139], [1, 2462]],
  [24, 2, [2, 3540], [2, 1699], [1, 3937]],
  [64, 64, [42, 129], [21, 142], [1, 11_310]],
])('of %d GiB and %i cores', (total, cores, ...expected) => {
  const shares = shareMemory(total * gibibyte, cores, nothingSet);
  const found = [shares.query, shares.export, shares.build].map(({ count, memoryBytes }) => [
    count,
    Math.floor(memoryBytes / 1024 ** 2),
  ]);
  expect(found).toEqual(expected);
});

it('keeps what the operator set, and reports when it is too much', () => {
  const set = { memoryBytes: 8 * gibibyte, count: 4 };
  const { query, sumBytes } = shareMemory(16 * gibibyte, 2, { ...nothingSet, query: set });
  expect(query).toEqual(set);
  expect(sumBytes).toBeGreaterThan(40 * gibibyte);
});

it('gives fewer processes when each may use much memory', () => {
  const wanted = { ...nothingSet, query: { memoryBytes: 4 * gibibyte } };
  expect(shareMemory(32 * gibibyte, 16, wanted).query.count).toBe(2);
});

const cgroup = '/sys/fs/cgroup/memory';
const mayLimit = process.getuid?.() === 0 && fs.existsSync(`${cgroup}/memory.limit_in_bytes`);
it.runIf(mayLimit)('uses the limit of the cgroup (skipped without root and a cgroup of version 1)', () => {
  const group = `${cgroup}/rolecall-test-${process.pid}`;
  fs.mkdirSync(group);
  try {
    fs.writeFileSync(`${group}/memory.limit_in_bytes`, String(3 * gibibyte));
    const module = new URL('../../src/sandbox/memory-shares.ts', import.meta.url).href;
    const program = `import(${JSON.stringify(module)}).then(found => process.stdout.write(String(found.availableMemory())))`;
    const script = `echo $$ > ${group}/cgroup.procs; exec "$0" --disable-warning=ExperimentalWarning --eval "$1"`;
    const printed = execFileSync('sh', ['-c', script, process.execPath, program], { encoding: 'utf8' });
    expect(Number(printed)).toBe(3 * gibibyte);
  } finally {
    fs.rmdirSync(group);
  }
});
