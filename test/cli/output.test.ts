// Tables and errors in a terminal.
import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/cli/api/api-client.ts';
import { alignColumns } from '../../src/cli/output.ts';
import { explainApiError } from '../../src/cli/queries/query-error.ts';

describe('a table', () => {
  it('has its widest columns cut to fit the terminal', () => {
    const rows = [['short', 'x'.repeat(100), 'y'.repeat(50)]];
    const columns = ['a', 'b', 'c'].map(heading => ({ heading }));
    const [heading, line] = alignColumns(columns, rows, 40).split('\n');
    expect(line).toBe(`short  ${'x'.repeat(14)}…  ${'y'.repeat(14)}…`);
    expect(heading).toBe(`a      b${' '.repeat(16)}c`);
  });

  it('has no line over the width, no control characters, and one line a row, for any content', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('日本語テキスト', '👩‍👩‍👧', 'e\u0301', '\u001b[31m'),
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 20, max: 60 }),
        (rows, width) => {
          const columns = [{ heading: 'a' }, { heading: 'b', right: true }, { heading: 'c' }];
          const lines = alignColumns(columns, rows, width).split('\n');
          expect(lines).toHaveLength(rows.length + 2);
          for (const line of lines) {
            expect(stringWidth(line)).toBeLessThanOrEqual(width);
            expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
          }
        },
      ),
    );
  });
});

describe('an error', () => {
  const at = (line: unknown, column: unknown, more = {}) =>
    new ApiError('/v1/query/execute', 400, {
      code: 'QUERY_PARSE_ERROR',
      message: 'no',
      details: { line, column },
      ...more,
    });

  it.each([
    ['SELECT\tx', 8, '1 | SELECT x\n  |        ^'],
    ['日本 x', 4, '1 | 日本 x\n  |      ^'],
    ['🙂 x', 3, '1 | 🙂 x\n  |    ^'],
    ['x', 2, '1 | x\n  |  ^'],
    ['x', 99, '1 | x'],
    ['x', 0, '1 | x'],
  ])('in %j at column %i is under its character', (sql, column, shown) => {
    expect(explainApiError(at(1, column), sql)).toBe(`QUERY_PARSE_ERROR: no\n${shown}`);
  });

  it('in a long line shows the part around it', () => {
    const [, line, caret] = explainApiError(at(1, 501), `${'a'.repeat(500)}b${'c'.repeat(500)}`).split('\n');
    expect(line!.length).toBeLessThan(110);
    expect(line![caret!.indexOf('^')]).toBe('b');
  });

  it('names every other cause, and works without a valid place', () => {
    const reasons = [{ code: 'UNKNOWN_TABLE', message: 'there is no table x' }];
    for (const line of [0, 9, -1, 1.5, 'x', undefined]) {
      expect(explainApiError(at(line, 1, { reasons }), 'SELECT 1')).toBe(
        'QUERY_PARSE_ERROR: no\nUNKNOWN_TABLE: there is no table x',
      );
    }
  });
});
