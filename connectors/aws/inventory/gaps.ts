// Gaps of lists that are asked for object by object.
import type { Gap } from '../../../src/connector/contract.ts';

/** A right that is missing is missing for every object, and is said once. */
export function distinctGaps(gaps: readonly Gap[]): Gap[] {
  return [...new Map(gaps.map(gap => [JSON.stringify(gap), gap])).values()];
}
