// Images are compared by value, and an interrupted restoration is told from a change by somebody else.
import { describe, expect, it } from 'vitest';
import { describeDifferences, liesBetween, sameImage } from '../../src/actions/images.ts';

const before = { enabled: true, groups: ['a', 'b', 'c'], shell: '/bin/sh' };
const after = { enabled: false, groups: ['c'], shell: '/bin/false' };

it('images with the same fields in another order are the same', () => {
  expect(sameImage({ a: 1, b: { c: [1], d: 2 } }, { b: { d: 2, c: [1] }, a: 1 })).toBe(true);
  expect(sameImage({ a: [1, 2] }, { a: [2, 1] })).toBe(false);
  expect(sameImage({ a: undefined }, {})).toBe(true);
});

describe('an image lies between two others', () => {
  it.each([
    ['the one before', before, true],
    ['the one after', after, true],
    ['some fields of each', { ...before, shell: '/bin/false' }, true],
    ['a part of a list', { ...after, groups: ['a', 'c'] }, true],
    ['a list without what both have', { ...after, groups: ['a'] }, false],
    ['a list with something else', { ...after, groups: ['c', 'd'] }, false],
    ['another value', { ...after, shell: '/bin/zsh' }, false],
    ['a missing field', { enabled: true, groups: ['c'] }, false],
    ['another field', { ...before, locked: true }, false],
  ])('%s', (_what, image, expected) => {
    expect(liesBetween(image, before, after)).toBe(expected);
  });
});

it('differences name the fields, and long values are cut', () => {
  expect(describeDifferences({ ...after, enabled: true, shell: 'x'.repeat(200) }, after, 'the job left')).toBe(
    `enabled is true (the job left false); shell is "${'x'.repeat(79)}… (the job left "/bin/false")`,
  );
});
