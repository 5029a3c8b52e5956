// Which commands of sudo rules hold others: a right on a folder holds for the commands in it, and a right on a command without
// arguments for the command with any. A right on a command with arguments is none on the command: it holds on a condition.
import { posix } from 'node:path';
import type { Findings } from '../findings.ts';
import { maxCommandComparisons } from '../limits.ts';
import { type CommandFiles, pathAndArguments } from './command-files.ts';
import { commandReach } from './commands.ts';
import type { SudoRule } from './rules.ts';
import { hasWildcard } from './wildcards.ts';

interface RuleCommand {
  readonly command: string;
  readonly place: string;
  /** A rule allows it to run as root or an equivalent. */
  readonly isSensitive: boolean;
}

export interface CommandNesting {
  /** The commands of rules that apply to this host, with the whole command of each that a rule allows with arguments. */
  readonly commands: readonly RuleCommand[];
  /** Whether a right on one command holds for another. */
  covers(one: string, other: string): boolean;
  /** Whether two commands have a call in common, as far as their texts and files show it. */
  touches(one: string, other: string): boolean;
  /** Commands that hold a command directly, without those that hold another one of them. */
  holdersOf(command: string): readonly string[];
  /** The commands without arguments and patterns that a command with arguments allows on a condition. */
  wholeCommandsOf(command: string): readonly string[];
}

/** The command without its arguments, where a rule names one file and arguments; undefined otherwise. */
function wholeCommand(command: string): string | undefined {
  const [path, words] = pathAndArguments(command);
  return words === undefined || isSet(path) ? undefined : path;
}

const isSet = (path: string) => path.endsWith('/') || path.startsWith('^') || hasWildcard(path);

function commandsOf(rules: readonly SudoRule[]): RuleCommand[] {
  const commands = new Map<string, RuleCommand>();
  for (const rule of rules) {
    if (!rule.applies) continue;
    for (const { command, isAll, isDenied, isPrivileged } of rule.entitlements) {
      if (isAll) continue;
      const whole = isDenied ? undefined : wholeCommand(command);
      for (const one of whole === undefined ? [command] : [command, whole]) {
        const earlier = commands.get(one);
        const place = earlier?.place ?? rule.places[0]!;
        commands.set(one, { command: one, place, isSensitive: isPrivileged || earlier?.isSensitive === true });
      }
    }
  }
  return [...commands.values()];
}

export function commandNesting(files: CommandFiles, rules: readonly SudoRule[], findings: Findings): CommandNesting {
  const ruleCommands = commandsOf(rules);
  const commands = ruleCommands.map(({ command }) => command);
  const paths = new Map(commands.map(command => [command, pathAndArguments(command)[0]]));
  const byName = Map.groupBy(commands, command => posix.basename(paths.get(command)!));
  const sets = commands.filter(command => isSet(paths.get(command)!));
  let left = maxCommandComparisons;
  /** Commands whose paths can hold this one: the same last name, or several names. */
  const candidatesFor = (command: string) => {
    const candidates = [...new Set([...(byName.get(posix.basename(paths.get(command)!)) ?? []), ...sets])];
    left -= candidates.length;
    return left < 0 ? [] : candidates.filter(other => other !== command);
  };
  const covering = new Map(
    commands.map(command => [
      command,
      new Set(candidatesFor(command).filter(other => commandReach(files, other, command) === 'everything')),
    ]),
  );
  const whole = new Map<string, string[]>();
  for (const command of commands) {
    if (isSet(paths.get(command)!) || pathAndArguments(command)[1] !== undefined) continue;
    for (const other of candidatesFor(command)) {
      const [path, words] = pathAndArguments(other);
      if (words === undefined || commandReach(files, path, command) !== 'everything') continue;
      whole.set(other, [...(whole.get(other) ?? []), command]);
    }
  }
  if (left < 0) {
    const message = `More than ${maxCommandComparisons} comparisons between the commands of sudo rules: which commands hold others is not known for all`;
    findings.troubles.push({ reason: 'failed', subject: 'sudoers', message });
  }
  return {
    commands: ruleCommands,
    covers: (one, other) => covering.get(other)?.has(one) === true,
    touches: (one, other) =>
      commandReach(files, one, other) !== 'nothing' || commandReach(files, other, one) !== 'nothing',
    holdersOf: command => directHolders(covering, command),
    wholeCommandsOf: command => whole.get(command) ?? [],
  };
}

function directHolders(covering: ReadonlyMap<string, ReadonlySet<string>>, command: string): string[] {
  const all = covering.get(command) ?? new Set();
  const covers = (one: string, other: string) => covering.get(other)!.has(one);
  const wider = [...all].filter(one => !covers(command, one));
  const isBeyond = (one: string) => wider.some(between => covers(one, between) && !covers(between, one));
  return [...all].filter(one => !isBeyond(one));
}
