import { describe, expect, test } from 'vitest';
import { recordsOf, rejectionsOf, sourceFolder } from './source-folder.ts';

/** One row of accounts.csv through a mapping of Account. */
async function account(fields: Record<string, string>, header: string, row: string) {
  const lines = Object.entries({ id: 'id', alias: '{ constant: a }', type: '{ constant: User }', ...fields });
  const yaml = `application: { name: X }\nobjects:\n  Account:\n    file: a.csv\n    fields:\n${lines
    .map(([name, mapping]) => `      ${name}: ${mapping}\n`)
    .join('')}`;
  const folder = sourceFolder({ 'config/x.yaml': yaml, 'rawdata/a.csv': `id,${header}\n7,${row}\n` });
  const rejected = await rejectionsOf(folder, 'Account');
  const [record] = await recordsOf(folder, 'Account');
  return record ?? rejected[0]!.reasons;
}

describe('the value that a mapping makes from a cell', () => {
  test.each<[string, Record<string, string>, string, string, unknown]>([
    ['column name', { name: 'n' }, 'n', 'Ann', { name: 'Ann' }],
    ['an empty cell is absent', { name: 'n' }, 'n', '', {}],
    ['text keeps its blanks', { title: 't' }, 't', ' a ', { title: ' a ' }],
    ['constant', { accountRole: '{ constant: 007 }' }, 'n', 'x', { accountRole: '007' }],
    ['constant boolean', { isAdmin: '{ constant: yes }' }, 'n', 'x', { isAdmin: true }],
    [
      'constant list',
      { authenticationFunctions: '{ constant: [Identity, mfa] }' },
      'n',
      'x',
      { authenticationFunctions: ['Identity', 'MFA'] },
    ],
    ['boolean', { enabled: 'e' }, 'e', ' YES', { enabled: true }],
    ['value map', { enabled: '{ column: e, map: { A: true, L: false } }' }, 'e', 'L', { enabled: false }],
    [
      'value map, default',
      { enabled: '{ column: e, map: { A: true }, default: false }' },
      'e',
      'zzz',
      { enabled: false },
    ],
    ['value map, empty cell', { enabled: "{ column: e, map: { '': false } }" }, 'e', '', { enabled: false }],
    ['default', { countryCode: '{ column: c, default: NL }' }, 'c', '', { countryCode: 'NL' }],
    ['enumeration in another spelling', { subType: 's' }, 's', 'service_principal', { subType: 'ServicePrincipal' }],
    ['a value the enumeration lacks, left to the service', { subType: 's' }, 's', 'Robot', { subType: 'Robot' }],
    [
      'date pattern',
      { createdDate: '{ column: d, format: dd/MM/yyyy }' },
      'd',
      '31/12/2025',
      { createdDate: '2025-12-31T00:00:00.000Z' },
    ],
    [
      'date pattern in a zone',
      { createdDate: "{ column: d, format: 'd MMM yyyy hh:mm a', zone: Europe/Amsterdam }" },
      'd',
      '1 Jul 2026 09:30 PM',
      { createdDate: '2026-07-01T19:30:00.000Z' },
    ],
    ...['Pacific/Kiritimati', 'Europe/Amsterdam', 'America/Los_Angeles', '-11:00'].flatMap(zone =>
      [
        ['dd/MM/yyyy', '31/12/2025'],
        ['iso', '2025-12-31'],
      ].map(([format, text]): [string, Record<string, string>, string, string, Record<string, unknown>] => [
        `a date without a time, ${format} in the zone ${zone}`,
        { createdDate: `{ column: d, format: ${format}, zone: '${zone}' }` },
        'd',
        text!,
        { createdDate: '2025-12-31T00:00:00.000Z' },
      ]),
    ),
    ...(
      [
        // The clocks were set back from 03:00 to 02:00, and from 02:00 to 01:00: the first of the two times.
        ['Europe/Amsterdam', '2026-10-25 02:30', '2026-10-25T00:30:00.000Z'],
        ['America/New_York', '2026-11-01 01:30', '2026-11-01T05:30:00.000Z'],
        ['Australia/Lord_Howe', '2026-04-05 01:45', '2026-04-04T14:45:00.000Z'],
        ['America/New_York', '2026-03-08 02:30', '2026-03-08T07:30:00.000Z'],
      ] as const
    ).map(([zone, text, createdDate]): [string, Record<string, string>, string, string, Record<string, unknown>] => [
      `a time of a change of clocks, ${text} in ${zone}`,
      { createdDate: `{ column: d, format: 'yyyy-MM-dd HH:mm', zone: ${zone} }` },
      'd',
      text,
      { createdDate },
    ]),
    [
      'a year of the first century',
      { createdDate: 'd' },
      'd',
      '0042-03-01',
      { createdDate: '0042-03-01T00:00:00.000Z' },
    ],
    [
      'a time that the clocks skipped',
      { createdDate: "{ column: d, format: 'yyyy-MM-dd HH:mm', zone: Europe/Amsterdam }" },
      'd',
      '2026-03-29 02:30',
      { createdDate: '2026-03-29T01:30:00.000Z' },
    ],
    [
      'a time in winter',
      { createdDate: "{ column: d, format: 'yyyy-MM-dd HH:mm', zone: Europe/Amsterdam }" },
      'd',
      '2026-12-29 02:30',
      { createdDate: '2026-12-29T01:30:00.000Z' },
    ],
    ['an empty value of a map is absent', { title: "{ column: t, map: { none: '' } }" }, 't', 'none', {}],
    [
      'ISO with offset',
      { createdDate: 'd' },
      'd',
      '2026-01-01T00:00:00+02:00',
      { createdDate: '2025-12-31T22:00:00.000Z' },
    ],
    ['ISO date', { createdDate: 'd' }, 'd', '2024-02-29', { createdDate: '2024-02-29T00:00:00.000Z' }],
    [
      'epoch seconds',
      { createdDate: '{ column: d, format: epoch-seconds }' },
      'd',
      '1700000000',
      { createdDate: '2023-11-14T22:13:20.000Z' },
    ],
    [
      'epoch millis',
      { createdDate: '{ column: d, format: epoch-millis }' },
      'd',
      '1700000000123',
      { createdDate: '2023-11-14T22:13:20.123Z' },
    ],
    [
      'separator',
      { alternateEmails: "{ column: m, separator: ';' }" },
      'm',
      'a@b.example; c@d.example;',
      { alternateEmails: ['a@b.example', 'c@d.example'] },
    ],
    // The service leaves it out, and keeps it as a raw value.
    ['a text that is no e-mail address', { email: 'm' }, 'm', ' not an address ', { email: 'not an address' }],
    ['list without separator', { managerEmails: 'm' }, 'm', 'a@b.example', { managerEmails: ['a@b.example'] }],
    ['template', { name: "{ template: '{f} {l}' }" }, 'f,l', 'Ann,Lee', { name: 'Ann Lee' }],
    ['template with braces', { name: "{ template: '{{{f}}}' }" }, 'f', 'Ann', { name: '{Ann}' }],
    ['template of empty columns', { name: "{ template: '{f} {l}' }" }, 'f,l', ',', {}],
    [
      'each',
      { authenticationMethods: "{ column: m, separator: '|', each: { type: $item, description: d } }" },
      'm,d',
      'otp|push,phone',
      {
        authenticationMethods: [
          { type: 'otp', description: 'phone' },
          { type: 'push', description: 'phone' },
        ],
      },
    ],
    [
      'list of maps',
      { authenticationMethods: '[{ type: { constant: Password } }, { type: second }]' },
      'second',
      '',
      { authenticationMethods: [{ type: 'Password' }] },
    ],
    [
      'dotted field',
      { 'authorizedLocations.policy.allowAll': 'x' },
      'x',
      '1',
      { authorizedLocations: { policy: { allowAll: true } } },
    ],
    [
      'nested map',
      { federationId: '{ type: { constant: email }, value: x }' },
      'x',
      'q',
      { federationId: { type: 'email', value: 'q' } },
    ],
    [
      'any value',
      { profileMetadata: '[{ name: { constant: shift }, value: x }]' },
      'x',
      '3',
      { profileMetadata: [{ name: 'shift', value: '3' }] },
    ],
    [
      'JSON',
      { profileMetadata: '{ column: x, json: true }' },
      'x',
      '"[{""name"":""n"",""value"":{""a"":1}}]"',
      { profileMetadata: [{ name: 'n', value: { a: 1 } }] },
    ],
    [
      'JSON with a long fraction',
      { profileMetadata: '{ column: x, json: true }' },
      'x',
      '"[{""name"":""n"",""value"":0.1000000000000000055511151231257827}]"',
      { profileMetadata: [{ name: 'n', value: 0.1 }] },
    ],
    [
      'constant with all its digits',
      { employeeNumber: '{ constant: 9007199254740993 }' },
      'x',
      '',
      { employeeNumber: '9007199254740993' },
    ],
  ])('%s', async (_, fields, header, row, expected) => {
    const { id, alias, type, ...record } = (await account(fields, header, row)) as Record<string, unknown>;
    expect(record).toEqual(expected);
  });

  test.each<[string, Record<string, string>, string, string, string]>([
    [
      'boolean',
      { enabled: 'e' },
      'e',
      'maybe',
      '`enabled` from column `e`: `maybe` is not a boolean (true, yes, y, on, 1, false, no, n, off, 0)',
    ],
    [
      'date',
      { createdDate: '{ column: d, format: dd/MM/yyyy }' },
      'd',
      '31/02/2025',
      '`createdDate` from column `d`: `31/02/2025` is not a date written as dd/MM/yyyy',
    ],
    [
      'ISO date',
      { createdDate: 'd' },
      'd',
      '2025-13-01',
      '`createdDate` from column `d`: `2025-13-01` is not an ISO 8601 date or date-time',
    ],
    [
      'enumeration without Unknown',
      { type: 't' },
      't',
      'Alien',
      '`type` from column `t`: `Alien` is not one of User, Machine, Token',
    ],
    ['required', { alias: 'n' }, 'n', '', '`alias` is empty: the row has nothing in the column `n`'],
    [
      'JSON',
      { profileMetadata: '{ column: x, json: true }' },
      'x',
      '{',
      '`profileMetadata` from column `x`: `{` is not JSON',
    ],
    [
      'JSON with a number that would be rounded',
      { profileMetadata: '{ column: x, json: true }' },
      'x',
      '"[{""name"":""n"",""value"":{""a"":[9007199254740993]}}]"',
      '`profileMetadata` from column `x`: `9007199254740993` has more digits than a number can keep; write it as text, in quotes',
    ],
  ])('a row is rejected for its %s', async (_, fields, header, row, reason) => {
    expect(await account(fields, header, row)).toEqual([reason]);
  });
});

