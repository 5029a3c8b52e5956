// What one command of a sudo rule allows: the accounts to run as, the power, and whether sudo asks for a password.
import type { Group } from '../identities/group.ts';
import type { LoginAccount } from '../identities/passwd.ts';
import { pathAndArguments } from './command-files.ts';
import { commandKey, commandsText } from './commands.ts';
import { type DefaultRunAs, defaultRunAsFor } from './default-run-as.ts';
import type { DefaultsHere } from './defaults.ts';
import {
  accountsNamed,
  expand,
  gidsMeant,
  groupsMeant,
  groupsNamed,
  matchesAccount,
  matchesGroup,
  type Surroundings,
} from './matching.ts';
import { type Call, type PasswordOwner, passwordOwner } from './password-owner.ts';
import { type PasswordDemand, passwordDemand } from './passwords.ts';
import { type RunAsPart, runAsParts } from './run-as-groups.ts';
import type { CommandSpec, Item, RunAs } from './syntax.ts';
import { isUnlimited } from './unlimited-commands.ts';
import { isInForce } from './validity.ts';

export interface SudoEntitlement extends PasswordDemand {
  /** `ALL` or the command with its arguments. */
  readonly command: string;
  /** Equal for commands that sudo does not distinguish. */
  readonly commandKey: string;
  /** Where the command lies when its path leads through links; undefined otherwise, and when the links cannot be read. */
  readonly commandFile: string | undefined;
  readonly isAll: boolean;
  readonly isDenied: boolean;
  /** The command may run as root, or as a root-equivalent account or group. */
  readonly isPrivileged: boolean;
  /**
   * Root and the root-equivalent accounts and groups in the run-as list, both for grants and for denials. An account that may be
   * combined with groups has a second entry for the combination, because only a denial for all groups takes the combination away.
   */
  readonly powers: ReadonlySet<object>;
  /** Those that the entitlement would give to whoever knows a password that the callers cannot know. */
  readonly lockedPowers: ReadonlySet<object>;
  /** A command that can start any program. With one of the powers, it makes an administrator. */
  readonly isUnlimited: boolean;
  readonly passwordOf: PasswordOwner['passwordOf'];
  readonly passwordSettings: PasswordOwner['passwordSettings'];
  /** The run-as list excludes groups, so a denial leaves the command allowed with these groups. */
  readonly excludesGroups: boolean;
  /** False when NOTBEFORE or NOTAFTER excludes the present moment. */
  readonly isInForce: boolean;
  /** Entries in their order: `name`, `#uid`, `%group`, `%#gid`, `ALL`, `!…`; the last that matches decides. */
  readonly runAsUsers: readonly string[];
  /** As in sudoers; `*`: any group, but only together with the run-as user. */
  readonly runAsGroups: readonly string[];
  /** The command may run only with a group that the caller chooses (`sudo -g`). */
  readonly needsGroup: boolean;
  /** Other run-as users for some commands: `ben command:/bin/q, !/bin/r`; the last that applies decides. */
  readonly runAsExceptions: readonly string[];
  /**
   * Accounts that the callers can run the command as, with the passwords that they know; `everybody` when the list excludes no account.
   */
  readonly targets: readonly LoginAccount[] | 'everybody' | 'the caller';
  readonly tags: readonly string[];
  readonly options: Readonly<Record<string, string>>;
  readonly digests: readonly string[];
}

export interface Powers {
  readonly accounts: readonly LoginAccount[];
  readonly groups: readonly Group[];
}

export interface EntitlementContext {
  readonly around: Surroundings;
  readonly powers: Powers;
  readonly now: Date;
  readonly defaults: DefaultsHere;
  /** All accounts that hold the rule. */
  readonly callers: readonly LoginAccount[];
  /** The same for all of them. */
  readonly defaultRunAs: DefaultRunAs;
}

/** One way in which sudo lets a command run. Most commands have one. */
interface Way extends RunAsPart {
  /** The list is empty, as in `()`: the commands run as the caller. */
  readonly isForCaller: boolean;
  /** Any group, but only together with the run-as user. */
  readonly hasAnyGroup: boolean;
  readonly exceptions: DefaultRunAs['exceptions'];
}

/** Each command of an alias is an entitlement. An undefined alias allows nothing. */
export function entitlementsOf(context: EntitlementContext, spec: CommandSpec): SudoEntitlement[] {
  const { around } = context;
  const commands = expand(around, 'Cmnd_Alias', [spec.command]).filter(command => command.kind !== 'alias');
  const listed = spec.runAs && waysOfList(context, spec.runAs).map(way => sharedProperties(context, way));
  return commands.flatMap(command => {
    const ways = listed ?? waysOfDefault(context, command).map(way => sharedProperties(context, way));
    return ways.map(way => entitlementOf(context, spec, command, way));
  });
}

