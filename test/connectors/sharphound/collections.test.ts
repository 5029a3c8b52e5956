// Collections in both formats, and such as are cut, mixed, incomplete or hostile.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharphound } from '../../../connectors/sharphound/index.ts';
import { misfitsOf } from '../../support/simulators/landable.ts';
import {
  gapsOf,
  type Reading,
  readSource,
  recordOf,
  recordsOf,
  rejectionsOf,
} from '../../support/simulators/reading.ts';
import { zipArchive } from '../../support/zip-archive.ts';

let folder: string;
let made = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rolecall-sharphound-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const domain = 'S-1-5-21-1-2-3';
const sid = (rid: number) => `${domain}-${rid}`;
type Objects = Record<string, readonly object[]>;

const object = (id: string, name: string, properties: object = {}, more: object = {}) => ({
  ObjectIdentifier: id,
  Properties: { name, domainsid: domain, domain: 'ONE.EXAMPLE', distinguishedname: `CN=${name}`, ...properties },
  IsDeleted: false,
  Aces: [],
  ...more,
});
const ace = (principal: string, right: string, type = 'User') => ({
  ...{ PrincipalSID: principal, PrincipalType: type, RightName: right, IsInherited: false },
});
const read = { Results: [], Collected: true, FailureReason: null };
const computer = {
  Sessions: { ...read, Results: [{ UserSID: 'S-1-5-21-9-9-9-1600', ComputerSID: sid(1000) }] },
  LocalGroups: [{ ...read, ObjectIdentifier: `${sid(1000)}-544`, Name: 'ADMINISTRATORS@ONE' }],
};

/** One domain: a unit with two users, of which one is protected; a group; a computer. */
const objects = (): Objects => ({
  users: [
    object(sid(1101), 'ADA@ONE.EXAMPLE', {
      samaccountname: 'ada',
      enabled: true,
      lastlogontimestamp: -1,
      lastlogon: 0,
      pwdlastset: 1700000000,
      userpassword: 'hunter2',
    }),
    object(sid(1102), 'BOB@ONE.EXAMPLE', { samaccountname: 'bob', enabled: false }, { IsACLProtected: true }),
  ],
  computers: [object(sid(1000), 'DC.ONE.EXAMPLE', { samaccountname: 'DC$', enabled: true }, computer)],
  groups: [
    object(
      sid(512),
      'DOMAIN ADMINS@ONE.EXAMPLE',
      {},
      { Members: [{ ObjectIdentifier: sid(1102), ObjectType: 'User' }] },
    ),
  ],
  domains: [
    object(
      domain,
      'ONE.EXAMPLE',
      {},
      {
        ChildObjects: [{ ObjectIdentifier: 'OU-1', ObjectType: 'OU' }],
        Trusts: [
          {
            TargetDomainSid: 'S-1-5-21-9-9-9',
            TargetDomainName: 'TWO.EXAMPLE',
            TrustDirection: 2,
            TrustType: 3,
            IsTransitive: false,
          },
        ],
      },
    ),
  ],
  ous: [
    object(
      'OU-1',
      'PEOPLE@ONE.EXAMPLE',
      {},
      {
        ChildObjects: [sid(1101), sid(1102)].map(id => ({ ObjectIdentifier: id, ObjectType: 'User' })),
        Aces: [ace('S-1-5-21-9-9-9-1500', 'GenericAll', 'Base')],
        Links: [{ GUID: 'GPO-1', IsEnforced: false }],
      },
    ),
  ],
  containers: [object('C-1', 'SYSTEM@ONE.EXAMPLE')],
  gpos: [object('GPO-1', 'POLICY@ONE.EXAMPLE', { gpcpath: 'x' }, { Aces: [ace(sid(1101), 'WriteDacl')] })],
});

const document = (type: string, data: readonly unknown[], version = 5, meta: object = {}) =>
  JSON.stringify({ data, meta: { methods: 521215, type, count: data.length, version, ...meta } });

/** @param files name → text or bytes, in place of those of the collection; undefined leaves a file out */
function collection(given: Objects, files: Record<string, string | Buffer | undefined> = {}, version = 5): string {
  const path = join(folder, `collection-${++made}`);
  mkdirSync(path);
  const own = Object.entries(given).map(([type, data]) => [`1_${type}.json`, document(type, data, version)] as const);
  for (const [name, text] of Object.entries({ ...Object.fromEntries(own), ...files })) {
    if (text !== undefined) writeFileSync(join(path, name), text);
  }
  return path;
}

const readingOf = (path: string): Promise<Reading> => readSource(sharphound, { path });

