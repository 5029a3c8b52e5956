// A directory from LDIF: what lands is what the same directory shows over the network.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ldap } from '../../../connectors/ldap/index.ts';
import { ldapSettings } from '../../../connectors/ldap/settings.ts';
import { brokenRules } from '../../conformance/broken-rules.ts';
import { admin, slapdMissing, startSlapd, suffix } from '../../support/directories/slapd.ts';
import { misfitsOf } from '../../support/simulators/landable.ts';
import { contentOf, gapsOf, type Reading, readSource, recordOf, recordsOf } from '../../support/simulators/reading.ts';
import { organisation } from './organisation.ts';

const sample = resolve(import.meta.dirname, '../../../../shared/data/ldap');
let folder: string;
let made = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rolecall-ldif-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const file = (text: string | Buffer) => {
  const path = join(folder, `export-${++made}.ldif`);
  writeFileSync(path, text);
  return path;
};

/** What ldapsearch prints, folded and with its own remarks unless options say otherwise. */
const exported = (url: string, base: string, options: readonly string[] = []) =>
  execFileSync(
    'ldapsearch',
    ['-x', '-H', url, '-D', `cn=admin,${base}`, '-w', admin.bind_password, '-b', base, ...options, '*', '+'],
    { maxBuffer: 2 ** 28 },
  );

describe.skipIf(slapdMissing)(`exports of OpenLDAP${slapdMissing ? `; skipped: ${slapdMissing}` : ''}`, () => {
  const compared = async (base: string, ldif: string, more: object = {}) => {
    const slapd = await startSlapd({ ldif, suffix: base });
    try {
      const online = await readSource(ldap, {
        url: slapd.url,
        bind_dn: `cn=admin,${base}`,
        bind_password: 'secret',
        ...more,
      });
      const path = file(exported(slapd.url, base));
      return { online, path, offline: await readSource(ldap, { ldif: path, ...more }) };
    } finally {
      await slapd.stop();
    }
  };

  it('land the same objects, and keep the rules of connectors', async () => {
    const { online, offline, path } = await compared(suffix, organisation);
    expect(misfitsOf(offline)).toEqual(misfitsOf(online));
    expect(contentOf(offline)).toEqual(contentOf(online));
    expect(recordsOf(offline, 'Account').length).toBeGreaterThan(10);
    expect(recordsOf(offline, 'EntityManagedViaObject').length).toBeGreaterThan(10);
    expect(gapsOf(offline)).toEqual(gapsOf(online));
    expect(await brokenRules(ldap, { ldif: path })).toEqual([]);
  });

  it('land the same with units as departments, page by page', async () => {
    const { online, offline } = await compared(suffix, organisation, {
      organizational_units: 'departments',
      page_size: 3,
    });
    expect(contentOf(offline)).toEqual(contentOf(online));
  });

  it.skipIf(!existsSync(sample))('of the sample land the same; skipped where it is not there', async () => {
    const base = 'dc=planetexpress,dc=com';
    const top = `dn: ${base}\nobjectClass: dcObject\nobjectClass: organization\no: Planet Express\ndc: planetexpress\n`;
    const files = readdirSync(sample)
      .filter(name => name.endsWith('.ldif'))
      .toSorted();
    const ldif = [top, ...files.map(name => readFileSync(join(sample, name), 'utf8'))].join('\n');
    const { online, offline } = await compared(base, ldif);
    expect(contentOf(offline)).toEqual(contentOf(online));
    // The folder itself, without what a server adds: ids are the names, and what only a server keeps is not known.
    const plain = await readSource(ldap, { ldif: sample });
    expect(misfitsOf(plain)).toEqual([]);
    const aliases = (reading: Reading) =>
      recordsOf(reading, 'Account')
        .map(({ alias }) => alias)
        .toSorted();
    expect(aliases(plain)).toEqual(aliases(online));
    const members = (reading: Reading) => recordsOf(reading, 'EntityManagedViaObject').length;
    expect(members(plain)).toBe(members(online));
  });

  it('say when the server had cut them off', async () => {
    const slapd = await startSlapd({ ldif: organisation });
    try {
      const command = [
        '-x',
        '-H',
        slapd.url,
        '-D',
        `cn=admin,${suffix}`,
        '-w',
        'secret',
        '-b',
        suffix,
        '-z',
        '12',
        '*',
        '+',
      ];
      let output = '';
      try {
        execFileSync('ldapsearch', command, { encoding: 'utf8', stdio: 'pipe' });
      } catch (error) {
        output = (error as { stdout: string }).stdout;
      }
      const gaps = gapsOf(await readSource(ldap, { ldif: file(output) }));
      expect(gaps).toContainEqual(
        expect.objectContaining({
          type: 'Account',
          missing: 'objects',
          message: expect.stringMatching(/ldapsearch wrote: Size limit exceeded/),
        }),
      );
    } finally {
      await slapd.stop();
    }
  });
});

