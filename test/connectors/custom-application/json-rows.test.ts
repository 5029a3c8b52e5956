// Rows from files of JSON and of JSON lines: paths, lists, lookups, exact numbers, and files that are damaged.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { customApplication } from '../../../connectors/custom-application/index.ts';
import type { Gap } from '../../../src/connector/contract.ts';
import { faultsOf, open, pagesOf, problemsOf, recordsOf, rejectionsOf, source } from './source-folder.ts';

const people = {
  meta: { total: 2 },
  data: {
    users: [
      {
        id: 9007199254740993n,
        profile: { email: 'ada@one.example', 'full.name': 'Ada Noë' },
        active: true,
        team: 'core',
        phones: [{ kind: 'work', number: '1' }, { number: '2' }],
        groups: [
          { id: 'g1', role: 'owner' },
          { id: 'g2', role: 'member' },
        ],
      },
      { id: 7, profile: { email: null, 'full.name': 'Bob' }, active: false, team: 'web', phones: [], groups: [] },
    ],
  },
};
const text = (value: unknown) =>
  JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `#${each}#` : each)).replace(/"#(\d+)#"/g, '$1');

const accounts = `
objects:
  Account:
    file: people.json
    fields:
      id: id
      alias: profile["full.name"]
      email: profile.email
      type: { constant: User }
      enabled: active
      accountRole: phones[0].number
      alternateEmails: groups[].id
      authenticationMethods: { column: phones, each: { type: { column: $item.kind, default: other } } }
      department: { lookup: { file: teams.json-lines, column: team, key: code, value: names.long } }
  UserGroup:
    file: people.json
    split: { column: groups }
    distinct: true
    fields: { id: $item.id, name: $item.id }
relationships:
  EntityManagedViaObject:
    file: people.json
    where: { "groups[].role": owner }
    split: { column: groups }
    fields:
      entityId: id
      entityType: { constant: Account }
      managedViaObjectId: $item.id
      managedViaObjectType: { constant: UserGroup }
`;
const files = `files:
  people.json: { items: data.users }
  teams.json-lines: { format: json-lines }
`;
const teams = '{"code":"core","names":{"long":"Core Team"}}\n\n{"code":"web","names":{"long":"Web"}}\n';

describe('columns are paths', () => {
  const folder = () => source(files + accounts, { 'people.json': text(people), 'teams.json-lines': teams });

  test('into objects and lists; ids keep all their digits', async () => {
    expect(await recordsOf(folder(), 'Account')).toEqual([
      {
        id: '9007199254740993',
        alias: 'Ada Noë',
        email: 'ada@one.example',
        type: 'User',
        enabled: true,
        accountRole: '1',
        alternateEmails: ['g1', 'g2'],
        authenticationMethods: [{ type: 'work' }, { type: 'other' }],
        department: 'Core Team',
      },
      { id: '7', alias: 'Bob', type: 'User', enabled: false, department: 'Web' },
    ]);
  });

  test('split makes a record of each element, and a condition on a list holds when one element fits', async () => {
    expect((await recordsOf(folder(), 'UserGroup')).map(({ id }) => id)).toEqual(['g1', 'g2']);
    const members = await recordsOf(folder(), 'EntityManagedViaObject');
    expect(members.map(({ id }) => id)).toEqual([
      'Account:9007199254740993>UserGroup:g1',
      'Account:9007199254740993>UserGroup:g2',
    ]);
  });

  test('a check finds nothing wrong', async () => expect(await problemsOf(folder())).toEqual([]));
});

const cell = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('', 'a,b', ' x ', '"', '\n', 'null', '1e2'));
const rowsOfTexts = fc.array(fc.record({ code: cell, name: cell }), { maxLength: 12 });
const quoted = (each: string) => `"${each.replaceAll('"', '""')}"`;

describe('rows of the same texts', () => {
  test.each([
    ['json', (rows: readonly object[]) => JSON.stringify(rows)],
    ['jsonl', (rows: readonly object[]) => rows.map(row => `${JSON.stringify(row)}\r\n`).join('')],
  ])('land the same from CSV and from %s', async (ending, written) => {
    await fc.assert(
      fc.asyncProperty(rowsOfTexts, async texts => {
        const rows = texts
          .filter(row => !`${row.code}${row.name}`.includes('\0'))
          .map((row, index) => ({ id: `${index}`, ...row }));
        const csv = rows.map(row => `${[row.id, row.code, row.name].map(quoted).join(',')}\n`).join('');
        const mapping = (file: string) =>
          `objects: { Department: { file: ${file}, fields: { id: id, name: { column: name, default: none }, code: code } } }\n`;
        const fromCsv = source(mapping('d.csv'), { 'd.csv': `id,code,name\n${csv}` });
        const fromJson = source(mapping(`d.${ending}`), { [`d.${ending}`]: written(rows) });
        expect(await recordsOf(fromJson, 'Department')).toEqual(await recordsOf(fromCsv, 'Department'));
      }),
      { numRuns: 40 },
    );
  });
});

