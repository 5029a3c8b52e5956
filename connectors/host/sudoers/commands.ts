// How much of a rule's command a list of commands (of `Defaults!…`) covers, and when two rules name the same command.
import { posix } from 'node:path';
import { type CommandFiles, pathAndArguments } from './command-files.ts';
import type { Item } from './syntax.ts';
import { fitsPattern, hasWildcard } from './wildcards.ts';

export type Coverage = 'everything' | 'some' | 'nothing';

/** The last entry that matches decides; `some` when that depends on the command that the caller runs. */
export function coverageOf(files: CommandFiles, list: readonly Item[], command: Item): Coverage {
  let isPartial = false;
  for (const item of list.toReversed()) {
    const reach = reachInto(files, item, command);
    if (reach === 'everything') {
      if (isPartial) return 'some';
      return item.isNegated ? 'nothing' : 'everything';
    }
    // A partial match counts even when it is an exclusion, because it may exclude from an entry before it in the list.
    if (reach === 'some') isPartial = true;
  }
  return isPartial && list.some(item => !item.isNegated) ? 'some' : 'nothing';
}

/** How much of another command a right on one command covers, with the arguments that each names. */
export function commandReach(files: CommandFiles, one: string, other: string): Coverage {
  const itemOf = (value: string): Item => ({ kind: 'command', value, isNegated: false });
  const [path, words] = pathAndArguments(one);
  const reaches = pathsOf(path).map(each =>
    reachInto(files, itemOf(words === undefined ? each : `${each} ${words}`), itemOf(other)),
  );
  return reaches.find(reach => reach === 'everything') ?? reaches.find(reach => reach === 'some') ?? 'nothing';
}

/** The paths that a regular expression names one by one, as in `^/usr/bin/(ls|cat)$`. Expressions are not run: they may be hostile. */
function pathsOf(path: string): string[] {
  if (!/^\^(?:[\w/-]|\\?\.|\((?:[\w.-]|\|)+\))+\$$/.test(path)) return [path];
  let paths = [''];
  for (const [token, choices] of path.slice(1, -1).matchAll(/\(([^)]*)\)|\\?[^(]/g)) {
    const texts = choices === undefined ? [token.at(-1)!] : choices.split('|');
    paths = paths.flatMap(start => texts.map(text => start + text)).slice(0, maxExpressionPaths);
  }
  return [path, ...paths];
}

const maxExpressionPaths = 100;

export function commandsText(commands: readonly Item[]): string {
  return commands.map(({ isNegated, value }) => `${isNegated ? '!' : ''}${value}`).join(', ');
}

/** Equal for commands that sudo does not distinguish: the same file under the same last name, with the same arguments. */
export function commandKey(files: CommandFiles, value: string): string {
  const [path, words] = pathAndArguments(value);
  const identity = files.identityOf(path);
  return identity === undefined ? value : [identity, ...(words === undefined ? [] : [words])].join(' ');
}

function reachInto(files: CommandFiles, item: Item, command: Item): Coverage {
  if (item.kind === 'all') return 'everything';
  if (item.kind !== 'command') return 'nothing';
  if (command.kind !== 'command') return command.kind === 'all' ? 'some' : 'nothing';
  const [path, words] = pathAndArguments(item.value);
  const [other, otherWords] = pathAndArguments(command.value);
  const reach = pathReach(files, path, other);
  if (reach === 'nothing' || words === undefined) return reach;
  if (words === otherWords) return reach;
  // `""` means that the command takes no arguments.
  if (otherWords === undefined || isPattern(otherWords)) return 'some';
  if (words === '""') return 'nothing';
  if (words.startsWith('^')) return 'some';
  return fitsPattern(otherWords === '""' ? '' : otherWords, words) ? reach : 'nothing';
}

function pathReach(files: CommandFiles, path: string, other: string): Coverage {
  if (path === other) return 'everything';
  if (isPattern(other) || other.endsWith('/')) {
    if (isPattern(path) || path.endsWith('/')) return 'some';
    return reachesPath(files, other, path) ? 'some' : 'nothing';
  }
  if (path.startsWith('^')) return 'some';
  return reachesPath(files, path, other) ? 'everything' : 'nothing';
}

/** Whether a path, pattern or folder of a sudoers file matches a file. Text decides when a file cannot be seen. */
function reachesPath(files: CommandFiles, path: string, file: string): boolean {
  if (path.startsWith('^')) return true;
  const identity = files.identityOf(file);
  if (identity !== undefined && (files.identityOf(path) === identity || files.holds(path, file))) return true;
  if (path.endsWith('/') && !hasWildcard(path)) return `${posix.dirname(file).replace(/\/$/, '')}/` === path;
  return hasWildcard(path) ? fitsPattern(file, path, true) : path === file;
}

const isPattern = (text: string) => text.startsWith('^') || hasWildcard(text);
