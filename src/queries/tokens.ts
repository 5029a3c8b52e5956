// Splits SQL text into tokens like DuckDB's scanner does, to find placeholders, statements and comments and to ignore the
// contents of strings. What a query may do is decided by the tree of DuckDB's parser, not here.

export interface Token {
  readonly kind: 'word' | 'name' | 'string' | 'number' | 'parameter' | 'symbol';
  readonly text: string;
  /** In UTF-16 units, from the start of the text. */
  readonly start: number;
}

// Unicode blanks count as blanks, even those without width. Every other character beyond ASCII may be part of a name.
const blank = '\\s\u200b-\u200d\u2060';
const letter = `(?:[A-Za-z_]|[^\\x00-\\x7f${blank}])`;
const inName = `(?:[A-Za-z0-9_]|[^\\x00-\\x7f${blank}])`;

/** The first rule that matches counts. */
const rules: readonly (readonly [Token['kind'] | 'skip', RegExp])[] = [
  ['skip', new RegExp(`[${blank}]+|--[^\n\r]*`, 'y')],
  ['string', /[eE]'(?:[^'\\]|\\[\s\S]|'')*'/y],
  ['string', /'(?:[^']|'')*'/y],
  ['string', new RegExp(`\\$(${letter}${inName}*)?\\$[\\s\\S]*?\\$(?:\\1)\\$`, 'y')],
  ['name', /"(?:[^"]|"")*"/y],
  ['parameter', new RegExp(`\\$${inName}+|\\?`, 'y')],
  ['number', /\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?|\.\d[\d_]*(?:[eE][+-]?\d+)?/y],
  ['word', new RegExp(`${letter}(?:${inName}|\\$)*`, 'y')],
  ['symbol', /::|:=|->>|->|=>|<=|>=|<>|!=|\|\||[\s\S]/y],
];

/** Tokens without blanks and comments. A quote that is not closed is a symbol, and the parser reports it. */
export function tokensOf(text: string): Token[] {
  return scan(text).tokens;
}

/** Whether the text holds a string, a quoted name, a text in dollar quotes or a comment that is not closed. */
export function isUnclosed(text: string): boolean {
  const { tokens, openComment } = scan(text);
  return openComment || tokens.some(token => token.kind === 'symbol' && /^['"$]$/.test(token.text));
}

function scan(text: string): { tokens: Token[]; openComment: boolean } {
  const tokens: Token[] = [];
  let openComment = false;
  let at = 0;
  while (at < text.length) {
    const comment = blockCommentEnd(text, at);
    if (comment !== undefined) {
      openComment = comment === unclosed;
      at = openComment ? text.length : comment;
      continue;
    }
    for (const [kind, rule] of rules) {
      const found = match(rule, text, at);
      if (found === undefined) continue;
      if (kind !== 'skip') tokens.push({ kind, text: found, start: at });
      at += found.length;
      break;
    }
  }
  return { tokens, openComment };
}

const unclosed = -1;

function match(rule: RegExp, text: string, at: number): string | undefined {
  rule.lastIndex = at;
  return rule.exec(text)?.[0];
}

/** Where a comment ends; comments nest. @returns `unclosed` when it is not closed; undefined when none begins here */
function blockCommentEnd(text: string, start: number): number | undefined {
  if (!text.startsWith('/*', start)) return undefined;
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text.startsWith('/*', at)) {
      depth += 1;
      at += 1;
    } else if (text.startsWith('*/', at)) {
      depth -= 1;
      at += 1;
      if (depth === 0) return at + 1;
    }
  }
  return unclosed;
}
