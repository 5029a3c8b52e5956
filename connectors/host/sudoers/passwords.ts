// Whether sudo asks for a password: tags, and `authenticate` and `exempt_group` of the Defaults.
import type { LoginAccount } from '../identities/passwd.ts';
import { commandsText, coverageOf } from './commands.ts';
import { type DefaultsHere, type DefaultsLine, isSet, lastFlag, textFor } from './defaults.ts';
import { expand, gidsMeant, matchesAccount, type Surroundings } from './matching.ts';
import type { Item } from './syntax.ts';

export interface PasswordDemand {
  /** Whether sudo asks for a password when no exception applies. */
  readonly passwordRequired: boolean;
  /**
   * Exceptions: `NOPASSWD` or `PASSWD`, and to what they apply: `user:ann, ben` (callers), `run-as:app` (`*`: all run-as users;
   * only without `-g`), or `command:/bin/q, !/bin/r`. The last that applies decides.
   */
  readonly passwordExceptions: readonly string[];
}

export interface Use {
  /** All accounts that hold the rule. */
  readonly callers: readonly LoginAccount[];
  /** Accounts that the command may run as; undefined: only the caller. */
  readonly targets: readonly LoginAccount[] | undefined;
  /** Whether the caller may choose a group (`sudo -g`). Defaults for run-as users do not apply then. */
  readonly hasGroups: boolean;
  readonly command: Item;
  readonly tags: readonly string[];
}

/** The part of a use to which a Defaults line applies. */
export type DefaultsReach =
  | 'everything'
  | 'nothing'
  /** Callers. */
  | { readonly kind: 'user'; readonly accounts: readonly LoginAccount[] }
  /** Run-as users, only without `-g`. */
  | { readonly kind: 'run-as'; readonly accounts: readonly LoginAccount[] | 'everybody' }
  | { readonly kind: 'command'; readonly commands: readonly Item[] };

interface Exception {
  readonly isRequired: boolean;
  readonly what: string;
}

/** The tag of a rule that decides whether sudo asks for a password. */
export function passwordTag(tags: readonly string[]): string | undefined {
  return tags.findLast(text => text === 'NOPASSWD' || text === 'PASSWD');
}

/**
 * sudo applies the Defaults for all, hosts, callers and run-as users in the order of the files, and then those for commands. A tag
 * of the rule overrides them, and exempt_group overrides the tag.
 */
export function passwordDemand(around: Surroundings, defaults: DefaultsHere, use: Use): PasswordDemand {
  const tag = passwordTag(use.tags);
  const demand = tag
    ? { isRequired: tag === 'PASSWD', exceptions: [] as Exception[] }
    : demandOfDefaults(around, defaults, use);
  const exempt = exemptCallers(around, defaults, use.callers);
  const isEverybodyExempt = exempt.length > 0 && exempt.length === use.callers.length;
  if (isEverybodyExempt) return { passwordRequired: false, passwordExceptions: [] };
  const exceptions = [
    ...demand.exceptions,
    ...(exempt.length > 0 ? [{ isRequired: false, what: reachText({ kind: 'user', accounts: exempt }) }] : []),
  ];
  const firstReal = exceptions.findIndex(({ isRequired }) => isRequired !== demand.isRequired);
  return {
    passwordRequired: demand.isRequired,
    passwordExceptions:
      firstReal === -1
        ? []
        : exceptions.slice(firstReal).map(({ isRequired, what }) => `${isRequired ? 'PASSWD' : 'NOPASSWD'} ${what}`),
  };
}

function demandOfDefaults(around: Surroundings, { lines }: DefaultsHere, use: Use) {
  let isRequired = true;
  let exceptions: Exception[] = [];
  const inOrder = [...lines.filter(line => line.scope !== '!'), ...lines.filter(line => line.scope === '!')];
  for (const entry of inOrder) {
    const value = lastFlag(entry.settings, 'authenticate');
    if (value === undefined) continue;
    const reach = reachOf(around, entry, use);
    if (reach === 'everything') {
      isRequired = value;
      exceptions = [];
    } else if (reach !== 'nothing') exceptions.push({ isRequired: value, what: reachText(reach) });
  }
  return { isRequired, exceptions };
}

export function reachOf(around: Surroundings, line: DefaultsLine, use: Use): DefaultsReach {
  const { scope, items } = line;
  if (scope === '' || scope === '@') return 'everything';
  if (scope === '!') {
    const commands = expand(around, 'Cmnd_Alias', items);
    const coverage = coverageOf(around.files, commands, use.command);
    return coverage === 'some' ? { kind: 'command', commands } : coverage;
  }
  return scope === ':' ? reachOfCallers(line.around, items, use) : reachOfTargets(line.around, items, use);
}

function reachOfCallers(around: Surroundings, items: readonly Item[], { callers }: Use): DefaultsReach {
  const accounts = callers.filter(account => matchesAccount(around, 'User_Alias', items, account));
  if (accounts.length === 0) return 'nothing';
  return accounts.length === callers.length ? 'everything' : { kind: 'user', accounts };
}

function reachOfTargets(
  around: Surroundings,
  items: readonly Item[],
  { callers, targets, hasGroups }: Use,
): DefaultsReach {
  if (!targets && hasGroups) return 'nothing';
  const accounts = targets ?? callers;
  const meant = accounts.filter(account => matchesAccount(around, 'Runas_Alias', items, account));
  if (meant.length === 0) return 'nothing';
  if (meant.length === accounts.length) return hasGroups ? { kind: 'run-as', accounts: 'everybody' } : 'everything';
  return { kind: targets ? 'run-as' : 'user', accounts: meant };
}

/** `user:ann, ben`, `run-as:app`, `run-as:*` or `command:/bin/q, !/bin/r`. */
export function reachText(reach: Exclude<DefaultsReach, string>): string {
  if (reach.kind === 'command') return `command:${commandsText(reach.commands)}`;
  const names = reach.accounts === 'everybody' ? '*' : reach.accounts.map(account => account.name).join(', ');
  return `${reach.kind}:${names}`;
}

function exemptCallers(around: Surroundings, defaults: DefaultsHere, callers: readonly LoginAccount[]) {
  return isSet(defaults, 'exempt_group') ? callers.filter(caller => isExempt(around, defaults, caller)) : [];
}

/** Whether the caller is in the group of `exempt_group`, which sudo never asks for a password. */
export function isExempt(around: Surroundings, defaults: DefaultsHere, caller: LoginAccount): boolean {
  const group = textFor(defaults, 'exempt_group', caller);
  if (group === undefined) return false;
  const item: Item = { kind: 'group', value: group, isNegated: false };
  return gidsMeant(around, item).some(gid => around.directory.gidsOf(caller).has(gid));
}
