// Three-valued logic: what a policy says may depend on facts that nobody knows before the request is made.

export type Truth = 'yes' | 'no' | 'maybe';

export function anyOf(truths: Iterable<Truth>): Truth {
  let result: Truth = 'no';
  for (const truth of truths) {
    if (truth === 'yes') return 'yes';
    if (truth === 'maybe') result = 'maybe';
  }
  return result;
}

export function allOf(truths: Iterable<Truth>): Truth {
  let result: Truth = 'yes';
  for (const truth of truths) {
    if (truth === 'no') return 'no';
    if (truth === 'maybe') result = 'maybe';
  }
  return result;
}

export const not = (truth: Truth): Truth => (truth === 'maybe' ? 'maybe' : truth === 'yes' ? 'no' : 'yes');
