// The memberships of changed entities: those that exist now, and those that are gone.
import type { Gap, SourceRecord } from '../../../src/connector/contract.ts';
import type { LdapClient } from '../client.ts';
import type { Changes } from '../directory/changes.ts';
import { dnKey } from '../directory/dn.ts';
import type { DirectoryEntity } from '../directory/entity-index.ts';
import { mostChangedMembers } from '../limits.ts';
import { landedDn, wasUnixAccount } from '../records/accounts.ts';
import { membership, privilegedMemberships } from '../records/memberships.ts';
import { relatedBy } from '../records/relations.ts';
import { holdersByBackLink, holdersBySearch, holdersWithMembers, primaryMembers, primaryNumber } from './holders.ts';

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
  const landed = await client.landedBefore!('EntityManagedViaObject', 'entityId');
  const isActiveDirectory = client.server.kind === 'active-directory';
  const inPlace = isActiveDirectory ? new Set<string>() : await accountsInPlace(client, changes);
  const holdersOfChanged = new Set<string>();
  const found = isActiveDirectory
    ? holdersByBackLink(client, changes, gaps)
    : await holdersBySearch(client, changes, inPlace, gaps);
  for await (const { member, holder } of found) {
    holdersOfChanged.add(holder.id);
    add(member, holder);
  }
  const again = [...changes.ofKind('group'), ...changes.ofKind('role')];
  if (!isActiveDirectory) again.push(...(await computedHolders(client, changes, landed, holdersOfChanged)));
  const readAgain = new Set(again);
  await addMembers(client, [...readAgain], gaps, add);
  for (const record of privilegedMemberships(client)) {
    if (changes.entities.has(String(record['entityId']))) records.set(record.id, record);
  }
  const isAffected = (id: string) => (changes.entities.has(id) && !inPlace.has(id)) || changes.isGone(id);
  const lost: { readonly id: string; readonly entityId: string; readonly holderId: string | undefined }[] = [];
  for (const [id, value] of landed) {
    const entityId = String(value);
    const holderId = relatedBy(id, entityId, 'via');
    const isOpen =
      isAffected(entityId) || holderId === undefined || readAgain.has(holderId) || changes.isGone(holderId);
    if (isOpen && !records.has(id)) lost.push({ id, entityId, holderId });
  }
  // A group can name its members in ways that a search for their DNs does not find (RFC 4517, section 4.2.37).
  const doubtful = lost.flatMap(({ entityId, holderId }) =>
    holderId === undefined || readAgain.has(holderId) || changes.isGone(holderId) || changes.isGone(entityId)
      ? []
      : [holderId],
  );
  await addMembers(client, [...new Set(doubtful)], [], (member, holder) => {
    if (changes.entities.has(member.id)) add(member, holder);
  });
  return { records, removed: lost.map(({ id }) => id).filter(id => !records.has(id)), gaps };
}

/** All members of these groups and roles: those that their entries name, and those that name them as their primary group. */
async function addMembers(
  client: LdapClient,
  ids: readonly string[],
  gaps: Gap[],
  add: (member: DirectoryEntity, holder: DirectoryEntity) => void,
): Promise<void> {
  const byNumber = new Map<number, DirectoryEntity>();
  for await (const { holder, members } of holdersWithMembers(client, ids, gaps)) {
    const number = primaryNumber(client, holder);
    if (number !== undefined) byNumber.set(number, { kind: holder.kind, id: holder.id });
    for (const member of members) add(member, holder);
  }
  for await (const { member, holder } of primaryMembers(client, byNumber, gaps)) add(member, holder);
}

/**
 * Groups whose members the server computes when it is asked for them, so that they change while the entry of the group does not:
 * dynamic groups, and the groups above those whose members may have changed, because OpenLDAP can list the members of the groups in
 * a group too (slapo-dynlist(5), `*`).
 */
async function computedHolders(
  client: LdapClient,
  changes: Changes,
  landed: ReadonlyMap<string, unknown>,
  holdersOfChanged: ReadonlySet<string>,
): Promise<string[]> {
  const groups = await client.landedBefore!('UserGroup', 'isDynamic');
  const dynamic = [...groups].flatMap(([id, isDynamic]) => (isDynamic === true ? [id] : []));
  const seen = new Set([...dynamic, ...holdersOfChanged, ...changes.ofKind('group')]);
  for (const id of groups.keys()) if (changes.isGone(id)) seen.add(id);
  const above = new Set<string>();
  for (let below: ReadonlySet<string> = new Set(seen); below.size > 0; ) {
    const next = new Set<string>();
    for (const [id, value] of landed) {
      const entityId = String(value);
      const holderId = below.has(entityId) ? relatedBy(id, entityId, 'via') : undefined;
      if (holderId === undefined || above.has(holderId)) continue;
      above.add(holderId);
      if (!seen.has(holderId)) next.add(holderId);
      seen.add(holderId);
    }
    below = next;
  }
  return [...new Set([...dynamic, ...above])].filter(id => !changes.isGone(id));
}

/**
 * Changed accounts that have the DN with which they were landed together with their memberships: groups name them as before. An account
 * that was one of Unix also had names that only those have.
 */
async function accountsInPlace(client: LdapClient, changes: Changes): Promise<ReadonlySet<string>> {
  if (!changes.types.has('Account')) return new Set();
  const profiles = await client.landedBefore!('Account', 'profileMetadata', changes.ofKind('account'));
  const inPlace = [...profiles].filter(([id, profile]) => {
    const dn = landedDn(profile);
    return dn !== undefined && dnKey(dn) === changes.entities.get(id)!.key && !wasUnixAccount(profile);
  });
  return new Set(inPlace.map(([id]) => id));
}
