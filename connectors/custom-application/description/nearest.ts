// Suggestions for an unknown name.
import { nearest } from '../../../src/nearest.ts';

/** `nearest: \`email\`; known: …`, with at most `shown` names. */
export function orNearest(name: string, candidates: readonly string[], shown = 30): string {
  const found = nearest(name, candidates);
  const list = candidates.slice(0, shown).map(candidate => `\`${candidate.slice(0, 60)}\``);
  const more = candidates.length > shown ? ` and ${candidates.length - shown} more` : '';
  const known = list.length ? `known: ${list.join(', ')}${more}` : 'there are none';
  return found === undefined ? known : `nearest: \`${found}\`; ${known}`;
}
