// Finds memberships of single entities: the members of a group or role, and the groups and roles that have a member.
import { AndFilter, EqualityFilter, FilterParser, OrFilter } from 'ldapts';
import pLimit from 'p-limit';
import type { Gap } from '../../../src/connector/contract.ts';
import type { LdapClient } from '../client.ts';
import type { Changes } from '../directory/changes.ts';
import { dnKey } from '../directory/dn.ts';
import type { DirectoryEntity } from '../directory/entity-index.ts';
import { numberOf, octetsOf, textsOf } from '../directory/entry.ts';
import { addToIndex, type Found, identify, identifyingAttributes, sidName } from '../directory/indexing.ts';
import { kindFilter } from '../directory/kinds.ts';
import { ensureNamed, ensureUids, entriesById } from '../directory/lookups.ts';
import { allValues, scan } from '../directory/scan.ts';
import { namesPerSearch, searchesUnderWay } from '../limits.ts';
import {
  dnAttributes,
  memberAttributesOf,
  memberDn,
  membersOf,
  primaryGroupName,
  strangersGap,
} from '../records/memberships.ts';
import { sidText } from '../values/identifiers.ts';

export interface HolderWithMembers {
  readonly holder: Found;
  readonly members: readonly DirectoryEntity[];
}

/** The groups and roles with these ids, with their members, in parts. */
export async function* holdersWithMembers(
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
      gaps.push(...(await ensureUids(client, textsOf(entry, 'memberUid'))));
      const strangers = { outside: 0, unknown: 0, names: [] };
      // Also when its entry lists nobody: it may be a primary group.
      yield { holder, members: [] };
      for await (const members of membersOf(client, holder, strangers)) yield { holder, members };
      gaps.push(...strangersGap(entry.dn, client.base, strangers));
    }
  }
}

/** The accounts whose primary group has one of these numbers ({@link primaryNumber}): their entries name it, and the entry of the group does not name them. */
export async function* primaryMembers(
  client: LdapClient,
  byNumber: ReadonlyMap<number, DirectoryEntity>,
  gaps: Gap[],
): AsyncGenerator<MembershipEnds> {
  const attribute = client.server.kind === 'active-directory' ? 'primaryGroupID' : 'gidNumber';
  const numbers = [...byNumber.keys()];
  for (let at = 0; at < numbers.length; at += namesPerSearch) {
    const names = numbers.slice(at, at + namesPerSearch).map(String);
    const filter = new OrFilter({ filters: names.map(value => new EqualityFilter({ attribute, value })) });
    const search = { what: 'members of primary groups', filter, attributes: identifyingAttributes(client) };
    for await (const page of scan(client, search)) {
      gaps.push(...page.gaps);
      for (const entry of page.entries) {
        const member = identify(client, entry);
        const holder = byNumber.get(numberOf(entry, attribute) ?? -1);
        if (member && 'id' in member && member.kind === 'account' && holder) yield { member, holder };
      }
    }
  }
}

/** The number by which accounts name a group as their primary one. */
export function primaryNumber({ server, domainSid }: LdapClient, { kind, entry }: Found): number | undefined {
  if (kind !== 'group') return undefined;
  if (server.kind !== 'active-directory') return numberOf(entry, 'gidNumber');
  const sid = octetsOf(entry, 'objectSid')[0];
  const text = sid && sidText(sid);
  const start = `${domainSid}-`;
  return text?.startsWith(start) ? Number(text.slice(start.length)) : undefined;
}

/** A membership: who is in what. */
export interface MembershipEnds {
  readonly member: DirectoryEntity;
  readonly holder: DirectoryEntity;
}

/** Active Directory shows the groups of an entry in memberOf, but not its primary group. */
export async function* holdersByBackLink(
  client: LdapClient,
  changes: Changes,
  gaps: Gap[],
): AsyncGenerator<MembershipEnds> {
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

/** Elsewhere memberOf may be missing or wrong, so the groups are searched for. */
export async function holdersBySearch(
  client: LdapClient,
  { entities }: Changes,
  inPlace: ReadonlySet<string>,
  gaps: Gap[],
): Promise<MembershipEnds[]> {
  const attributes = identifyingAttributes(client);
  // Few servers have an index of each of these attributes, but all have one of object classes.
  const isHolder = FilterParser.parseString(kindFilter(['group', 'role'], client.server.kind));
  const members = [...entities].filter(([id, { kind }]) => kind !== 'container' && !inPlace.has(id));
  const held = await pLimit(searchesUnderWay).map(members, async ([id, { kind, dn }]) => {
    const filters = dnAttributes.map(attribute => new EqualityFilter({ attribute, value: dn }));
    const filter = new AndFilter({ filters: [isHolder, new OrFilter({ filters })] });
    const holders: MembershipEnds[] = [];
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
