// The machine's accounts and groups, with lookups by name and number like those of glibc and the kernel.
import type { Group } from './group.ts';
import type { LoginAccount } from './passwd.ts';

export interface Membership {
  readonly account: LoginAccount;
  readonly group: Group;
  /** Its place: the account's line for the primary group, otherwise the group's line. */
  readonly place: string;
}

export interface DanglingMembership {
  readonly place: string;
  readonly message: string;
  /** The machine has this member, but its name is not UTF-8. */
  readonly unreadable?: { readonly member: string; readonly group: Group };
}

export interface Directory {
  readonly accounts: readonly LoginAccount[];
  readonly groups: readonly Group[];
  /**
   * Each account in its primary group and in the groups that list it. A member of a group is also a member of the first group
   * with the same group id, which is the one that the machine shows.
   */
  readonly memberships: readonly Membership[];
  /** Memberships that name an account or a group that does not exist or cannot be landed. */
  readonly dangling: readonly DanglingMembership[];
  account(name: string): LoginAccount | undefined;
  accountsWithUid(uid: number): readonly LoginAccount[];
  /** The group that getgrnam(3) finds. */
  group(name: string): Group | undefined;
  /** In the order of the file; the first is the one that getgrgid(3) finds. */
  groupsWithGid(gid: number): readonly Group[];
  /** The group ids of an account, with the primary one. The kernel knows nothing else about its groups. */
  gidsOf(account: LoginAccount): ReadonlySet<number>;
  /** The accounts in any group with this group id. For the kernel these are one group. */
  accountsWithGid(gid: number): ReadonlySet<LoginAccount>;
}

export function directoryOf(accounts: readonly LoginAccount[], groups: readonly Group[]): Directory {
  const byName = new Map(accounts.map(account => [account.name, account]));
  const byUid = Map.groupBy(accounts, account => account.uid);
  const groupByName = firstByName(groups);
  const byGid = Map.groupBy(groups, group => group.gid);
  const memberships: Membership[] = [];
  const dangling: DanglingMembership[] = [];
  const gidsOf = new Map<LoginAccount, Set<number>>(accounts.map(account => [account, new Set()]));
  const withGid = new Map<number, Set<LoginAccount>>();
  const addGid = (account: LoginAccount, gid: number) => {
    gidsOf.get(account)!.add(gid);
    if (!withGid.has(gid)) withGid.set(gid, new Set());
    withGid.get(gid)!.add(account);
  };
  const joined = new Map<Group, Set<LoginAccount>>(groups.map(group => [group, new Set()]));
  const join = (account: LoginAccount, group: Group, place: string) => {
    addGid(account, group.gid);
    for (const one of [byGid.get(group.gid)![0]!, group]) {
      if (joined.get(one)!.has(account)) continue;
      joined.get(one)!.add(account);
      memberships.push({ account, group: one, place });
    }
  };

  for (const account of accounts) {
    addGid(account, account.gid);
    const primary = byGid.get(account.gid)?.[0];
    if (primary) join(account, primary, account.place);
    else dangling.push({ place: account.place, message: `No group has the primary group id ${account.gid}` });
  }
  for (const group of groups) {
    for (const member of group.members) {
      const account = byName.get(member);
      if (account) join(account, group, group.place);
      else
        dangling.push({ place: group.place, message: `Member ${JSON.stringify(member)} is not an account in passwd` });
    }
    for (const member of group.unreadableMembers) {
      dangling.push({ place: group.place, message: `Member ${member} is not UTF-8`, unreadable: { member, group } });
    }
  }
  return {
    accounts,
    groups,
    memberships,
    dangling,
    account: name => byName.get(name),
    accountsWithUid: uid => byUid.get(uid) ?? [],
    group: name => groupByName.get(name),
    groupsWithGid: gid => byGid.get(gid) ?? [],
    gidsOf: account => gidsOf.get(account) ?? new Set(),
    accountsWithGid: gid => withGid.get(gid) ?? new Set(),
  };
}

function firstByName(groups: readonly Group[]): Map<string, Group> {
  const first = new Map<string, Group>();
  for (const group of groups) if (!first.has(group.name)) first.set(group.name, group);
  return first;
}

/** Warnings for a check: group names that occur on several lines, and group ids that several names share. */
export function* sharedGroups({ groups, groupsWithGid }: Directory): Generator<{ place: string; message: string }> {
  for (const { name, gid, key, place, furtherPlaces } of groups) {
    const first = groupsWithGid(gid)[0]!;
    if (first.name !== name) {
      yield {
        place,
        message: `The group shares group id ${gid} with ${first.name} (${first.place}): they are one group`,
      };
    }
    if (key !== name) yield { place, message: `An earlier line has the group name with another group id` };
    for (const further of furtherPlaces) {
      yield { place: further, message: `The group is at ${place} already; the members of both lines count` };
    }
  }
}
