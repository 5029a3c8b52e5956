// The organisation of organisation.ts, with password policies, accounts that can bind, and the rights for changes.
import { ldifOf } from '../../support/directories/ldif.ts';
import { type Slapd, startSlapd, suffix } from '../../support/directories/slapd.ts';
import { group, groups, organisation, people, person } from './organisation.ts';

export const policy = `cn=policy,${suffix}`;
export const lax = `cn=lax,${suffix}`;
export const writer = { bind_dn: `cn=writer,${suffix}`, bind_password: 'secret of the writer' };
export const reader = { bind_dn: `cn=reader,${suffix}`, bind_password: 'secret of the reader' };
export const password = 'pass word';

const policyOf = (dn: string, more: Record<string, string>) =>
  ldifOf(dn, {
    objectClass: ['device', 'pwdPolicy'],
    cn: dn.slice(3, dn.indexOf(',')),
    pwdAttribute: 'userPassword',
    ...more,
  });
const service = ({ bind_dn, bind_password }: typeof writer) =>
  ldifOf(bind_dn, {
    objectClass: ['applicationProcess', 'simpleSecurityObject'],
    cn: bind_dn.slice(3, bind_dn.indexOf(',')),
    userPassword: bind_password,
  });

/** What the connector's README names. */
const changeRights = [
  'attrs=pwdAccountLockedTime,pwdStartTime,pwdEndTime,shadowExpire',
  'attrs=member,uniqueMember,memberUid,roleOccupant',
  `dn.base="${groups}" attrs=children`,
  `dn.one="${groups}" attrs=entry`,
];

const directory = [
  organisation,
  policyOf(policy, { pwdLockout: 'TRUE', pwdLockoutDuration: '300' }),
  policyOf(lax, { pwdLockout: 'FALSE' }),
  service(writer),
  service(reader),
  person('uid=user', { uid: 'user', cn: 'User', userPassword: password }),
  person('uid=ended', {
    objectClass: ['inetOrgPerson', 'shadowAccount'],
    ...{ uid: 'ended', cn: 'Ended', userPassword: password, shadowExpire: 1 },
    ...{ pwdEndTime: '20200101000000Z', pwdAccountLockedTime: '20260101000000Z' },
  }),
  person('uid=lax', { uid: 'lax', cn: 'Lax', pwdPolicySubentry: lax }),
  ldifOf(`cn=device,${groups}`, { objectClass: 'device', cn: 'device' }),
  group('sole', [`uid=user,${people}`]),
].join('');

/** A server with it. The reader may read everything, the writer may also change what the connector changes. @param more lines of the database @param hidden attributes that the writer may change, but neither read nor search */
export function startChangeableDirectory(more: readonly string[] = [], hidden: readonly string[] = []): Promise<Slapd> {
  return startSlapd({
    ldif: directory,
    policy,
    database: [
      'access to attrs=userPassword by anonymous auth by * none',
      ...hidden.map(name => `access to attrs=${name} by dn.exact="${writer.bind_dn}" =w by * break`),
      ...changeRights.map(what => `access to ${what} by dn.exact="${writer.bind_dn}" write by * break`),
      `access to * by dn.exact="${writer.bind_dn}" read by dn.exact="${reader.bind_dn}" read by * none`,
      ...more,
    ],
  });
}
