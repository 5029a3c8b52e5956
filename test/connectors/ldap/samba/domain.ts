// A domain in LDIF for Active Directory, with what real ones have: nested groups, delegation, service accounts, expired accounts.
import { ldifOf } from '../../../support/directories/ldif.ts';
import { domainDn } from '../../../support/directories/samba.ts';

export const staff = `OU=Staff,${domainDn}`;
export const platform = `OU=Platform\\, Tools,${staff}`;
export const teams = `OU=Teams,${domainDn}`;

type Attributes = Record<string, string | number | readonly string[]>;

/** Records that ldapmodify adds. */
export const added = (dn: string, attributes: Attributes) => ldifOf(dn, { changetype: 'add', ...attributes });

/** 512: an ordinary account; 514: a disabled one. Without a password only with the flag 32 (PASSWD_NOTREQD). */
export const user = (name: string, attributes: Attributes = {}, below = staff) =>
  added(`CN=${name},${below}`, { objectClass: 'user', sAMAccountName: name, userAccountControl: 544, ...attributes });

export const domainGroup = (name: string, member: readonly string[], attributes: Attributes = {}) =>
  added(`CN=${name},${teams}`, {
    objectClass: 'group',
    sAMAccountName: name,
    groupType: -2147483646,
    ...(member.length > 0 && { member }),
    ...attributes,
  });

const unit = (dn: string) => added(dn, { objectClass: 'organizationalUnit' });

/** 100-nanosecond intervals since 1601. */
export const fileTime = (ms: number) => (BigInt(ms) * 10_000n + 116_444_736_000_000_000n).toString();

export const domain = [
  unit(staff),
  unit(platform),
  unit(teams),
  user('alice', {
    givenName: 'Alice',
    sn: 'Example',
    displayName: 'Alice Example',
    mail: 'alice@corp.example.org',
    proxyAddresses: ['SMTP:alice@corp.example.org', 'smtp:a.example@corp.example.org', 'X400:c=de'],
    department: 'Engineering',
    title: 'Engineer',
    employeeID: '1001',
    c: 'DE',
  }),
  user('bob'),
  user('disabled', { userAccountControl: 546 }),
  user('expired', { accountExpires: fileTime(Date.UTC(2020, 0, 1)) }),
  user('smartcard', { userAccountControl: 544 + 0x40000 }),
  added(`CN=Smith\\, Jane (Jürgen),${platform}`, {
    objectClass: 'user',
    sAMAccountName: 'jane',
    userAccountControl: 544,
    displayName: 'Jane "Jürgen" Smith',
  }),
  user('svc-web', { servicePrincipalName: ['HTTP/web.corp.example.org', 'HTTP/web'] }),
  user('svc-app', {
    servicePrincipalName: 'HTTP/app.corp.example.org',
    'msDS-AllowedToDelegateTo': ['HTTP/web.corp.example.org', 'MSSQLSvc/db.corp.example.org:1433'],
    userAccountControl: 544 + 0x1000000,
  }),
  added(`CN=WEB1,CN=Computers,${domainDn}`, {
    objectClass: 'computer',
    sAMAccountName: 'WEB1$',
    userAccountControl: 4096,
    dNSHostName: 'web1.corp.example.org',
    servicePrincipalName: ['HOST/web1.corp.example.org'],
  }),
  domainGroup('inner', [`CN=alice,${staff}`, `CN=Smith\\, Jane (Jürgen),${platform}`]),
  domainGroup('middle', [`CN=inner,${teams}`, `CN=bob,${staff}`]),
  domainGroup('outer', [`CN=middle,${teams}`]),
  domainGroup('mail', [`CN=bob,${staff}`], { groupType: 2 }),
  domainGroup('primary', [`CN=expired,${staff}`]),
  domainGroup('helpers', [`CN=svc-web,${staff}`]),
  `dn: CN=Domain Admins,CN=Users,${domainDn}\nchangetype: modify\nadd: member\nmember: CN=helpers,${teams}\n\n`,
].join('');

/** A self-relative security descriptor whose access list allows one SID everything (MS-DTYP, section 2.4.6). */
export function delegationDescriptor(sid: Buffer): Buffer {
  const entry = Buffer.concat([Buffer.from([0, 0, 0, 0, 0xff, 0x01, 0x0f, 0]), sid]);
  entry.writeUInt16LE(entry.length, 2);
  const list = Buffer.concat([Buffer.from([4, 0, 0, 0, 1, 0, 0, 0]), entry]);
  list.writeUInt16LE(list.length, 2);
  const owner = Buffer.from('010200000000000520000000200200000'.padEnd(32, '0').slice(0, 32), 'hex');
  const header = Buffer.alloc(20);
  header.writeUInt8(1, 0);
  header.writeUInt16LE(0x8004, 2);
  header.writeUInt32LE(20, 4);
  header.writeUInt32LE(20, 8);
  header.writeUInt32LE(20 + owner.length, 16);
  return Buffer.concat([header, owner, list]);
}
