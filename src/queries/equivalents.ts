// What other dialects of SQL write in another way than DuckDB: the hint for a query that was refused because of it.
import type { Token } from './tokens.ts';

interface Construct {
  /** Words and symbols in a row, joined by blanks, in lowercase; names, texts and numbers are `name`, `text`, `number`. */
  readonly pattern: RegExp;
  /** A query of `accounts` that does the same here; the hint shows it. */
  readonly example: string;
  readonly advice: string;
  /** Tokens of the pattern before the wrong one. */
  readonly after?: number;
}

/** Constructs of other dialects. The first that a refused query holds is its hint. */
export const constructs: readonly Construct[] = [
  { pattern: /^` /, advice: 'quote names with "', example: 'SELECT "alias" FROM "accounts"' },
  { pattern: /^top (\( )?number /, advice: 'write LIMIT at the end', example: 'SELECT alias FROM accounts LIMIT 10' },
  {
    pattern: /^limit number , number /,
    advice: 'write the number of rows first',
    example: 'SELECT alias FROM accounts LIMIT 10 OFFSET 5',
  },
  {
    pattern: /^minus (all )?(\( )?select /,
    advice: 'write EXCEPT',
    example: 'SELECT alias FROM accounts EXCEPT SELECT alias FROM accounts WHERE enabled',
  },
  {
    pattern: /^i?like (any|some|all) /,
    advice: 'compare with each text of a list',
    example: "SELECT alias FROM accounts WHERE list_bool_or([email ILIKE p FOR p IN ['%@a.example', '%@b.example']])",
  },
  {
    pattern: /^!? ?~ \* /,
    advice: "use regexp_matches with 'i'",
    example: "SELECT alias FROM accounts WHERE regexp_matches(alias, '^adm', 'i')",
  },
  {
    pattern: /^(rlike|regexp) (text|name) /,
    advice: 'use regexp_matches',
    example: "SELECT alias FROM accounts WHERE regexp_matches(email, 'gmail')",
  },
  {
    pattern: /^separator text /,
    advice: 'use string_agg',
    example: "SELECT string_agg(alias, ', ' ORDER BY alias) FROM accounts",
  },
  {
    pattern: /^within group \( /,
    advice: 'write ORDER BY within the call',
    example: "SELECT listagg(alias, ', ' ORDER BY alias) FROM accounts",
  },
  {
    pattern: /^left (anti|semi) join /,
    advice: 'leave LEFT out',
    example: 'SELECT a.alias FROM accounts a ANTI JOIN managed_via m ON m.entity_id = a.id',
  },
  {
    pattern: /^lateral flatten \( /,
    advice: 'use unnest',
    example: 'SELECT a.alias, f.value FROM accounts a, unnest(a.alternate_emails) AS f(value)',
  },
  {
    pattern: /^safe_cast \( /,
    advice: 'use TRY_CAST',
    example: 'SELECT TRY_CAST(employee_number AS BIGINT) FROM accounts',
  },
  {
    pattern: /^(from|join) \[ \w+ \] /,
    advice: 'quote names with "',
    example: 'SELECT "alias" FROM "accounts"',
    after: 1,
  },
  {
    pattern: /^strftime \( text , text /,
    advice: 'use epoch',
    example: 'SELECT alias FROM accounts WHERE epoch(now()) - epoch(last_activity_date) > 7776000',
  },
];

export interface Equivalent {
  readonly token: Token;
  readonly hint: string;
}

/** The construct of another dialect that a refused query holds, with its first token. */
export function constructIn(tokens: readonly Token[]): Equivalent | undefined {
  const shapes = tokens.map(shapeOf);
  for (const { pattern, advice, example, after = 0 } of constructs) {
    const at = tokens.findIndex((_, index) => pattern.test(`${shapes.slice(index, index + 5).join(' ')} `));
    if (at !== -1) return { token: tokens[at + after]!, hint: `${advice}, as in \`${example}\`` };
  }
  return undefined;
}

function shapeOf({ kind, text }: Token): string {
  if (kind === 'word' || kind === 'symbol') return text.toLowerCase();
  return kind === 'string' ? 'text' : kind;
}

/** What DuckDB takes for a function without parentheses where no column has the name, even in double quotes. */
const valueFunctions =
  /^"(user|current_user|session_user|current_role|current_schema|current_catalog|current_date|current_time|current_timestamp|localtime|localtimestamp)"$/i;

/** A text in double quotes that the engine would silently take for a function; undefined when the query declares the name. */
export function quotedFunction(tokens: readonly Token[], columns: ReadonlySet<string>): Token | undefined {
  const lower = (token: Token | undefined) => token?.text.toLowerCase();
  return tokens.find((token, index) => {
    if (token.kind !== 'name' || !valueFunctions.test(token.text) || columns.has(lower(token)!.slice(1, -1)))
      return false;
    const isQualified = tokens[index - 1]?.text === '.' || tokens[index + 1]?.text === '.';
    const isDeclared = tokens.some((other, at) => {
      const isSame = lower(other) === lower(token) || lower(other) === lower(token)!.slice(1, -1);
      return (
        isSame &&
        !/^(=|<>|!=|<|>|<=|>=|\(|,|in|like|ilike|select|where|and|or|not|by|on|then|else|when|case)$/.test(
          lower(tokens[at - 1]) ?? '=',
        )
      );
    });
    return !isQualified && !isDeclared && !hasColumnList(tokens, token.text);
  });
}

/** Whether the name is in a list of columns: `WITH t(a, b) AS (…)` or `AS t(a, b)`. */
function hasColumnList(tokens: readonly Token[], name: string): boolean {
  return tokens.some(({ text }, at) => {
    if (text.toLowerCase() !== name.toLowerCase()) return false;
    const isItem = (token: Token | undefined) =>
      token?.kind === 'name' || token?.kind === 'word' || token?.text === ',';
    let [from, to] = [at, at];
    while (isItem(tokens[from - 1])) from -= 1;
    while (isItem(tokens[to + 1])) to += 1;
    if (tokens[from - 1]?.text !== '(' || tokens[to + 1]?.text !== ')') return false;
    const isTable = tokens[from - 3]?.text.toLowerCase() === 'as';
    return isTable || (tokens[to + 2]?.text.toLowerCase() === 'as' && tokens[to + 3]?.text === '(');
  });
}

/** The hint for an unknown column in double quotes. @param near the hint at a column with such a name */
export function quotedTextHint(tokens: readonly Token[], column: string, near: string | undefined): string | undefined {
  if (!tokens.some(({ kind, text }) => kind === 'name' && text === `"${column}"`)) return near;
  const right = `a text is written in single quotes: '${column.replaceAll("'", "''")}'`;
  return near !== undefined && /^\w+$/.test(column) ? `${near} Or ${right}` : right;
}
