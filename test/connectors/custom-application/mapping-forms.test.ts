// What a mapping can say beyond one cell for one field: texts that mean nothing, parts used again, several files and
// several records.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dateTokens } from '../../../connectors/custom-application/mapping/dates.ts';
import { faultsOf, pagesOf, recordsOf, source } from './source-folder.ts';

const page = new URL('../../../connectors/custom-application/README.md', import.meta.url);

describe('texts that mean nothing', () => {
  const users = 'id,seen,mail,mfa\na,Never,N/A,N/A\nb,2026-01-02,b@x.example, - \n';

  test('of a file and of a field', async () => {
    const folder = source(
      `files: { u.csv: { nulls: ["N/A", "-"] } }
objects:
  Account:
    file: u.csv
    where: { mfa: "" }
    fields:
      { id: id, alias: id, type: { constant: User }, lastActivityDate: { column: seen, nulls: Never }, email: mail }
`,
      { 'u.csv': users },
    );
    expect(await faultsOf(folder)).toEqual([]);
    expect(await recordsOf(folder, 'Account')).toEqual([
      { id: 'a', alias: 'a', type: 'User' },
      { id: 'b', alias: 'b', type: 'User', lastActivityDate: '2026-01-02T00:00:00.000Z', email: 'b@x.example' },
    ]);
  });

  test('of a list: each element', async () => {
    const folder = source(
      `objects:
  Account:
    file: a.csv
    fields: { id: id, alias: id, type: { constant: User }, managerEmails: { column: m, separator: ";", nulls: [none] } }
`,
      { 'a.csv': 'id,m\n1,none;a@x.example\n2,none\n' },
    );
    const [first, second] = await recordsOf(folder, 'Account');
    expect([first!['managerEmails'], second!['managerEmails']]).toEqual([['a@x.example'], undefined]);
  });

  test('as null in `map` and `default`', async () => {
    const folder = source(
      `objects:
  Account:
    file: u.csv
    fields:
      id: id
      alias: id
      type: { constant: User }
      email: { column: mail, map: { "N/A": null } }
      title: { column: mfa, map: { "N/A": "null" }, default: ~ }
`,
      { 'u.csv': users },
    );
    expect(await recordsOf(folder, 'Account')).toEqual([
      { id: 'a', alias: 'a', type: 'User', title: 'null' },
      { id: 'b', alias: 'b', type: 'User', email: 'b@x.example' },
    ]);
  });

  test('null as a constant or a column is refused', async () => {
    const folder = source(
      'objects:\n  Department: { file: d.csv, fields: { id: id, name: { constant: null }, managerEmail: null } }\n',
      { 'd.csv': 'id\n1\n' },
    );
    expect(await faultsOf(folder)).toEqual([
      'config/x.yaml:3:66: `name`: null is no constant',
      'config/x.yaml:3:88: `managerEmail` has no mapping',
    ]);
  });
});

describe('anchors and merge keys', () => {
  test('take over the pairs of other maps; own pairs win', async () => {
    const folder = source(
      `anchors:
  person: &person { alias: id, type: { constant: User }, title: &title { column: t, nulls: ["-"] } }
  on: &on { enabled: { constant: true } }
objects:
  Account:
    - file: u.csv
      fields: { <<: [*person, *on], id: id, type: { constant: Machine } }
    - file: v.csv
      fields: { <<: *person, id: id, name: *title }
`,
      { 'u.csv': 'id,t\na,Boss\n', 'v.csv': 'id,t\nb,-\n' },
    );
    expect(await faultsOf(folder)).toEqual([]);
    expect(await recordsOf(folder, 'Account')).toEqual([
      { id: 'a', alias: 'a', type: 'Machine', title: 'Boss', enabled: true },
      { id: 'b', alias: 'b', type: 'User' },
    ]);
  });

  test.each([
    ['<<: yes', '`<<` takes a map, or a list of maps'],
    ['<<: *nowhere', 'there is no anchor `&nowhere` above'],
  ])('%s is refused with its place', async (pair, message) => {
    const folder = source(`objects:\n  Department: { file: d.csv, fields: { ${pair}, id: id } }\n`, {
      'd.csv': 'id\n',
    });
    expect(await faultsOf(folder)).toEqual([`config/x.yaml:3:44: ${message}`]);
  });

  test('a map that merges itself is read once', async () => {
    const folder = source('objects:\n  Department: { file: d.csv, fields: &f { <<: *f, id: id, name: id } }\n', {
      'd.csv': 'id\n1\n',
    });
    expect(await recordsOf(folder, 'Department')).toEqual([{ id: '1', name: '1' }]);
  });
});

