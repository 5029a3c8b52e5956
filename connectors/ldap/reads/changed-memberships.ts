// The memberships of changed entities: those that exist now, and those that are gone.
import { AndFilter, EqualityFilter, FilterParser, OrFilter } from 'ldapts';
import pLimit from 'p-limit';
import type { Gap, SourceRecord } from '../../../src/connector/contract.ts';
import type { LdapClient } from '../client.ts';
import type { Changes } from '../directory/changes.ts';
import { dnKey } from '../directory/dn.ts';
import type { DirectoryEntity } from '../directory/entity-index.ts';
import { numberOf } from '../directory/entry.ts';
import { addToIndex, type Found, identify, identifyingAttributes, sidName } from '../directory/indexing.ts';
import { kindFilter } from '../directory/kinds.ts';
import { ensureNamed, entriesById } from '../directory/lookups.ts';
import { allValues, scan } from '../directory/scan.ts';
import { mostChangedMembers, searchesUnderWay } from '../limits.ts';
import { landedDn } from '../records/accounts.ts';
import {
  dnAttributes,
  memberAttributesOf,
  memberDn,
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

/** A search for a DN does not find memberships by Unix names. So when an entry with such names has changed, a full read is needed. */
export function canRecompute(client: LdapClient, { entities }: Changes): boolean {
  if (entities.size > mostChangedMembers) return false;
  return client.server.kind === 'active-directory' || [...entities.values()].every(({ isPosix }) => !isPosix);
}

export async function changedMemberships(client: LdapClient, changes: Changes): Promise<Recomputed> {
  const records = new Map<string, SourceRecord>();
  const gaps: Gap[] = [];
  const add = (member: DirectoryEntity, holder: DirectoryEntity) => {
    if (member.id === holder.id || member.kind === 'container') return;
    const record = membership(member, holder);
    records.set(record.id, record);
  };
  const changedIds = [...changes.ofKind('group'), ...changes.ofKind('role')];
  for await (const { holder, members } of holdersWithMembers(client, changedIds, gaps)) {
    for (const member of members) add(member, holder);
  }
  const isActiveDirectory = client.server.kind === 'active-directory';
  const inPlace = isActiveDirectory ? new Set<string>() : await accountsInPlace(client, changes);
  const holders = isActiveDirectory
    ? holdersByBackLink(client, changes, gaps)
    : await holdersBySearch(client, changes, inPlace, gaps);
  for await (const { member, holder } of holders) add(member, holder);
  for (const record of privilegedMemberships(client)) {
    if (changes.entities.has(String(record['entityId']))) records.set(record.id, record);
  }
  const isAffected = (id: string) => (changes.entities.has(id) && !inPlace.has(id)) || changes.isGone(id);
  const lost: { readonly id: string; readonly entityId: string; readonly holderId: string | undefined }[] = [];
  for (const [id, value] of await client.landedBefore!('EntityManagedViaObject', 'entityId')) {
    const entityId = String(value);
    const holderId = relatedBy(id, entityId, 'via');
    const isOpen = isAffected(entityId) || holderId === undefined || isAffected(holderId);
    if (isOpen && !records.has(id)) lost.push({ id, entityId, holderId });
  }
  // A group can name its members in ways that a search for their DNs does not find (RFC 4517, section 4.2.37).
  const doubtful = lost.flatMap(({ entityId, holderId }) =>
    holderId === undefined || isAffected(holderId) || changes.isGone(entityId) ? [] : [holderId],
  );
  for await (const { holder, members } of holdersWithMembers(client, [...new Set(doubtful)], [])) {
    for (const member of members) if (changes.entities.has(member.id)) add(member, holder);
  }
  return { records, removed: lost.map(({ id }) => id).filter(id => !records.has(id)), gaps };
}

interface HolderWithMembers {
  readonly holder: Found;
  readonly members: readonly DirectoryEntity[];
}

/** The groups and roles with these ids, with their members, in parts. */
async function* holdersWithMembers(
  client: LdapClient,
  ids: readonly string[],
  gaps: Gap[],
): AsyncGenerator<HolderWithMembers> {
  const attributes = [...identifyingAttributes(client), ...memberAttributesOf(client)];
  for await (const page of entriesById(client, ids, attributes)) {
    gaps.push(...page.gaps);
    for (const entry of page.entries) {
      const holder = identify(client, entry);
      if (!holder || !('id' in holder)) continue;
      addToIndex(client, holder);
      for (const attribute of dnAttributes) {
        for await (const values of allValues(client, entry, attribute)) {
          gaps.push(...(await ensureNamed(client, values.map(memberDn))));
        }
      }
      const strangers = { outside: 0, unknown: 0, names: [] };
      for await (const members of membersOf(client, holder, strangers)) yield { holder, members };
      gaps.push(...strangersGap(entry.dn, client.base, strangers));
    }
  }
}

interface Held {
  readonly member: DirectoryEntity;
  readonly holder: DirectoryEntity;
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

async function primaryGroup(client: LdapClient, primary: number): Promise<DirectoryEntity | undefined> {
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

/** Changed accounts that have the DN with which they were landed together with their memberships: groups name them as before. */
async function accountsInPlace(client: LdapClient, changes: Changes): Promise<ReadonlySet<string>> {
  if (!changes.types.has('Account')) return new Set();
  const profiles = await client.landedBefore!('Account', 'profileMetadata', changes.ofKind('account'));
  const inPlace = [...profiles].filter(([id, profile]) => {
    const dn = landedDn(profile);
    return dn !== undefined && dnKey(dn) === changes.entities.get(id)!.key;
  });
  return new Set(inPlace.map(([id]) => id));
}

/** Elsewhere memberOf may be missing or wrong, so the groups are searched for. */
async function holdersBySearch(
  client: LdapClient,
  { entities }: Changes,
  inPlace: ReadonlySet<string>,
  gaps: Gap[],
): Promise<Held[]> {
  const attributes = identifyingAttributes(client);
  // Few servers have an index of each of these attributes, but all have one of object classes.
  const isHolder = FilterParser.parseString(kindFilter(['group', 'role'], client.server.kind));
  const members = [...entities].filter(([id, { kind }]) => kind !== 'container' && !inPlace.has(id));
  const held = await pLimit(searchesUnderWay).map(members, async ([id, { kind, dn }]) => {
    const filters = dnAttributes.map(attribute => new EqualityFilter({ attribute, value: dn }));
    const filter = new AndFilter({ filters: [isHolder, new OrFilter({ filters })] });
    const holders: Held[] = [];
    for await (const page of scan(client, { what: 'groups of a member', filter, attributes, findsFew: true })) {
      gaps.push(...page.gaps);
      for (const entry of page.entries) {
        const found = identify(client, entry);
        if (found && 'id' in found && (found.kind === 'group' || found.kind === 'role'))
          holders.push({ member: { kind, id }, holder: found });
      }
    }
    return holders;
  });
  return held.flat();
}
