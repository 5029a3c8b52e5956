// "Did you mean": the known name that a mistyped one is closest to.
import { distance } from 'fastest-levenshtein';

/** The candidate nearest to `name`; undefined when none is near enough to be what was meant. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  const wanted = name.toLowerCase();
  let best: { candidate: string; edits: number } | undefined;
  for (const candidate of candidates) {
    const edits = distance(wanted, candidate.toLowerCase());
    if (!best || edits < best.edits) best = { candidate, edits };
  }
  return best && best.edits <= Math.max(2, Math.floor(name.length / 3)) ? best.candidate : undefined;
}
