// Rewrites `:name` placeholders as DuckDB's `$name`. A list after `in` becomes one placeholder for each of its values.
import { type Token, tokensOf } from './tokens.ts';

export interface Statement {
  /** The text for DuckDB, without anything after its last token. */
  readonly sql: string;
  /** Maps an offset in `sql` to the offset in the caller's text; both in UTF-16 units. */
  originalOffset(offset: number): number;
  /** The placeholder's name in lowercase, because DuckDB ignores its case → the offset where it first occurs. */
  readonly placeholders: ReadonlyMap<string, number>;
  /** The placeholder of a list after `in` → the names of the placeholders for its values in `sql`. */
  readonly spread: ReadonlyMap<string, readonly string[]>;
  /** The statement to run: `sql`, with the leading `EXPLAIN` if there was one. In `sql` itself, blanks replace the `EXPLAIN`. */
  readonly runnable: string;
  readonly isExplained: boolean;
  /** Tokens of the statement and of everything after it, in the order of the text. */
  readonly tokens: readonly Token[];
}

/** Words that are followed by an operand: a colon after one of them always begins a placeholder. */
const beforeOperands = new Set(
  (
    'all and any as asof between by case collate cross distinct else except exclude fetch filter from having ilike in ' +
    'intersect interval is join lambda like limit not offset on or order over partition qualify select similar then to ' +
    'union using values when where with'
  ).split(' '),
);

/**
 * Find the placeholders of a query. A colon begins a placeholder where an operand is expected. Elsewhere it belongs to a cast
 * (`::`), a slice (`list[1:n]`), a struct or map (`{a: b}`), or an alias in front (`a:b`).
 * @param lists the name in lowercase → the list's length, for the placeholders whose value is a list
 */
export function readStatement(text: string, lists: ReadonlyMap<string, number> = new Map()): Statement {
  const tokens = tokensOf(text);
  // For each UTF-16 unit of the text, the text that replaces it for DuckDB.
  const units = text.split('');
  blankOutGaps(units, tokens);
  const blankOut = ({ start, text: { length } }: Token) => units.fill(' ', start, start + length);
  while (tokens[0]?.text === ';') blankOut(tokens.shift()!);
  const explaining = tokens.splice(0, explainLength(tokens));
  for (const token of explaining) blankOut(token);

  const placeholders = new Map<string, number>();
  const spread = new Map<string, string[]>();
  const note = (name: string, start: number) => {
    const key = name.toLowerCase();
    if (!placeholders.has(key)) placeholders.set(key, start);
  };
  const brackets: string[] = [];
  for (const [index, token] of tokens.entries()) {
    const previous = tokens[index - 1];
    const next = tokens[index + 1];
    if (token.text === '[') brackets.push(isOperand(previous) ? 'slice' : '[');
    else if (token.text === '{' || token.text === '(') brackets.push(token.text);
    else if (token.text === ']' || token.text === '}' || token.text === ')') brackets.pop();
    else if (token.kind === 'parameter' && token.text.length > 1) note(token.text.slice(1), token.start);
    else if (isPlaceholder(token, previous, next, brackets.at(-1))) {
      units[token.start] = '$';
      note(next!.text, token.start);
      const key = next!.text.toLowerCase();
      const length = lists.get(key);
      const close = tokens[index + 2];
      const enclosed = previous?.text === '(' && close?.text === ')';
      const before = enclosed ? tokens[index - 2] : previous;
      if (length === undefined || before?.text.toLowerCase() !== 'in') continue;
      if (enclosed) for (const parenthesis of [previous, close]) blankOut(parenthesis);
      const prefix = unusedPrefix(key, tokens);
      const names = Array.from({ length }, (_, number) => `${prefix}${number}`);
      spread.set(key, names);
      units.fill('', token.start, endOf(next!));
      units[token.start] = length > 0 ? `(${names.map(name => `$${name}`).join(',')})` : '(SELECT NULL WHERE false)';
    }
  }
  const last = tokens.findLast(token => token.text !== ';');
  units.length = last ? endOf(last) : 0;
  const sql = units.join('');
  const explained = explaining.length > 0 ? endOf(explaining.at(-1)!) : 0;
  return {
    sql,
    runnable: text.slice(explaining[0]?.start ?? 0, explained).padStart(explained) + sql.slice(explained),
    isExplained: explaining.length > 0,
    originalOffset(offset) {
      let index = 0;
      for (let passed = 0; index < units.length; index += 1) {
        passed += units[index]!.length;
        if (passed > offset) break;
      }
      return index;
    },
    placeholders,
    spread,
    tokens,
  };
}

/**
 * Replace comments and Unicode blanks by plain blanks. DuckDB replaces Unicode blanks itself, with two exceptions: after
 * something that it mistakes for a text in dollar quotes, such as a parameter that occurs twice, and after a quote in a comment.
 */
function blankOutGaps(units: string[], tokens: readonly Token[]): void {
  let index = 0;
  for (const token of tokens) {
    for (; index < token.start; index += 1) if (units[index] !== '\n') units[index] = ' ';
    index = endOf(token);
  }
}

function isPlaceholder(colon: Token, previous: Token | undefined, name: Token | undefined, inside?: string): boolean {
  if (colon.text !== ':' || name?.kind !== 'word' || name.start !== colon.start + 1) return false;
  // After DuckDB's own `$`, a name with a dollar sign would begin a text in dollar quotes.
  if (name.text.includes('$')) return false;
  if (inside === 'slice' && previous?.text === '[') return false;
  if (!isOperand(previous)) return true;
  const glued = endOf(previous!) === colon.start;
  return !glued && inside !== 'slice' && inside !== '{';
}

/** A prefix that no token of the text begins with. */
function unusedPrefix(name: string, tokens: readonly Token[]): string {
  let prefix = `${name}_`;
  while (tokens.some(({ text }) => text.toLowerCase().startsWith(prefix))) prefix += '_';
  return prefix;
}

/** Whether an expression may end with the token. */
function isOperand(token: Token | undefined): boolean {
  if (!token) return false;
  if (token.kind === 'symbol') return token.text === ')' || token.text === ']' || token.text === '}';
  return token.kind !== 'word' || !beforeOperands.has(token.text.toLowerCase());
}

function endOf(token: Token): number {
  return token.start + token.text.length;
}

/** How many tokens a leading `EXPLAIN` or `EXPLAIN ANALYZE` has. */
function explainLength([first, second]: readonly Token[]): number {
  const isWord = (token: Token | undefined, word: string) =>
    token?.kind === 'word' && token.text.toLowerCase() === word;
  if (!isWord(first, 'explain')) return 0;
  return isWord(second, 'analyze') ? 2 : 1;
}
