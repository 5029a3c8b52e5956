// Every error in a configuration is reported with its place and a fix.
import { describe, expect, test } from 'vitest';
import { departments, problemsOf, recordsOf, sourceFolder } from './source-folder.ts';

const data = 'rawdata/startedat=2026-11-01T04:00:00Z';
const wellFormed = 'id,name\n1,Law\n';

/** All problems of a source as `place: message (fix)`. */
async function faultOf(folder: string): Promise<string> {
  const problems = await problemsOf(folder);
  return problems.map(({ place, message, fix }) => `${place}: ${message} (${fix})`).join('\n');
}

const config = (text: string) => sourceFolder({ 'config/x.yaml': text, [`${data}/d.csv`]: wellFormed });
const objects = 'application: { name: X }\nobjects:\n';

describe('the configuration', () => {
  test.each<[string, string, RegExp]>([
    [
      'unknown key',
      'application: { name: X }\nobject: {}\n',
      /config\/x\.yaml:2:1: unknown key `object` \(nearest: `objects`; known: `application`/,
    ],
    [
      'unknown key of an entry',
      `${objects}  Department: { fil: d.csv, file: d.csv, fields: { id: id, name: name } }\n`,
      /x\.yaml:3:17: unknown key `fil` \(nearest: `file`/,
    ],
    [
      'unknown key of a mapping',
      `${objects}  Department: { file: d.csv, fields: { id: id, name: { column: name, fromat: iso } } }\n`,
      /unknown key `fromat` \(nearest: `format`/,
    ],
    [
      'missing key',
      `${objects}  Department: { fields: { id: id, name: name } }\n`,
      /x\.yaml:3:15: name where the rows come from: one of file, request/,
    ],
    ['missing application', 'objects: {}\n', /x\.yaml:1:1: `application` is missing/],
    ['syntax error', 'application: { name: X\nobjects: [\n', /x\.yaml:\d+:\d+: .+ \(correct the YAML there\)/],
    [
      'duplicate key',
      'application: { name: X }\napplication: { name: Y }\n',
      /x\.yaml:2:1: Map keys must be unique \(a key may occur only once/,
    ],
    ['no map', '- a\n', /x\.yaml:1:1: is not a map/],
    ['empty file', '', /x\.yaml:1:1: is not a map/],
    [
      'alias bomb',
      `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c]\n`,
      /aliases repeat more than 100 nodes/,
    ],
    ['a node that holds itself', 'application: &a { name: *a }\n', /aliases|holds itself/],
    [
      'unknown type',
      `${objects}  Acount: { file: d.csv, fields: { id: id } }\n`,
      /x\.yaml:3:3: `Acount` is no type of objects \(nearest: `Account`/,
    ],
    [
      'type of the other section',
      `${objects}  EntityManagedViaObject: { file: d.csv, fields: { id: id } }\n`,
      /move it to `relationships`/,
    ],
    [
      'a type that no connector lands',
      `${objects}  Person: { file: d.csv, fields: { id: id } }\n`,
      /`Person` is no type of objects/,
    ],
    [
      'unknown field',
      `${objects}  Department: { file: d.csv, fields: { id: id, nmae: name, name: name } }\n`,
      /x\.yaml:3:48: unknown field `nmae`; nearest: `name`/,
    ],
    [
      'a field of a field',
      'application: { name: X }\nrelationships:\n  EntityAssignedAccessToObject: { file: d.csv, fields: { entitlementSpecification: { permissions: name } } }\n',
      /unknown field `permissions`; it is inside `reasonSpecificData`/,
    ],
    [
      'a letter that is no part of a date',
      `${objects}  Employee: { file: d.csv, fields: { id: id, hireDate: { column: name, format: unix } } }\n`,
      /`u` is no part of a date format; known: .* iso, epoch-seconds, epoch-millis/,
    ],
    [
      'a field that the service fills',
      `${objects}  Department: { file: d.csv, fields: { id: id, name: name, globalId: id } }\n`,
      /unknown field `globalId`/,
    ],
    [
      'a field of another type',
      `${objects}  Department: { file: d.csv, fields: { id: id, name: name, hireDate: id } }\n`,
      /unknown field `hireDate`/,
    ],
    [
      'a field of a text',
      `${objects}  Department: { file: d.csv, fields: { id: id, name.first: name } }\n`,
      /`name` is text, so it has no field `first`/,
    ],
    [
      'constant of another type',
      `${objects}  Account: { file: d.csv, fields: { id: id, alias: id, type: { constant: User }, enabled: { constant: perhaps } } }\n`,
      /x\.yaml:3:103: the constant for `enabled`: `perhaps` is not a boolean/,
    ],
    [
      'map value of another type',
      `${objects}  Account: { file: d.csv, fields: { id: id, alias: id, type: { column: id, map: { 1: Alien } } } }\n`,
      /`Alien` is not one of User, Machine, Token/,
    ],
    [
      'required field',
      `${objects}  Department: { file: d.csv, fields: { id: id } }\n`,
      /x\.yaml:3:38: Department needs `name`, which is not mapped/,
    ],
    [
      'mapped twice',
      `${objects}  AuthenticatorEnrollment: { file: d.csv, fields: { id: id, accountKey: id, deviceInfo.deviceId: id, deviceInfo: { deviceId: name } } }\n`,
      /`deviceInfo.deviceId` is mapped twice/,
    ],
    [
      'separator on a text',
      `${objects}  Department: { file: d.csv, fields: { id: id, name: { column: name, separator: ',' } } }\n`,
      /`name` is text, not a list \(leave `separator` out\)/,
    ],
    [
      'format on a text',
      `${objects}  Department: { file: d.csv, fields: { id: id, name: { column: name, format: iso } } }\n`,
      /`name` is text, not a timestamp/,
    ],
    [
      'bad format',
      `${objects}  Role: { file: d.csv, fields: { id: id, name: id, type: { constant: Custom }, createdDate: { column: id, format: DD-MM-YYYY } } }\n`,
      /`DD` is no part of a date format/,
    ],
    [
      'bad zone',
      `${objects}  Role: { file: d.csv, fields: { id: id, name: id, type: { constant: Custom }, createdDate: { column: id, zone: Mars } } }\n`,
      /`Mars` is no time zone/,
    ],
    [
      'text for an object',
      `${objects}  AuthenticatorEnrollment: { file: d.csv, fields: { id: id, accountKey: id, deviceInfo: name } }\n`,
      /one text cannot fill it/,
    ],
    [
      'template without a column',
      `${objects}  Department: { file: d.csv, fields: { id: id, name: { template: x } } }\n`,
      /the template names no column/,
    ],
    [
      'template with a lone brace',
      `${objects}  Department: { file: d.csv, fields: { id: id, name: { template: 'x{name' } } }\n`,
      /there is a single brace/,
    ],
    [
      'a path that leaves the folder',
      `${objects}  Department: { file: ../../etc/passwd, fields: { id: id, name: name } }\n`,
      /x\.yaml:3:23: `\.\.\/\.\.\/etc\/passwd` leads out of the data folder/,
    ],
    [
      'an absolute path',
      `${objects}  Department: { file: /etc/passwd, fields: { id: id, name: name } }\n`,
      /leads out of the data folder/,
    ],
    [
      'a lookup that leaves the folder',
      `${objects}  Department: { file: d.csv, fields: { id: id, name: { lookup: { file: ../x, key: a, column: id, value: b } } } }\n`,
      /leads out of the data folder/,
    ],
    [
      'wrong encoding',
      `${objects}  Department: { file: d.csv, fields: { id: id, name: name } }\nfiles: { d.csv: { encoding: ebcdic } }\n`,
      /x\.yaml:4:29: `files\.d\.csv\.encoding`: "ebcdic" is not known; known are utf-8/,
    ],
  ])('%s', async (_, text, message) => {
    expect(await faultOf(config(text))).toMatch(message);
  });

  test('all mistakes are reported at once', async () => {
    const text = `${objects}  Department: { file: d.csv, fields: { nmae: name } }\n`;
    expect(await problemsOf(config(text))).toHaveLength(3);
  });

  test('a column that the file lacks', async () => {
    const folder = departments('id,nmae,x\n1,2,3\n');
    expect(await faultOf(folder)).toBe(
      'config/x.yaml:5:29: column `name` is not in d.csv (nearest: `nmae`; known: `id`, `nmae`, `x`)',
    );
    await expect(recordsOf(folder, 'Department')).rejects.toThrow('column `name` is not in d.csv');
  });
});
