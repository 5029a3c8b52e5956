// The sudo rules of this machine: which accounts and groups hold them, and what they allow.
import { createHash } from 'node:crypto';
import type { Group } from '../identities/group.ts';
import { idFrom, type LoginAccount } from '../identities/passwd.ts';
import { type DefaultRunAs, defaultRunAs, differsBetweenCallers } from './default-run-as.ts';
import { type DefaultsHere, defaultsHere } from './defaults.ts';
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
import { mayAskForOthers, passwordKey } from './password-owner.ts';
import type { Defaults, Item, UserSpec } from './syntax.ts';

export interface SudoRule {
  /** Hash of the rule's text, so that the id stays the same when lines move. The parts of a rule have different ids. */
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
  const { around } = defaults;
  const rules = new Map<string, SudoRule[]>();
  for (const spec of specs) {
    const place = `${spec.position.file}:${spec.position.line}`;
    const same = rules.get(spec.text);
    if (same) {
      // The repeated rule overrides the rules in between, so it moves to the end.
      rules.delete(spec.text);
      rules.set(
        spec.text,
        same.map(rule => ({ ...rule, places: [...rule.places, place] })),
      );
      continue;
    }
    const { unknown, unsupported, ...holders } = holdersOf(around, spec.users);
    const shared = { text: spec.text, places: [place], applies: matchesHost(around, spec.hosts) };
    const findings = {
      unknown: [...unknown, ...undefinedCommands(around, spec)],
      unsupported: [...unsupported, ...unsupportedHosts(around, spec)],
    };
    const noFindings = { unknown: [], unsupported: [] };
    const parts = partsByDefault(around, defaults, spec, holders).map(({ key, ...part }, index): SudoRule => {
      const { accounts, groups } = part;
      const context = { around, powers, now, defaults, ...part };
      const entitlements = spec.commands.flatMap(command => entitlementsOf(context, command));
      const id = idOf(spec.text, key);
      return { ...shared, ...(index === 0 ? findings : noFindings), id, accounts, groups, entitlements };
    });
    rules.set(spec.text, parts);
  }
  return [...rules.values()].flat();
}

function idOf(text: string, part: string): string {
  return createHash('sha256').update(text).update(part).digest('hex').slice(0, 20);
}

/** The holders of a rule for whom its commands run as the same account by default, and whom sudo asks for the same password. */
interface RulePart extends Pick<Holders, 'accounts' | 'groups'> {
  /** Different for each part of a rule; empty when the rule has one part. */
  readonly key: string;
  readonly callers: readonly LoginAccount[];
  readonly defaultRunAs: DefaultRunAs;
}

/**
 * Defaults for users can give the callers of a rule different values of `runas_default`, or let sudo ask them for the passwords of
 * different accounts. sudo then treats them differently.
 */
function partsByDefault(
  around: Surroundings,
  defaults: DefaultsHere,
  spec: UserSpec,
  holders: Pick<Holders, 'accounts' | 'groups'>,
): RulePart[] {
  const callers = [...everybodyIn(around, holders)];
  const runAsDiffers = spec.commands.some(({ runAs }) => runAs === undefined) && differsBetweenCallers(defaults);
  const whole = { ...holders, key: '', callers };
  const representative = runAsDiffers ? callers[0] : undefined;
  if (!runAsDiffers && !mayAskForOthers(defaults))
    return [{ ...whole, defaultRunAs: defaultRunAs(around, defaults, undefined) }];
  const parts = Map.groupBy(callers, caller => {
    const runAs = runAsDiffers ? JSON.stringify(defaultRunAs(around, defaults, caller)) : '';
    return `${runAs}${passwordKey(around, defaults, caller)}`;
  });
  if (parts.size < 2) return [{ ...whole, defaultRunAs: defaultRunAs(around, defaults, representative) }];
  return [...parts].map(([key, accounts]) => ({
    key,
    accounts,
    groups: [],
    callers: accounts,
    defaultRunAs: defaultRunAs(around, defaults, runAsDiffers ? accounts[0] : undefined),
  }));
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

/** Hosts that only a name service or the network can resolve. */
function unsupportedHosts(around: Surroundings, { hosts }: UserSpec): string[] {
  return expand(around, 'Host_Alias', hosts)
    .filter(item => item.kind === 'netgroup' || (isAddress(item) && around.hostAddresses.length === 0))
    .map(item => (item.kind === 'netgroup' ? `+${item.value}` : item.value));
}

/** Commands in capitals that no Cmnd_Alias defines. */
function undefinedCommands(around: Surroundings, spec: UserSpec): string[] {
  const commands = spec.commands.flatMap(({ command }) => expand(around, 'Cmnd_Alias', [command]));
  const names = commands.filter(command => command.kind === 'alias').map(command => command.value);
  return [...new Set(names)].map(name => `command ${JSON.stringify(name)}, which no Cmnd_Alias defines`);
}

function* everybodyIn(
  { directory }: Surroundings,
  { accounts, groups }: Pick<Holders, 'accounts' | 'groups'>,
): Generator<LoginAccount> {
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
