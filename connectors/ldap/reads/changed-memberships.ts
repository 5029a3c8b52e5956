// The memberships of entities that have changed: those that there are now, and those that are no more.
import type { Gap, SourceRecord } from '../../../src/connector/contract.ts';
import type { LdapClient } from '../client.ts';
import type { Changes } from '../directory/changes.ts';
import { dnKey } from '../directory/dn.ts';
import type { Entity } from '../directory/entity-index.ts';
import { numberOf } from '../directory/entry.ts';
import { escapeFilterValue } from '../directory/filters.ts';
import { addToIndex, type Found, identify, identifyingAttributes, sidName } from '../directory/indexing.ts';
import { ensureNamed, entriesById } from '../directory/lookups.ts';
import { allValues, scan } from '../directory/scan.ts';
import { mostChangedMembers } from '../limits.ts';
import {
  memberAttributesOf,
  membership,
  membersOf,
  primaryGroupName,
  privilegedMemberships,
  strangersGap,
} from '../records/memberships.ts';
import { relatedBy } from '../records/relations.ts';

interface Recomputed {
  readonly records: ReadonlyMap<string, SourceRecord>;
  readonly removed: readonly string[];
  readonly gaps: readonly Gap[];
}

/** Memberships by names of Unix are not found by a search for a DN, so a change of these needs a full read. */
export function canRecompute(client: LdapClient, { entities }: Changes): boolean {
  if (entities.size > mostChangedMembers) return false;
  return client.server.kind === 'active-directory' || [...entities.values()].every(({ isPosix }) => !isPosix);
}

export async function changedMemberships(client: LdapClient, changes: Changes): Promise<Recomputed> {
  const records = new Map<string, SourceRecord>();
  const gaps: Gap[] = [];
  const add = (member: Entity, holder: Entity) => {
    if (member.id === holder.id || member.kind === 'container') return;
    const record = membership(member, holder);
    records.set(record.id, record);
  };
  for await (const holder of changedHolders(client, changes, gaps)) {
    const strangers = { outside: 0, unknown: 0, names: [] };
    for await (const members of membersOf(client, holder, strangers)) for (const member of members) add(member, holder);
    gaps.push(...strangersGap(holder.entry.dn, client.base, strangers));
  }
  const holders =
    client.server.kind === 'active-directory'
      ? holdersByBackLink(client, changes, gaps)
      : holdersBySearch(client, changes, gaps);
  for await (const { member, holder } of holders) add(member, holder);
  for (const record of privilegedMemberships(client)) {
    if (changes.entities.has(String(record['entityId']))) records.set(record.id, record);
  }
  const isAffected = (id: string) => changes.entities.has(id) || changes.isGone(id);
  const landed = await client.landedBefore!('EntityManagedViaObject', 'entityId');
  const removed = [...landed].flatMap(([id, entityId]) => {
    const holderId = relatedBy(id, String(entityId), 'via');
    const isOpen = isAffected(String(entityId)) || holderId === undefined || isAffected(holderId);
    return isOpen && !records.has(id) ? [id] : [];
  });
  return { records, removed, gaps };
}

/** Groups and roles that have changed, with their members in the index. */
async function* changedHolders(client: LdapClient, changes: Changes, gaps: Gap[]): AsyncGenerator<Found> {
  const ids = [...changes.ofKind('group'), ...changes.ofKind('role')];
  const attributes = [...identifyingAttributes(client), ...memberAttributesOf(client)];
  for await (const page of entriesById(client, ids, attributes)) {
    gaps.push(...page.gaps);
    for (const entry of page.entries) {
      const found = identify(client, entry);
      if (!found || !('id' in found)) continue;
      addToIndex(client, found);
      for (const attribute of memberAttributesOf(client)) {
        for await (const values of allValues(client, entry, attribute)) {
          gaps.push(
            ...(await ensureNamed(
              client,
              values.map(value => value.toString('utf8')),
            )),
          );
        }
      }
      yield found;
    }
  }
}

interface Held {
  readonly member: Entity;
  readonly holder: Entity;
}

/** Active Directory shows the groups of an entry in memberOf, but not its primary group. */
async function* holdersByBackLink(client: LdapClient, changes: Changes, gaps: Gap[]): AsyncGenerator<Held> {
  const ids = [...changes.ofKind('account'), ...changes.ofKind('group')];
  for await (const page of entriesById(client, ids, [...identifyingAttributes(client), 'memberOf'])) {
    gaps.push(...page.gaps);
    const found = page.entries.flatMap(entry => {
      const one = identify(client, entry);
      return one && 'id' in one ? [one] : [];
    });
    for (const member of found) {
      const above: string[] = [];
      for await (const values of allValues(client, member.entry, 'memberOf')) {
        above.push(...values.map(value => value.toString('utf8')));
      }
      gaps.push(...(await ensureNamed(client, above)));
      const holders = above.map(dn => client.index.find(dnKey(dn) ?? ''));
      const primary = member.kind === 'account' ? numberOf(member.entry, 'primaryGroupID') : undefined;
      if (primary !== undefined) holders.push(await primaryGroup(client, primary));
      for (const holder of holders) if (holder?.kind === 'group') yield { member, holder };
    }
  }
}

async function primaryGroup(client: LdapClient, primary: number): Promise<Entity | undefined> {
  const name = primaryGroupName(client, primary);
  const known = client.index.find(name);
  if (known) return known;
  const filter = `(objectSid=${name.slice(sidName('').length)})`;
  const attributes = identifyingAttributes(client);
  for await (const { entries } of scan(client, { what: 'primary groups', filter, attributes })) {
    for (const entry of entries) {
      const found = identify(client, entry);
      if (found && 'id' in found) addToIndex(client, found);
    }
  }
  return client.index.find(name);
}

/** Elsewhere memberOf may be missing or wrong, so the groups are searched for. */
async function* holdersBySearch(client: LdapClient, { entities }: Changes, gaps: Gap[]): AsyncGenerator<Held> {
  const attributes = identifyingAttributes(client);
  for (const [id, { kind, dn }] of entities) {
    if (kind === 'container') continue;
    const named = ['member', 'uniqueMember', 'roleOccupant'].map(name => `(${name}=${escapeFilterValue(dn)})`).join('');
    for await (const page of scan(client, { what: 'groups of a member', filter: `(|${named})`, attributes })) {
      gaps.push(...page.gaps);
      for (const entry of page.entries) {
        const found = identify(client, entry);
        const isHolder = found && 'id' in found && (found.kind === 'group' || found.kind === 'role');
        if (isHolder) yield { member: { kind, id }, holder: found };
      }
    }
  }
}
