// Changes of the domain in domain.ts, and whether an incremental read finds them without reading all accounts again.
import { domainDn } from '../../../support/directories/samba.ts';
import { domainGroup, platform, staff, teams, user } from './domain.ts';

const change = (dn: string, ...lines: string[]) => [`dn: ${dn}`, ...lines, '', ''].join('\n');
const modify = (dn: string, ...lines: string[]) => change(dn, 'changetype: modify', ...lines);

export const domainChanges: readonly (readonly [string, readonly string[], boolean])[] = [
  [
    'accounts and groups that are new, changed, renamed, deleted, and their memberships',
    [
      modify(`CN=alice,${staff}`, 'replace: title', 'title: Chief'),
      user('new'),
      change(`CN=expired,${staff}`, 'changetype: delete'),
      change(
        `CN=smartcard,${staff}`,
        'changetype: modrdn',
        'newrdn: CN=card',
        'deleteoldrdn: 1',
        `newsuperior: ${platform}`,
      ),
      modify(
        `CN=inner,${teams}`,
        'add: member',
        `member: CN=new,${staff}`,
        '-',
        'delete: member',
        `member: CN=alice,${staff}`,
      ),
      domainGroup('fresh', [`CN=alice,${staff}`, `CN=inner,${teams}`]),
      change(`CN=primary,${teams}`, 'changetype: delete'),
      modify(`CN=disabled,${staff}`, 'replace: userAccountControl', 'userAccountControl: 544'),
    ],
    true,
  ],
  [
    'services and delegation',
    [
      modify(`CN=svc-web,${staff}`, 'delete: servicePrincipalName', 'servicePrincipalName: HTTP/web'),
      modify(
        `CN=bob,${staff}`,
        'add: msDS-AllowedToDelegateTo',
        'msDS-AllowedToDelegateTo: CIFS/files.corp.example.org',
      ),
    ],
    true,
  ],
  [
    'administrators whose own entries have not changed',
    [modify(`CN=helpers,${teams}`, 'add: member', `member: CN=middle,${teams}`)],
    false,
  ],
  [
    'a renamed unit, whose entries have not changed themselves',
    [change(platform, 'changetype: modrdn', 'newrdn: OU=Tools', 'deleteoldrdn: 1', `newsuperior: ${domainDn}`)],
    false,
  ],
];
