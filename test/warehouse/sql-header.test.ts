// The comments at the beginning of queries and rules.
import { describe, expect, it } from 'vitest';
import { parameterValue, placeholdersOf } from '../../src/console/pages/sql/query-text.ts';
import { describedParameter, headerField, headerLines, headerParameter } from '../../src/warehouse/sql-header.ts';

describe('a parameter', () => {
  it.each([
    ['days: 90  since when', 90, 'since when'],
    ['days: -1.5  an offset', -1.5, 'an offset'],
    ["who: 'ada'  a username", 'ada', 'a username'],
    ["who: 'O''Neill'  a name", "O'Neill", 'a name'],
    ["who: 'a: b  c'  a text", 'a: b  c', 'a text'],
    ["who: ''  nobody", '', 'nobody'],
    ['Days_2: 1  a name with capitals', 1, 'a name with capitals'],
    ['days: 90', 90, undefined],
    ['days: 90 one blank', 90, undefined],
  ])('is %s', (said, value, description) => {
    const name = said.split(':')[0]!;
    expect(headerParameter(`parameter ${said}`)).toEqual({ name, value, description });
    const [inConsole] = placeholdersOf(`-- parameter ${said}\nSELECT :${name}`);
    expect(parameterValue(inConsole!.example!)).toBe(value);
  });

  it.each([
    'days:',
    'days: x',
    'days: 90x',
    'days:90',
    'a b: 1',
    "who: 'ada",
    "who: 'O'Neill'",
    'days: 1.',
    'days: - 1',
  ])('is not %s', said => {
    expect(headerParameter(`parameter ${said}`)).toBeUndefined();
    const [inConsole] = placeholdersOf(`-- parameter ${said}\nSELECT :days, :who, :b`);
    expect(inConsole!.example).toBeUndefined();
  });

  it('of the service’s own files has a name in lower case, a value and a description', () => {
    const line = "parameter who: 'O''Neill'  a name";
    expect(describedParameter(line)).toEqual(headerParameter(line));
    for (const said of ['Days: 1  x', '2days: 1  x', "who: ''  x", 'days: 1', 'days: 1 x', 'days: x  x'])
      expect([said, describedParameter(`parameter ${said}`)]).toEqual([said, undefined]);
  });
});

describe('the lines', () => {
  it('are those of the comments before anything else', () => {
    const text = '-- name: A\r\n\n  -- parameter days: 1\n--\nSELECT 1\n-- name: B';
    expect(headerLines(text).filter(line => /^\w/.test(line))).toEqual(['name: A', 'parameter days: 1']);
  });

  it('may name a field, of which the first counts', () => {
    const lines = headerLines('--name: no\n-- name:\n-- name:  A b \r\n-- name: C\nSELECT 1');
    expect(headerField(lines, 'name')).toBe('A b');
    expect(headerField(lines, 'description')).toBeUndefined();
  });
});
