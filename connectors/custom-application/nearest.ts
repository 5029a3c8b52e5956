// The known name that somebody probably meant.

/** The candidate within a third of the name's length in edits (at least two), compared without case; undefined if none is. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > 100) return undefined;
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(name.length / 3)) + 1;
  for (const candidate of candidates) {
    if (candidate.length > 100) continue;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** Insertions, deletions, replacements and swaps of neighbours between two words (optimal string alignment). */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      let cost = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (same ? 0 : 1));
      const swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (swapped) cost = Math.min(cost, beforeLast[column - 2]! + 1);
      current.push(cost);
    }
    [beforeLast, last] = [last, current];
  }
  return last[to.length]!;
}

/** `nearest: \`email\`; it has: …`, with at most `shown` names. */
export function orNearest(name: string, candidates: readonly string[], shown = 30): string {
  const found = nearest(name, candidates);
  const list = candidates.slice(0, shown).map(candidate => `\`${candidate.slice(0, 60)}\``);
  const more = candidates.length > shown ? ` and ${candidates.length - shown} more` : '';
  const known = list.length ? `known: ${list.join(', ')}${more}` : 'there are none';
  return found === undefined ? known : `nearest: \`${found}\`; ${known}`;
}
