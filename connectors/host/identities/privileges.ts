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

/** The root-equivalent groups that this machine has, and groups with the same group id under other names. */
export function powerfulGroups(directory: Directory): PowerfulGroup[] {
  const reasons = new Map<Group, string>();
  for (const { group, reason } of rootEquivalentGroups) {
    const gid = typeof group === 'number' ? group : directory.group(group)?.gid;
    if (gid === undefined) continue;
    for (const one of directory.groupsWithGid(gid)) if (!reasons.has(one)) reasons.set(one, reason);
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
  // Groups that share a group id have the same members, so one reason is enough.
  for (const [gid, [first]] of Map.groupBy(powerful, ({ group }) => group.gid)) {
    for (const account of directory.accountsWithGid(gid)) add(account, `member of ${first!.group.name}`);
  }
  for (const [account, places] of privilegedSudoers(directory, rules)) {
    for (const place of places) add(account, `sudo rule at ${place}`);
  }
  return reasons;
}

/** The commands that later rules deny an account for one target. */
type Denied = ReadonlySet<string> | 'everything';

/**
 * Accounts that a rule allows to run any program as root or an equivalent, with the places of those rules. The last matching rule
 * decides, so a grant counts only when no later entry denies ALL or the same command for the same target, or asks for a password that
 * the account cannot know.
 */
function privilegedSudoers(directory: Directory, rules: readonly SudoRule[]): Map<LoginAccount, string[]> {
  const places = new Map<LoginAccount, Set<string>>();
  const denied = new Map<LoginAccount, Map<object, Denied>>();
  for (const rule of rules.toReversed()) {
    if (!rule.applies) continue;
    const holders = holdersOf(directory, rule);
    for (const entitlement of rule.entitlements.toReversed()) {
      const { commandKey, isAll, isDenied, isInForce, isUnlimited, powers, lockedPowers } = entitlement;
      if (!isInForce || (isDenied && entitlement.excludesGroups)) continue;
      const withheld = isDenied ? powers : lockedPowers;
      if (withheld.size === 0 && (powers.size === 0 || !isUnlimited)) continue;
      for (const account of holders) {
        const known = denied.get(account) ?? new Map<object, Denied>();
        if (!isDenied && isUnlimited && [...powers].some(power => !isKnownDenied(known.get(power), commandKey))) {
          places.set(account, (places.get(account) ?? new Set()).add(rule.places[0]!));
        }
        if (withheld.size > 0) denied.set(account, alsoDenied(known, withheld, isAll ? 'everything' : commandKey));
      }
    }
  }
  return new Map([...places].map(([account, found]) => [account, [...found].reverse()]));
}

function alsoDenied(known: Map<object, Denied>, powers: ReadonlySet<object>, command: string): Map<object, Denied> {
  for (const power of powers) {
    const before = known.get(power);
    if (before === 'everything') continue;
    known.set(power, command === 'everything' ? command : new Set([...(before ?? []), command]));
  }
  return known;
}

function isKnownDenied(denied: Denied | undefined, command: string): boolean {
  return denied === 'everything' || denied?.has(command) === true;
}

/** All accounts that hold a rule, with the members of its groups. */
export function holdersOf(directory: Directory, rule: Pick<SudoRule, 'accounts' | 'groups'>): Set<LoginAccount> {
  const members = rule.groups.flatMap(group => [...directory.accountsWithGid(group.gid)]);
  return new Set([...rule.accounts, ...members]);
}
