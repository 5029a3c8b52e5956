// Characters that a reader does not see are shown by their codes; those that belong to a text stay.
import { describe, expect, it } from 'vitest';
import { jsonText } from '../../src/cli/output.ts';
import { withCodes } from '../../src/invisible-characters.ts';
import { printable, printableCsv } from '../../src/text/printable.ts';

describe('are shown by their codes', () => {
  it.each([
    ['admin\u202enimda', 'admin<U+202E>nimda'],
    ['ad\u200bmin', 'ad<U+200B>min'],
    ['ad\u200dmin', 'ad<U+200D>min'],
    ['ad\u00admin', 'ad<U+00AD>min'],
    ['\ufeffadmin', '<U+FEFF>admin'],
    ['ad\u3164min', 'ad<U+3164>min'],
    ['ad\u2060min', 'ad<U+2060>min'],
    ['ad\u061cmin', 'ad<U+061C>min'],
    ['tag\u{e0061}', 'tag<U+E0061>'],
    ['half \ud800', 'half <U+D800>'],
    ['\u001b[2J', '<U+001B>[2J'],
    ['\u009b2J', '<U+009B>2J'],
    ['line\u2028line', 'line<U+2028>line'],
  ])('%j', (text, shown) => expect(withCodes(text)).toBe(shown));
});

describe('belong to the text', () => {
  it.each([
    'Ærø',
    '日本語',
    'family 👨\u200d👩\u200d👧',
    'heart ❤\ufe0f',
    'می\u200cخواهم',
    'क\u094d\u200dष',
    'شركة',
    'Σίσυφος',
    'e\u0301',
  ])('%s', text => expect(withCodes(text)).toBe(text));
});

it('the replacement character is shown by its code', () => {
  expect(printable('a\ufffdb')).toBe('a<U+FFFD>b');
});

it('JSON keeps the value and escapes them', () => {
  const value = { name: 'a\u202eb\u{e0061}', list: ['\u200b'] };
  const text = jsonText(value, 2);
  expect(text).not.toMatch(/\p{Cf}/u);
  expect(JSON.parse(text)).toEqual(value);
  expect(text.split('\n')).toHaveLength(6);
});

it('CSV keeps its lines, and shows a carriage return that is not the end of one', () => {
  expect(printableCsv('"admin\rguest"\r\n\r')).toBe('"admin<U+000D>guest"\r\n<U+000D>');
  expect(printableCsv('a,"b\u001b[2J"\r\n"two\nlines",\u202e\r\n')).toBe(
    'a,"b<U+001B>[2J"\r\n"two\nlines",<U+202E>\r\n',
  );
});