function waysOfList({ around }: EntitlementContext, runAs: RunAs): Way[] {
  return runAsParts(around, runAs).map(part => {
    return { ...part, isForCaller: part.runAs.users.length === 0, hasAnyGroup: false, exceptions: [] };
  });
}

/** Without a run-as list, the default user may be combined with any group. */
function waysOfDefault({ around, defaultRunAs }: EntitlementContext, command: Item): Way[] {
  const { besideGroup, exceptions, ...plain } = defaultRunAsFor(around, command, defaultRunAs);
  const users = command.isNegated ? plain.refused : plain.users;
  if (users === besideGroup) {
    return [{ runAs: { users, groups: [] }, needsGroup: false, isForCaller: false, hasAnyGroup: true, exceptions }];
  }
  const besides = {
    runAs: { users: besideGroup, groups: [] },
    needsGroup: true,
    isForCaller: false,
    hasAnyGroup: true,
    exceptions,
  };
  // Without a user, there may still be users for some of the commands.
  if (users.length === 0 && exceptions.length === 0) return [besides];
  return [
    { runAs: { users, groups: [] }, needsGroup: false, isForCaller: false, hasAnyGroup: false, exceptions },
    besides,
  ];
}

/** The properties that the entitlements of one way share for every command. */
function sharedProperties(context: EntitlementContext, way: Way) {
  const { around, powers: everyPower } = context;
  const { runAs, isForCaller, hasAnyGroup, exceptions } = way;
  const targets: SudoEntitlement['targets'] = isForCaller ? 'the caller' : targetsOf(around, runAs.users);
  const powers = powersOf(context, runAs);
  for (const { users } of exceptions) for (const power of powersOf(context, { users, groups: [] })) powers.add(power);
  const hasGroups = hasAnyGroup || runAs.groups.some(item => !item.isNegated);
  const hasAllGroups = hasAnyGroup || runAs.groups.some(item => item.kind === 'all' && !item.isNegated);
  const withGroups = isForCaller ? [] : [...powers].map(besideGroups);
  if (hasAnyGroup) for (const group of everyPower.groups) powers.add(group);
  return {
    way,
    granted: new Set([...powers, ...(hasGroups ? withGroups : [])]),
    denied: new Set([...powers, ...(hasAllGroups ? withGroups : [])]),
    hasGroups,
    excludesGroups: expand(around, 'Runas_Alias', runAs.groups).some(item => item.isNegated),
    accounts: accountsOf(around, way, targets),
    shown: {
      runAsUsers: isForCaller
        ? ['the caller']
        : expand(around, 'Runas_Alias', runAs.users).flatMap(item => writtenUser(around, item)),
      runAsGroups: hasAnyGroup
        ? ['*']
        : expand(around, 'Runas_Alias', runAs.groups).flatMap(item => writtenGroup(around, item)),
      needsGroup: way.needsGroup,
      runAsExceptions: exceptions.map(
        ({ users, commands }) =>
          `${users.flatMap(item => writtenUser(around, item)).join(', ')} command:${commandsText(commands)}`,
      ),
      targets,
    },
  };
}

/** The accounts to which Defaults for run-as users can apply; undefined: none, or only the caller. */
function accountsOf(
  around: Surroundings,
  { needsGroup, exceptions }: Way,
  targets: SudoEntitlement['targets'],
): readonly LoginAccount[] | undefined {
  if (targets === 'the caller' || needsGroup) return undefined;
  if (targets === 'everybody') return around.directory.accounts;
  const others = exceptions.flatMap(({ users }) => users.flatMap(item => accountsNamed(around, 'Runas_Alias', item)));
  return [...new Set([...targets, ...others])];
}

function entitlementOf(
  context: EntitlementContext,
  { tags, options }: CommandSpec,
  command: Item,
  shared: ReturnType<typeof sharedProperties>,
): SudoEntitlement {
  const { around, now, defaults, callers } = context;
  const { granted, denied, hasGroups, excludesGroups, accounts, shown } = shared;
  // Listing the commands of other users gives no power over them.
  const isPowerless = command.value === 'list';
  const use = { callers, targets: accounts, hasGroups, command, tags };
  const { canCall, ...owner } = passwordOwner(around, defaults, use);
  const lockedPowers = new Set(
    command.isNegated ? [] : [...granted].filter(power => !callsOf(context, shared, power).some(canCall)),
  );
  const powers = command.isNegated ? denied : granted.difference(lockedPowers);
  const path = pathAndArguments(command.value)[0];
  const file = around.files.realPathOf(path);
  return {
    ...shown,
    ...owner,
    targets: owner.passwordSettings.length > 0 ? reachable(context, shown.targets, canCall) : shown.targets,
    tags,
    options,
    isInForce: isInForce(options, now),
    command: command.value,
    commandKey: commandKey(around.files, command.value),
    commandFile: file === path ? undefined : file,
    isAll: command.kind === 'all',
    isDenied: command.isNegated,
    powers: isPowerless ? new Set() : powers,
    lockedPowers: isPowerless ? new Set() : lockedPowers,
    isUnlimited: isUnlimited(command),
    excludesGroups,
    isPrivileged: powers.size > 0 && !command.isNegated && !isPowerless,
    ...passwordDemand(around, defaults, use),
    digests: command.digests ?? [],
  };
}

