// Lists of users, groups, hosts and commands in a sudoers file.
import { isIPv6 } from 'node:net';
import { type Cursor, fail, isAtEnd, peek, skipBlanks, take, takePattern, takeQuoted, takeWord } from './lexer.ts';
import type { Item } from './syntax.ts';

const aliasName = /^[A-Z][A-Z0-9_]*$/;

type TakeItem = (cursor: Cursor) => Item;

export const takeUsers = (cursor: Cursor): Item[] => takeList(cursor, negatable(takeUser));
/** Groups after the colon of a run-as list: names, `#gid`, aliases and ALL. sudo refuses `%group` there. */
export const takeRunAsGroups = (cursor: Cursor): Item[] => takeList(cursor, negatable(takeRunAsGroup));
export const takeHosts = (cursor: Cursor): Item[] => takeList(cursor, negatable(takeHost));
export const takeCommands = (cursor: Cursor): Item[] => takeList(cursor, takeCommand);
/** Commands of `Defaults!…`: a blank ends each command, and settings follow instead of arguments. */
export const takeBareCommands = (cursor: Cursor): Item[] => takeList(cursor, takeBareCommand);

function takeList(cursor: Cursor, takeItem: TakeItem): Item[] {
  const items: Item[] = [];
  do {
    skipBlanks(cursor);
    items.push(takeItem(cursor));
  } while (take(cursor, ','));
  return items;
}

/** Each `!` negates the entry; several may follow each other. */
function takeNegation(cursor: Cursor): boolean {
  const marks = takePattern(cursor, /[ \t]*(!+)/y)?.[1] ?? '';
  skipBlanks(cursor);
  return marks.length % 2 === 1;
}

function negatable(takeItem: TakeItem): TakeItem {
  return cursor => {
    const isNegated = takeNegation(cursor);
    return { ...takeItem(cursor), isNegated };
  };
}

const positive = (kind: Item['kind'], value: string): Item => ({ kind, value, isNegated: false });

function takeRunAsGroup(cursor: Cursor): Item {
  const start = cursor.at;
  const item = takeUser(cursor);
  if (!['all', 'alias', 'name', 'uid'].includes(item.kind)) {
    fail(cursor, 'Expected a group name without %, #gid, an alias or ALL', start);
  }
  return item.kind === 'uid' ? { ...item, kind: 'gid' } : item;
}

