// Lists of users, groups, hosts and commands in a sudoers file.
import { isIPv6 } from 'node:net';
import { type Cursor, fail, isAtEnd, peek, skipBlanks, take, takePattern, takeQuoted, takeWord } from './lexer.ts';
import type { Item } from './syntax.ts';

const aliasName = /^[A-Z][A-Z0-9_]*$/;

type TakeItem = (cursor: Cursor) => Item;

export const takeUsers = (cursor: Cursor): Item[] => takeList(cursor, negatable(takeUser));
export const takeHosts = (cursor: Cursor): Item[] => takeList(cursor, negatable(takeHost));
export const takeCommands = (cursor: Cursor): Item[] => takeList(cursor, takeCommand);

function takeList(cursor: Cursor, takeItem: TakeItem): Item[] {
  const items: Item[] = [];
  do {
    skipBlanks(cursor);
    items.push(takeItem(cursor));
  } while (take(cursor, ','));
  return items;
}

/** Each `!` turns the meaning around. */
function negatable(takeItem: TakeItem): TakeItem {
  return cursor => {
    let isNegated = false;
    while (take(cursor, '!')) isNegated = !isNegated;
    skipBlanks(cursor);
    return { ...takeItem(cursor), isNegated };
  };
}

const positive = (kind: Item['kind'], value: string): Item => ({ kind, value, isNegated: false });

function takeUser(cursor: Cursor): Item {
  const start = cursor.at;
  const id = takePattern(cursor, /#(-?\d+)/y);
  if (id) return positive('uid', id[1]!);
  if (isAtEnd(cursor)) fail(cursor, 'Expected a user, %group, #uid, +netgroup or alias');
  const isQuoted = peek(cursor) === '"';
  const word = isQuoted ? takeQuoted(cursor) : takeUserWord(cursor);
  if (word === '')
    fail(cursor, `Expected a user, %group, #uid, +netgroup or alias, found ${JSON.stringify(peek(cursor))}`);
  if (word.startsWith('%:')) return positive('foreignGroup', word.slice(2));
  if (/^%#\d+$/.test(word)) return positive('gid', word.slice(2));
  if (word.startsWith('%')) {
    return word.length > 1 ? positive('group', word.slice(1)) : fail(cursor, 'Expected a group name after %', start);
  }
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
  const address = takePattern(cursor, /([0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*)(\/[0-9A-Fa-f:]+)?/y);
  if (address && isIPv6(address[1]!)) return positive('name', address[0]);
  cursor.at = start;
  const word = takeWord(cursor);
  if (word === '') fail(cursor, `Expected a host, found ${JSON.stringify(peek(cursor))}`);
  if (word.startsWith('+')) return positive('netgroup', word.slice(1));
  return nameOrAlias(word, false);
}

/** A command with its arguments, ALL, an alias, `list`, or `sudoedit` with files; digests may stand before it. */
export function takeCommand(cursor: Cursor): Item {
  let isNegated = false;
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
  while (take(cursor, '!')) isNegated = !isNegated;
  skipBlanks(cursor);
  const item = takeCommandName(cursor);
  return { ...item, isNegated, ...(digests.length > 0 && { digests }) };
}

function takeCommandName(cursor: Cursor): Item {
  if (isAtEnd(cursor)) fail(cursor, 'Expected a command: a path from /, sudoedit, list, an alias or ALL');
  const start = cursor.at;
  const word = takePattern(cursor, /[A-Za-z][A-Za-z0-9_]*(?![^\s,:#=])/y)?.[0];
  if (word === 'ALL') return positive('all', word);
  if (word === 'list') return positive('command', word);
  if (word === 'sudoedit') return positive('command', word + takeArguments(cursor));
  if (word !== undefined && aliasName.test(word)) return positive('alias', word);
  cursor.at = start;
  const path = takePattern(cursor, /\^(?:\\.|[^\s\\])*?\$(?=[\s,:=]|$)|\/(?:\\.|[^\s,:\\#])+/y)?.[0];
  if (path === undefined) {
    fail(cursor, 'Expected a fully qualified path (from /), sudoedit, list, an alias in capitals or ALL', start);
  }
  return positive('command', path.replace(/\\([,:=# \t\\])/g, '$1') + takeArguments(cursor));
}

/** Up to `,`, `:`, a comment or the end; runs of blanks count as one. */
function takeArguments(cursor: Cursor): string {
  let words = '';
  for (;;) {
    const before = cursor.at;
    skipBlanks(cursor);
    const word = takePattern(cursor, /\^(?:\\.|[^\s\\])*?\$(?=[\s,:]|$)|(?:\\.|[^\s,:\\#])+/y);
    if (!word || before === cursor.at - word[0].length) {
      cursor.at = word ? before : cursor.at;
      return words;
    }
    words += ` ${word[0].replace(/\\([,:=#\\])/g, '$1')}`;
  }
}
