// The id of the object that a rejected row describes: reported when it is certain, and absent otherwise. Also truncated files.
import { describe, expect, test } from 'vitest';
import { departments, pagesOf, recordsOf, rejectionsOf, sourceFolder } from './source-folder.ts';

const assignments = (rows: string, id = '') =>
  sourceFolder({
    'config/x.yaml': `application: { name: X }
relationships:
  EntityAssignedAccessToObject:
    file: a.csv
    fields:
      entityId: who
      entityType: { constant: Account }
      assignedObjectId: what
      assignedObjectType: { constant: ResourceInstance }
      entitlementSpecification: { column: grant, json: true }${id}
`,
    'rawdata/a.csv': `key,who,what,grant\n${rows}`,
  });

const idsOf = async (folder: string, type: string) => (await rejectionsOf(folder, type)).map(({ id }) => id);

describe('the id of a rejected row', () => {
  test('is reported when another value of the object is invalid', async () => {
    const folder = sourceFolder({
      'config/x.yaml':
        'application: { name: X }\nobjects: { Employee: { file: e.csv, fields: { id: id, hireDate: hired } } }\n',
      'rawdata/e.csv': 'id,hired\n1,never\n',
    });
    expect(await idsOf(folder, 'Employee')).toEqual(['1']);
  });

  test('is absent when the row is ragged, is not text or has no id: its cells may have moved', async () => {
    const latin1 = Buffer.from('9,caf\u00e9\n', 'latin1');
    const folder = departments(Buffer.concat([Buffer.from('id,name\n1\n2,a,b\n,none\n3,"x" y\n'), latin1]));
    expect(await idsOf(folder, 'Department')).toEqual([undefined, undefined, undefined, undefined, undefined]);
  });

  test('of a relationship is the id that the same row would have without the fault', async () => {
    const type = 'EntityAssignedAccessToObject';
    const [record] = await recordsOf(assignments('k,ada,forge,\n'), type);
    expect(await idsOf(assignments('k,ada,forge,no JSON\n'), type)).toEqual([record!.id]);
  });

  test('of a relationship is absent when an end is missing, or when its own mapping failed', async () => {
    const type = 'EntityAssignedAccessToObject';
    expect(await idsOf(assignments('k,,forge,no JSON\n'), type)).toEqual([undefined]);
    const byKey = '\n      id: { lookup: { file: a.csv, column: key, key: what, value: key } }';
    expect(await idsOf(assignments('k,ada,forge,\n', byKey), type)).toEqual([undefined]);
  });
});

describe('a file that was truncated', () => {
  test.each([
    ['behind a value', 'id,name\n1,Law\n2,Tax'],
    ['behind a delimiter', 'id,name\n1,Law\n2,'],
    ['behind a quote that is closed', 'id,name\n1,Law\n2,"Tax"'],
    ['within a character', Buffer.from('id,name\n1,Law\n2,caf\u00e9').subarray(0, -1)],
  ])('%s rejects its last row and leaves a gap', async (_, csv) => {
    const [page] = await pagesOf(departments(csv), 'Department');
    expect(page!.records).toEqual([{ id: '1', name: 'Law' }]);
    expect(page!.rejected).toMatchObject([
      { place: 'd.csv:3', reasons: [expect.stringMatching(/^the file ends inside/)] },
    ]);
    expect(page!.gaps).toMatchObject([{ subject: 'd.csv:3', reason: 'failed', missing: 'objects' }]);
  });

  test('is complete when it ends with any line end', async () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const [page] = await pagesOf(departments(`id,name${end}1,Law${end}`), 'Department');
      expect(page).toMatchObject({ records: [{ id: '1', name: 'Law' }] });
      expect([page!.rejected, page!.gaps]).toEqual([undefined, undefined]);
    }
  });

  test('and that other files refer to is reported for them too', async () => {
    const folder = sourceFolder({
      'config/x.yaml': `application: { name: X }
objects:
  Employee:
    file: people.csv
    fields:
      id: id
      department: { lookup: { file: units.csv, column: unit, key: code, value: label, required: false } }
`,
      'rawdata/people.csv': 'id,unit\n1,10\n2,20\n',
      'rawdata/units.csv': 'code,label\n10,Sales\n20,Fin',
    });
    const [page] = await pagesOf(folder, 'Employee');
    expect(page!.records).toEqual([{ id: '1', department: 'Sales' }, { id: '2' }]);
    expect(page!.gaps).toMatchObject([
      { subject: 'units.csv', message: expect.stringContaining('units.csv:3'), missing: 'fields' },
    ]);
  });
});
