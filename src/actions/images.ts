// Compares images: what a source showed of a target before and after a change.
import { canonicalJson } from '../canonical-json.ts';
import type { Image } from '../connector/actions.ts';

export function sameImage(left: Image, right: Image): boolean {
  return canonicalJson(left) === canonicalJson(right);
}

const longestShown = 80;

/** The fields that differ, for people: `enabled is true (this job left false)`. */
export function describeDifferences(present: Image, expected: Image, expectedAs: string): string {
  const shown = (value: unknown) => {
    const text = value === undefined ? 'absent' : canonicalJson(value);
    return text.length > longestShown ? `${text.slice(0, longestShown).toWellFormed()}…` : text;
  };
  return differingFields(present, expected)
    .map(field => `${field} is ${shown(present[field])} (${expectedAs} ${shown(expected[field])})`)
    .join('; ');
}

function differingFields(left: Image, right: Image): string[] {
  const fields = [...new Set([...Object.keys(left), ...Object.keys(right)])].sort();
  return fields.filter(field => canonicalJson(left[field]) !== canonicalJson(right[field]));
}

/**
 * Whether an interrupted restoration from `after` to `before` may have left the present image: each field has one of the two
 * values, and each element of a list is in one of the two, with all elements that both have.
 */
export function liesBetween(present: Image, before: Image, after: Image): boolean {
  return differingFields(present, before).every(field => isBetween(present[field], before[field], after[field]));
}

function isBetween(present: unknown, before: unknown, after: unknown): boolean {
  const text = canonicalJson(present);
  if (text === canonicalJson(before) || text === canonicalJson(after)) return true;
  if (!Array.isArray(present) || !Array.isArray(before) || !Array.isArray(after)) return false;
  const [now, first, last] = [present, before, after].map(list => new Set(list.map(canonicalJson)));
  return (
    [...now!].every(item => first!.has(item) || last!.has(item)) &&
    [...first!.intersection(last!)].every(item => now!.has(item))
  );
}
