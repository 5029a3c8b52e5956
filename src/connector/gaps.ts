// Gaps in other forms than those in which they were found.
import type { Gap } from './contract.ts';

/** A gap of objects, as one of the records that depend on them: their fields are not known. */
export function asFieldGap({ within: _within, ...gap }: Gap, fields: string): Gap {
  return { ...gap, missing: 'fields', message: `${fields}: ${gap.message}` };
}

/** Of lists that are asked for object by object: a right that is missing is missing for every object, and is said once. */
export function distinctGaps(gaps: readonly Gap[]): Gap[] {
  return [...new Map(gaps.map(gap => [JSON.stringify(gap), gap])).values()];
}
