// The settings of the Defaults lines of a sudoers file, for all machines or for this one.

import type { LoginAccount } from '../identities/passwd.ts';
import { type Comparison, defaultComparison, matchesAccount, matchesHost, type Surroundings } from './matching.ts';
import type { Defaults } from './syntax.ts';

/** The lines that apply to this machine, in the order of the files; also those for users, run-as users and commands. */
export function defaultsHere(around: Surroundings, defaults: readonly Defaults[]): Defaults[] {
  return defaults.filter(({ scope, items }) => scope !== '@' || matchesHost(around, items));
}

/** Surroundings that compare names as set by the Defaults for this machine. */
export function comparingAsSet(around: Surroundings, defaults: readonly Defaults[]): Surroundings {
  const settings = defaults.filter(({ scope }) => scope === '' || scope === '@').flatMap(entry => entry.settings);
  const { ignoresUserCase, ignoresGroupCase, looksUpGroups } = defaultComparison;
  const comparison: Comparison = {
    ignoresUserCase: lastFlag(settings, 'case_insensitive_user') ?? ignoresUserCase,
    ignoresGroupCase: lastFlag(settings, 'case_insensitive_group') ?? ignoresGroupCase,
    looksUpGroups: lastFlag(settings, 'match_group_by_gid') ?? looksUpGroups,
  };
  return { ...around, comparison };
}

/** The last value of a flag; each `!` before its name negates it. */
export function lastFlag(settings: readonly string[], name: string): boolean | undefined {
  const last = settings.findLast(setting => setting.replace(/^!+/, '') === name);
  return last === undefined ? undefined : (last.length - name.length) % 2 === 0;
}

/** The last value of a text setting for one caller; undefined when it is not set or was unset by a later line. */
export function textFor(
  around: Surroundings,
  defaults: readonly Defaults[],
  name: string,
  caller: LoginAccount,
): string | undefined {
  const applying = defaults.filter(({ scope, items, settings }) => {
    if (scope === '>' || scope === '!' || !settings.some(setting => isOf(setting, name))) return false;
    return scope !== ':' || matchesAccount(around, 'User_Alias', items, caller);
  });
  const last = applying.flatMap(entry => entry.settings).findLast(setting => isOf(setting, name));
  return last?.startsWith(`${name}=`) ? last.slice(name.length + 1) : undefined;
}

/** Whether a Defaults line sets it. When none does, the callers need not be checked one by one. */
export function isSet(defaults: readonly Defaults[], name: string): boolean {
  return defaults.some(({ settings }) => settings.some(setting => isOf(setting, name)));
}

function isOf(setting: string, name: string): boolean {
  return setting.replace(/^!+/, '') === name || setting.startsWith(`${name}=`);
}