describe('a collection in the format 5', () => {
  let reading: Reading;
  beforeAll(async () => {
    reading = await readingOf(collection(objects()));
  });

  it('has its containment from the containers', () => {
    expect(recordOf(reading, 'Account', sid(1101))).toMatchObject({ objectDirectoryContainerId: 'OU-1' });
    expect(recordOf(reading, 'ObjectDirectory', 'OU-1')).toMatchObject({
      parentId: domain,
      type: 'OrganizationalUnit',
    });
    // Nothing passes on to a protected account, wherever it is.
    expect(
      recordsOf(reading, 'ResourceInstanceContainsResourceInstance')
        .map(({ parentId, childId }) => `${parentId}>${childId}`)
        .toSorted(),
    ).toEqual(['OU-1>OU-1#GPO-1', `OU-1>${sid(1101)}`, `${domain}>OU-1`]);
    expect(recordOf(reading, 'Account', sid(1102))).toMatchObject({
      objectDirectoryContainerId: 'OU-1',
      isAdmin: true,
    });
  });

  it('takes 0 and −1 for no time, and never a password', () => {
    const ada = recordOf(reading, 'Account', sid(1101))!;
    expect(ada).toMatchObject({ enabled: true, lastPasswordChangedDate: '2023-11-14T22:13:20.000Z' });
    expect(ada).not.toHaveProperty('lastActivityDate');
    expect(JSON.stringify([...reading.values()].map(({ records }) => [...records]))).not.toContain('hunter2');
  });

  it('understands trusts in numbers: an outbound one lets accounts of the other domain in', () => {
    const id = `UserGroup:accounts-of:S-1-5-21-9-9-9>ResourceInstance:${domain}#TrustedBy`;
    expect(recordOf(reading, 'EntityAssignedAccessToObject', id)).toMatchObject({
      entitlementSpecification: {
        reasonSpecificData: {
          accessControlMetadata: expect.arrayContaining([expect.objectContaining({ value: 'External' })]),
        },
      },
    });
    expect(recordOf(reading, 'UserGroup', 'accounts-of:S-1-5-21-9-9-9')).toMatchObject({
      name: 'Accounts of TWO.EXAMPLE',
    });
  });

  it('has the links of policies', () => {
    expect(recordOf(reading, 'ResourceInstance', 'OU-1#GPO-1')).toMatchObject({
      name: 'POLICY@ONE.EXAMPLE at PEOPLE@ONE.EXAMPLE',
      parentId: 'OU-1',
    });
  });

  it('leads from a policy to everything in the units that it is linked to', () => {
    const record = recordOf(
      reading,
      'EntityAssignedAccessToObject',
      `Account:${sid(1101)}>ResourceInstance:GPO-1#WriteDacl`,
    )!;
    expect(record['entitlementSpecification']).toMatchObject({
      reasonSpecificData: { permissions: { fineGrainedSpecifiers: ['WriteDacl', 'impersonate:OU-1'] } },
    });
  });

  it('keeps a principal of another domain as its identifier', () => {
    expect(misfitsOf(reading)).toEqual([]);
    expect(recordOf(reading, 'Account', 'S-1-5-21-9-9-9-1600')).toMatchObject({ userType: 'referred' });
    expect(recordOf(reading, 'UserGroup', 'S-1-5-21-9-9-9-1500')).toMatchObject({
      type: 'Unknown',
      sourceTag: 'referred',
    });
  });
});

it('the same objects with byte-order marks, in the format 6 and in an archive', async () => {
  const six = objects();
  six['users'] = six['users']!.map(user => ({ ...user, ContainedBy: { ObjectIdentifier: 'OU-1', ObjectType: 'OU' } }));
  const names = Object.entries(six).map(([type, data]) => ({
    name: `run/1_${type}.json`,
    content: Buffer.from(`\uFEFF${document(type, data, 6)}`),
  }));
  const path = join(folder, 'collection.zip');
  writeFileSync(path, zipArchive([...names, { name: 'readme.txt', content: Buffer.from('no') }]));
  const [archived, plain] = [await readingOf(path), await readingOf(collection(objects()))];
  for (const [type, { records }] of plain)
    expect([type, [...archived.get(type)!.records.keys()]]).toEqual([type, [...records.keys()]]);
});

