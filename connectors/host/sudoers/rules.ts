// The sudo rules of this machine: who holds them, what they allow, and whether that amounts to being root.
import { createHash } from 'node:crypto';
import type { Group } from '../identities/group.ts';
import { idFrom, type LoginAccount } from '../identities/passwd.ts';
import { expand, isAddress, matchesAccount, matchesGroup, matchesHost, type Surroundings } from './matching.ts';
import type { CommandSpec, Defaults, Item, RunAs, UserSpec } from './syntax.ts';

export interface SudoRule {
  /** Hash of the rule's text, so that the id survives lines being moved. */
  readonly id: string;
  readonly text: string;
  /** `file:line` of every place where the rule stands. */
  readonly places: readonly string[];
  /** False: its hosts do not mean this machine, so it grants nothing here. */
  readonly applies: boolean;
  readonly accounts: readonly LoginAccount[];
  readonly groups: readonly Group[];
  /** Names that are no account or group of this machine. */
  readonly unknown: readonly string[];
  /** Entries that only another system can resolve: netgroups, plugin groups, addresses when none are known. */
  readonly unsupported: readonly string[];
  readonly entitlements: readonly SudoEntitlement[];
}

export interface SudoEntitlement {
  /** `ALL` or the command with its arguments. */
  readonly command: string;
  readonly isAll: boolean;
  readonly isDenied: boolean;
  /** The command may run as root, or as an account or group that is as good as root. */
  readonly isPrivileged: boolean;
  /** False: NOTBEFORE or NOTAFTER keeps it from being in force now. */
  readonly isInForce: boolean;
  readonly runAsUsers: readonly string[];
  readonly runAsGroups: readonly string[];
  readonly passwordRequired: boolean;
  readonly tags: readonly string[];
  readonly options: Readonly<Record<string, string>>;
  readonly digests: readonly string[];
}

export interface Powers {
  readonly accounts: readonly LoginAccount[];
  readonly groups: readonly Group[];
}

/** @param powers Accounts and groups that are root or as good as root. */
export function sudoRules(
  around: Surroundings,
  specs: readonly UserSpec[],
  defaults: readonly Defaults[],
  powers: Powers,
  now: Date,
): SudoRule[] {
  const rules = new Map<string, SudoRule>();
  for (const spec of specs) {
    const id = createHash('sha256').update(spec.text).digest('hex').slice(0, 20);
    const place = `${spec.position.file}:${spec.position.line}`;
    const same = rules.get(id);
    if (same) {
      // Standing later, the rule outranks what came between: it is moved to the end, as sudo sees it.
      rules.delete(id);
      rules.set(id, { ...same, places: [...same.places, place] });
      continue;
    }
    const holders = holdersOf(around, spec.users);
    const unsupported = expand(around, 'Host_Alias', spec.hosts)
      .filter(item => item.kind === 'netgroup' || (isAddress(item) && around.hostAddresses.length === 0))
      .map(item => (item.kind === 'netgroup' ? `+${item.value}` : item.value));
    const context: Context = { around, powers, now, holders, defaults };
    rules.set(id, {
      id,
      text: spec.text,
      places: [place],
      applies: matchesHost(around, spec.hosts),
      ...holders,
      unsupported: [...holders.unsupported, ...unsupported],
      entitlements: spec.commands.flatMap(command => entitlementsOf(context, command)),
    });
  }
  return [...rules.values()];
}

type Holders = Pick<SudoRule, 'accounts' | 'groups' | 'unknown' | 'unsupported'>;

/** Groups stay groups, unless the list excludes somebody: then it is the accounts that are left. */
function holdersOf(around: Surroundings, users: readonly Item[]): Holders {
  const { directory } = around;
  const items = expand(around, 'User_Alias', users);
  const accounts = new Set<LoginAccount>();
  const groups = new Set<Group>();
  const unknown: string[] = [];
  const unsupported: string[] = [];
  const add = <Found>(found: readonly Found[], to: Set<Found>, written: string) => {
    for (const one of found) to.add(one);
    if (found.length === 0) unknown.push(written);
  };
  const some = <Found>(found: Found | undefined) => (found === undefined ? [] : [found]);
  for (const item of items) {
    if (item.kind === 'all') for (const account of directory.accounts) accounts.add(account);
    else if (item.kind === 'uid') add(directory.accountsWithUid(idFrom(item.value) ?? -1), accounts, `#${item.value}`);
    else if (item.kind === 'group') add(some(directory.group(item.value)), groups, `%${item.value}`);
    else if (item.kind === 'gid') add(directory.groupsWithGid(idFrom(item.value) ?? -1), groups, `%#${item.value}`);
    else if (item.kind === 'netgroup') unsupported.push(`+${item.value}`);
    else if (item.kind === 'foreignGroup') unsupported.push(`%:${item.value}`);
    else add(some(directory.account(item.value)), accounts, item.value);
  }
  if (!items.some(item => item.isNegated))
    return { accounts: [...accounts], groups: [...groups], unknown, unsupported };
  const left = directory.accounts.filter(account => matchesAccount(around, 'User_Alias', users, account));
  return { accounts: left, groups: [], unknown, unsupported };
}

