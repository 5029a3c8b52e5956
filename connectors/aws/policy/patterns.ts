// Patterns of actions and resources: `*` stands for any characters, `?` for one. A pattern is compared with a text, or with another
// pattern, which stands for all texts that match it.
import type { Truth } from './truth.ts';

/** Characters of a pattern that `${*}`, `${?}` and `${$}` write literally, as characters that no ARN has. */
export const literals: ReadonlyMap<string, string> = new Map([
  ['*', '\uE000'],
  ['?', '\uE001'],
  ['$', '$'],
]);

export const hasWildcard = (text: string): boolean => /[*?]/.test(text);

/**
 * Whether everything that matches `inner` also matches `outer`. `false` for some patterns that are written in an unusual way, such as
 * `*?` and `?*`; never `true` where it is not so. A text without wildcards matches itself only.
 */
export function covers(outer: string, inner: string): boolean {
  if (outer === '*') return true;
  let [at, other, starAt, restart] = [0, 0, -1, 0];
  while (other < inner.length) {
    const wanted = outer[at];
    const given = inner[other];
    if (wanted === '*') {
      [starAt, restart] = [at, other];
      at += 1;
    } else if ((wanted === '?' && given !== '*') || (wanted === given && wanted !== '?')) {
      at += 1;
      other += 1;
    } else if (starAt >= 0) {
      restart += 1;
      [at, other] = [starAt + 1, restart];
    } else return false;
  }
  while (outer[at] === '*') at += 1;
  return at === outer.length;
}

/** Whether a text exists that matches both. */
export function overlaps(one: string, other: string): boolean {
  if (!hasWildcard(one)) return covers(other, one);
  if (!hasWildcard(other)) return covers(one, other);
  // reachable[j]: the parts of `one` and `other` before i and j can match the same text.
  let reachable = prefixOf(other);
  for (const character of one) {
    const next: boolean[] = [character === '*' && reachable[0]!];
    for (let index = 1; index <= other.length; index += 1) {
      const opposite = other[index - 1]!;
      const isSame = character === opposite || character === '?' || opposite === '?';
      if (character === '*') next.push(reachable[index]! || next[index - 1]!);
      else if (opposite === '*') next.push(next[index - 1]! || reachable[index]!);
      else next.push(isSame && reachable[index - 1]!);
    }
    reachable = next;
  }
  return reachable[other.length]!;
}

/** Which beginnings of a pattern match the empty text. */
function prefixOf(pattern: string): boolean[] {
  const result = [true];
  for (const character of pattern) result.push(result.at(-1)! && character === '*');
  return result;
}

/** Whether a pattern of a policy matches what is asked about, which may be a pattern too: then `yes` holds for all of it. */
export function matching(pattern: string, asked: string): Truth {
  if (covers(pattern, asked)) return 'yes';
  return hasWildcard(asked) && overlaps(pattern, asked) ? 'maybe' : 'no';
}

/** The pattern that matches what both match, where one of them says it; undefined: nothing, or no single pattern. */
export function intersection(one: string, other: string): string | undefined {
  if (covers(one, other)) return other;
  return covers(other, one) ? one : undefined;
}