describe('pages', () => {
  const rows = Array.from({ length: 2300 }, (_, index) => ({ id: index, name: `Unit ${index}` }));
  const contents = { json: JSON.stringify(rows), jsonl: rows.map(row => JSON.stringify(row)).join('\n') };

  test.each(['json', 'jsonl'] as const)('reading %s resumes after any page, and knows the places', async ending => {
    const file = `d.${ending}`;
    const folder = source(`objects: { Department: { file: ${file}, fields: { id: id, name: name } } }\n`, {
      [file]: contents[ending],
    });
    const pages = await pagesOf(folder, 'Department');
    expect(pages.map(page => page.records.length)).toEqual([1000, 1000, 300]);
    expect(pages[1]!.place!(0)).toBe(ending === 'json' ? 'd.json[1000]' : 'd.jsonl:1001');
    for (const [index, page] of pages.entries()) {
      const rest = await pagesOf(folder, 'Department', page.cursor);
      expect(rest.flatMap(({ records }) => records)).toEqual(pages.slice(index + 1).flatMap(({ records }) => records));
    }
  });
});

test('`distinct` knows after an interruption which ids came before', async () => {
  const rows = Array.from({ length: 2500 }, (_, index) => ({ id: index % 1200, name: `Unit ${index % 1200}` }));
  const mapping = 'objects: { Department: { file: d.json, distinct: true, fields: { id: id, name: name } } }\n';
  const folder = source(mapping, { 'd.json': JSON.stringify(rows) });
  const pages = await pagesOf(folder, 'Department');
  expect(pages.map(({ records }) => records.length)).toEqual([1000, 200]);
  const rest = await pagesOf(folder, 'Department', pages[0]!.cursor);
  expect(rest.flatMap(({ records }) => records)).toEqual(pages[1]!.records);
});

const departments = (file: string, content: string | Buffer, more = '', fields = '{ id: id, name: name }') =>
  source(`${more}objects: { Department: { file: ${file}, fields: ${fields} } }\n`, { [file]: content });

async function gapsOf(folder: string): Promise<Gap[]> {
  return (await pagesOf(folder, 'Department')).flatMap(({ gaps = [] }) => [...gaps]);
}

