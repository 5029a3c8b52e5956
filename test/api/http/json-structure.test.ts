// Members with the same name, and deep nesting, in texts of JSON.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { structureProblem } from '../../../src/api/http/json-structure.ts';

it.each([
  ['{"a":1,"a":2}', 'has the member "a" twice in one object'],
  ['{"a":1,"\\u0061":2}', 'has the member "a" twice in one object'],
  ['[{"b":{"c":[1,{"c":2,"c":3}]}}]', 'has the member "c" twice in one object'],
  ['{"a":{"a":1},"b":["a","a"],"c":"a"}', undefined],
  ['{"a":"x\\",\\"a\\":1"}', undefined],
  ['{"a":1,', undefined],
  [`${'['.repeat(33)}${']'.repeat(33)}`, 'is nested deeper than 32 levels'],
  [`${'['.repeat(32)}${']'.repeat(32)}`, undefined],
])('%s', (text, problem) => expect(structureProblem(text)).toBe(problem));

it('finds nothing wrong with what JSON.stringify writes', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), value => {
      expect(structureProblem(JSON.stringify(value))).toBeUndefined();
      const indented = JSON.stringify({ first: value, second: [value] }, undefined, 2);
      expect(structureProblem(indented)).toBeUndefined();
      expect(structureProblem(`{"x": ${indented}, "x": null}`)).toBe('has the member "x" twice in one object');
    }),
    { seed: 7 },
  );
});
