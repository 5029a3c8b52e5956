// Which accounts, groups and hosts the lists of a sudoers file match on this machine. The last matching entry of a list decides.
import { BlockList, isIP } from 'node:net';
import type { Directory } from '../identities/directory.ts';
import type { Group } from '../identities/group.ts';
import { idFrom, type LoginAccount } from '../identities/passwd.ts';
import type { CommandFiles } from './command-files.ts';
import type { Alias, AliasKind, Item } from './syntax.ts';
import { fitsPattern, hasWildcard } from './wildcards.ts';

export interface Surroundings {
  readonly directory: Directory;
  readonly aliases: ReadonlyMap<string, Alias>;
  readonly files: CommandFiles;
  readonly hostName: string;
  /** Addresses of the machine, for rules that name hosts by address. */
  readonly hostAddresses: readonly string[];
  readonly comparison: Comparison;
  /** Accounts by name in small letters. */
  readonly accountsByFoldedName: ReadonlyMap<string, readonly LoginAccount[]>;
  /** Groups that getgrgid(3) finds, by name in small letters: the names that sudo sees in an account's group ids. */
  readonly groupsByFoldedName: ReadonlyMap<string, readonly Group[]>;
  readonly everyGroupByFoldedName: ReadonlyMap<string, readonly Group[]>;
  /** Aliases already replaced, by kind and name. */
  readonly expanded: Map<string, readonly Item[]>;
}

/** How names are compared, by `case_insensitive_user`, `case_insensitive_group` and `match_group_by_gid` of sudoers(5). */
export interface Comparison {
  readonly ignoresUserCase: boolean;
  readonly ignoresGroupCase: boolean;
  readonly looksUpGroups: boolean;
}

export const defaultComparison: Comparison = { ignoresUserCase: true, ignoresGroupCase: true, looksUpGroups: false };

export function surroundingsOf(
  directory: Directory,
  { aliases, files }: Pick<Surroundings, 'aliases' | 'files'>,
  hostName: string,
  hostAddresses: readonly string[],
): Surroundings {
  const shown = directory.groups.filter(group => directory.groupsWithGid(group.gid)[0] === group);
  return {
    directory,
    aliases,
    files,
    hostName,
    hostAddresses,
    comparison: defaultComparison,
    accountsByFoldedName: Map.groupBy(directory.accounts, account => folded(account.name)),
    groupsByFoldedName: Map.groupBy(shown, group => folded(group.name)),
    everyGroupByFoldedName: Map.groupBy(directory.groups, group => folded(group.name)),
    expanded: new Map(),
  };
}

/** Like strcasecmp(3) in the C locale, which sudo uses: only ASCII letters ignore case. */
function folded(name: string): string {
  return name.replace(/[A-Z]+/g, letters => letters.toLowerCase());
}

const isSame = (one: string, other: string, ignoresCase: boolean) =>
  one === other || (ignoresCase && folded(one) === folded(other));

/** The alias that an entry of a list names; undefined when it names none. */
export function aliasOf({ aliases }: Surroundings, kind: AliasKind, item: Item): Alias | undefined {
  return item.kind === 'alias' ? aliases.get(`${kind} ${item.value}`) : undefined;
}

/**
 * A list whose aliases are replaced by their entries. A negated alias negates its entries. An alias that refers to itself is empty.
 * Of equal entries only the last is kept, because it decides; so aliases that name each other twice do not multiply.
 */
export function expand(around: Surroundings, kind: AliasKind, items: readonly Item[]): readonly Item[] {
  const flat = items.flatMap(item => {
    const alias = aliasOf(around, kind, item);
    if (!alias) return [item];
    const key = `${kind} ${item.value}`;
    if (!around.expanded.has(key)) {
      around.expanded.set(key, []);
      around.expanded.set(key, expand(around, kind, alias.items));
    }
    const inside = around.expanded.get(key)!;
    return item.isNegated ? inside.map(inner => ({ ...inner, isNegated: !inner.isNegated })) : inside;
  });
  const last = new Map<string, Item>();
  for (const item of flat) {
    const key = [item.kind, item.value, ...(item.digests ?? [])].join(' ');
    last.delete(key);
    last.set(key, item);
  }
  return [...last.values()];
}

function matches(
  around: Surroundings,
  kind: AliasKind,
  items: readonly Item[],
  isMatch: (item: Item) => boolean,
): boolean {
  return expand(around, kind, items).findLast(isMatch)?.isNegated === false;
}

/**
 * Whether a list of users (`User_Alias`) or run-as users (`Runas_Alias`) matches an account. sudo knows a caller only by user id:
 * of accounts that share a user id, the first represents all.
 */
export function matchesAccount(
  around: Surroundings,
  kind: 'User_Alias' | 'Runas_Alias',
  items: readonly Item[],
  account: LoginAccount,
): boolean {
  const { name, gid } = kind === 'User_Alias' ? callerOf(around, account) : account;
  const gids = around.directory.gidsOf(account);
  return matches(around, kind, items, item => {
    switch (item.kind) {
      case 'all':
        return true;
      case 'alias':
      case 'name':
        return isSame(item.value, name, around.comparison.ignoresUserCase);
      case 'uid':
        return idFrom(item.value) === account.uid;
      case 'group':
      case 'gid':
        return gidsMeant(around, item).some(meant => meant === gid || gids.has(meant));
      default:
        return false;
    }
  });
}