function takeUser(cursor: Cursor): Item {
  const start = cursor.at;
  const id = takePattern(cursor, /#(-?\d+)/y);
  if (id) return positive('uid', id[1]!);
  if (isAtEnd(cursor)) fail(cursor, 'Expected a user, %group, #uid, +netgroup or alias');
  const isQuoted = peek(cursor) === '"';
  const word = isQuoted ? takeQuoted(cursor) : takeUserWord(cursor);
  if (word === '')
    fail(cursor, `Expected a user, %group, #uid, +netgroup or alias, found ${JSON.stringify(peek(cursor))}`);
  if (word.startsWith('/')) fail(cursor, 'Expected a user, not a path', start);
  if (/^(%:?|\+)$/.test(word)) fail(cursor, `Expected a name after ${word}`, start);
  if (word.startsWith('%:')) return positive('foreignGroup', word.slice(2));
  if (/^%#\d+$/.test(word)) return positive('gid', word.slice(2));
  if (!isQuoted && word.startsWith('%#')) fail(cursor, 'Expected a whole number after %#', start);
  if (word.startsWith('%')) return positive('group', word.slice(1));
  if (word.startsWith('+')) return positive('netgroup', word.slice(1));
  if (isQuoted && /^#-?\d+$/.test(word)) return positive('uid', word.slice(1));
  return nameOrAlias(word, isQuoted);
}

/** `%#27` and `%:group` hold characters that end other words. */
function takeUserWord(cursor: Cursor): string {
  const prefix = takePattern(cursor, /%#(?=\d)|%:#?/y)?.[0] ?? '';
  return prefix + takeWord(cursor);
}

function nameOrAlias(word: string, isQuoted: boolean): Item {
  if (word === 'ALL') return positive('all', word);
  return positive(!isQuoted && aliasName.test(word) ? 'alias' : 'name', word);
}

function takeHost(cursor: Cursor): Item {
  if (isAtEnd(cursor)) fail(cursor, 'Expected a host name, address, network, alias or ALL');
  if (peek(cursor) === '"') return nameOrAlias(takeQuoted(cursor), true);
  const start = cursor.at;
  const address = takePattern(cursor, /([0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*)(\/\d+)?/y);
  if (address && isIPv6(address[1]!)) return positive('name', address[0]);
  cursor.at = start;
  const word = takeWord(cursor);
  if (word === '') fail(cursor, `Expected a host, found ${JSON.stringify(peek(cursor))}`);
  if (/^[/%]|^\+$/.test(word)) fail(cursor, 'Expected a host name, address, network, netgroup, alias or ALL', start);
  if (word.startsWith('+')) return positive('netgroup', word.slice(1));
  return nameOrAlias(word, false);
}

/** A command with its arguments, ALL, an alias, `list`, or `sudoedit` with files; digests may come before it. */
export function takeCommand(cursor: Cursor): Item {
  return takeCommandWith(cursor, takeArguments);
}

function takeBareCommand(cursor: Cursor): Item {
  return takeCommandWith(cursor, () => '');
}

function takeCommandWith(cursor: Cursor, takeWords: (cursor: Cursor) => string): Item {
  const digests: string[] = [];
  for (;;) {
    const start = cursor.at;
    const digest = takePattern(cursor, /sha(224|256|384|512)[ \t]*:[ \t]*([A-Za-z0-9+/]+={0,2})/y);
    if (!digest) break;
    const [, bits, value] = digest as unknown as [string, string, string];
    const length = Number(bits) / 8;
    const isHex = /^[0-9a-fA-F]+$/.test(value) && value.length === length * 2;
    if (!isHex && Buffer.from(value, 'base64').length !== length) {
      fail(cursor, `Expected a SHA-${bits} digest of ${length} bytes in hexadecimal or base64`, start);
    }
    digests.push(`sha${bits}:${value}`);
    take(cursor, ',');
    skipBlanks(cursor);
  }
  const isNegated = takeNegation(cursor);
  return { ...takeCommandName(cursor, takeWords), isNegated, ...(digests.length > 0 && { digests }) };
}

function takeCommandName(cursor: Cursor, takeWords: (cursor: Cursor) => string): Item {
  if (isAtEnd(cursor)) fail(cursor, 'Expected a command: a path from /, sudoedit, list, an alias or ALL');
  const start = cursor.at;
  const word = takePattern(cursor, /[A-Za-z][A-Za-z0-9_]*(?![^\s,:#=])/y)?.[0];
  if (word === 'ALL') return positive('all', word);
  if (word === 'list') return positive('command', word);
  if (word === 'sudoedit') return positive('command', word + takeWords(cursor));
  if (word !== undefined && aliasName.test(word)) return positive('alias', word);
  cursor.at = start;
  const path = takePattern(cursor, /\^(?:\\.|[^#$\r\\])*\$(?=[ \t\r,:=]|$)|\/(?:\\[#,:= \t]|[^ \t\r,:=\\#])+/y)?.[0];
  if (path === undefined || !isCompilable(path)) {
    fail(cursor, 'Expected a fully qualified path (from /), sudoedit, list, an alias in capitals or ALL', start);
  }
  // A folder means the commands in it and takes no arguments.
  if (path.endsWith('/')) return positive('command', unescaped(path));
  return positive('command', unescaped(path) + takeWords(cursor));
}

const unescaped = (path: string) => path.replace(/\\([,:=# \t\\])/g, '$1');

/** A path is a regular expression when it begins with ^ and ends with $. */
function isCompilable(path: string): boolean {
  if (!path.startsWith('^')) return true;
  try {
    return new RegExp(path) !== undefined;
  } catch {
    return false;
  }
}

const regularExpression = /\^(?:\\.|[^#$\r\\])*\$/y;
const argument = /(?:\\[ \t!#*,:=?[\]\\^]|[^ \t\r,:\\#])+/y;

/** Text up to `,`, `:`, a comment or the end; several blanks count as one. Only here sudo does not accept a carriage return. */
function takeArguments(cursor: Cursor): string {
  let words = '';
  for (;;) {
    const before = cursor.at;
    skipBlanks(cursor);
    if (peek(cursor) === '\r') fail(cursor, 'Expected a line feed alone after a command, found a carriage return');
    const next = cursor.line.text.slice(cursor.at, cursor.at + 2);
    // An equals sign by itself ends the command.
    if (/^=(?:[ \t\r,:\\#]|$)/.test(next)) return words;
    if (cursor.at === before && !next.startsWith('=')) return words;
    if (peek(cursor) === '^') {
      const expression = takePattern(cursor, regularExpression);
      if (!expression) fail(cursor, 'Expected the closing $ of the regular expression that ^ starts');
      words += ` ${expression[0]}`;
      if (!isAtEnd(cursor) && !/[ \t,:]/.test(peek(cursor))) fail(cursor, 'Expected nothing after the closing $');
      if (/^[ \t]*[^ \t,:#\r]/.test(cursor.line.text.slice(cursor.at))) {
        fail(cursor, 'Expected no argument after a regular expression');
      }
      return words;
    }
    const word = takePattern(cursor, argument);
    if (!word) return words;
    words += ` ${word[0].replace(/\\([ \t,:=#\\])/g, '$1')}`;
  }
}
