import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { prepare } from '../../../examples/role-mining/prepare.ts';
import { problemsOf, recordsOf } from './source-folder.ts';

const matrices = resolve(import.meta.dirname, '../../../../shared/data/role-mining');
const present = existsSync(matrices) ? globSync(join(matrices, '*.txt')).sort() : [];
if (present.length === 0) console.warn(`No access matrices are in ${matrices}: skipped`);

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'matrix-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.skipIf(present.length === 0).each(present.map(file => [basename(file), file]))(
  'the matrix %s is read whole',
  async (_, file) => {
    const pairs = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map(line => line.trim().split(/\s+/));
    await prepare(file, folder);
    expect(await problemsOf(folder)).toEqual([]);
    const grants = await recordsOf(folder, 'EntityAssignedAccessToObject');
    expect(await recordsOf(folder, 'Account')).toHaveLength(new Set(pairs.map(pair => pair[0])).size);
    expect(await recordsOf(folder, 'ResourceInstance')).toHaveLength(new Set(pairs.map(pair => pair[1])).size);
    expect(new Set(grants.map(grant => `${grant['entityId']} ${grant['assignedObjectId']}`))).toEqual(
      new Set(pairs.map(pair => pair.join(' '))),
    );
    expect(grants).toHaveLength(new Set(pairs.map(pair => pair.join(' '))).size);
  },
);

test('a line that is not a pair is refused with its place', async () => {
  const matrix = join(tmpdir(), `matrix-${process.pid}.txt`);
  writeFileSync(matrix, '1 1\n2\n');
  try {
    await expect(prepare(matrix, folder)).rejects.toThrow(`${matrix}:2: expected a user and a permission`);
  } finally {
    rmSync(matrix);
  }
});

test('the command on the page makes a source, on the Node.js of the project', async () => {
  const root = resolve(import.meta.dirname, '../../..');
  const page = readFileSync(join(root, 'examples/role-mining/README.md'), 'utf8');
  const [, command, answer] = /^ {4}\$ (.*)\n {4}(.*)$/m.exec(page)!;
  writeFileSync(join(folder, 'hc.txt'), '1 1\n1 2\n2 2\n');
  const line = command!.replace('hc.txt', join(folder, 'hc.txt')).replace('sources/hc', join(folder, 'hc'));
  const { stdout, stderr } = spawnSync('sh', ['-c', line], { cwd: root, encoding: 'utf8' });
  expect([stdout, stderr]).toEqual([`${join(folder, 'hc')}: 2 users, 2 permissions, 3 grants\n`, '']);
  expect(answer).toMatch(/^sources\/hc: \d+ users, \d+ permissions, \d+ grants$/);
  expect(await problemsOf(join(folder, 'hc'))).toEqual([]);
});
