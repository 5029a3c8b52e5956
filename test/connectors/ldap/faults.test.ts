// What can go wrong with a directory. The run says what and where, and nothing is deleted.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ldap } from '../../../connectors/ldap/index.ts';
import { resolveSource } from '../../../src/connector/resolve.ts';
import { type LdapCertificates, makeLdapCertificates } from '../../support/directories/certificates.ts';
import { startDroppingProxy } from '../../support/directories/dropping-proxy.ts';
import { ldifOf } from '../../support/directories/ldif.ts';
import { admin, type Slapd, slapdMissing, startSlapd, suffix } from '../../support/directories/slapd.ts';
import { isLong } from '../../support/long-tests.ts';
import { until } from '../../support/until.ts';
import { group, people, person } from './organisation.ts';
import { type LdapService, startLdapService } from './reading.ts';

const count = 1_200;
const largeGroup = isLong ? 50_000 : 3_000;
const limited = { bind_dn: `cn=limited,${suffix}`, bind_password: 'limited' };

const many = Array.from({ length: count }, (_, index) =>
  person(`uid=u${index}`, { uid: `u${index}`, cn: `User ${index}` }),
);
const directory = [
  ldifOf(suffix, { objectClass: ['dcObject', 'organization'], dc: 'example', o: 'Example' }),
  ldifOf(people, { objectClass: 'organizationalUnit', ou: 'People' }),
  ldifOf(`ou=Groups,${suffix}`, { objectClass: 'organizationalUnit', ou: 'Groups' }),
  ldifOf(limited.bind_dn, {
    objectClass: ['applicationProcess', 'simpleSecurityObject'],
    cn: 'limited',
    userPassword: limited.bind_password,
  }),
  ldifOf(`dc=elsewhere,${suffix}`, {
    objectClass: ['referral', 'extensibleObject'],
    dc: 'elsewhere',
    ref: 'ldap://ldap.elsewhere.example/dc=elsewhere,dc=example,dc=org',
  }),
  ...many,
  group(
    'large',
    Array.from(
      { length: largeGroup },
      (_, index) => `uid=u${index % count}${index < count ? '' : `-${index}`},${people}`,
    ),
  ),
].join('');

