// An organisation in LDIF for OpenLDAP, with what real directories have: nested groups, cycles, escaped names, locks, odd entries.
import { ldifOf } from '../../support/directories/ldif.ts';
import { suffix } from '../../support/directories/slapd.ts';

const unit = (dn: string, ou: string) => ldifOf(dn, { objectClass: 'organizationalUnit', ou });

export const people = `ou=People,${suffix}`;
export const groups = `ou=Groups,${suffix}`;

export const person = (rdn: string, attributes: Record<string, string | number | readonly string[]>, below = people) =>
  ldifOf(`${rdn},${below}`, { objectClass: 'inetOrgPerson', sn: 'Example', ...attributes });

export const group = (cn: string, member: readonly string[], below = groups) =>
  ldifOf(`cn=${cn},${below}`, { objectClass: 'groupOfNames', cn, member });

export const organisation = [
  ldifOf(suffix, { objectClass: ['dcObject', 'organization'], dc: 'example', o: 'Example' }),
  unit(people, 'People'),
  unit(`ou=Engineering,${people}`, 'Engineering'),
  unit(`ou=Platform\\, Tools,ou=Engineering,${people}`, 'Platform, Tools'),
  unit(groups, 'Groups'),
  unit(`ou=Services,${suffix}`, 'Services'),
  person('uid=alice', {
    uid: 'alice',
    cn: 'Alice Example',
    displayName: 'Alice',
    mail: ['alice@example.org', 'a.example@example.org'],
    title: 'Engineer',
    departmentNumber: 'R&D',
    employeeNumber: '1001',
    employeeType: 'Contractor',
    userPassword: '{SSHA}c2VjcmV0LWhhc2gtb2YtYWxpY2U=',
  }),
  person('cn=Smith\\, Jane', { uid: 'jane', cn: 'Smith, Jane', mail: 'not an address' }),
  person('cn=Jürgen Groß', { cn: 'Jürgen Groß', uid: 'juergen' }, `ou=Platform\\, Tools,ou=Engineering,${people}`),
  person('sn=Nameless', { sn: 'Nameless', cn: ' ' }),
  person('uid=nul', { uid: 'nul', cn: 'before\0after' }),
  // Where NUL ends a text, these three have the same name.
  person('cn=zero\\00byte', { cn: 'zero\0byte', uid: 'zero1' }),
  person('cn=zero', { cn: 'zero', uid: 'zero2' }),
  person('cn=zero\\00Other', { cn: 'zero\0Other', uid: 'zero3' }),
  person('cn=Plus+uid=plus', { cn: 'Plus', uid: 'plus' }),
  person('uid=locked', { uid: 'locked', cn: 'Locked', pwdAccountLockedTime: '000001010000Z' }),
  person('uid=shadow', {
    objectClass: ['inetOrgPerson', 'posixAccount', 'shadowAccount'],
    uid: 'shadow',
    cn: 'Shadow',
    uidNumber: 5001,
    gidNumber: 6001,
    homeDirectory: '/home/shadow',
    shadowExpire: 1,
    shadowLastChange: 20000,
  }),
  person('uid=posix', {
    objectClass: ['inetOrgPerson', 'posixAccount'],
    uid: 'posix',
    cn: 'Posix',
    uidNumber: 5002,
    gidNumber: 6002,
    homeDirectory: '/home/posix',
  }),
  ldifOf(`uid=backup,ou=Services,${suffix}`, {
    objectClass: ['account', 'simpleSecurityObject'],
    uid: 'backup',
    userPassword: '{SSHA}c2VjcmV0LWhhc2gtb2YtYmFja3Vw',
  }),
  group('engineers', [`uid=alice,${people}`, `CN=smith\\2C  jane , ${people.toUpperCase()}`]),
  group('all staff', [`cn=engineers,${groups}`, `cn=Jürgen Groß,ou=Platform\\, Tools,ou=Engineering,${people}`]),
  group('cycle', [`cn=all staff,${groups}`, `cn=round,${groups}`]),
  group('round', [`cn=cycle,${groups}`]),
  group('zero', [`CN=ZERO\\00BYTE,${people}`, `cn=zero\\00other,${people}`]),
  group('strangers', [`uid=gone,${people}`, 'uid=elsewhere,dc=other,dc=org', `uid=plus+cn=plus,${people}`]),
  ldifOf(`cn=unique,${groups}`, {
    objectClass: 'groupOfUniqueNames',
    cn: 'unique',
    uniqueMember: [`uid=nul,${people}`, `uid=alice,${people}#'0101'B`],
  }),
  ldifOf(`cn=wheel,${groups}`, {
    objectClass: 'posixGroup',
    cn: 'wheel',
    gidNumber: 6001,
    memberUid: ['posix', 'nobody'],
  }),
  ldifOf(`cn=posix,${groups}`, { objectClass: 'posixGroup', cn: 'posix', gidNumber: 6002, memberUid: ['posix'] }),
  ldifOf(`cn=operator,ou=Services,${suffix}`, {
    objectClass: 'organizationalRole',
    cn: 'operator',
    roleOccupant: [`uid=alice,${people}`, `uid=backup,ou=Services,${suffix}`],
  }),
].join('');
