// The settings of the Defaults lines of a sudoers file, for all machines or for this one.

import type { LoginAccount } from '../identities/passwd.ts';
import { type Comparison, defaultComparison, matchesAccount, matchesHost, type Surroundings } from './matching.ts';
import type { Defaults } from './syntax.ts';

/** A line, and how sudo compares names when it decides whether the line applies. */
export interface DefaultsLine extends Defaults {
  readonly around: Surroundings;
  /** For `runas_default`: sudo sets it and `match_group_by_gid` before the other settings. */
  readonly earlyAround: Surroundings;
}

export interface DefaultsHere {
  /** The lines that apply to this machine, in the order of the files; also those for users, run-as users and commands. */
  readonly lines: readonly DefaultsLine[];
  /** Surroundings that compare names as all lines for this machine together set it. */
  readonly around: Surroundings;
}

/** sudo sets one line after the other, so each line decides how names are compared in the lines after it. */
export function defaultsHere(anywhere: Surroundings, defaults: readonly Defaults[]): DefaultsHere {
  const applying = defaults.filter(({ scope, items }) => scope !== '@' || matchesHost(anywhere, items));
  const ofMachine = applying.filter(({ scope }) => scope === '' || scope === '@').flatMap(entry => entry.settings);
  const looksUpGroups = lastFlag(ofMachine, 'match_group_by_gid') ?? defaultComparison.looksUpGroups;
  let early: Comparison = defaultComparison;
  let late: Comparison = { ...defaultComparison, looksUpGroups };
  const lines = applying.map((line): DefaultsLine => {
    const placed = {
      ...line,
      around: { ...anywhere, comparison: late },
      earlyAround: { ...anywhere, comparison: early },
    };
    if (line.scope === '' || line.scope === '@') {
      early = { ...early, looksUpGroups: lastFlag(line.settings, 'match_group_by_gid') ?? early.looksUpGroups };
      late = {
        looksUpGroups,
        ignoresUserCase: lastFlag(line.settings, 'case_insensitive_user') ?? late.ignoresUserCase,
        ignoresGroupCase: lastFlag(line.settings, 'case_insensitive_group') ?? late.ignoresGroupCase,
      };
    }
    return placed;
  });
  return { lines, around: { ...anywhere, comparison: late } };
}

/** The last value of a flag; each `!` before its name negates it. */
export function lastFlag(settings: readonly string[], name: string): boolean | undefined {
  const last = settings.findLast(setting => setting.replace(/^!+/, '') === name);
  return last === undefined ? undefined : (last.length - name.length) % 2 === 0;
}

/** The last value of a text setting for one caller; undefined when it is not set or was unset by a later line. */
export function textFor({ lines }: DefaultsHere, name: string, caller: LoginAccount): string | undefined {
  const applying = lines.filter(({ scope, items, settings, around }) => {
    if (scope === '>' || scope === '!' || !settings.some(setting => isOf(setting, name))) return false;
    return scope !== ':' || matchesAccount(around, 'User_Alias', items, caller);
  });
  const last = applying.flatMap(entry => entry.settings).findLast(setting => isOf(setting, name));
  return last?.startsWith(`${name}=`) ? last.slice(name.length + 1) : undefined;
}

/** Whether a Defaults line sets it. When none does, the callers need not be checked one by one. */
export function isSet({ lines }: DefaultsHere, name: string): boolean {
  return lines.some(({ settings }) => settings.some(setting => isOf(setting, name)));
}

function isOf(setting: string, name: string): boolean {
  return setting.replace(/^!+/, '') === name || setting.startsWith(`${name}=`);
}