const base = 'dn: dc=one,dc=example\nobjectClass: domain\ndc: one\n';
const person = (uid: string, more = '') =>
  `\ndn: uid=${uid},dc=one,dc=example\nobjectClass: inetOrgPerson\nuid: ${uid}\ncn: ${uid}\nsn: ${uid}\n${more}`;

it('understands folded lines, comments, base64, CRLF and a byte-order mark', async () => {
  const text = `\uFEFFversion: 1\n# a comment that\n  is folded\n${base}${person('ada', 'title: Eng\n ineer\ndescription:: w6TDtsO8\nuserPassword:: c2VjcmV0\n')}`;
  const reading = await readSource(ldap, { ldif: file(text.replaceAll('\n', '\r\n')) });
  expect(recordOf(reading, 'Account', 'dn:uid=ada,dc=one,dc=example')).toMatchObject({
    alias: 'ada',
    title: 'Engineer',
  });
  const landed = JSON.stringify([...reading.values()].map(({ records }) => [...records]));
  expect(landed).toContain('äöü');
  expect(landed).not.toContain('secret');
});

it('reads the files of a folder as one directory', async () => {
  const path = join(folder, 'parts');
  mkdirSync(path);
  writeFileSync(join(path, '0.ldif'), base);
  writeFileSync(join(path, '1.ldif'), person('ada'));
  writeFileSync(join(path, 'notes.txt'), 'no LDIF');
  expect(recordsOf(await readSource(ldap, { ldif: path }), 'Account')).toHaveLength(1);
  writeFileSync(join(path, '2.ldif'), person('ada'));
  await expect(readSource(ldap, { ldif: path })).rejects.toThrow(/2\.ldif:2: is the entry of 1\.ldif:2 again/);
});

