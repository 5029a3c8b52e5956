// The entries of a directory for the bench: accounts, and a group of up to fifty for every fifty of them.
import { ldifOf } from '../../support/directories/ldif.ts';

const groupSize = 50;

export interface DirectorySize {
  readonly accounts: number;
  readonly groups: number;
}

export function sizeOf(entries: number): DirectorySize {
  const groups = Math.ceil(entries / groupSize);
  return { accounts: entries - groups, groups };
}

export const accountDn = (index: number, base: string) => `uid=user${index},ou=People,${base}`;
export const groupDn = (index: number, base: string) => `cn=group${index},ou=Groups,${base}`;

/** Numbers of the accounts in a group. */
export function membersOfGroup(index: number, { accounts }: DirectorySize): number[] {
  const some = Array.from({ length: groupSize }, (_, position) => (index * 37 + position * 11) % accounts);
  return [...new Set(some)];
}

/** For OpenLDAP, in LDIF. */
export function directoryLdif(entries: number, base: string): string {
  const size = sizeOf(entries);
  const parts = [
    ldifOf(base, { objectClass: ['dcObject', 'organization'], dc: 'example', o: 'Example' }),
    ...['People', 'Groups'].map(ou => ldifOf(`ou=${ou},${base}`, { objectClass: 'organizationalUnit', ou })),
  ];
  for (let index = 0; index < size.accounts; index += 1) {
    parts.push(
      ldifOf(accountDn(index, base), {
        objectClass: 'inetOrgPerson',
        uid: `user${index}`,
        cn: `User Number ${index}`,
        sn: `Number ${index}`,
        givenName: 'User',
        mail: `user${index}@example.org`,
        title: 'Engineer',
        departmentNumber: `D${index % 40}`,
        employeeNumber: index,
        telephoneNumber: '+1 555 0100',
        description: 'An account of the bench',
      }),
    );
  }
  for (let index = 0; index < size.groups; index += 1) {
    const member = membersOfGroup(index, size).map(account => accountDn(account, base));
    parts.push(ldifOf(groupDn(index, base), { objectClass: 'groupOfNames', cn: `group${index}`, member }));
  }
  return parts.join('');
}

/** Changes the title of some accounts, and removes a member from some groups, a tenth as many. */
export function directoryChanges(count: number, entries: number, base: string): string {
  const size = sizeOf(entries);
  const groups = Math.min(Math.floor(count / 10), size.groups);
  const modify = (dn: string, ...lines: string[]) => [`dn: ${dn}`, 'changetype: modify', ...lines, '', ''].join('\n');
  const titles = Array.from({ length: count - groups }, (_, index) =>
    modify(accountDn(index * 7, base), 'replace: title', 'title: Chief'),
  );
  const members = Array.from({ length: groups }, (_, index) =>
    modify(groupDn(index, base), 'delete: member', `member: ${accountDn(membersOfGroup(index, size)[0]!, base)}`),
  );
  return [...titles, ...members].join('');
}
