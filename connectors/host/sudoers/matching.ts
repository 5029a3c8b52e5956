// Whom and what the lists of a sudoers file mean on this machine. In a list the last entry that matches decides.
import { BlockList, isIP } from 'node:net';
import { posix } from 'node:path';
import type { Directory } from '../identities/directory.ts';
import type { Group } from '../identities/group.ts';
import { idFrom, type LoginAccount } from '../identities/passwd.ts';
import type { Alias, AliasKind, Item } from './syntax.ts';

export interface Surroundings {
  readonly directory: Directory;
  readonly aliases: ReadonlyMap<string, Alias>;
  readonly hostName: string;
  /** Addresses of the machine, for rules that name hosts by address. */
  readonly hostAddresses: readonly string[];
  /** Aliases already replaced, by kind and name. */
  readonly expanded: Map<string, readonly Item[]>;
}

export function surroundingsOf(
  directory: Directory,
  aliases: ReadonlyMap<string, Alias>,
  hostName: string,
  hostAddresses: readonly string[],
): Surroundings {
  return { directory, aliases, hostName, hostAddresses, expanded: new Map() };
}

/**
 * A list with its aliases replaced by what they stand for; a negated alias negates what is in it. An alias that leads
 * back to itself stands for nothing. Of equal entries only the last is kept, for it decides: so aliases that name each
 * other twice do not multiply.
 */
export function expand(around: Surroundings, kind: AliasKind, items: readonly Item[]): readonly Item[] {
  const flat = items.flatMap(item => {
    const key = `${kind} ${item.value}`;
    const alias = item.kind === 'alias' ? around.aliases.get(key) : undefined;
    if (!alias) return [item];
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

/** Whether a list of users (`User_Alias`) or run-as users (`Runas_Alias`) means an account. */
export function matchesAccount(
  around: Surroundings,
  kind: 'User_Alias' | 'Runas_Alias',
  items: readonly Item[],
  account: LoginAccount,
): boolean {
  const groups = around.directory.groupsOf(account);
  return matches(around, kind, items, item => accountIs(item, account, groups));
}

function accountIs(item: Item, account: LoginAccount, groups: ReadonlySet<Group>): boolean {
  switch (item.kind) {
    case 'all':
      return true;
    case 'alias':
    case 'name':
      return item.value === account.name;
    case 'uid':
      return idFrom(item.value) === account.uid;
    case 'group':
      return [...groups].some(group => group.name === item.value);
    case 'gid':
      return idFrom(item.value) === account.gid || [...groups].some(group => group.gid === idFrom(item.value));
    default:
      return false;
  }
}

/** Whether a list of run-as groups means a group. */
export function matchesGroup(around: Surroundings, items: readonly Item[], group: Group): boolean {
  return matches(around, 'Runas_Alias', items, item => {
    if (item.kind === 'all') return true;
    if (item.kind === 'uid' || item.kind === 'gid') return idFrom(item.value) === group.gid;
    return ['alias', 'name', 'group'].includes(item.kind) && item.value === group.name;
  });
}

/** Whether a list of hosts means this machine. */
export function matchesHost(around: Surroundings, items: readonly Item[]): boolean {
  const names = [around.hostName.toLowerCase(), around.hostName.toLowerCase().split('.')[0]!];
  return matches(around, 'Host_Alias', items, item => {
    if (item.kind === 'all') return true;
    if (item.kind === 'netgroup') return false;
    if (isAddress(item)) return around.hostAddresses.some(address => isInNetwork(address, item.value));
    const pattern = item.value.toLowerCase();
    return names.some(name => name === pattern || (/[*?[]/.test(pattern) && posix.matchesGlob(name, pattern)));
  });
}

/** An address or a network, with a prefix length or a netmask. */
export function isAddress(item: Item): boolean {
  return item.kind === 'name' && isIP(item.value.split('/')[0]!) !== 0;
}

/** An address without a mask also means the network of an interface with that very network number; only equality is seen. */
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
