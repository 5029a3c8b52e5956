// "Did you mean": the known name that a mistyped one is closest to.
import { distance } from 'fastest-levenshtein';

/** Longer names are not compared, because that takes time in the square of the length. */
const longestName = 100;

/**
 * The candidate within a third of the name's length in edits (at least two), compared without case; otherwise the only one that has
 * the name as its last words (`enriched_person_id` for `person_id`); undefined if there is none. Never the name itself.
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > longestName) return undefined;
  let best: string | undefined;
  const ending: string[] = [];
  let fewest = Math.max(2, Math.floor(name.length / 3)) + 1;
  for (const candidate of candidates) {
    if (candidate === name || candidate.length > longestName) continue;
    const edits = distance(name.toLowerCase(), candidate.toLowerCase());
    if (edits < fewest) [best, fewest] = [candidate, edits];
    if (candidate.toLowerCase().endsWith(`_${name.toLowerCase()}`)) ending.push(candidate);
  }
  return best ?? (ending.length === 1 ? ending[0] : undefined);
}

/** For a message about an unknown name: the nearest known name, or all known names. */
export function nearestHint(name: string, known: readonly string[]): string {
  return didYouMean(name, known) ?? `there are: ${known.join(', ')}`;
}

/** The nearest known name, if there is one, and always all known names. */
export function knownHint(name: string, known: readonly string[]): string {
  return [didYouMean(name, known), `known are ${known.join(', ')}`].filter(Boolean).join(' ');
}

/** `did you mean …?`; undefined when no known name is near. */
export function didYouMean(name: string, known: Iterable<string>): string | undefined {
  const near = nearest(name, known);
  return near === undefined ? undefined : `did you mean \`${near}\`?`;
}
