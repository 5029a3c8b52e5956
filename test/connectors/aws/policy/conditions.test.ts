// Operators of conditions, with keys that are known, absent, or not known.
import { describe, expect, it } from 'vitest';
import { judgeConditions } from '../../../../connectors/aws/policy/conditions.ts';
import { contextOf } from '../../../../connectors/aws/policy/context.ts';

type Facts = Parameters<typeof contextOf>[0];

const truth = (operator: string, values: string | string[], facts: Facts = {}) =>
  judgeConditions([{ operator, key: 'k', values: [values].flat() }], contextOf(facts), true).truth;

it.each([
  ['StringEquals', 'a', 'a', 'yes'],
  ['StringEquals', 'A', 'a', 'no'],
  ['StringEquals', ['b', 'a'], 'a', 'yes'],
  ['StringNotEquals', ['b', 'a'], 'a', 'no'],
  ['StringNotEquals', ['b', 'c'], 'a', 'yes'],
  ['StringEqualsIgnoreCase', 'A', 'a', 'yes'],
  ['StringNotEqualsIgnoreCase', 'A', 'a', 'no'],
  ['StringLike', 'a*', 'abc', 'yes'],
  ['StringLike', 'a?', 'abc', 'no'],
  ['StringNotLike', 'a*', 'abc', 'no'],
  ['NumericLessThan', '10', '9', 'yes'],
  ['NumericGreaterThanEquals', '10', '10', 'yes'],
  ['NumericEquals', 'ten', '10', 'no'],
  ['NumericNotEquals', '10', '9', 'yes'],
  ['DateLessThan', '2026-01-01T00:00:00Z', '2025-12-31T23:59:59Z', 'yes'],
  ['DateGreaterThan', '1767225600', '2026-01-02T00:00:00Z', 'yes'],
  ['DateLessThanEquals', '2026-01-01', '2026-01-02T00:00:00Z', 'no'],
  ['Bool', 'true', 'True', 'yes'],
  ['IpAddress', '198.51.100.0/24', '198.51.100.7', 'yes'],
  ['IpAddress', '198.51.100.0/24', '203.0.113.1', 'no'],
  ['NotIpAddress', '198.51.100.0/24', '203.0.113.1', 'yes'],
  ['IpAddress', '2001:db8::/32', '2001:db8::1', 'yes'],
  ['IpAddress', '198.51.100.0/99', '198.51.100.7', 'no'],
  ['ArnLike', 'arn:aws:iam::*:role/ci-*', 'arn:aws:iam::111111111111:role/ci-main', 'yes'],
  ['ArnEquals', 'arn:aws:iam::*', 'arn:aws:iam::111111111111:role/x', 'no'],
  ['ArnNotLike', 'arn:aws:iam::*:role/*', 'arn:aws:iam::111111111111:user/x', 'yes'],
  ['BinaryEquals', 'QUJD', 'QUJD', 'yes'],
  ['stringequals', 'a', 'a', 'yes'],
] as const)('%s %j with %s: %s', (operator, values, given, expected) =>
  expect(truth(operator, values as string | string[], { k: given })).toBe(expected),
);

describe('a key that the request does not have', () => {
  it.each([
    ['StringEquals', 'a', 'no'],
    ['StringNotEquals', 'a', 'yes'],
    ['StringEqualsIfExists', 'a', 'yes'],
    ['BoolIfExists', 'false', 'yes'],
    ['Null', 'true', 'yes'],
    ['Null', 'false', 'no'],
    ['ForAllValues:StringEquals', 'a', 'yes'],
    ['ForAnyValue:StringEquals', 'a', 'no'],
    ['ForAnyValue:StringNotEquals', 'a', 'no'],
  ])('%s %s: %s', (operator, value, expected) => expect(truth(operator, value, { k: null })).toBe(expected));
});

describe('several values', () => {
  it.each([
    ['ForAnyValue:StringLike', ['a*', 'b*'], ['x', 'bee'], 'yes'],
    ['ForAnyValue:StringLike', ['a*'], ['x', 'y'], 'no'],
    ['ForAllValues:StringLike', ['a*', 'b*'], ['aa', 'bb'], 'yes'],
    ['ForAllValues:StringLike', ['a*'], ['aa', 'bb'], 'no'],
    ['ForAllValues:StringNotEquals', ['a'], ['b', 'a'], 'no'],
  ])('%s %j with %j: %s', (operator, values, given, expected) =>
    expect(truth(operator, values, { k: given })).toBe(expected),
  );
});

describe('what is not known', () => {
  it.each([
    ['a key', 'StringEquals', 'a', {}],
    ['whether there is a key', 'Null', 'true', {}],
    ['an operator', 'StringSoundsLike', 'a', { k: 'a' }],
    ['a variable', 'StringEquals', `\${aws:SourceIdentity}`, { k: 'a' }],
  ] as const)('%s: maybe', (_what, operator, value, facts) => expect(truth(operator, value, facts)).toBe('maybe'));

  it('a variable in a part that differs anyway changes nothing', () =>
    expect(truth('StringLike', `x-\${aws:SourceIdentity}`, { k: 'y-1' })).toBe('no'));

  it('all conditions have to hold, so that one that fails decides', () => {
    const conditions = [
      { operator: 'StringEquals', key: 'a', values: ['1'] },
      { operator: 'Bool', key: 'b', values: ['true'] },
    ];
    expect(judgeConditions(conditions, contextOf({ b: 'false' }), true)).toEqual({ truth: 'no', dependsOn: ['a'] });
    expect(judgeConditions(conditions, contextOf({ B: 'true' }), true)).toEqual({ truth: 'maybe', dependsOn: ['a'] });
  });
});
