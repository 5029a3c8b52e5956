// Who uses an account: a person, a service or a machine.
import { firstText, numberOf, octetsOf, textsOf } from '../directory/entry.ts';
import type { RawEntry } from '../protocol/messages.ts';
import { sidText } from '../values/identifiers.ts';
import { uac } from '../values/user-account-control.ts';

export interface AccountKind {
  readonly type: 'User' | 'Machine';
  readonly subType: string;
  readonly accountRole: string;
  readonly accountRoleDisplayName: string;
}

const person = (subType: string): AccountKind => ({
  type: 'User',
  subType,
  accountRole: 'user',
  accountRoleDisplayName: 'User',
});
const service: AccountKind = {
  type: 'Machine',
  subType: 'ServiceAccount',
  accountRole: 'service',
  accountRoleDisplayName: 'Service account',
};
const computer: AccountKind = {
  type: 'Machine',
  subType: 'Workload',
  accountRole: 'computer',
  accountRoleDisplayName: 'Computer',
};
const trust: AccountKind = {
  type: 'Machine',
  subType: 'Unknown',
  accountRole: 'trust',
  accountRoleDisplayName: 'Trust with another domain',
};

/** Well-known accounts of a domain (MS-DTYP, section 2.4.2.4), by the last part of their SID. */
const wellKnown: Readonly<Record<number, AccountKind>> = {
  500: person('Admin'),
  501: person('Guest'),
  502: service,
};

export function accountKindOf(entry: RawEntry): AccountKind {
  const classes = new Set(textsOf(entry, 'objectClass').map(name => name.toLowerCase()));
  const has = (...names: string[]) => names.some(name => classes.has(name));
  if (has('msds-groupmanagedserviceaccount', 'msds-managedserviceaccount')) return service;
  if (has('computer', 'ipahost')) return computer;
  if (((numberOf(entry, 'userAccountControl') ?? 0) & uac.interdomainTrust) !== 0) return trust;
  const known = wellKnown[ridOf(entry) ?? -1];
  if (known) return known;
  // A user with a service principal name is one that a service runs as.
  if (octetsOf(entry, 'servicePrincipalName').length > 0) return service;
  if (has('person', 'organizationalperson', 'inetorgperson', 'nsperson')) return person(employmentOf(entry));
  return has('posixaccount') ? person('Unknown') : service;
}

/** The last part of the account's SID, which is the same in every domain for well-known accounts. */
function ridOf(entry: RawEntry): number | undefined {
  const sid = octetsOf(entry, 'objectSid')[0];
  const text = sid && sidText(sid);
  return text?.startsWith('S-1-5-21-') ? Number(text.slice(text.lastIndexOf('-') + 1)) : undefined;
}

/** employeeType is free text. Only words that leave no doubt are understood; the text itself is landed as `userType`. */
function employmentOf(entry: RawEntry): string {
  const text = firstText(entry, 'employeeType')?.toLowerCase() ?? '';
  if (/^(?:employee|staff|permanent|full[ -]?time|part[ -]?time|intern)\b/.test(text)) return 'Employee';
  if (/^(?:contractor|contract|consultant|freelancer?)\b/.test(text)) return 'Contractor';
  if (/^(?:guest|visitor)\b/.test(text)) return 'Guest';
  if (/^(?:external|vendor|partner|supplier)\b/.test(text)) return 'External';
  return 'Unknown';
}
