import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { prepare } from '../../../examples/role-mining/prepare.ts';
import { problemsOf, recordsOf } from './source-folder.ts';

const matrices = resolve(import.meta.dirname, '../../../../shared/data/role-mining');
const present = existsSync(matrices) ? globSync(join(matrices, '*.txt')).sort() : [];
if (present.length === 0) console.warn(`No access matrices are in ${matrices}: skipped`);

const folder = mkdtempSync(join(tmpdir(), 'matrix-'));
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
