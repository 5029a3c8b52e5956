// Who administers a domain of Active Directory: the members of the groups that do, and of the groups in these.
import { hash } from 'node:crypto';
import { AndFilter, EqualityFilter, type Filter, OrFilter } from 'ldapts';
import type { Administrators, LdapClient } from '../client.ts';
import { privilegedGroups } from '../records/privileged-groups.ts';
import { sidText } from '../values/identifiers.ts';
import { type DnKey, dnKey } from './dn.ts';
import { octetsOf } from './entry.ts';
import { allValues, scan } from './scan.ts';

export async function readAdministrators(client: LdapClient, domainSid: string): Promise<Administrators> {
  const members = new Set<DnKey>();
  const primaryIds = new Set<number>();
  const seen = new Set<DnKey>();
  const sids = privilegedGroups.filter(group => group.administers).map(group => group.sid(domainSid));
  const anyOf = (attribute: string, values: readonly string[]) =>
    new OrFilter({ filters: values.map(value => new EqualityFilter({ attribute, value })) });
  let filter: Filter | undefined = anyOf('objectSid', sids);
  while (filter) {
    const holders: string[] = [];
    const search = { what: 'administrators', filter, attributes: ['objectSid', 'member'], pageSize: 20 };
    for await (const { entries } of scan(client, search)) {
      for (const entry of entries) {
        const key = dnKey(entry.dn);
        if (key === undefined || seen.has(key)) continue;
        seen.add(key);
        holders.push(entry.dn);
        const sid = octetsOf(entry, 'objectSid')[0];
        const rid = sid && sidText(sid)?.split('-').at(-1);
        if (rid !== undefined) primaryIds.add(Number(rid));
        for await (const values of allValues(client, entry, 'member')) {
          for (const value of values) {
            const member = dnKey(value.toString('utf8'));
            if (member !== undefined) members.add(member);
          }
        }
      }
    }
    const isGroup = new EqualityFilter({ attribute: 'objectClass', value: 'group' });
    filter = holders.length > 0 ? new AndFilter({ filters: [isGroup, anyOf('memberOf', holders)] }) : undefined;
  }
  const digest = hash('sha256', JSON.stringify([[...members].sort(), [...primaryIds].sort()]), 'hex').slice(0, 32);
  return { has: (key, id) => members.has(key) || (id !== undefined && primaryIds.has(id)), digest };
}
