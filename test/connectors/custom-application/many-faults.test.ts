// Very many faults: the search for them stops after a few, so that it does not block other work.
import { expect, test } from 'vitest';
import { problemsOf, rejectionsOf, sourceFolder } from './source-folder.ts';

/** Milliseconds of processor time, independent of other work on the machine. */
async function computed(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

test('a cell of 400,000 bad e-mail addresses is given up after a few', async () => {
  const fields = '{ id: id, alias: id, type: { constant: User }, alternateEmails: { column: mails, separator: ";" } }';
  const folder = sourceFolder({
    'config/x.yaml': `application: { name: X }\nobjects:\n  Account:\n    file: a.csv\n    fields: ${fields}\n`,
    'rawdata/a.csv': `id,mails\na,${'x;'.repeat(400_000)}\n`,
  });
  let reasons: readonly string[] = [];
  const spent = await computed(async () => {
    reasons = (await rejectionsOf(folder, 'Account'))[0]!.reasons;
  });
  expect(reasons.length).toBeLessThanOrEqual(21);
  expect(reasons.at(-1)).toContain('not looked at');
  expect(spent).toBeLessThan(4_000);
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
    expect(problems.at(-1)!.message).toContain('not looked at');
  });
  expect(count).toBeLessThanOrEqual(101);
  expect(spent).toBeLessThan(4_000);
});