describe('what is missing is a gap', () => {
  const gapsWith = async (path: string) =>
    gapsOf(await readingOf(path)).map(({ type, subject, missing }) => [type, subject, missing]);

  it('a file of the set', async () => {
    const gaps = await gapsWith(collection(objects(), { '1_groups.json': undefined }));
    expect(gaps).toContainEqual(['UserGroup', '1_groups.json', 'objects']);
    expect(gaps).toContainEqual(['EntityManagedViaObject', '1_groups.json', 'objects']);
    expect(gaps.map(([type]) => type)).not.toContain('Account');
  });

  it('objects that the file says it had', async () => {
    const text = document('users', objects()['users']!, 5, { count: 3 });
    expect(await gapsWith(collection(objects(), { '1_users.json': text }))).toContainEqual([
      'Account',
      '1_users.json',
      'objects',
    ]);
  });

  it('a method that was left out', async () => {
    const text = document('users', objects()['users']!, 5, { methods: 1 });
    const gaps = await gapsWith(collection(objects(), { '1_users.json': text }));
    expect(gaps).toContainEqual(['EntityAssignedAccessToObject', '1_users.json', 'objects']);
    expect(gaps).toContainEqual(['Account', '1_users.json', 'fields']);
  });

  it('the groups of a computer that did not answer, and nothing else', async () => {
    const silent = object(sid(1000), 'DC.ONE.EXAMPLE', {}, { ...computer, LocalGroups: [] });
    const reading = await readingOf(collection({ ...objects(), computers: [silent] }));
    expect(reading.get('EntityManagedViaObject')!.gaps).toMatchObject([
      { missing: 'objects', within: { field: 'managedViaObjectId', startsWith: [`${sid(1000)}-`] } },
    ]);
  });

  it('an object without an identifier', async () => {
    const reading = await readingOf(collection({ ...objects(), gpos: [{ Properties: {} }] }));
    expect(rejectionsOf(reading)[0]).toMatchObject({
      place: '1_gpos.json data[0]',
      reasons: ['has no ObjectIdentifier'],
    });
  });
});

describe('is refused with place, reason and remedy', () => {
  const users = document('users', objects()['users']!);
  it.each([
    [
      'a file that is cut off',
      { '1_users.json': users.slice(0, 300) },
      /1_users\.json: ends in the middle: it was cut off \(copy/,
    ],
    ['an empty file', { '1_users.json': '' }, /1_users\.json: is empty/],
    ['no JSON', { '1_users.json': '{"data":[{"a":tru}],"meta":{}}' }, /1_users\.json data\[0\]: is not JSON/],
    [
      'a missing element',
      { '1_users.json': '{"data":[,{}],"meta":{}}' },
      /1_users\.json data\[0\]: is not JSON: an element is missing/,
    ],
    [
      'two lists',
      { '1_users.json': '{"data":[],"data":[{}],"meta":{"type":"users","version":5}}' },
      /has two lists `data`/,
    ],
    [
      'no UTF-8',
      { '1_users.json': Buffer.from(users, 'utf16le') },
      /1_users\.json: is (empty|not JSON|not UTF-8|not a|ends)|has no list/,
    ],
    ['another document', { '1_users.json': '{"users":[]}' }, /1_users\.json: has no list `data`/],
    [
      'a document without meta',
      { '1_users.json': '{"data":[]}' },
      /1_users\.json: has no `meta` with type and version/,
    ],
    [
      'a later format',
      { '1_users.json': document('users', [], 7) },
      /1_users\.json: has the format 7, and 5 and 6 are read \(collect/,
    ],
    [
      'mixed formats',
      { '1_users.json': document('users', [], 6) },
      /1_users\.json: has the format 6, and 1_computers\.json has 5/,
    ],
    ['an unknown type', { '1_users.json': document('azure', [], 5) }, /1_users\.json: has objects of type `azure`/],
    [
      'deep nesting',
      { '1_users.json': `{"data":[${'['.repeat(600)}${']'.repeat(600)}],"meta":{}}` },
      /nests deeper than 500 levels/,
    ],
    [
      'a cell of 70 MB',
      { '1_users.json': `{"data":["${'x'.repeat(70 * 1024 * 1024)}"]}` },
      /1_users\.json data\[0\]: has more than 67108864 bytes/,
    ],
  ])('%s', async (_, files, expected) => {
    await expect(readingOf(collection(objects(), files))).rejects.toThrow(expected);
  });

  const packed = (name: string, bytes: Buffer) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  };
  const one = { name: '1_users.json', content: Buffer.from(users) };
  it.each([
    [
      'an archive that is cut off',
      zipArchive([one]).subarray(0, 100),
      /cut\.zip: is cut off, or no archive \(ZIP\) \(make/,
    ],
    ['an archive with a password', zipArchive([{ ...one, isEncrypted: true }]), /1_users\.json: is encrypted/],
    ['a damaged file', zipArchive([{ ...one, packed: deflateRawSync('{"data":[]}') }]), /1_users\.json: is damaged/],
    ['an archive without JSON', zipArchive([{ ...one, name: 'a.txt' }]), /holds no file that ends with \.json/],
  ])('%s', async (_, bytes, expected) => {
    await expect(readingOf(packed('cut.zip', bytes))).rejects.toThrow(expected);
  });

  it('a bomb', async () => {
    const bomb = zipArchive([{ ...one, packed: deflateRawSync(Buffer.alloc(3 * 1024 * 1024)) }]);
    const settings = { path: packed('bomb.zip', bomb), file_megabytes: 1 };
    await expect(readSource(sharphound, settings)).rejects.toThrow(/has more than 1048576 bytes when it is unpacked/);
  });

  it('a path that does not exist', async () => {
    await expect(readingOf(join(folder, 'none'))).rejects.toThrow(/^path: .*none does not exist \(name a file/);
  });
});
