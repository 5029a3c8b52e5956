// The mappings for common exports: each opens, maps every row of its example, and gives what the export says.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { customApplication } from '../../../connectors/custom-application/index.ts';
import { watchCheck } from '../../../src/warehouse/landing/preview.ts';
import { open, recordsOf } from './source-folder.ts';

const folder = join(import.meta.dirname, '../../../examples/mappings');
const mappings = readdirSync(folder, { withFileTypes: true }).filter(entry => entry.isDirectory());

test.each(mappings.map(({ name }) => name))('%s has no problems and lands every row', async name => {
  const watch = watchCheck(0);
  expect(await customApplication.check(await open(join(folder, name)), watch)).toEqual([]);
  for (const { counts, gaps } of watch.previews) {
    expect(counts!.mapped).toBeGreaterThan(0);
    expect([counts!.rejected, gaps]).toEqual([0, []]);
  }
});

const accounts = (name: string) => recordsOf(join(folder, name), 'Account');

test('aws-credential-report makes an account of each user and of each key', async () => {
  const found = await accounts('aws-credential-report');
  expect(found.map(({ alias, type, enabled, isAdmin }) => [alias, type, enabled, isAdmin])).toEqual([
    ['<root_account>', 'User', true, true],
    ['ada', 'User', true, false],
    ['old-bot', 'User', false, false],
    ['ada/access-key-1', 'Token', true, undefined],
    ['old-bot/access-key-1', 'Token', false, undefined],
    ['ada/access-key-2', 'Token', true, undefined],
  ]);
  expect(found[3]).toMatchObject({
    createdBy: 'arn:aws:iam::123456789012:user/ada',
    lastActivityDate: '2026-09-01T10:00:00.000Z',
  });
});

test('the others tell who is enabled, who administers, and when an account was used', async () => {
  const told = async (name: string) =>
    (await accounts(name)).map(({ enabled, isAdmin, lastActivityDate }) => [enabled, isAdmin, lastActivityDate]);
  expect(await told('google-workspace-users')).toEqual([
    [true, undefined, '2026-10-30T08:14:13.000Z'],
    [false, undefined, undefined],
  ]);
  expect(await told('entra-users')).toEqual([
    [true, undefined, undefined],
    [false, undefined, undefined],
  ]);
  expect(await told('github-members')).toEqual([
    [undefined, true, '2026-10-30T00:00:00.000Z'],
    [undefined, false, undefined],
  ]);
  expect(await told('okta-users')).toEqual([
    [true, undefined, '2026-10-30T08:14:13.000Z'],
    [true, undefined, undefined],
    [false, undefined, '2023-02-01T09:00:00.000Z'],
  ]);
  expect(await told('salesforce-users')).toEqual([
    [true, true, '2026-10-30T08:14:13.000Z'],
    [false, false, undefined],
  ]);
});
