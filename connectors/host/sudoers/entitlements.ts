// What one command of a sudo rule allows: the accounts to run as, the power, and whether sudo asks for a password.
import type { Group } from '../identities/group.ts';
import type { LoginAccount } from '../identities/passwd.ts';
import { isSet, textFor } from './defaults.ts';
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
import { type PasswordDemand, passwordDemand } from './passwords.ts';
import type { CommandSpec, Defaults, Item, RunAs } from './syntax.ts';
import { isInForce } from './validity.ts';

export interface SudoEntitlement extends PasswordDemand {
  /** `ALL` or the command with its arguments. */
  readonly command: string;
  readonly isAll: boolean;
  readonly isDenied: boolean;
  /** The command may run as root, or as a root-equivalent account or group. */
  readonly isPrivileged: boolean;
  /** Root and the root-equivalent accounts and groups in the run-as list, both for grants and for denials. */
  readonly powers: ReadonlySet<object>;
  /** False when NOTBEFORE or NOTAFTER excludes the present moment. */
  readonly isInForce: boolean;
  /** Entries in their order: `name`, `#uid`, `%group`, `%#gid`, `ALL`, `!…`; the last that matches decides. */
  readonly runAsUsers: readonly string[];
  /** As in sudoers; `*`: any group, but only together with the run-as user. */
  readonly runAsGroups: readonly string[];
  /** Accounts that the command may run as; `everybody` when the list excludes no account. */
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
  readonly defaults: readonly Defaults[];
  /** All accounts that hold the rule. */
  readonly callers: readonly LoginAccount[];
}

/** Each command of an alias is an entitlement. An undefined alias allows nothing. */
export function entitlementsOf(context: EntitlementContext, spec: CommandSpec): SudoEntitlement[] {
  const { around, now, defaults, callers } = context;
  const runAs = spec.runAs ?? { users: defaultRunAs(context), groups: [] };
  const isForCaller = spec.runAs !== undefined && runAs.users.length === 0;
  const targets: SudoEntitlement['targets'] = isForCaller ? 'the caller' : targetsOf(around, runAs.users);
  // Without a run-as list, the default user may be combined with any group. For root, groups make no difference.
  const hasAnyGroup = spec.runAs === undefined && !runAs.users.every(isRoot);
  const powers = powersOf(context, runAs);
  if (hasAnyGroup) for (const group of context.powers.groups) powers.add(group);
  const accounts = targets === 'everybody' ? around.directory.accounts : targets === 'the caller' ? undefined : targets;
  const hasGroups = runAs.groups.length > 0 || hasAnyGroup;
  const shared = {
    isInForce: isInForce(spec.options, now),
    runAsUsers: isForCaller
      ? ['the caller']
      : expand(around, 'Runas_Alias', runAs.users).flatMap(item => writtenUser(around, item)),
    runAsGroups: hasAnyGroup
      ? ['*']
      : expand(around, 'Runas_Alias', runAs.groups).flatMap(item => writtenGroup(around, item)),
    targets,
    tags: spec.tags,
    options: spec.options,
  };
  return expand(around, 'Cmnd_Alias', [spec.command])
    .filter(command => command.kind !== 'alias')
    .map(command => ({
      ...shared,
      command: command.value,
      isAll: command.kind === 'all',
      isDenied: command.isNegated,
      // Listing the commands of other users gives no power over them.
      powers: command.value === 'list' ? new Set() : powers,
      isPrivileged: powers.size > 0 && !command.isNegated && command.value !== 'list',
      ...passwordDemand(around, defaults, { callers, targets: accounts, hasGroups, command, tags: spec.tags }),
      digests: command.digests ?? [],
    }));
}

const prefixes: Partial<Record<Item['kind'], string>> = {
  uid: '#',
  gid: '%#',
  group: '%',
  netgroup: '+',
  foreignGroup: '%:',
};
const text = ({ isNegated, kind }: Item, name: string) => `${isNegated ? '!' : ''}${prefixes[kind] ?? ''}${name}`;

/** An entry of a run-as list with the names from passwd and group. An entry that matches nothing stays as it is written. */
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

/** `runas_default` can differ between the callers of a rule. The rule then gets all of the values. */
function defaultRunAs({ around, defaults, callers }: EntitlementContext): Item[] {
  const item = (value: string): Item => ({
    kind: /^#\d+$/.test(value) ? 'uid' : 'name',
    value: value.replace(/^#(?=\d)/, ''),
    isNegated: false,
  });
  if (!isSet(defaults, 'runas_default')) return [item('root')];
  const names = callers.map(caller => textFor(around, defaults, 'runas_default', caller) ?? 'root');
  return [...new Set(names.length > 0 ? names : ['root'])].map(item);
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

/** Stands for root, which exists even when passwd has no line for it. */
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
