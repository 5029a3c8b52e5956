// Where a statement ends, for a prompt that takes several lines.
import { isUnclosed, tokensOf } from '../../queries/tokens.ts';

/** True when the text ends with a semicolon that ends a statement, with nothing but comments after it. */
export function endsStatement(sql: string): boolean {
  return tokensOf(sql).at(-1)?.text === ';' && !isUnclosed(sql);
}
