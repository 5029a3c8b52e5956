// A hint about what the caller may have meant where the parser stopped. node-sql-parser names the keywords that it expected
// there. It knows PostgreSQL's dialect and not DuckDB's, so it is used for hints only. For some texts it does not end, so it
// runs in a process that is killed after a short time.
import { nearest } from '../nearest.ts';
import { tokensOf } from './tokens.ts';

/** Longer texts get no hint. */
export const longestHintedText = 4000;

/** The keywords with which a query begins. */
const starts = ['SELECT', 'FROM', 'WITH', 'VALUES', 'EXPLAIN', 'DESCRIBE', 'SUMMARIZE', 'UNPIVOT', 'PIVOT'];

/** A hint for a text with a syntax error; undefined when the library has no better idea. */
export async function syntaxHint(sql: string): Promise<string | undefined> {
  const [first] = tokensOf(sql);
  const start =
    first?.kind === 'word' && !starts.includes(first.text.toUpperCase()) ? nearest(first.text, starts) : undefined;
  if (start) return `did you mean \`${start}\` instead of \`${first!.text}\`?`;
  if (first?.kind === 'word' && !starts.includes(first.text.toUpperCase()))
    return 'one SELECT is needed, in SQL of DuckDB';
  const library = await import('node-sql-parser/build/postgresql.js');
  try {
    new library.default.Parser().astify(sql, { database: 'postgresql' });
    return undefined;
  } catch (error) {
    const { location, expected } = error as Partial<GrammarError>;
    if (!location || !expected) return undefined;
    const keywords = new Set(expected.flatMap(({ type, text }) => (type === 'literal' && text ? [text] : [])));
    const words = [...keywords].filter(text => /^[A-Z]{2,}$/.test(text));
    // The parser may have consumed the first letters of the wrong word, or may have taken the whole word for an alias.
    const tokens = tokensOf(sql);
    const at = tokens.findIndex(({ start, text }) => start + text.length > location.start.offset);
    for (const token of [tokens[at], tokens.at(at - 1)]) {
      const near = token?.kind === 'word' ? nearest(token.text, words) : undefined;
      if (near && near !== token!.text.toUpperCase()) return `did you mean \`${near}\` instead of \`${token!.text}\`?`;
    }
    if (keywords.has(')')) return 'a closing parenthesis may be missing';
    return undefined;
  }
}

/** The error of a parser that Peggy generated. */
interface GrammarError {
  readonly location: { readonly start: { readonly offset: number } };
  readonly expected: readonly { readonly type: string; readonly text?: string }[];
}
