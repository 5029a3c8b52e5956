// Finds the end of a statement, for a prompt that accepts several lines.
import { isUnclosed, tokensOf } from '../../queries/tokens.ts';

/** True when the text ends with a semicolon that ends a statement; only comments may follow. */
export function endsStatement(sql: string): boolean {
  return tokensOf(sql).at(-1)?.text === ';' && !isUnclosed(sql);
}