describe('references between files', () => {
  const folderWith = (lookup: string, people: string) =>
    sourceFolder({
      'config/x.yaml': `application: { name: X }
objects:
  Employee:
    file: people.csv
    fields:
      id: id
      department: { lookup: { file: units.csv, column: unit, key: code, value: label${lookup} } }
`,
      'rawdata/people.csv': people,
      'rawdata/units.csv': 'code,label\n10,Sales\n20,Finance\n30,Law\n30,Lore\n',
    });

  test('takes the value of the matching row', async () => {
    expect(await recordsOf(folderWith('', 'id,unit\n1,20\n2,\n'), 'Employee')).toEqual([
      { id: '1', department: 'Finance' },
      { id: '2' },
    ]);
  });

  test('rejects a row without match, and names both files', async () => {
    expect(await rejectionsOf(folderWith('', 'id,unit\n1,99\n'), 'Employee')).toEqual([
      {
        place: 'people.csv:2',
        id: '1',
        reasons: ['`99` in column `unit` of people.csv is not in column `code` of units.csv'],
      },
    ]);
  });

  test('leaves the field out where the reference is not required', async () => {
    expect(await recordsOf(folderWith(', required: false', 'id,unit\n1,99\n'), 'Employee')).toEqual([{ id: '1' }]);
  });

  test('rejects a row whose match is ambiguous', async () => {
    const [rejection] = await rejectionsOf(folderWith('', 'id,unit\n1,30\n'), 'Employee');
    expect(rejection!.reasons[0]).toMatch(/occurs more than once/);
  });
});

