// Memberships: who is in a group, and who holds a role.
import type { Gap, SourceRecord } from '../../../src/connector/contract.ts';
import type { LdapClient } from '../client.ts';
import { dnKey, isWithin } from '../directory/dn.ts';
import type { DirectoryEntity } from '../directory/entity-index.ts';
import { textsOf } from '../directory/entry.ts';
import { type Found, gidName, sidName, uidName } from '../directory/indexing.ts';
import type { EntityKind } from '../directory/kinds.ts';
import { allValues } from '../directory/scan.ts';
import { namedInGap } from '../limits.ts';
import type { RawEntry } from '../protocol/messages.ts';
import { privilegedGroups, privilegedRoleId } from './privileged-groups.ts';
import { relationId } from './relations.ts';

/** Attributes whose values are the DNs of members. */
export const dnAttributes = ['member', 'uniqueMember', 'roleOccupant'] as const;

/** Attributes to ask for. memberUid of Active Directory is for Unix clients, and need not agree with member. */
export function memberAttributesOf({ server }: Pick<LdapClient, 'server'>): readonly string[] {
  return server.kind === 'active-directory' ? ['member'] : [...dnAttributes, 'memberUid'];
}

const typeOf: Readonly<Record<EntityKind, string>> = {
  account: 'Account',
  group: 'UserGroup',
  role: 'Role',
  container: 'ObjectDirectory',
};

export function membership(member: DirectoryEntity, holder: DirectoryEntity): SourceRecord {
  return {
    id: relationId(member.id, 'via', holder.id),
    entityId: member.id,
    entityType: typeOf[member.kind],
    managedViaObjectId: holder.id,
    managedViaObjectType: typeOf[holder.kind],
  };
}

/** Members of a group or role that are no entity of this source. */
export interface Strangers {
  outside: number;
  unknown: number;
  readonly names: string[];
}

/** The members of a group or role that the index has, in lists as long as the server sends them. */
export async function* membersOf(
  client: LdapClient,
  { entry }: Found,
  strangers: Strangers,
): AsyncGenerator<DirectoryEntity[]> {
  for (const attribute of dnAttributes) {
    for await (const values of allValues(client, entry, attribute)) {
      yield values.flatMap(value => {
        const found = memberNamed(client, memberDn(value), strangers);
        return found ? [found] : [];
      });
    }
  }
  for await (const values of allValues(client, entry, 'memberUid')) {
    yield values.flatMap(value => {
      const uid = value.toString('utf8');
      const found = client.index.find(uidName(uid));
      if (found) return [found];
      noteStranger(strangers, uid, 'unknown');
      return [];
    });
  }
}

/** The DN in a value. In uniqueMember a bit string may follow it (Name And Optional UID: RFC 4517, section 3.3.21). */
export function memberDn(value: Buffer): string {
  return value.toString('utf8').replace(/#'[01]*'B$/, '');
}

function memberNamed(client: LdapClient, value: string, strangers: Strangers): DirectoryEntity | undefined {
  const key = dnKey(value);
  const found = key === undefined || key === '' ? undefined : client.index.find(key);
  if (found && found.kind !== 'container') return found;
  // OpenLDAP's schema wants one member at least, so empty groups have an empty DN or the group itself.
  if (key !== '')
    noteStranger(strangers, value, key === undefined || isWithin(key, client.baseKey) ? 'unknown' : 'outside');
  return undefined;
}

function noteStranger(strangers: Strangers, name: string, kind: 'outside' | 'unknown'): void {
  strangers[kind] += 1;
  if (strangers.names.length < namedInGap) strangers.names.push(name);
}

/** What could not be landed of a group's members. These never were objects of this source, so nothing is missing of it. */
export function strangersGap(dn: string, base: string, { outside, unknown, names }: Strangers): Gap[] {
  if (outside + unknown === 0) return [];
  const counted = [
    ...(outside > 0 ? [`${outside} outside ${base}`] : []),
    ...(unknown > 0 ? [`${unknown} that are no accounts, groups or roles which bind_dn can see`] : []),
  ];
  const more = outside + unknown > names.length ? '; …' : '';
  const message = `has members that are not landed: ${counted.join(', ')}: ${names.join('; ')}${more}`;
  return [{ reason: 'unsupported', subject: dn, message, missing: 'fields' }];
}

/** A dynamic group without a member: either nobody fits its search, or the server does not list who does. */
export function unevaluatedGap(group: RawEntry): Gap[] {
  const [url] = textsOf(group, 'memberURL');
  if (url === undefined) return [];
  const message = `the server lists no members of this dynamic group, and its search is not made: ${url}`;
  return [{ reason: 'unsupported', subject: group.dn, message, missing: 'fields' }];
}

/** What the index calls the primary group with this number: primaryGroupID in Active Directory, gidNumber elsewhere. */
export function primaryGroupName(
  { server, domainSid }: Pick<LdapClient, 'server' | 'domainSid'>,
  primary: number,
): string {
  return server.kind === 'active-directory' ? sidName(`${domainSid}-${primary}`) : gidName(primary);
}

export function* primaryMemberships(client: LdapClient): Generator<SourceRecord> {
  for (const member of client.index.primaries()) {
    const group = primaryGroupOf(client, member);
    if (group) yield membership(member, group);
  }
}

/** Undefined for an entity without a primary group that can be seen. */
export function primaryGroupOf(client: LdapClient, { primary }: DirectoryEntity): DirectoryEntity | undefined {
  const group = primary === undefined ? undefined : client.index.find(primaryGroupName(client, primary));
  return group?.kind === 'group' ? group : undefined;
}

/** The memberships by which the built-in privileged groups hold their roles. */
export function* privilegedMemberships({
  index,
  domainSid,
}: Pick<LdapClient, 'index' | 'domainSid'>): Generator<SourceRecord> {
  if (domainSid === undefined) return;
  for (const { sid } of privilegedGroups) {
    const group = index.find(sidName(sid(domainSid)));
    if (group) yield membership(group, { kind: 'role', id: privilegedRoleId(sid(domainSid)) });
  }
}
