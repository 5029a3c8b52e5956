// Ids as tables show them: shortened to first characters that are unique. Commands accept them so.
import { OperatorError } from '../errors.ts';

/** Whether a text may be the beginning of an id: four or more characters of a UUID, and not all. */
export function isShortId(text: string): boolean {
  return /^[\da-f]{4,8}$|^[\da-f]{8}-[\da-f-]{0,26}$/i.test(text);
}

/**
 * The whole id of which a text is the beginning.
 * @param what a noun for the error, for example `job`
 * @param known all ids, in any order
 * @throws OperatorError when no id, or more than one, begins so. `remedy` says how to see the ids
 */
export function wholeId(what: string, text: string, known: readonly string[], remedy: string): string {
  const begin = text.toLowerCase();
  const matches = isShortId(begin) ? known.filter(id => id.startsWith(begin)) : [];
  if (matches.length === 1) return matches[0]!;
  if (matches.length === 0) throw new OperatorError(`${text} is not the id of a ${what}; ${remedy}`);
  const listed = matches.slice(0, 5).join(', ');
  throw new OperatorError(`${text} is the beginning of ${matches.length} ids of a ${what}; give more of it: ${listed}`);
}
