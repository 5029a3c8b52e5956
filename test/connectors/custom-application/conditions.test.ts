// What conditions on the cells of a row decide: which rows become records, and which value a field has.
import { describe, expect, test } from 'vitest';
import { faultsOf, recordsOf, source } from './source-folder.ts';

describe('conditional values', () => {
  const cases = (value: string) =>
    `objects:\n  Account:\n    file: u.csv\n    fields: { id: id, alias: id, type: { constant: User }, ${value} }\n`;
  const files = { 'u.csv': 'id,kind,mail\na,svc,\nb,bot,x@y.example\nc,person,z@y.example\nd,,\n' };

  test('the first case that fits counts', async () => {
    const folder = source(
      cases(`subType: { cases: [
        { where: { kind: [svc, bot], mail: { not: "" } }, constant: Bot },
        { where: { kind: [svc, bot] }, constant: ServiceAccount },
        { where: { kind: null }, constant: null },
        { column: kind, map: { person: Employee } } ] }`),
      files,
    );
    expect(await faultsOf(folder)).toEqual([]);
    const found = await recordsOf(folder, 'Account');
    expect(found.map(({ subType }) => subType)).toEqual(['ServiceAccount', 'Bot', 'Employee', undefined]);
  });

  test('by a part of the text, in any case', async () => {
    const folder = source(
      `objects:
  Account:
    file: r.csv
    where: { roles: { contains: "," } }
    fields:
      id: id
      alias: id
      type: { constant: User }
      isAdmin: { cases: [{ where: { roles: { contains: [admin, Owner] } }, constant: true }, { constant: false }] }
`,
      { 'r.csv': 'id,roles\n1,"Member, Recording Admin"\n2,"owner,Member"\n3,"Member,Guest"\n4,Admin\n' },
    );
    expect(await faultsOf(folder)).toEqual([]);
    const records = await recordsOf(folder, 'Account');
    expect(records.map(({ id, isAdmin }) => [id, isAdmin])).toEqual([
      ['1', true],
      ['2', true],
      ['3', false],
    ]);
    const wrong = source('objects: { Account: { file: r.csv, where: { roles: { contains: "" } }, fields: {} } }', {
      'r.csv': 'id,roles\n',
    });
    expect(await faultsOf(wrong)).toEqual([expect.stringContaining('`where.roles.contains`: must not be empty')]);
  });

  test('by the beginning of the text, in this case', async () => {
    const folder = source(
      'objects: { Department: { file: r.csv, where: { id: { startsWith: [00G, 005] } }, fields: { id: id, name: id } } }',
      { 'r.csv': 'id\n00G1\n00g2\n100G\n0053\n' },
    );
    expect((await recordsOf(folder, 'Department')).map(({ id }) => id)).toEqual(['00G1', '0053']);
  });

  test('a case can be a map of fields', async () => {
    const folder = source(
      cases('federationId: { cases: [{ where: { mail: { not: "" } }, type: { constant: mail }, value: mail }] }'),
      files,
    );
    const found = await recordsOf(folder, 'Account');
    expect(found.map(({ federationId }) => federationId)).toEqual([
      undefined,
      { type: 'mail', value: 'x@y.example' },
      { type: 'mail', value: 'z@y.example' },
      undefined,
    ]);
  });

  test.each([
    [
      '[{ constant: Bot }, { column: kind }]',
      'this case of `subType` fits every row, so the cases after it never count',
    ],
    ['[kind]', 'a case of `subType` is not a map'],
    ['[{ where: { knd: x }, constant: Bot }]', 'column `knd` is not in u.csv'],
    ['[{ where: { kind: x } }]', '`subType` is one of'],
    ['[]', '`cases`: must have at least 1 element'],
  ])('%s is refused', async (value, message) => {
    const [fault] = await faultsOf(source(cases(`subType: { cases: ${value} }`), files));
    expect(fault).toContain(message);
  });
});
