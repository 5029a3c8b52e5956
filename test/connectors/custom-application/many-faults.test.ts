// Very many faults: the search for them stops after a few, so that it does not block other work.
import { expect, test } from 'vitest';
import { isLong } from '../../support/long-tests.ts';
import { problemsOf, rejectionsOf, sourceFolder } from './source-folder.ts';

/** Milliseconds of processor time, independent of other work on the machine. */
async function computed(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** One account with a cell of 400,000 values for a field. */
function manyValues(field: string): string {
  const fields = `{ id: id, alias: id, type: { constant: User }, ${field}: { column: cell, separator: ";" } }`;
  return sourceFolder({
    'config/x.yaml': `application: { name: X }\nobjects:\n  Account:\n    file: a.csv\n    fields: ${fields}\n`,
    'rawdata/a.csv': `id,cell\na,${'x;'.repeat(400_000)}\n`,
  });
}

test('a cell of 400,000 bad e-mail addresses does not block', async () => {
  const folder = manyValues('alternateEmails');
  let rejected: readonly unknown[] = [];
  const spent = await computed(async () => {
    rejected = await rejectionsOf(folder, 'Account');
  });
  expect(rejected).toEqual([]);
  if (isLong) expect(spent).toBeLessThan(4_000);
});

test('a cell of 400,000 bad values is given up after a few', async () => {
  const folder = manyValues('authenticationFunctions');
  let reasons: readonly string[] = [];
  const spent = await computed(async () => {
    reasons = (await rejectionsOf(folder, 'Account'))[0]!.reasons;
  });
  expect(reasons.length).toBeLessThanOrEqual(21);
  expect(reasons.at(-1)).toContain('not checked');
  if (isLong) expect(spent).toBeLessThan(4_000);
});

test('a mapping of 20,000 unknown fields is given up after a few', async () => {
  const fields = Array.from({ length: 20_000 }, (_, index) => `      unknownField${index}: c\n`).join('');
  const folder = sourceFolder({
    'config/x.yaml': `application: { name: X }\nobjects:\n  Account:\n    file: a.csv\n    fields:\n${fields}`,
    'rawdata/a.csv': 'c\n',
  });
  let count = 0;
  const spent = await computed(async () => {
    const problems = await problemsOf(folder);
    count = problems.length;
    expect(problems.at(-1)!.message).toContain('not checked');
  });
  expect(count).toBeLessThanOrEqual(101);
  if (isLong) expect(spent).toBeLessThan(4_000);
});
