// Who is root, or can become it.
import type { SudoRule } from '../sudoers/rules.ts';
import type { Directory } from './directory.ts';
import type { Group } from './group.ts';
import type { LoginAccount } from './passwd.ts';
import { rootEquivalentGroups } from './root-equivalent-groups.ts';

export interface PowerfulGroup {
  readonly group: Group;
  readonly reason: string;
}

/** The root-equivalent groups that this machine has. */
export function powerfulGroups(directory: Directory): PowerfulGroup[] {
  const reasons = new Map<Group, string>();
  for (const { group, reason } of rootEquivalentGroups) {
    const found = typeof group === 'number' ? directory.groupsWithGid(group) : [directory.group(group)];
    for (const one of found) if (one && !reasons.has(one)) reasons.set(one, reason);
  }
  return [...reasons].map(([group, reason]) => ({ group, reason }));
}

/** Accounts that are root or can become it, with the reasons. */
export function administrators(
  directory: Directory,
  powerful: readonly PowerfulGroup[],
  rules: readonly SudoRule[],
): Map<LoginAccount, string[]> {
  const reasons = new Map<LoginAccount, string[]>();
  const add = (account: LoginAccount, reason: string) =>
    reasons.set(account, [...(reasons.get(account) ?? []), reason]);
  for (const account of directory.accountsWithUid(0)) add(account, 'user id 0');
  for (const { group } of powerful) {
    for (const account of directory.membersOf(group)) add(account, `member of ${group.name}`);
  }
  for (const [account, places] of privilegedSudoers(directory, rules)) {
    for (const place of places) add(account, `sudo rule at ${place}`);
  }
  return reasons;
}

/** Rules in file order: a later one that denies ALL for the same run-as list takes the earlier grant back. */
function privilegedSudoers(directory: Directory, rules: readonly SudoRule[]): Map<LoginAccount, Set<string>> {
  const grants = new Map<LoginAccount, Map<string, Set<string>>>();
  for (const rule of rules) {
    if (!rule.applies) continue;
    const holders = new Set([...rule.accounts, ...rule.groups.flatMap(group => [...directory.membersOf(group)])]);
    for (const { runAsUsers, runAsGroups, isAll, isDenied, isPrivileged, isInForce } of rule.entitlements) {
      if (!isInForce || !(isPrivileged || (isDenied && isAll))) continue;
      const runAs = `${runAsUsers.join()}:${runAsGroups.join()}`;
      for (const account of holders) {
        if (!grants.has(account)) grants.set(account, new Map());
        const own = grants.get(account)!;
        if (isPrivileged) own.set(runAs, new Set([...(own.get(runAs) ?? []), rule.places[0]!]));
        else if (runAsUsers.join() === 'ALL' && ['', 'ALL'].includes(runAsGroups.join())) own.clear();
        else own.delete(runAs);
      }
    }
  }
  return new Map([...grants].map(([account, own]) => [account, new Set([...own.values()].flatMap(set => [...set]))]));
}