interface Context {
  readonly around: Surroundings;
  readonly powers: Powers;
  readonly now: Date;
  readonly holders: Holders;
  readonly defaults: readonly Defaults[];
}

function entitlementsOf(context: Context, spec: CommandSpec): SudoEntitlement[] {
  const { around, now } = context;
  const runAs = spec.runAs ?? { users: [defaultRunAs(context.defaults)], groups: [] };
  const canBeRoot = isPowerful(context, runAs);
  const written = (item: Item) => `${item.isNegated ? '!' : ''}${item.kind === 'uid' ? '#' : ''}${item.value}`;
  const runAsUsers =
    spec.runAs && runAs.users.length === 0 ? ['the caller'] : expandRunAs(around, runAs.users).map(written);
  return expand(around, 'Cmnd_Alias', [spec.command]).map(command => ({
    command: command.value,
    isAll: command.kind === 'all',
    isDenied: command.isNegated,
    isPrivileged: canBeRoot && !command.isNegated,
    isInForce: isInForce(spec.options, now),
    runAsUsers,
    runAsGroups: expandRunAs(around, runAs.groups).map(written),
    passwordRequired: isPasswordRequired(context, spec.tags),
    tags: spec.tags,
    options: spec.options,
    digests: command.digests ?? [],
  }));
}

const expandRunAs = (around: Surroundings, items: readonly Item[]) => expand(around, 'Runas_Alias', items);

function isPowerful({ around, powers }: Context, { users, groups }: RunAs): boolean {
  return (
    powers.accounts.some(account => matchesAccount(around, 'Runas_Alias', users, account)) ||
    powers.groups.some(group => matchesGroup(around, groups, group)) ||
    // Root is root even where passwd has no line for it.
    expandRunAs(around, users).findLast(item => item.kind === 'all' || item.value === 'root')?.isNegated === false
  );
}

function defaultRunAs(defaults: readonly Defaults[]): Item {
  const setting = settingsOf(defaults).findLast(text => text.startsWith('runas_default='));
  return { kind: 'name', value: setting?.slice('runas_default='.length) || 'root', isNegated: false };
}

/** Settings that hold for everybody. */
function settingsOf(defaults: readonly Defaults[]): string[] {
  return defaults.filter(entry => entry.scope === '').flatMap(entry => [...entry.settings]);
}

/** Tags outrank Defaults. Of scoped Defaults, those for users count when they mean every holder of the rule. */
function isPasswordRequired({ around, holders, defaults }: Context, tags: readonly string[]): boolean {
  if (tags.includes('NOPASSWD')) return false;
  if (tags.includes('PASSWD')) return true;
  const members = [...holders.accounts, ...holders.groups.flatMap(group => [...around.directory.membersOf(group)])];
  const inScope = defaults.filter(
    ({ scope, items }) =>
      scope === '' ||
      (scope === '@' && matchesHost(around, items)) ||
      (scope === ':' &&
        members.length > 0 &&
        members.every(account => matchesAccount(around, 'User_Alias', items, account))),
  );
  const setting = inScope.flatMap(entry => entry.settings).findLast(text => /^!*authenticate$/.test(text));
  return setting === undefined || setting.indexOf('a') % 2 === 0;
}

function isInForce(options: CommandSpec['options'], now: Date): boolean {
  const from = generalizedTime(options['NOTBEFORE']);
  const until = generalizedTime(options['NOTAFTER']);
  return (from === undefined || from <= now.getTime()) && (until === undefined || now.getTime() <= until);
}

/** `yyyymmddHHMMSSZ` or with an offset (RFC 4517 §3.3.13); undefined for anything else. */
function generalizedTime(text: string | undefined): number | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)?(\d\d)?(?:[.,]\d+)?(Z|[+-]\d{4})?$/.exec(text ?? '');
  if (!match) return undefined;
  const [, year, month, day, hour, minute = '00', second = '00', zone = 'Z'] = match;
  const offset = zone === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3)}`;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`);
  return Number.isNaN(time) ? undefined : time;
}
