// The statements of a sudoers file (sudoers(5), SUDOERS FILE FORMAT), one logical line at a time.
import {
  type Cursor,
  fail,
  isAtEnd,
  type LogicalLine,
  peek,
  skipBlanks,
  take,
  takePattern,
  takeQuoted,
} from './lexer.ts';
import { takeBareCommands, takeCommand, takeCommands, takeHosts, takeRunAsGroups, takeUsers } from './lists.ts';
import type { Alias, AliasKind, CommandSpec, Defaults, Include, RunAs, SudoersStatement, UserSpec } from './syntax.ts';

/** Read one logical line; undefined for blank lines and comments. @throws SudoersSyntaxError */
export function parseStatement(line: LogicalLine): SudoersStatement | undefined {
  const cursor: Cursor = { line, at: 0 };
  skipBlanks(cursor);
  const include = takePattern(cursor, /[#@](include(?:dir)?)[ \t]+(?=\S)/y);
  if (include) return { type: 'include', include: takeInclude(cursor, include[1] === 'include' ? 'file' : 'folder') };
  if (isAtEnd(cursor)) return undefined;
  const alias = takePattern(cursor, /(User_Alias|Runas_Alias|Host_Alias|Cmnd_Alias|Cmd_Alias)(?=[ \t]|$)/y);
  if (alias) return { type: 'alias', aliases: takeAliases(cursor, alias[1]!) };
  if (takePattern(cursor, /Defaults(?=[ \t@:>!]|$)/y)) return { type: 'defaults', defaults: takeDefaults(cursor) };
  return { type: 'spec', specs: takeSpecs(cursor) };
}

function expectEnd(cursor: Cursor, expected: string): void {
  skipBlanks(cursor);
  if (!isAtEnd(cursor)) fail(cursor, `Expected ${expected}, found ${JSON.stringify(peek(cursor))}`);
}

function expect(cursor: Cursor, character: string, after: string): void {
  if (take(cursor, character)) return;
  skipBlanks(cursor);
  const found = isAtEnd(cursor) ? 'the end of the line' : JSON.stringify(peek(cursor));
  fail(cursor, `Expected ${JSON.stringify(character)} ${after}, found ${found}`);
}

function takeInclude(cursor: Cursor, kind: Include['kind']): Include {
  const position = cursor.line.positionAt(0);
  const path =
    peek(cursor) === '"'
      ? takeQuoted(cursor)
      : (takePattern(cursor, /(?:\\.|[^\s\\])+/y)?.[0] ?? '').replace(/\\(.)/g, '$1');
  if (path === '') fail(cursor, 'Expected the path to include');
  expectEnd(cursor, 'nothing after the path (put a path with blanks in double quotes)');
  return { kind, path, position };
}

function takeAliases(cursor: Cursor, keyword: string): Alias[] {
  const kind = (keyword === 'Cmd_Alias' ? 'Cmnd_Alias' : keyword) as AliasKind;
  const takeItems = { User_Alias: takeUsers, Runas_Alias: takeUsers, Host_Alias: takeHosts, Cmnd_Alias: takeCommands }[
    kind
  ];
  const aliases: Alias[] = [];
  do {
    skipBlanks(cursor);
    const start = cursor.at;
    const name = takePattern(cursor, /[A-Z][A-Z0-9_]*/y)?.[0];
    if (name === undefined) fail(cursor, 'Expected an alias name in capitals, digits and underscores');
    if (name === 'ALL') fail(cursor, 'ALL is reserved and cannot name an alias', start);
    expect(cursor, '=', `after the alias name ${name}`);
    aliases.push({ kind, name, items: takeItems(cursor), position: cursor.line.positionAt(start) });
  } while (take(cursor, ':'));
  expectEnd(cursor, '"," or ":" or the end of the line');
  return aliases;
}

function takeDefaults(cursor: Cursor): Defaults {
  const position = cursor.line.positionAt(0);
  const scope = (takePattern(cursor, /[@:>!]/y)?.[0] ?? '') as Defaults['scope'];
  const takeItems = { '@': takeHosts, ':': takeUsers, '>': takeUsers, '!': takeBareCommands };
  const items = scope === '' ? [] : takeItems[scope](cursor);
  const settings: string[] = [];
  do {
    skipBlanks(cursor);
    const name = takePattern(cursor, /!*[a-z_]+/y)?.[0];
    if (name === undefined) fail(cursor, 'Expected the name of a Defaults setting');
    const operator = takePattern(cursor, /[ \t]*([+-]?=)[ \t]*/y)?.[1];
    if (operator !== undefined && name.startsWith('!')) fail(cursor, `Expected no value after ${name}`);
    if (operator === undefined) settings.push(name);
    else {
      const start = cursor.at;
      const isQuoted = peek(cursor) === '"';
      const value = isQuoted ? takeQuoted(cursor) : takePattern(cursor, /(?:\\[^\r]|[^ \t\r,#="\\])*/y)![0];
      if (isQuoted && value === '') fail(cursor, 'Expected text between the quotes', start);
      settings.push(`${name}${operator}${value}`);
    }
  } while (take(cursor, ','));
  expectEnd(cursor, '"," or the end of the line');
  return { scope, items, settings, position };
}

function takeSpecs(cursor: Cursor): UserSpec[] {
  const position = cursor.line.positionAt(cursor.at);
  const usersStart = cursor.at;
  const users = takeUsers(cursor);
  const usersText = textBetween(cursor, usersStart, cursor.at);
  const specs: UserSpec[] = [];
  do {
    skipBlanks(cursor);
    const start = cursor.at;
    const hosts = takeHosts(cursor);
    expect(cursor, '=', 'between hosts and commands');
    const commands = takeCommandSpecs(cursor);
    specs.push({ users, hosts, commands, position, text: `${usersText} ${textBetween(cursor, start, cursor.at)}` });
  } while (take(cursor, ':'));
  expectEnd(cursor, '"," or ":" or the end of the line');
  return specs;
}

function textBetween(cursor: Cursor, start: number, end: number): string {
  return cursor.line.text
    .slice(start, end)
    .trim()
    .replace(/[ \t]+/g, ' ');
}

/** Run-as users, options and tags apply to the following commands until they are replaced. */
function takeCommandSpecs(cursor: Cursor): CommandSpec[] {
  const specs: CommandSpec[] = [];
  let runAs: RunAs | undefined;
  let options: Record<string, string> = {};
  let tags: string[] = [];
  do {
    if (take(cursor, '(')) runAs = takeRunAs(cursor);
    skipBlanks(cursor);
    for (;;) {
      const option = takePattern(cursor, optionPattern);
      if (!option) break;
      const value = takePattern(cursor, /(?:\\.|[^ \t\r,:=#"\\])+/y)?.[0];
      if (value === undefined) fail(cursor, `Expected a value for ${option[1]}`);
      const form = optionForms[option[1]!];
      if (form && !form.pattern.test(value))
        fail(cursor, `Expected ${option[1]}=${form.example}`, cursor.at - value.length);
      options = { ...options, [option[1]!]: value };
      skipBlanks(cursor);
    }
    for (;;) {
      const tag = takePattern(cursor, tagPattern)?.[1];
      if (tag === undefined) break;
      tags = [...tags.filter(other => tagSubject(other) !== tagSubject(tag)), tag];
    }
    specs.push({ runAs, options, tags, command: takeCommand(cursor) });
  } while (take(cursor, ','));
  return specs;
}

const optionPattern =
  /(ROLE|TYPE|PRIVS|LIMITPRIVS|APPARMOR_PROFILE|CWD|CHROOT|TIMEOUT|NOTBEFORE|NOTAFTER)[ \t]*=[ \t]*/y;
const timeForm = { pattern: /^\d{10}(\d\d){0,2}([.,]\d)?(Z|[+-]\d{4})?$/, example: 'yyyymmddHHMMSSZ' };
const optionForms: Readonly<Record<string, { pattern: RegExp; example: string }>> = {
  NOTBEFORE: timeForm,
  NOTAFTER: timeForm,
  CWD: { pattern: /^[/~*]/, example: '/folder, ~ or *' },
  CHROOT: { pattern: /^[/~*]/, example: '/folder, ~ or *' },
  TIMEOUT: { pattern: /^(\d+[dhms]?)+$/i, example: '30s' },
};
const tagPattern = /((?:NO)?(?:PASSWD|EXEC|SETENV|LOG_INPUT|LOG_OUTPUT|MAIL|FOLLOW|INTERCEPT))[ \t]*:[ \t]*/y;

function tagSubject(tag: string): string {
  return tag.replace(/^NO/, '');
}

function takeRunAs(cursor: Cursor): RunAs {
  const isDelimiter = () => {
    skipBlanks(cursor);
    return peek(cursor) === ':' || peek(cursor) === ')';
  };
  const users = isDelimiter() ? [] : takeUsers(cursor);
  const isGroupless = !take(cursor, ':') || (users.length === 0 && isDelimiter());
  const groups = isGroupless ? [] : takeRunAsGroups(cursor);
  expect(cursor, ')', 'after the run-as users and groups');
  return { users, groups };
}
