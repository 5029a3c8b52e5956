// The entries of a domain of Active Directory for the bench. They are added to Samba's database before its server starts, because
// that takes a tenth of the time.
import { execFileSync } from 'node:child_process';
import { domainDn } from '../../support/directories/samba.ts';
import { membersOfGroup, sizeOf } from './directory-entries.ts';

const program = `
import sys
from samba.auth import system_session
from samba.param import LoadParm
from samba.samdb import SamDB
url, configuration, base, accounts = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
lp = LoadParm()
lp.load(configuration)
sam = SamDB(url=url, session_info=system_session(lp), lp=lp)
sam.transaction_start()
for index in range(accounts):
    sam.add({'dn': 'CN=user%d,CN=Users,%s' % (index, base), 'objectClass': 'user', 'sAMAccountName': 'user%d' % index,
             'userAccountControl': '544', 'title': 'Engineer', 'mail': 'user%d@corp.example.org' % index,
             'department': 'D%d' % (index % 40)})
for number, line in enumerate(sys.stdin):
    members = ['CN=user%s,CN=Users,%s' % (index, base) for index in line.split()]
    sam.add({'dn': 'CN=group%d,CN=Users,%s' % (number, base), 'objectClass': 'group', 'sAMAccountName': 'group%d' % number,
             'member': members})
sam.transaction_commit()
`;

export function addDomainEntries(database: string, configuration: string, entries: number): void {
  const size = sizeOf(entries);
  const lines = Array.from({ length: size.groups }, (_, index) => membersOfGroup(index, size).join(' '));
  execFileSync('/usr/bin/python3', ['-c', program, database, configuration, domainDn, String(size.accounts)], {
    input: lines.map(line => `${line}\n`).join(''),
    stdio: ['pipe', 'ignore', 'inherit'],
  });
}

/** @param round changes of different rounds differ */
export function domainChangesLdif(count: number, entries: number, round: number): string {
  const size = sizeOf(entries);
  const groups = Math.min(Math.floor(count / 10), size.groups);
  const modify = (name: string, ...lines: string[]) =>
    [`dn: CN=${name},CN=Users,${domainDn}`, 'changetype: modify', ...lines, '', ''].join('\n');
  const titles = Array.from({ length: count - groups }, (_, index) =>
    modify(`user${index * 2}`, 'replace: title', `title: Chief ${round}`),
  );
  const members = Array.from({ length: groups }, (_, index) =>
    modify(
      `group${index}`,
      'delete: member',
      `member: CN=user${membersOfGroup(index, size)[round]},CN=Users,${domainDn}`,
    ),
  );
  return [...titles, ...members].join('');
}