describe('patterns of file names', () => {
  const department = (more: string) =>
    `files: { "d_*.csv": { delimiter: ";" } }\nobjects:\n  Department: { file: "d_*.csv", ${more} fields: { id: id, name: name } }\n`;
  const files = { 'd_2.csv': 'id;name\n1;Two\n', 'd_10.csv': 'id;name\n2;Ten\n', 'other.csv': 'id\n' };

  test('name the newest file, numbers compared as numbers', async () => {
    const folder = source(department(''), files);
    expect(await faultsOf(folder)).toEqual([]);
    expect(await recordsOf(folder, 'Department')).toEqual([{ id: '2', name: 'Ten' }]);
  });

  test('or all of them', async () => {
    const folder = source(department('take: all,'), files);
    expect((await recordsOf(folder, 'Department')).map(({ id }) => id)).toEqual(['1', '2']);
  });

  test('that no file has', async () => {
    const folder = source(department('').replace('"d_*.csv", ', '"e_*.csv", '), files);
    expect(await faultsOf(folder)).toContainEqual(`rawdata/e_*.csv: no file has such a name`);
  });

  test('an interrupted read goes on with the files that it began with', async () => {
    const rows = (first: number) => Array.from({ length: 1500 }, (_, index) => `${first + index};x\n`).join('');
    const folder = source(department('take: all,'), {
      'd_1.csv': `id;name\n${rows(0)}`,
      'd_3.csv': `id;name\n${rows(5000)}`,
    });
    const pages = await pagesOf(folder, 'Department');
    writeFileSync(join(folder, 'rawdata/d_2.csv'), `id;name\n${rows(9000)}`);
    for (const [index, { cursor }] of pages.entries()) {
      const rest = await pagesOf(folder, 'Department', cursor);
      expect(rest.flatMap(({ records }) => records)).toEqual(pages.slice(index + 1).flatMap(({ records }) => records));
    }
    expect(pages.flatMap(({ records }) => records)).toHaveLength(3000);
  });

  test('lookups use the newest, and a folder may not be a pattern', async () => {
    const lookup = (file: string) =>
      source(
        `objects:\n  Department: { file: a.csv, fields: { id: u, name: { lookup: { file: "${file}", column: u, key: id, value: name } } } }\n`,
        { 'a.csv': 'u\n2\n', 'd_1.csv': 'id,name\n2,Old\n', 'd_2.csv': 'id,name\n2,New\n' },
      );
    expect(await recordsOf(lookup('d_*.csv'), 'Department')).toEqual([{ id: '2', name: 'New' }]);
    expect(await faultsOf(lookup('*/d.csv'))).toEqual([
      expect.stringContaining('`*/d.csv` has a folder with `*` or `?`'),
    ]);
  });
});

describe('several records', () => {
  const mapping = `objects:
  UserGroup:
    - { file: u.csv, distinct: true, split: { column: groups, separator: "|" }, fields: { id: $item, name: $item } }
    - { file: v.csv, distinct: true, fields: { id: g, name: g } }
relationships:
  EntityManagedViaObject:
    file: u.csv
    split: { column: groups, separator: "|" }
    where: { $item: { not: all } }
    fields:
      entityId: id
      entityType: { constant: Account }
      managedViaObjectId: $item
      managedViaObjectType: { constant: UserGroup }
`;

  test('of the pieces of a cell, and one of rows with the same id', async () => {
    const folder = source(mapping, { 'u.csv': 'id,groups\na,ops| dev|\nb,\nc,dev|all\n', 'v.csv': 'g\nops\nlaw\n' });
    expect(await faultsOf(folder)).toEqual([]);
    expect((await recordsOf(folder, 'UserGroup')).map(({ id }) => id)).toEqual(['ops', 'dev', 'all', 'law']);
    expect((await recordsOf(folder, 'EntityManagedViaObject')).map(({ id }) => id)).toEqual([
      'Account:a>UserGroup:ops',
      'Account:a>UserGroup:dev',
      'Account:c>UserGroup:dev',
    ]);
  });

  test('an interrupted read remembers what came before', async () => {
    const rows = Array.from({ length: 2_000 }, (_, index) => `${index},g${index % 1100}|h${index % 900}\n`);
    const folder = source(mapping, { 'u.csv': `id,groups\n${rows.join('')}`, 'v.csv': 'g\ng7\nlaw\n' });
    const pages = await pagesOf(folder, 'UserGroup');
    const ids = (found: typeof pages) => found.flatMap(({ records }) => records.map(({ id }) => id));
    expect(ids(pages)).toHaveLength(2001);
    expect(pages.length).toBeGreaterThan(3);
    for (const [index, { cursor }] of pages.entries()) {
      expect(ids(await pagesOf(folder, 'UserGroup', cursor))).toEqual(ids(pages.slice(index + 1)));
    }
  });

  test('two keys of one row are two entries', async () => {
    const key = (number: number) =>
      `    - { <<: *key, where: { key_${number}_active: "true" }, fields: { <<: *fields, id: { template: "{user}/${number}" }, lastActivityDate: key_${number}_used } }\n`;
    const folder = source(
      `anchors:\n  key: &key { file: k.csv }\n  fields: &fields { alias: user, type: { constant: Token } }\nobjects:\n  Account:\n${key(1)}${key(2)}`,
      {
        'k.csv':
          'user,key_1_active,key_1_used,key_2_active,key_2_used\na,true,2026-01-01,true,2026-02-02\nb,false,,true,\n',
      },
    );
    expect((await recordsOf(folder, 'Account')).map(({ id }) => id)).toEqual(['a/1', 'a/2', 'b/2']);
  });
});

test('the page names every token of date formats', () => {
  const rows = [...readFileSync(page, 'utf8').matchAll(/^\| +`([A-Za-z]+)`(?:, `([A-Za-z]+)`)* +\|/gm)].flatMap(
    ([row]) => [...row.matchAll(/`([A-Za-z]+)`/g)].map(([, token]) => token),
  );
  for (const token of dateTokens) expect(rows).toContain(token);
});