it.each([
  [
    'a change',
    `${base}\ndn: uid=ada,dc=one,dc=example\nchangetype: modify\nreplace: cn\ncn: x\n-\n`,
    /:6: is a change and no entry/,
  ],
  [
    'a value by address',
    `${base}jpegPhoto:< file:///etc/passwd\n`,
    /:4: `jpegphoto` names a file or address \(`:<`\), which is never opened/,
  ],
  [
    'base64 that is cut off',
    `${base}description:: w6TDt\n`,
    /:4: `description` is no base64, so it may have been cut off/,
  ],
  ['a line that is cut off', `${base}descr`, /:4: is no attribute with a value/],
  ['an entry that is cut off', `${base}\ndn: uid=ada,dc=one,dc=example\n`, /:5: has no attribute/],
  ['another version', `version: 2\n${base}`, /:1: is a version of LDIF that is not 1/],
  ['no DN', 'objectClass: domain\n', /:1: begins with `objectclass` and not with `dn`/],
  ['a DN that is none', 'dn: nonsense\nobjectClass: domain\n', /:1: has a DN that is not written as RFC 4514 says/],
  ['a line that goes on with nothing', ' x\n', /:1: goes on with a line that does not exist/],
  ['nothing', '\n', /there is no entry in the files/],
  [
    'several trees',
    `${base}\ndn: dc=two,dc=example\nobjectClass: domain\ndc: two\n`,
    /holds 2 trees: dc=one,dc=example; dc=two,dc=example \(set base/,
  ],
  [
    'a value of 70 MB',
    `${base}description: ${'x'.repeat(70 * 1024 * 1024)}\n`,
    /:4: a value has more than 67108864 bytes/,
  ],
])('refuses %s', async (_, text, expected) => {
  await expect(readSource(ldap, { ldif: file(text) })).rejects.toThrow(expected);
});

it('takes a server or files', () => {
  const messages = (settings: object) =>
    ldapSettings.safeParse(settings).error?.issues.map(({ path, message }) => `${path}: ${message}`);
  expect(messages({})).toEqual(['url: is missing']);
  expect(messages({ url: 'ldap://localhost', ldif: 'x' })?.[0]).toMatch('not both');
});

it('reads an export of Active Directory: identifiers, primary groups, administrators', async () => {
  const domain = 'dc=one,dc=example';
  const sid = (...parts: readonly number[]) => {
    const bytes = Buffer.alloc(8 + 4 * parts.length);
    bytes.writeUInt8(1, 0);
    bytes.writeUInt8(parts.length, 1);
    bytes.writeUInt8(5, 7);
    for (const [index, part] of parts.entries()) bytes.writeUInt32LE(part, 8 + 4 * index);
    return bytes.toString('base64');
  };
  const guid = (number: number) => Buffer.alloc(16, number).toString('base64');
  const entry = (dn: string, number: number, rid: readonly number[], lines: string) =>
    `dn: ${dn}\n${lines}objectGUID:: ${guid(number)}\nobjectSid:: ${sid(21, 1, 2, 3, ...rid)}\nwhenCreated: 20260101000000.0Z\n`;
  const text = [
    entry(domain, 1, [], 'objectClass: domainDNS\ndc: one\n'),
    entry(`cn=Users,${domain}`, 2, [999], 'objectClass: container\ncn: Users\n'),
    entry(
      `cn=Domain Users,cn=Users,${domain}`,
      3,
      [513],
      'objectClass: group\ncn: Domain Users\nsAMAccountName: Domain Users\n',
    ),
    entry(
      `cn=Domain Admins,cn=Users,${domain}`,
      4,
      [512],
      `objectClass: group\ncn: Domain Admins\nmember: cn=Ada,cn=Users,${domain}\n`,
    ),
    entry(
      `cn=Ada,cn=Users,${domain}`,
      5,
      [1101],
      `objectClass: user\ncn: Ada\nsAMAccountName: ada\nuserAccountControl: 512\nprimaryGroupID: 513\nmemberOf: cn=Domain Admins,cn=Users,${domain}\n`,
    ),
    entry(
      `cn=Bob,cn=Users,${domain}`,
      6,
      [1102],
      'objectClass: user\ncn: Bob\nsAMAccountName: bob\nuserAccountControl: 514\nprimaryGroupID: 513\n',
    ),
  ];
  const reading = await readSource(ldap, { ldif: file(text.join('\n')) });
  expect(misfitsOf(reading)).toEqual([]);
  const accounts = recordsOf(reading, 'Account').map(({ alias, enabled, isAdmin }) => [alias, enabled, isAdmin]);
  expect(accounts).toEqual([
    ['ada', true, true],
    ['bob', false, false],
  ]);
  const id = (number: number) =>
    Buffer.alloc(16, number)
      .toString('hex')
      .replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  const memberships = recordsOf(reading, 'EntityManagedViaObject').map(
    ({ entityId, managedViaObjectId }) => `${entityId} ${managedViaObjectId}`,
  );
  expect(memberships).toEqual(expect.arrayContaining([`${id(5)} ${id(4)}`, `${id(5)} ${id(3)}`, `${id(6)} ${id(3)}`]));
});

it('its check says what an export without operational attributes lacks', async () => {
  const settings = ldap.settings.parse({ ldif: file(`${base}${person('ada')}`) });
  const context = { sourceId: 's', applicationInstanceId: '', baseFolder: '/', signal: new AbortController().signal };
  expect(await ldap.check(await ldap.open(settings, context))).toMatchObject([
    { severity: 'warning', place: 'ldif', fix: expect.stringMatching(/operational attributes/) },
  ]);
});
