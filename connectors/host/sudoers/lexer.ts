// Splits a sudoers file into logical lines and reads words from them, with their positions in the file.
import type { Line } from '../files/lines.ts';
import { beforeContinuation, recentText } from './continuation.ts';
import { type Position, SudoersSyntaxError } from './syntax.ts';

/** A line with its continuations joined. */
export interface LogicalLine {
  readonly text: string;
  positionAt(index: number): Position;
}

/** Where a physical line starts in the text of a logical line, and its place in the file. */
interface Start {
  readonly index: number;
  readonly file: string;
  readonly line: number;
}

/** A line whose file ended after a backslash: sudo continues it with the next file that it reads. */
export interface Unfinished {
  line?: { text: string; recent: string; starts: Start[] } | undefined;
}

/** @param unfinished The first line continues it; it is set when the last line ends with a backslash. */
export function* logicalLines(
  file: string,
  lines: Iterable<Line>,
  unfinished: Unfinished = {},
): Generator<LogicalLine> {
  let draft: NonNullable<Unfinished['line']> = { text: '', recent: '', starts: [] };
  for (const { text, number } of lines) {
    if (draft.starts.length === 0 && unfinished.line) {
      draft = unfinished.line;
      unfinished.line = undefined;
    }
    draft.starts.push({ index: draft.text.length, file, line: number });
    const continued = endsInComment(text) ? undefined : beforeContinuation(draft.recent, text);
    draft.text += continued === undefined ? text : `${continued} `;
    if (continued !== undefined) {
      draft.recent = recentText(`${draft.recent}${continued} `);
      continue;
    }
    yield finished(draft);
    draft = { text: '', recent: '', starts: [] };
  }
  if (draft.starts.length > 0) unfinished.line = draft;
}

export function finished({ text, starts }: NonNullable<Unfinished['line']>): LogicalLine {
  return { text, positionAt: index => positionIn(starts, index) };
}

/** A `#` starts a comment unless it is escaped, quoted, or the start of a user or group id. */
function endsInComment(content: string): boolean {
  const pattern = /\\.|"(?:\\.|[^"\\])*"|%#|#-?\d|#include(?:dir)?[ \t]|(#)/g;
  return content.matchAll(pattern).some(match => match[1] !== undefined);
}

function positionIn(starts: readonly Start[], index: number): Position {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (starts[middle]!.index <= index) low = middle;
    else high = middle - 1;
  }
  const start = starts[low]!;
  return { file: start.file, line: start.line, column: index - start.index + 1 };
}

/** The reading position in a logical line. */
export interface Cursor {
  readonly line: LogicalLine;
  at: number;
}

export function fail(cursor: Cursor, message: string, at = cursor.at): never {
  throw new SudoersSyntaxError(message, cursor.line.positionAt(at));
}

export function skipBlanks(cursor: Cursor): void {
  while (cursor.line.text[cursor.at] === ' ' || cursor.line.text[cursor.at] === '\t') cursor.at++;
}

export function peek(cursor: Cursor): string {
  return cursor.line.text[cursor.at] ?? '';
}

/** True at the end of the line or at a comment. `#` and a number is a user id, not a comment. */
export function isAtEnd(cursor: Cursor): boolean {
  const { text } = cursor.line;
  if (cursor.at >= text.length || (text[cursor.at] === '\r' && cursor.at === text.length - 1)) return true;
  return text[cursor.at] === '#' && !/^#-?\d/.test(text.slice(cursor.at, cursor.at + 3));
}

/** Consume a character if it is next, after blanks. */
export function take(cursor: Cursor, character: string): boolean {
  const before = cursor.at;
  skipBlanks(cursor);
  if (peek(cursor) === character) {
    cursor.at++;
    return true;
  }
  cursor.at = before;
  return false;
}

/** Consume what a sticky (`y`) pattern matches here. */
export function takePattern(cursor: Cursor, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = cursor.at;
  const match = pattern.exec(cursor.line.text);
  if (!match) return undefined;
  cursor.at += match[0].length;
  return match;
}

/** A word in double quotes. `\"` is a quote; any other backslash is a plain backslash. */
export function takeQuoted(cursor: Cursor): string {
  const start = cursor.at;
  const match = takePattern(cursor, /"((?:\\[^\r]|[^"\\\r])*)"/y);
  if (!match) fail(cursor, 'The quoted word is not closed; expected " before the end of the line', start);
  return match[1]!.replaceAll('\\"', '"');
}

/** A word that ends at a blank or a special character. A backslash escapes the next character. */
export function takeWord(cursor: Cursor): string {
  return (takePattern(cursor, /(?:\\[^\t]|[^ \t\r#>!=:,()"\\])+/y)?.[0] ?? '').replace(/\\(.)/gs, '$1');
}
