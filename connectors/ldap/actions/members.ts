// Puts accounts into groups and roles, and takes them out. Only the account's own value is added or deleted, never the list.
import { isDeepStrictEqual } from 'node:util';
import { type Action, ChangeRefused, type Image } from '../../../src/connector/actions.ts';
import type { LdapClient } from '../client.ts';
import type { Modification } from '../protocol/modify.ts';
import { privilegedGroups, privilegedRoleId } from '../records/privileged-groups.ts';
import {
  decidedByServer,
  expectNotListed,
  hasList,
  holderAttributes,
  isDecidedByServer,
  isPrimary,
  type Listing,
  listingChange,
  listingsOf,
  memberAttributes,
  newListing,
} from './listings.ts';
import { changeEntry, type EntryTarget, entryNamed, type Located, locate } from './targets.ts';

interface Member {
  readonly accountId: string;
}

/** `listedIn`: where the group or role lists the account. */
interface MembershipImage extends Image {
  readonly listedIn: readonly Listing[];
}

interface MemberChange<Named> {
  readonly adds: boolean;
  holderOf(client: LdapClient, target: Named): Promise<EntryTarget>;
}

export async function groupHolder(
  _client: LdapClient,
  { groupId }: { readonly groupId: string },
): Promise<EntryTarget> {
  return { kind: 'group', id: groupId };
}

/** A role of Active Directory is one of the built-in groups; its id has the SID of the group. */
export async function roleHolder(client: LdapClient, { roleId }: { readonly roleId: string }): Promise<EntryTarget> {
  const { server, domainSid, ids } = client;
  if (server.kind !== 'active-directory') return { kind: 'role', id: roleId };
  const group = privilegedGroups.find(({ sid }) => privilegedRoleId(sid(domainSid ?? '')) === roleId);
  const found =
    group && (await entryNamed(client, `<SID=${group.sid(domainSid ?? '')}>`, [ids.attribute ?? 'objectClass']));
  const id = found && ids.idOf(found.entry);
  if (id === undefined) throw new ChangeRefused(`the domain has no role with the id ${roleId}`);
  return { kind: 'group', id };
}

export function memberAction<Named extends Member>({ adds, holderOf }: MemberChange<Named>): Action<LdapClient, Named> {
  return {
    async observe(client, target): Promise<Image> {
      const holder = await locate(client, await holderOf(client, target), holderAttributes);
      const account = await locate(client, { kind: 'account', id: target.accountId }, memberAttributes);
      const listedIn = await listingsOf(client, holder, account);
      if (listedIn.length === 0) await expectNotListed(client, holder, account);
      // An account that is not listed can belong to it all the same, so it would be wrong to say that there is nothing to remove.
      if (!adds && listedIn.length === 0 && isDecidedByServer(holder)) throw decidedByServer(holder);
      return { listedIn } satisfies MembershipImage;
    },
    isDone: image => (image as MembershipImage).listedIn.length > 0 === adds,
    async apply(client, target) {
      await changeListings(client, target, await holderOf(client, target), (now, holder, account) => {
        if (adds) return now.length > 0 ? now : [newListing(holder, account)];
        const primary = now.find(isPrimary);
        if (primary !== undefined) {
          const message = `${holder.entry.dn} is the primary group of ${account.entry.dn} (${primary})`;
          throw new ChangeRefused(`${message}: an account always has one; give it another primary group first`);
        }
        if (!hasList(holder)) throw decidedByServer(holder);
        return [];
      });
    },
    async restore(client, target, images) {
      const [before, after] = [images.before, images.after].map(image => (image as MembershipImage).listedIn);
      await changeListings(client, target, await holderOf(client, target), now => {
        if (!isDeepStrictEqual(now, before) && !isDeepStrictEqual(now, after))
          throw new ChangeRefused('somebody has changed this membership meanwhile');
        return before!;
      });
    },
  };
}

/** @param decide returns how the group or role should list the account, from how it lists the account now */
async function changeListings(
  client: LdapClient,
  { accountId }: Member,
  holderTarget: EntryTarget,
  decide: (now: readonly Listing[], holder: Located, account: Located) => readonly Listing[],
): Promise<void> {
  await changeEntry(client, holderTarget, holderAttributes, async holder => {
    const account = await locate(client, { kind: 'account', id: accountId }, memberAttributes);
    const now = await listingsOf(client, holder, account);
    const wanted = decide(now, holder, account);
    const change = (operation: Modification['operation'], listings: readonly Listing[]) =>
      listings.map(listing => listingChange(operation, listing, { client, account }));
    const added = wanted.filter(listing => !now.includes(listing));
    const deleted = now.filter(listing => !wanted.includes(listing));
    return [...change('add', added), ...change('delete', deleted)];
  });
}
