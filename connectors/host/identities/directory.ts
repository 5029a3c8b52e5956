// The machine's accounts and groups, looked up by name and number.
import type { Group } from './group.ts';
import type { LoginAccount } from './passwd.ts';

export interface Membership {
  readonly account: LoginAccount;
  readonly group: Group;
  /** Where it is written: the account's line for its primary group, else the group's line. */
  readonly place: string;
}

export interface Directory {
  readonly accounts: readonly LoginAccount[];
  readonly groups: readonly Group[];
  readonly memberships: readonly Membership[];
  /** Memberships that name somebody or something that is not there. */
  readonly dangling: readonly { readonly place: string; readonly message: string }[];
  account(name: string): LoginAccount | undefined;
  accountsWithUid(uid: number): readonly LoginAccount[];
  group(name: string): Group | undefined;
  groupsWithGid(gid: number): readonly Group[];
  groupsOf(account: LoginAccount): ReadonlySet<Group>;
  membersOf(group: Group): ReadonlySet<LoginAccount>;
}

export function directoryOf(accounts: readonly LoginAccount[], groups: readonly Group[]): Directory {
  const byName = new Map(accounts.map(account => [account.name, account]));
  const byUid = Map.groupBy(accounts, account => account.uid);
  const groupByName = new Map(groups.map(group => [group.name, group]));
  const byGid = Map.groupBy(groups, group => group.gid);
  const memberships: Membership[] = [];
  const dangling: { place: string; message: string }[] = [];
  const groupsOf = new Map<LoginAccount, Set<Group>>(accounts.map(account => [account, new Set()]));
  const membersOf = new Map<Group, Set<LoginAccount>>(groups.map(group => [group, new Set()]));
  const join = (account: LoginAccount, group: Group, place: string) => {
    if (membersOf.get(group)!.has(account)) return;
    membersOf.get(group)!.add(account);
    groupsOf.get(account)!.add(group);
    memberships.push({ account, group, place });
  };

  for (const account of accounts) {
    // Several names of one gid are one group to the kernel; the first is the one that getent shows.
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
    groupsOf: account => groupsOf.get(account) ?? new Set(),
    membersOf: group => membersOf.get(group) ?? new Set(),
  };
}
