// The sudo rules of this machine: which accounts and groups hold them, and what they allow.
import { createHash } from 'node:crypto';
import type { Group } from '../identities/group.ts';
import { idFrom, type LoginAccount } from '../identities/passwd.ts';
import { comparingAsSet, defaultsHere } from './defaults.ts';
import { entitlementsOf, type Powers, type SudoEntitlement } from './entitlements.ts';
import {
  accountsNamed,
  expand,
  groupsMeant,
  isAddress,
  matchesAccount,
  matchesHost,
  type Surroundings,
} from './matching.ts';
import type { Defaults, Item, UserSpec } from './syntax.ts';

export interface SudoRule {
  /** Hash of the rule's text, so that the id stays the same when lines move. */
  readonly id: string;
  readonly text: string;
  /** `file:line` of every place where the rule occurs. */
  readonly places: readonly string[];
  /** False when its hosts do not match this machine, so that it grants nothing here. */
  readonly applies: boolean;
  readonly accounts: readonly LoginAccount[];
  readonly groups: readonly Group[];
  /** Names that match no account or group of this machine, each with what is wrong. */
  readonly unknown: readonly string[];
  /** Entries that only another system can resolve: netgroups, plugin groups, addresses when none are known. */
  readonly unsupported: readonly string[];
  readonly entitlements: readonly SudoEntitlement[];
}

/** @param powers Accounts and groups that are root or root-equivalent. */
export function sudoRules(
  anywhere: Surroundings,
  specs: readonly UserSpec[],
  everyDefaults: readonly Defaults[],
  powers: Powers,
  now: Date,
): SudoRule[] {
  const defaults = defaultsHere(anywhere, everyDefaults);
  const around = comparingAsSet(anywhere, defaults);
  const rules = new Map<string, SudoRule>();
  for (const spec of specs) {
    const id = createHash('sha256').update(spec.text).digest('hex').slice(0, 20);
    const place = `${spec.position.file}:${spec.position.line}`;
    const same = rules.get(id);
    if (same) {
      // The repeated rule overrides the rules in between, so it moves to the end.
      rules.delete(id);
      rules.set(id, { ...same, places: [...same.places, place] });
      continue;
    }
    const holders = holdersOf(around, spec.users);
    const unsupported = expand(around, 'Host_Alias', spec.hosts)
      .filter(item => item.kind === 'netgroup' || (isAddress(item) && around.hostAddresses.length === 0))
      .map(item => (item.kind === 'netgroup' ? `+${item.value}` : item.value));
    const callers = [...everybodyIn(around, holders)];
    const context = { around, powers, now, defaults, callers };
    rules.set(id, {
      id,
      text: spec.text,
      places: [place],
      applies: matchesHost(around, spec.hosts),
      ...holders,
      unknown: [...holders.unknown, ...undefinedCommands(around, spec)],
      unsupported: [...holders.unsupported, ...unsupported],
      entitlements: spec.commands.flatMap(command => entitlementsOf(context, command)),
    });
  }
  return [...rules.values()];
}

type Holders = Pick<SudoRule, 'accounts' | 'groups' | 'unknown' | 'unsupported'>;

/** Groups stay groups, unless the list excludes an account: then the holders are the remaining accounts. */
function holdersOf(around: Surroundings, users: readonly Item[]): Holders {
  const { directory } = around;
  const items = expand(around, 'User_Alias', users);
  const accounts = new Set<LoginAccount>();
  const groups = new Set<Group>();
  const unknown: string[] = [];
  const unsupported: string[] = [];
  for (const item of items) {
    if (item.kind === 'netgroup') unsupported.push(`+${item.value}`);
    else if (item.kind === 'foreignGroup') unsupported.push(`%:${item.value}`);
    else if (item.kind === 'group' || item.kind === 'gid') {
      const meant = groupsMeant(around, item);
      for (const group of meant) groups.add(group);
      // A group id without a group can still be the primary group id of an account.
      const unnamed =
        item.kind === 'gid' && meant.length === 0 ? directory.accountsWithGid(idFrom(item.value) ?? -1) : [];
      for (const account of unnamed) accounts.add(account);
      if (meant.length === 0 && [...unnamed].length === 0) unknown.push(unknownGroup(around, item));
    } else {
      const named = accountsNamed(around, 'User_Alias', item);
      for (const account of named) accounts.add(account);
      if (named.length === 0) unknown.push(unknownUser(around, item));
    }
  }
  if (!items.some(item => item.isNegated))
    return { accounts: [...accounts], groups: [...groups], unknown, unsupported };
  const left = directory.accounts.filter(account => matchesAccount(around, 'User_Alias', users, account));
  return { accounts: left, groups: [], unknown, unsupported };
}

function unknownUser({ directory }: Surroundings, { kind, value }: Item): string {
  const name = JSON.stringify(kind === 'uid' ? `#${value}` : value);
  const account = directory.account(value);
  return account === undefined || kind === 'uid'
    ? `${name}, which is neither an account nor a group of this machine`
    : `${name}, whom sudo sees as ${directory.accountsWithUid(account.uid)[0]!.name}, which has the same user id`;
}

function unknownGroup({ directory }: Surroundings, { kind, value }: Item): string {
  const name = JSON.stringify(kind === 'gid' ? `%#${value}` : `%${value}`);
  const group = kind === 'gid' ? undefined : directory.group(value);
  const first = group && directory.groupsWithGid(group.gid)[0]!;
  return first === undefined
    ? `${name}, which is neither an account nor a group of this machine`
    : `${name}, which sudo sees as ${first.name}, the first group with the same group id`;
}

/** Commands in capitals that no Cmnd_Alias defines. */
function undefinedCommands(around: Surroundings, spec: UserSpec): string[] {
  const commands = spec.commands.flatMap(({ command }) => expand(around, 'Cmnd_Alias', [command]));
  const names = commands.filter(command => command.kind === 'alias').map(command => command.value);
  return [...new Set(names)].map(name => `command ${JSON.stringify(name)}, which no Cmnd_Alias defines`);
}

function* everybodyIn({ directory }: Surroundings, { accounts, groups }: Holders): Generator<LoginAccount> {
  const seen = new Set(accounts);
  yield* accounts;
  for (const group of groups) {
    for (const account of directory.accountsWithGid(group.gid)) {
      if (seen.has(account)) continue;
      seen.add(account);
      yield account;
    }
  }
}