describe('relationships, conditions and the application', () => {
  const folder = () =>
    sourceFolder({
      'config/x.yaml': `application: { name: X, vendorName: V, authenticationRequirements: { isMFAAuthority: true } }
objects:
  UserGroup:
    - { file: a.csv, where: { kind: [g, team] }, fields: { id: id, name: id } }
    - { file: a.csv, where: { kind: { not: [g, team] } }, fields: { id: { template: 'other-{id}' }, name: id } }
relationships:
  EntityManagedViaObject:
    file: a.csv
    where: { kind: g }
    fields: { entityId: id, entityType: { constant: Account }, managedViaObjectId: kind, managedViaObjectType: { constant: UserGroup } }
  DepartmentContainsDepartment: { file: a.csv, fields: { parentId: kind, childId: id } }
`,
      'rawdata/a.csv': 'id,kind\n1,g\n2,team\n3,x\n',
    });

  test('rows are taken by their condition, from several entries', async () => {
    expect((await recordsOf(folder(), 'UserGroup')).map(record => record.id)).toEqual(['1', '2', 'other-3']);
  });

  test('a relationship without an id gets one from both ends', async () => {
    expect((await recordsOf(folder(), 'EntityManagedViaObject')).map(record => record.id)).toEqual([
      'Account:1>UserGroup:g',
    ]);
    expect((await recordsOf(folder(), 'DepartmentContainsDepartment'))[0]!.id).toBe('Department:g>Department:1');
  });

  test('the application is an integrated application of its own', async () => {
    expect(await recordsOf(folder(), 'IntegratedApplication')).toEqual([
      { id: 'X', name: 'X', vendorName: 'V', authenticationRequirements: { isMFAAuthority: true } },
    ]);
  });
});