describe('what is wrong is said with its place and the remedy', () => {
  test.each([
    ['a file that is cut off', 'd.json', '[{"id":1,"name":"A"},{"id":2,', /^d\.json: is not JSON: .*\(export it again/],
    [
      'an object without items',
      'd.json',
      '{"data":{"units":[]}}',
      /is an object and not a list; its lists are `data\.units`/,
    ],
    ['a text', 'd.json', '"nothing"', /is a string and not a list; there is no list in it \(set `items`/],
    ['bytes that are no UTF-8', 'd.json', Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]), /^d\.json: is not UTF-8/],
  ])('%s', async (_, file, content, expected) => {
    await expect(recordsOf(departments(file, content), 'Department')).rejects.toThrow(expected);
  });

  test('items that name nothing', async () => {
    const folder = departments(
      'd.json',
      '{"units":[],"other":{"list":[]}}',
      'files: { d.json: { items: data.unit } }\n',
    );
    await expect(recordsOf(folder, 'Department')).rejects.toThrow(
      'd.json: has nothing at `data.unit`; its lists are `units`, `other.list` (set `items`',
    );
  });

  test('a path that matches nothing: fields are missing, objects are not', async () => {
    const folder = departments(
      'd.json',
      '[{"id":1,"name":"A","unit":{"code":"x"}}]',
      '',
      '{ id: id, name: name, code: unit.kode }',
    );
    expect(await recordsOf(folder, 'Department')).toEqual([{ id: '1', name: 'A' }]);
    expect(await problemsOf(folder)).toMatchObject([
      { severity: 'warning', place: 'config/x.yaml:2:76', message: '`unit.kode` matches nothing in the row of d.json' },
    ]);
    expect((await problemsOf(folder))[0]!.fix).toMatch(/^nearest: `unit\.code`/);
    expect(await gapsOf(folder)).toMatchObject([{ missing: 'fields', message: expect.stringContaining('unit.kode') }]);
  });

  test('an empty list has nothing to match, and is no fault', async () => {
    expect(await problemsOf(departments('d.json', '[]'))).toMatchObject([{ message: 'no row becomes a Department' }]);
    expect(await gapsOf(departments('d.json', '[]'))).toEqual([]);
  });

  test('a column of mixed types rejects the rows where it is no text, and keeps their objects', async () => {
    const folder = departments('d.json', '[{"id":1,"name":"A"},{"id":2,"name":{"en":"B"}},{"id":3,"name":["C"]},4]');
    expect((await recordsOf(folder, 'Department')).map(({ id }) => id)).toEqual(['1']);
    expect(await rejectionsOf(folder, 'Department')).toMatchObject([
      { place: 'd.json[1]', id: '2', reasons: [expect.stringMatching(/holds an object, not a text: name a path/)] },
      { place: 'd.json[2]', id: '3', reasons: [expect.stringMatching(/holds a list, not a text/)] },
      { place: 'd.json[3]', reasons: ['`id` is empty: the row has nothing in the column `id`'] },
    ]);
  });

  test('a text of 10 MB rejects its row only', async () => {
    const rows = [
      { id: 1, name: 'A' },
      { id: 2, name: 'x'.repeat(10 * 1024 * 1024) },
      { id: 3, name: 'C' },
    ];
    for (const [file, content] of [
      ['d.json', JSON.stringify(rows)],
      ['d.jsonl', rows.map(row => `${JSON.stringify(row)}\n`).join('')],
    ] as const) {
      const folder = departments(file, content);
      expect((await recordsOf(folder, 'Department')).map(({ id }) => id)).toEqual(['1', '3']);
      expect((await rejectionsOf(folder, 'Department'))[0]!.reasons[0]).toMatch(
        /more than 1048576 characters|limit of 4194304 bytes/,
      );
    }
  });

  test('a line that is no JSON is rejected; one that is cut off may have swallowed others', async () => {
    const folder = departments('d.jsonl', '{"id":1,"name":"A"}\n{"id":2,\n{"id":3,"name":"C"}\n{"id":4,"na');
    expect((await recordsOf(folder, 'Department')).map(({ id }) => id)).toEqual(['1', '3']);
    expect((await rejectionsOf(folder, 'Department')).map(({ place }) => place)).toEqual(['d.jsonl:2', 'd.jsonl:4']);
    expect(await gapsOf(folder)).toMatchObject([{ subject: 'd.jsonl:4', missing: 'objects' }]);
  });

  test('a last line without a line end is a row', async () => {
    expect(await recordsOf(departments('d.jsonl', '{"id":1,"name":"A"}'), 'Department')).toHaveLength(1);
  });

  test('paths and settings that cannot be', async () => {
    const wrong = departments(
      'd.json',
      '[]',
      'files: { d.json: { delimiter: ";", items: "a..b" } }\n',
      '{ id: "id]", name: "$item..x" }',
    );
    expect(await faultsOf(wrong)).toEqual([
      expect.stringMatching(/items`: `a\.\.b` is no path: nothing is known of `\.\.b`/),
    ]);
    const paths = departments(
      'd.json',
      '[]',
      'files: { d.json: { delimiter: ";" } }\n',
      '{ id: "id]", name: "$item..x" }',
    );
    expect(await faultsOf(paths)).toEqual([
      expect.stringMatching(/`delimiter` is for files of the format csv, and this one is read as json/),
      expect.stringMatching(/column `id\]` is no path/),
      expect.stringMatching(/column `\$item\.\.x` is no path/),
    ]);
  });

  test('a file that changed since the interrupted run began is not read on', async () => {
    const rows = Array.from({ length: 1500 }, (_, id) => ({ id, name: 'x' }));
    const folder = departments('d.json', JSON.stringify(rows));
    const [first] = await pagesOf(folder, 'Department');
    const client = await open(departments('d.json', JSON.stringify(rows.slice(0, 1200))));
    const read = customApplication.reads(client).find(({ lands }) => lands === 'Department')!;
    const pages = read.pages(client, first!.cursor)[Symbol.asyncIterator]();
    await expect(pages.next()).rejects.toThrow('the file has changed');
  });
});
