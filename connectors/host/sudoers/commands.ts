// How much of a rule's command a list of commands (of `Defaults!…`) covers.
import { posix } from 'node:path';
import type { Item } from './syntax.ts';
import { fitsPattern, hasWildcard } from './wildcards.ts';

export type Coverage = 'everything' | 'some' | 'nothing';

/** The last entry that matches decides; `some` when that depends on the command that the caller runs. */
export function coverageOf(list: readonly Item[], command: Item): Coverage {
  let isPartial = false;
  for (const item of list.toReversed()) {
    const reach = reachInto(item, command);
    if (reach === 'everything') {
      if (isPartial) return 'some';
      return item.isNegated ? 'nothing' : 'everything';
    }
    // A partial match counts even when it is an exclusion, because it may exclude from an entry before it in the list.
    if (reach === 'some') isPartial = true;
  }
  return isPartial && list.some(item => !item.isNegated) ? 'some' : 'nothing';
}

function reachInto(item: Item, command: Item): Coverage {
  if (item.kind === 'all') return 'everything';
  if (item.kind !== 'command') return 'nothing';
  if (command.kind !== 'command') return command.kind === 'all' ? 'some' : 'nothing';
  const path = reachOfPath(...pathAndArguments(item.value), ...pathAndArguments(command.value));
  return path;
}

function reachOfPath(path: string, words: string | undefined, other: string, otherWords: string | undefined): Coverage {
  const reach = pathReach(path, other);
  if (reach === 'nothing' || words === undefined) return reach;
  if (words === otherWords) return reach;
  // `""` means that the command takes no arguments.
  if (otherWords === undefined || isPattern(otherWords)) return 'some';
  if (words === '""') return 'nothing';
  if (words.startsWith('^')) return 'some';
  return fitsPattern(otherWords === '""' ? '' : otherWords, words) ? reach : 'nothing';
}

function pathReach(path: string, other: string): Coverage {
  if (path === other) return 'everything';
  if (isPattern(other) || other.endsWith('/')) {
    if (isPattern(path) || path.endsWith('/')) return 'some';
    return reachesPath(other, path) ? 'some' : 'nothing';
  }
  if (path.startsWith('^')) return 'some';
  return reachesPath(path, other) ? 'everything' : 'nothing';
}

/** Whether a path, pattern or folder of a sudoers file matches a file. */
function reachesPath(path: string, file: string): boolean {
  if (path.startsWith('^')) return true;
  if (path.endsWith('/') && !hasWildcard(path)) return `${posix.dirname(file).replace(/\/$/, '')}/` === path;
  return hasWildcard(path) ? fitsPattern(file, path, true) : path === file;
}

const isPattern = (text: string) => text.startsWith('^') || hasWildcard(text);

/** The command and, after the first blank that no backslash escapes, its arguments. */
function pathAndArguments(value: string): [string, string | undefined] {
  const blank = value.indexOf(' ');
  return blank === -1 ? [value, undefined] : [value.slice(0, blank), value.slice(blank + 1)];
}