/** The calls that give one of the powers of an entitlement. */
function callsOf(
  { around: { directory }, powers }: EntitlementContext,
  { way, shown }: ReturnType<typeof sharedProperties>,
  power: object,
): Call[] {
  if (power === rootItself) return [{ target: directory.accountsWithUid(0)[0], hasGroup: false }];
  if ('besideGroups' in power) {
    const { besideGroups: account } = power as { besideGroups: object };
    const target = account === rootItself ? directory.accountsWithUid(0)[0] : (account as LoginAccount);
    return [{ target, hasGroup: true }];
  }
  if (!(powers.groups as readonly object[]).includes(power))
    return [{ target: power as LoginAccount, hasGroup: false }];
  const { targets } = shown;
  const users = targets === 'everybody' ? directory.accounts : targets === 'the caller' ? [] : targets;
  // A group alone runs the command as the caller.
  const own = way.needsGroup || way.hasAnyGroup ? [] : (['the caller'] as const);
  return [...own, ...users].map(target => ({ target, hasGroup: true }));
}

function reachable(
  { around: { directory }, callers }: EntitlementContext,
  targets: SudoEntitlement['targets'],
  canCall: PasswordOwner['canCall'],
): SudoEntitlement['targets'] {
  if (targets === 'the caller') return targets;
  const accounts = targets === 'everybody' ? directory.accounts : targets;
  const isOnlyCaller = (target: LoginAccount) => callers.length === 1 && callers[0] === target;
  const left = accounts.filter(target => !isOnlyCaller(target) && canCall({ target, hasGroup: false }));
  return left.length === accounts.length ? targets : left;
}

const prefixes: Partial<Record<Item['kind'], string>> = {
  uid: '#',
  gid: '%#',
  group: '%',
  netgroup: '+',
  foreignGroup: '%:',
};
const text = ({ isNegated, kind }: Item, name: string) => `${isNegated ? '!' : ''}${prefixes[kind] ?? ''}${name}`;

/** An entry of a run-as list with the names from passwd and group. An entry that matches nothing stays unchanged. */
function writtenUser(around: Surroundings, item: Item): string[] {
  const isName = item.kind === 'name' || item.kind === 'alias';
  const meant = isName
    ? accountsNamed(around, 'Runas_Alias', item)
    : item.kind === 'group'
      ? groupsMeant(around, item)
      : [];
  return meant.length > 0 ? meant.map(({ name }) => text(item, name)) : [text(item, item.value)];
}

/** In the group part of a run-as list, plain names are group names. */
function writtenGroup(around: Surroundings, item: Item): string[] {
  const meant = item.kind === 'gid' || item.kind === 'all' ? [] : groupsNamed(around, item);
  if (item.kind === 'gid') return [text({ ...item, kind: 'uid' }, item.value)];
  return meant.length > 0 ? meant.map(({ name }) => text(item, name)) : [text(item, item.value)];
}

function targetsOf(around: Surroundings, users: readonly Item[]): readonly LoginAccount[] | 'everybody' {
  const { directory } = around;
  const items = expand(around, 'Runas_Alias', users);
  const lastAll = items.findLastIndex(item => item.kind === 'all');
  if (lastAll !== -1 && !items.slice(lastAll).some(item => item.isNegated)) return 'everybody';
  if (items.some(item => item.isNegated)) {
    return directory.accounts.filter(account => matchesAccount(around, 'Runas_Alias', items, account));
  }
  const named = items.flatMap(item => accountsNamed(around, 'Runas_Alias', item));
  const members = items.flatMap(item => gidsMeant(around, item)).flatMap(gid => [...directory.accountsWithGid(gid)]);
  return [...new Set([...named, ...members])];
}

function isRoot({ kind, value }: Item): boolean {
  return kind === 'uid' ? Number(value) === 0 : kind === 'name' && /^root$/i.test(value);
}

const besides = new WeakMap<object, object>();
/** Represents an account that is combined with a group. */
function besideGroups(power: object): object {
  if (!besides.has(power)) besides.set(power, { besideGroups: power });
  return besides.get(power)!;
}

/** Represents root, which exists even when passwd has no line for it. */
const rootItself = { name: 'root' };

function powersOf({ around, powers }: EntitlementContext, { users, groups }: RunAs): Set<object> {
  const found = new Set<object>([
    ...powers.accounts.filter(account => matchesAccount(around, 'Runas_Alias', users, account)),
    ...powers.groups.filter(group => matchesGroup(around, groups, group)),
  ]);
  const deciding = expand(around, 'Runas_Alias', users).findLast(item => item.kind === 'all' || isRoot(item));
  if (deciding?.isNegated === false) found.add(rootItself);
  return found;
}