describe.skipIf(slapdMissing)(`faults of a directory${slapdMissing ? `; skipped: ${slapdMissing}` : ''}`, () => {
  let slapd: Slapd;
  let strict: Slapd;
  let expired: Slapd;
  let certificates: LdapCertificates;
  let folder: string;

  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rolecall-certificates-'));
    certificates = makeLdapCertificates(folder);
    const { ca } = certificates;
    slapd = await startSlapd({
      ldif: directory,
      tls: { ca, ...certificates.server },
      database: [
        `limits dn.exact="${limited.bind_dn}" size.soft=1250 size.hard=1250 size.prtotal=1250`,
        'access to attrs=userPassword by anonymous auth by * none',
        `access to * by dn.exact="${limited.bind_dn}" read by * none`,
      ],
    });
    strict = await startSlapd({ global: ['security tls=1'], tls: { ca, ...certificates.server } });
    expired = await startSlapd({ tls: { ca, ...certificates.expired } });
  });
  afterAll(async () => {
    await Promise.all([slapd, strict, expired].map(server => server?.stop()));
    fs.rmSync(folder, { recursive: true, force: true });
  });

  /** The message with which a source cannot be opened. */
  async function refusal(settings: Record<string, unknown>): Promise<string> {
    const resolved = resolveSource([ldap], { id: 'directory', connector: 'ldap', settings });
    const context = {
      sourceId: 'directory',
      applicationInstanceId: '00000000-0000-4000-8000-000000000000',
      baseFolder: folder,
      signal: new AbortController().signal,
    };
    try {
      const client = await ldap.open(resolved.settings, context);
      await ldap.close!(client);
    } catch (error) {
      return (error as Error).message;
    }
    return 'opened';
  }

  it.each([
    [
      'a wrong password',
      () => ({ url: slapd.url, ...admin, bind_password: 'wrong' }),
      /^bind_dn, bind_password: .* does not accept the name and password/,
    ],
    [
      'a name that is no DN',
      () => ({ url: slapd.url, bind_dn: 'nobody', bind_password: 'x' }),
      /^bind_dn: .* does not understand this name/,
    ],
    [
      'a base that does not exist',
      () => ({ url: slapd.url, ...admin, base: `ou=Nowhere,${suffix}` }),
      /^base: .* has no entry ou=Nowhere.*; the nearest entry is dc=example,dc=org/,
    ],
    [
      'a base that is no DN',
      () => ({ url: slapd.url, ...admin, base: 'example.org' }),
      /^base: example.org is no distinguished name/,
    ],
    [
      'a base that another server holds',
      () => ({ url: slapd.url, ...admin, base: `dc=elsewhere,${suffix}` }),
      /^base: .* refers to ldap:\/\/ldap.elsewhere.example/,
    ],
    [
      'an anonymous bind that sees nothing',
      () => ({ url: slapd.url }),
      /^base: .* has no entry dc=example,dc=org, or hides it/,
    ],
    [
      'another authority',
      () => ({ url: slapd.tlsUrl, ...admin, ca_file: certificates.otherCa }),
      /^ca_file: the certificate of .* is not signed by a trusted authority/,
    ],
    [
      'no authority',
      () => ({ url: slapd.tlsUrl, ...admin }),
      /^ca_file: the certificate of .* is not signed by a trusted authority/,
    ],
    [
      'another authority with StartTLS',
      () => ({ url: slapd.url, ...admin, encryption: 'start_tls', ca_file: certificates.otherCa }),
      /^ca_file: .* is not signed by a trusted authority/,
    ],
    [
      'an expired certificate',
      () => ({ url: expired.tlsUrl, ...admin, ca_file: 'ca.pem' }),
      /^url: the certificate of .* has expired/,
    ],
    [
      'a file that has no certificate',
      () => ({ url: slapd.tlsUrl, ...admin, ca_file: 'server.key' }),
      /^ca_file: .*server.key has no certificate/,
    ],
    [
      'plain LDAP where TLS is required',
      () => ({ url: strict.url, ...admin }),
      /^encryption: .* refuses connections that are not encrypted/,
    ],
    [
      'TLS on a port without',
      () => ({ url: slapd.url.replace('ldap:', 'ldaps:'), ...admin }),
      /does not speak TLS on this port|broke|cannot be reached/,
    ],
    [
      'a host that does not exist',
      () => ({ url: 'ldap://no-such-host.invalid', ...admin }),
      /^url: there is no host|cannot be reached/,
    ],
  ])('says what to do about %s', async (_, settings, message) => {
    expect(await refusal(settings())).toMatch(message);
  });

  it('opens encrypted connections with the right authority', async () => {
    expect(await refusal({ url: slapd.tlsUrl, ...admin, ca_file: 'ca.pem' })).toBe('opened');
    expect(await refusal({ url: slapd.url, ...admin, encryption: 'start_tls', ca_file: 'ca.pem' })).toBe('opened');
    expect(
      await refusal({ url: strict.url, ...admin, encryption: 'start_tls', ca_file: 'ca.pem', base: suffix }),
    ).toMatch(/has no entry/);
  });

  it('refuses settings that do not go together', () => {
    const parse = (settings: Record<string, unknown>) => () =>
      resolveSource([ldap], { id: 'directory', connector: 'ldap', settings });
    expect(parse({ url: 'http://host' })).toThrow(/settings.url: expected ldap/);
    expect(parse({ url: 'ldap://host', encryption: 'tls' })).toThrow(/`tls` belongs to ldaps/);
    expect(parse({ url: 'ldap://host', bind_dn: 'cn=x' })).toThrow(/belong together/);
    expect(parse({ url: 'ldap://host', pagesize: 5 })).toThrow(/unknown key `pagesize`.*page_size/);
  });

  describe('during a sync', () => {
    let test: LdapService;
    afterEach(() => test.close());
    const accounts = async () => (await test.served('/v1/accounts')).size;

    it('a size limit is a gap, and deletes nothing', async () => {
      test = await startLdapService({ url: slapd.url, ...limited, page_size: 200 });
      await test.sync();
      expect(await test.read('Account')).toMatchObject({ status: 'Complete', rows: count + 1 });
      await slapd.modify(Array.from({ length: 100 }, (_, index) => added(index)).join(''));
      try {
        await test.sync([], false, true);
        const { status, gaps, rows } = await test.read('Account');
        expect(status).toBe('Partial');
        expect(rows).toBeLessThan(count + 101);
        expect(gaps).toMatchObject([
          { subject: expect.stringContaining('ldap.elsewhere.example') },
          {
            missing: 'objects',
            reason: 'failed',
            message: expect.stringMatching(
              /ended the search after \d+ entries because of its own limits .*raise them for bind_dn/,
            ),
          },
        ]);
        expect(await accounts()).toBeGreaterThanOrEqual(count + 1);
      } finally {
        await slapd.modify(
          Array.from({ length: 100 }, (_, index) => `dn: uid=new${index},${people}\nchangetype: delete\n\n`).join(''),
        );
      }
    });

    it('a large group lands whole, a referral is named, and the server can be killed and come back', async () => {
      const proxy = await startDroppingProxy(slapd.port);
      try {
        test = await startLdapService({ url: `ldap://127.0.0.1:${proxy.port}`, ...admin, page_size: 200 });
        await test.sync();
        expect(await accounts()).toBe(count + 1);
        expect((await test.memberships()).size).toBe(count);
        const { gaps, status } = await test.read('EntityManagedViaObject');
        expect(status).toBe('Complete');
        expect(gaps).toMatchObject([
          { subject: expect.stringMatching(/^ldap:\/\/ldap.elsewhere.example\/dc=elsewhere/) },
          {
            subject: `cn=large,ou=Groups,${suffix}`,
            message: expect.stringContaining(`${largeGroup - count} that are no accounts`),
          },
        ]);

        // The connection breaks in the middle of a page.
        proxy.dropAfter(150_000, () => slapd.kill());
        const run = test.sync([], false, true);
        const waiting = await until(
          async () => (await test.get('/v1/sync-runs')).body.items[0],
          ({ status, error }) => status === 'Queued' && error !== undefined,
        );
        expect(waiting.error).toMatch(/the connection to .* broke|cannot be reached/);
        expect(await accounts()).toBe(count + 1);
        await slapd.resume();
        const { runs } = await run;
        expect(runs).toMatchObject([{ status: 'Landed' }]);
        expect(await accounts()).toBe(count + 1);
        expect((await test.memberships()).size).toBe(count);
      } finally {
        await proxy.stop();
      }
    });
  });
});

const added = (index: number) =>
  person(`uid=new${index}`, { uid: `new${index}`, cn: `New ${index}` }).replace('\n', '\nchangetype: add\n');