function callerOf(around: Surroundings, account: LoginAccount): LoginAccount {
  return around.directory.accountsWithUid(account.uid)[0] ?? account;
}

/** The accounts that one entry of a user or run-as list names directly, not as members of a group. */
export function accountsNamed(
  around: Surroundings,
  kind: 'User_Alias' | 'Runas_Alias',
  item: Item,
): readonly LoginAccount[] {
  const { directory, comparison } = around;
  if (item.kind === 'all') return directory.accounts;
  if (item.kind === 'uid') return directory.accountsWithUid(idFrom(item.value) ?? -1);
  if (item.kind !== 'alias' && item.kind !== 'name') return [];
  const alike = around.accountsByFoldedName.get(folded(item.value)) ?? [];
  const named = comparison.ignoresUserCase ? alike : alike.filter(account => account.name === item.value);
  if (kind === 'Runas_Alias') return named;
  return named
    .filter(account => callerOf(around, account) === account)
    .flatMap(account => directory.accountsWithUid(account.uid));
}

/** Group ids that `%group` or `%#gid` matches. */
export function gidsMeant(around: Surroundings, item: Item): number[] {
  if (item.kind === 'gid') return [idFrom(item.value) ?? -1];
  return groupsMeant(around, item).map(group => group.gid);
}

/**
 * The groups that `%group` or `%#gid` matches. sudo converts an account's group ids to names, so a name that getgrgid(3) returns
 * for no group id matches no account.
 */
export function groupsMeant(around: Surroundings, item: Item): readonly Group[] {
  const { directory, comparison } = around;
  if (item.kind === 'gid') return directory.groupsWithGid(idFrom(item.value) ?? -1).slice(0, 1);
  if (item.kind !== 'group') return [];
  if (comparison.looksUpGroups) {
    const found = directory.group(item.value);
    return found ? directory.groupsWithGid(found.gid).slice(0, 1) : [];
  }
  const alike = around.groupsByFoldedName.get(folded(item.value)) ?? [];
  return comparison.ignoresGroupCase ? alike : alike.filter(group => group.name === item.value);
}

/** The groups that an entry in a list of run-as groups names. */
export function groupsNamed({ everyGroupByFoldedName, comparison }: Surroundings, item: Item): readonly Group[] {
  const alike = everyGroupByFoldedName.get(folded(item.value)) ?? [];
  return comparison.ignoresGroupCase ? alike : alike.filter(group => group.name === item.value);
}

/** Whether a list of run-as groups matches a group. */
export function matchesGroup(around: Surroundings, items: readonly Item[], group: Group): boolean {
  return matches(around, 'Runas_Alias', items, item => {
    if (item.kind === 'all') return true;
    if (item.kind === 'uid' || item.kind === 'gid') return idFrom(item.value) === group.gid;
    const isName = item.kind === 'alias' || item.kind === 'name';
    return isName && isSame(item.value, group.name, around.comparison.ignoresGroupCase);
  });
}

/** Whether a list of hosts matches this machine. A pattern without a dot is compared with the host name up to its first dot. */
export function matchesHost(around: Surroundings, items: readonly Item[]): boolean {
  const long = folded(around.hostName);
  const short = long.split('.')[0]!;
  return matches(around, 'Host_Alias', items, item => {
    if (item.kind === 'all') return true;
    if (item.kind === 'netgroup') return false;
    if (isAddress(item)) return around.hostAddresses.some(address => isInNetwork(address, item.value));
    const pattern = folded(item.value);
    const name = pattern.includes('.') ? long : short;
    return name === pattern || (hasWildcard(pattern) && fitsPattern(name, pattern));
  });
}

/** An address or a network, with a prefix length or a netmask. */
export function isAddress(item: Item): boolean {
  return item.kind === 'name' && isIP(item.value.split('/')[0]!) !== 0;
}

/** For sudo, an address without a mask also matches an interface in the network with that number. Here only equality counts. */
function isInNetwork(address: string, network: string): boolean {
  const [base, mask] = network.split('/') as [string, string?];
  const family = isIP(base) === 6 ? 'ipv6' : 'ipv4';
  if (isIP(address) !== isIP(base)) return false;
  const bits = mask === undefined ? (family === 'ipv6' ? 128 : 32) : prefixLength(mask);
  if (bits === undefined || bits > (family === 'ipv6' ? 128 : 32)) return false;
  const list = new BlockList();
  list.addSubnet(base, bits, family);
  return list.check(address, family);
}

function prefixLength(mask: string): number | undefined {
  if (/^\d{1,3}$/.test(mask)) return Number(mask);
  if (isIP(mask) !== 4) return undefined;
  const bits = mask
    .split('.')
    .map(part => Number(part).toString(2).padStart(8, '0'))
    .join('');
  return /^1*0*$/.test(bits) ? bits.replaceAll('0', '').length : undefined;
}
