import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { problemsOf, recordsOf, sourceFolder } from './source-folder.ts';

const page = readFileSync(new URL('../../../connectors/custom-application/README.md', import.meta.url), 'utf8');

/** Text of the fenced block with this heading. */
function block(heading: string): string {
  return page.split(`\`\`\`${heading}\n`)[1]!.split('```')[0]!;
}

test('the example on the page gives what the page says', async () => {
  const folder = sourceFolder({
    'config/forge.yaml': block('yaml example'),
    'rawdata/startedat=2026-11-01T04:00:00Z/members.csv': Buffer.from(block('csv members.csv'), 'latin1'),
    'rawdata/startedat=2026-11-01T04:00:00Z/units.csv': block('csv units.csv'),
  });
  expect(await problemsOf(folder)).toEqual([]);
  const accounts = await recordsOf(folder, 'Account');
  expect(accounts).toHaveLength(2);
  expect(accounts[0]).toEqual(JSON.parse(block('json')));
  const memberships = await recordsOf(folder, 'EntityManagedViaObject');
  expect(memberships.map(record => record.id)).toEqual(['Account:ada>UserGroup:core']);
});

test('the example with conditions gives what it is meant to give', async () => {
  const folder = sourceFolder({
    'config/tracker.yaml': block('yaml cases'),
    'rawdata/people_2026-10-01.csv': 'not,read\n',
    'rawdata/people_2026-11-01.csv': block('csv people_2026-11-01.csv'),
  });
  expect(await problemsOf(folder)).toEqual([]);
  const user = { type: 'User' };
  expect(await recordsOf(folder, 'Account')).toEqual([
    { ...user, id: 'ada', alias: 'ada', subType: 'Employee', lastActivityDate: '2026-10-31T09:05:00.000Z' },
    { ...user, id: 'deploy', alias: 'deploy', subType: 'ServiceAccount' },
    { ...user, id: 'joe', alias: 'joe', subType: 'External' },
  ]);
  expect((await recordsOf(folder, 'UserGroup')).map(({ id }) => id)).toEqual(['core', 'web']);
  expect(await recordsOf(folder, 'EntityManagedViaObject')).toHaveLength(3);
});
