// "Did you mean": the known name that a mistyped one is closest to.
import { distance } from 'fastest-levenshtein';

/** Names longer than this are not compared: nobody mistyped them, and comparing takes time in the square of the length. */
const longestName = 100;

/** The candidate within a third of the name's length in edits (at least two), compared without case; undefined if none is. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > longestName) return undefined;
  let best: string | undefined;
  let fewest = Math.max(2, Math.floor(name.length / 3)) + 1;
  for (const candidate of candidates) {
    if (candidate.length > longestName) continue;
    const edits = distance(name.toLowerCase(), candidate.toLowerCase());
    if (edits < fewest) [best, fewest] = [candidate, edits];
  }
  return best;
}

/** For a message about an unknown name: the one that was meant, or all that there are. */
export function nearestHint(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  return near === undefined ? `there are: ${known.join(', ')}` : `did you mean \`${near}\`?`;
}
