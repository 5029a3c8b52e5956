// The help desk of the example organisation: its people are those of the organisation, and its page tells the truth.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { recordsOf as exportedRecords } from '../custom-application/source-folder.ts';
import { makeApplication, recordsOf } from './application.ts';

const examples = path.join(import.meta.dirname, '../../../examples');
const read = (file: string) => fs.readFileSync(path.join(examples, 'help-desk', file), 'utf8');
const helpDesk = makeApplication(parse(read('seed.yaml')));
afterAll(() => helpDesk.remove());

const employees = await exportedRecords(path.join(examples, 'organisation/sources/hr'), 'Employee');
const statusOf = (email: unknown) => employees.find(employee => employee['email'] === email)?.['employmentStatus'];

it('has people of the organisation, and one leaver who can still sign in, and administers', async () => {
  const accounts = await recordsOf(helpDesk, 'Account');
  const people = accounts.filter(({ type }) => type === 'User');
  expect(people.filter(({ email }) => statusOf(email) === undefined)).toEqual([]);
  const leavers = people.filter(({ email, enabled }) => enabled && statusOf(email) === 'Terminated');
  expect(leavers).toMatchObject([{ alias: 'ntanaka', isAdmin: true }]);
});

it('has what its page says is wrong', async () => {
  const memberships = (await recordsOf(helpDesk, 'EntityManagedViaObject')).map(({ id }) => id);
  const accounts = new Map((await recordsOf(helpDesk, 'Account')).map(account => [account['alias'], account]));
  const named = [...read('README.md').matchAll(/^\|.*\| `([\w-]+)` \|/gm)].map(match => match[1]);
  expect(named).toEqual(['ntanaka', 'cortega', 'mfischer', 'satisfaction-survey']);
  expect(named.filter(alias => !accounts.has(alias))).toEqual([]);
  expect(memberships).toContain(`Account:${accounts.get('cortega')!.id}>Role:refunds`);
  expect(memberships).toContain(`Account:${accounts.get('satisfaction-survey')!.id}>Role:export`);
  expect(accounts.get('satisfaction-survey')!['createdBy']).toBe(accounts.get('ntanaka')!.id);
  expect(accounts.get('mfischer')!['profileMetadata']).toEqual([{ name: 'locked', type: 'boolean', value: true }]);
  expect(memberships.filter(id => id.endsWith('UserGroup:third-line'))).toEqual([]);
});
